"""What happens to answers around their grading: saved on the way, judged by a person, disputed."""

from typing import ClassVar, Literal
from uuid import UUID

from pydantic import Field, field_validator, model_validator

from contracts.documents import Plain, Text
from contracts.message import Message
from contracts.quizzes import Answer


class QuizProgressSaved(Message):
    """Event: a learner's answers so far, kept on the way and graded nowhere. The latest by its time counts.

    `question_index`, from 0, is the question that the learner is at; `paused`: left for now.
    """

    type_name: ClassVar[str] = "pensum.session.quiz_progress_saved.v1"
    quiz_id: UUID
    answers: list[Answer] = Field(default=[], max_length=50)
    question_index: int = Field(default=0, ge=0, le=50)
    paused: bool = False

    @field_validator("answers")
    @classmethod
    def raw(cls, answers: list[Answer]) -> list[Answer]:
        if len({answer.item_id for answer in answers}) != len(answers):
            raise ValueError("an item is answered twice")
        if any(answer.is_correct is not None for answer in answers):
            raise ValueError("is_correct: an answer on the way has no grade")
        return answers


class AnswerSelfGraded(Message):
    """Event: a learner compared an answer that no rule could judge with the model answer. The last one counts."""

    type_name: ClassVar[str] = "pensum.session.answer_self_graded.v1"
    result_id: UUID
    credit: float = Field(ge=0, le=1)


class DisputeRaised(Message):
    """Event: a learner objects to a grade (`result_id`) or to a note (`attempt_id` and `note`, its place from 0).

    The message's id is the dispute's.
    """

    type_name: ClassVar[str] = "pensum.session.dispute_raised.v1"
    of: Literal["grade", "note"]
    result_id: UUID | None = None
    attempt_id: UUID | None = None
    note: int | None = Field(default=None, ge=0)
    reason: Text = Field(max_length=1000)

    @model_validator(mode="after")
    def names_it(self) -> "DisputeRaised":
        if self.of == "grade" and (self.result_id is None or self.note is not None):
            raise ValueError("result_id: a dispute of a grade names the result, and no note")
        if self.of == "note" and (self.attempt_id is None or self.note is None or self.result_id is not None):
            raise ValueError("note: a dispute of a note names its attempt and place, and no result")
        return self


class DisputeDecided(Message):
    """Event: the course's owner decided a dispute. Upheld, a disputed answer earns `credit`; a note is taken back."""

    type_name: ClassVar[str] = "pensum.session.dispute_decided.v1"
    dispute_id: UUID
    decision: Literal["upheld", "rejected"]
    credit: float = Field(default=1, ge=0, le=1)
    reason: Plain = Field(default="", max_length=1000)
    decided_by: str


class CardReviewed(Message):
    """Event: a learner recalled a flashcard or an item (`card_id` is either's id) and says how well it went."""

    type_name: ClassVar[str] = "pensum.session.card_reviewed.v1"
    card_id: UUID
    rating: Literal["again", "hard", "good", "easy"]
