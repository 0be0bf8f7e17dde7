"""The bodies of the requests about learning, where they are not a letter as it is."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from contracts.documents import Plain, Text
from contracts.letter import Fields
from contracts.quizzes import Answer
from contracts.sharing import JoinCode

Credit = Annotated[float, Field(ge=0, le=1)]


class SavedAnswers(Fields):
    """Answers so far; those that are missing are not given yet. `question_index`, from 0: the question you are at."""

    answers: list[Answer] = Field(default=[], max_length=50)
    question_index: int = Field(default=0, ge=0, le=50)
    paused: bool = False


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


class Recalled(Fields):
    """How well a card or an item was recalled, in the session that it belongs to."""

    rating: Literal["again", "hard", "good", "easy"]
    session_id: UUID


class Practice(BaseModel):
    """A quiz of what you have answered wrongly."""

    practice: Literal["mistakes"]


class JoinWish(Fields):
    """The course's code, and what its owner shall call you."""

    code: JoinCode
    name: Plain = Field(default="", max_length=80)
