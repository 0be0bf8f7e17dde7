"""What is ordered and judged: specification, verdicts, shortfall. Items are in `items.py`, grades in `grading.py`."""

from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator

from contracts.documents import AgentRun, Block, Sha256, Text
from contracts.items import Asked, Flashcard, Item
from contracts.message import Fields, Message, Phrase, Worded
from contracts.proof import Difficulty


class QuizSpec(Message):
    """An order for a quiz about these blocks."""

    type_name: ClassVar[str] = "pensum.coach.quiz_spec.v1"
    blocks_to_assess: list[Text] = Field(min_length=1)
    num_questions: int = Field(gt=0, le=50)
    difficulty: Difficulty = "MEDIUM"


BESIDE = frozenset({"difficulty", "levels", "focus_not_in_text", "written_offline"})
"""Codes of a shortfall that is about how an order was met, not about how many were made.

Of `written_offline`, `made` is how many of them the offline author wrote in a language model's place.
"""


class Shortfall(Worded):
    """What was ordered and not delivered: how many, and the reason for a program and for a person."""

    of: Literal["flashcards", "quiz"]
    asked: int = Field(ge=0)
    made: int = Field(ge=0)
    code: Annotated[str, StringConstraints(pattern=r"^[a-z_]+$")]
    sentence: str
    phrase: Phrase | None = None


class ValidateItems(Message):
    """Command: hold items and cards against their blocks. `blocks` are those that the proofs name.

    `asked`: what the session was asked before, in this quiz and earlier ones; `cards`: the fronts and backs it has.
    `of_a_round`: of what is being learnt, the same fact may be asked again in another form. `reviewed`: they were
    accepted before, and are held against the blocks of another reading; no model is asked again.
    """

    type_name: ClassVar[str] = "pensum.evaluator.validate_items.v1"
    quiz_id: UUID
    document_sha256: Sha256
    language: str = ""
    items: list[Item]
    flashcards: list[Flashcard] = []
    blocks: list[Block]
    asked: list[Asked] = []
    cards: list[Asked] = []
    of_a_round: bool = False
    reviewed: bool = False


class Refusal(Worded):
    """Why an item was refused: for a program and for a person."""

    code: Annotated[str, StringConstraints(pattern=r"^[a-z_]+$")]
    sentence: str
    phrase: Phrase | None = None


class Refused(Fields):
    """An item or card that was refused, for its author to do better. `item_id`: None where that is not known."""

    question: str
    answer: str
    quote: str
    reasons: list[Refusal]
    item_id: UUID | None = None


class Verdict(Fields):
    """Accepted, or refused with at least one reason. `item_id` may be a card's id."""

    item_id: UUID
    accepted: bool
    reasons: list[Refusal] = []

    @model_validator(mode="after")
    def refused_with_reason(self) -> "Verdict":
        if self.accepted == bool(self.reasons):
            raise ValueError("reasons: a refusal has at least one, an acceptance none")
        return self


class ItemsValidated(Message):
    """Event: one verdict for each item and card."""

    type_name: ClassVar[str] = "pensum.evaluator.items_validated.v1"
    quiz_id: UUID
    verdicts: list[Verdict]
    run: AgentRun | None = None
