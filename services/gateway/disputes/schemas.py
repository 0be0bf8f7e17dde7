"""What is asked and answered about grades, and disputes about them."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.documents import Plain, Text
from contracts.message import Fields
from contracts.views.learners import DisputeView

Credit = Annotated[float, Field(ge=0, le=1)]


class OwnGrade(Fields):
    """What an answer earns in your eyes, held against the model answer: from 0 to 1."""

    credit: Credit


class Objection(Fields):
    """Why a grade or a note is wrong."""

    reason: Text = Field(max_length=1000)


class Ruled(Fields):
    """The owner's decision. `credit`: what an answer earns whose dispute is upheld; all of it, if left out."""

    decision: Literal["upheld", "rejected"]
    credit: Credit | None = None
    reason: Plain = Field(default="", max_length=1000)


class DisputeList(Fields):
    """A page of disputes, oldest first. `total`: how many the filter lets through; 0 beyond their end."""

    disputes: list[DisputeView]
    total: int
