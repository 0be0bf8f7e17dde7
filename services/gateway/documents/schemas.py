"""What is sent and answered of a document. `FormReader` reads the form that is described here."""

from typing import Annotated

from pydantic import BaseModel, Field

from contracts.documents import Block
from contracts.message import Fields

FileBytes = Annotated[
    bytes, Field(json_schema_extra={"contentMediaType": "application/octet-stream", "format": "binary"})
]


class ScanForm(BaseModel):
    """A better scan of a document under review."""

    file: FileBytes
    password: str = Field(default="", max_length=4096)


class Blocks(Fields):
    """Blocks of the text in reading order."""

    blocks: list[Block]
