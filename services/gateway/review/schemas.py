"""What is asked and answered in a review."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from contracts.documents import Plain
from contracts.message import Fields
from contracts.views.sessions import ReviewLine

PAGE_CHARACTERS = 40_000
_NOT_BLANK = r"^[^\x00]*[^\x00\s][^\x00]*$"


class Reviews(Fields):
    """A page of the documents that wait for a person; `next` is the cursor of the page after it, None at the end."""

    reviews: list[ReviewLine]
    next: str | None


class PageText(BaseModel):
    """A page's text as it should be; paragraphs are apart by an empty line."""

    model_config = ConfigDict(extra="forbid")
    # That it is not blank is asked by the route, which says what it must be.
    text: Plain = Field(max_length=PAGE_CHARACTERS, json_schema_extra={"minLength": 1, "pattern": _NOT_BLANK})


class Approval(BaseModel):
    """`pages`: those that were read badly and count all the same, as they were recognised. The others that were read
    badly, and are not corrected, stay out."""

    model_config = ConfigDict(extra="forbid")
    pages: list[Annotated[int, Field(ge=1)]] = Field(default=[], max_length=2000)


class Rejection(BaseModel):
    """Why, in the learner's words."""

    model_config = ConfigDict(extra="forbid")
    reason: Plain = Field(default="", max_length=1000)
