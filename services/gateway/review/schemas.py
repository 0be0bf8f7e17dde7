"""What is asked and answered in a review."""

from pydantic import BaseModel, ConfigDict, Field

from contracts.documents import Plain
from contracts.message import Fields
from contracts.views.sessions import ReviewLine

PAGE_CHARACTERS = 40_000


class Reviews(Fields):
    """A page of the documents that wait for a person; `next` is the cursor of the page after it, None at the end."""

    reviews: list[ReviewLine]
    next: str | None


class PageText(BaseModel):
    """A page's text as it should be; paragraphs are apart by an empty line."""

    model_config = ConfigDict(extra="forbid")
    text: str = Field(min_length=1, max_length=PAGE_CHARACTERS, pattern=r"^[^\x00]*[^\x00\s][^\x00]*$")


class Approval(BaseModel):
    """Nothing more is to be said."""

    model_config = ConfigDict(extra="forbid")


class Rejection(Approval):
    """Why, in the learner's words."""

    reason: Plain = Field(default="", max_length=1000)
