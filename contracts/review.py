"""The messages of a manual review: a person sets right, approves, rejects or replaces what was read badly."""

from typing import ClassVar, Literal

from pydantic import Field

from contracts.documents import Document, Plain, Sha256, Text
from contracts.message import Message


class PageCorrected(Message):
    """Event: a page's text was set right; the new text is the blob `text`, `characters` long. The last one counts."""

    type_name: ClassVar[str] = "pensum.session.page_corrected.v1"
    document_sha256: Sha256
    page: int = Field(ge=1)
    text: Text
    characters: int = Field(ge=0)


class ReviewDecided(Message):
    """Event: what a person decided about a reading that is held, or has pages left out.

    `approve`: it goes on as if read, with the corrections. `reject`: it ends here; `reason` is shown.
    """

    type_name: ClassVar[str] = "pensum.session.review_decided.v1"
    document_sha256: Sha256
    decision: Literal["approve", "reject"]
    reason: Plain = Field(default="", max_length=1000)


class DocumentReplaced(Message):
    """Event: a better scan takes the place of a document under review; it is read from the beginning."""

    type_name: ClassVar[str] = "pensum.session.document_replaced.v1"
    replaces: Sha256
    document: Document
