"""The forms in which documents are sent, as the OpenAPI document describes them: `FormReader` reads them."""

from typing import Annotated

from pydantic import BaseModel, Field

from services.gateway.quizzes.schemas import Wishes

FileBytes = Annotated[bytes, Field(json_schema_extra={"contentMediaType": "application/octet-stream"})]


class UploadForm(Wishes):
    """One document or up to 50, and wishes. Lists repeat their field. `password`: for those that are encrypted."""

    file: list[FileBytes] = Field(min_length=1, max_length=50)
    password: str = Field(default="", max_length=4096)


class ScanForm(BaseModel):
    """A better scan of a document under review."""

    file: FileBytes
    password: str = Field(default="", max_length=4096)
