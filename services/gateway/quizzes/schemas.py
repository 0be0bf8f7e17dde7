"""What is asked and answered about quizzes: wishes for one, answers to one, and their grades."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema

from contracts.coaching import Fallback, Goal
from contracts.documents import Plain
from contracts.grading import Answer, QuizResults
from contracts.items import written
from contracts.message import Fields
from contracts.proof import Level
from contracts.views.material import ResultView


class Wishes(BaseModel):
    """What the learner wishes for; what is left out is as the house thinks best (`fallback`: as it is set up)."""

    targetAudience: str = Field(default="", max_length=200)
    generationGoals: list[Goal] = ["flashcards", "quiz"]
    focusAreas: list[str] = Field(default=[], max_length=50)
    numFlashcards: int = Field(default=15, ge=0, le=100)
    numQuizQuestions: int = Field(default=10, ge=0, le=50)
    quizDifficulty: Literal["easy", "medium", "hard"] = "medium"
    questionsPerConcept: int = Field(default=3, ge=1, le=10)
    levels: dict[Level, int] | str = Field(
        default={}, description="shares of what answering is to take; in a form `understand=2,apply=1`"
    )
    fallback: Fallback = "proof"


class QuizWishes(Wishes):
    """The same for another quiz. `exam`: no answer is graded before all are handed in."""

    exam: bool = False


class Practice(BaseModel):
    """A quiz of what you have answered wrongly, or of what is due again."""

    practice: Literal["mistakes", "due"]
    exam: bool = False


def _written(given: Any) -> Any:
    """An answer in its one form, in which the contract has it; what is no list and no object stays."""
    if not isinstance(given, list | dict):
        return given
    for part in [*given, *given.values()] if isinstance(given, Mapping) else given:
        if not isinstance(part, str):
            raise ValueError("holds something else than ids in text.")
        if not part.strip() or "," in part or "=" in part:
            raise ValueError("holds an id that is empty or has a comma or an equals sign.")
    if isinstance(given, list) and len(set(given)) != len(given):
        raise ValueError("names an option twice.")
    return written(given)


_FORMS: list[dict[str, Any]] = [
    {"type": "string"},
    {"type": "array", "items": {"type": "string"}},
    {"type": "object", "additionalProperties": {"type": "string"}},
    {"type": "null"},
]


Said = Annotated[Plain, Field(max_length=2000)]


class RawAnswer(Answer):
    """A raw answer: an option's id, typed text, a list of option ids, or option ids by prompt id; null: skipped."""

    answer: Annotated[Said | None, BeforeValidator(_written), WithJsonSchema({"anyOf": _FORMS})] = None


class HandedIn(QuizResults):
    """Exactly one answer for each question of the quiz."""

    answers: list[RawAnswer] = Field(min_length=1, max_length=50)  # type: ignore[assignment] # Each is an `Answer`.


class GivenAnswer(RawAnswer):
    """An answer to be graded at once. It is final: handing in the quiz repeats it unchanged."""


class GivenAnswers(Fields):
    """What was given of an attempt that is not handed in: graded answers with keys and proofs, in the quiz's order.

    `waiting`: the questions whose answers are being graded.
    """

    quiz_id: UUID
    attempt_id: UUID
    results: list[ResultView]
    waiting: list[UUID] = []


class Saved(Fields):
    """Answers so far, each in any of its forms; those that are missing are not given yet.

    `question_index`, from 0: the question you are at.
    """

    answers: list[RawAnswer] = Field(default=[], max_length=50)
    question_index: int = Field(default=0, ge=0, le=50)
    paused: bool = False


class Results(Fields):
    """Graded answers. `score` from 0 to 1 of the attempt that was asked for; None where none was."""

    results: list[ResultView]
    score: float | None
