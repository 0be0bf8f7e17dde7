"""What is ordered, judged and graded: specification, verdicts, raw answers and grades. The items are in `items.py`."""

from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, StringConstraints, field_validator, model_validator

from contracts.documents import AgentRun, Block, Plain, Sha256, Text
from contracts.items import Asked, Flashcard, Item
from contracts.mastery import ErrorPattern, KnowledgeGap, Observation
from contracts.message import Fields, Message
from contracts.proof import Difficulty


class QuizSpec(Message):
    """An order for a quiz about these blocks."""

    type_name: ClassVar[str] = "pensum.coach.quiz_spec.v1"
    blocks_to_assess: list[Text] = Field(min_length=1)
    num_questions: int = Field(gt=0, le=50)
    difficulty: Difficulty = "MEDIUM"


BESIDE = frozenset({"difficulty", "focus_not_in_text", "written_offline"})
"""Codes of a shortfall that is about how an order was met, not about how many were made.

Of `written_offline`, `made` is how many of them the offline author wrote in a language model's place.
"""


class Shortfall(Fields):
    """What was ordered and not delivered: how many, and the reason for a program and for a person."""

    of: Literal["flashcards", "quiz"]
    asked: int = Field(ge=0)
    made: int = Field(ge=0)
    code: Annotated[str, StringConstraints(pattern=r"^[a-z_]+$")]
    sentence: str


class ValidateItems(Message):
    """Command: hold items and cards against their blocks. `blocks` are those that the proofs name.

    `asked`: what the session was asked before, in this quiz and earlier ones; `cards`: the fronts and backs it has.
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


class Refusal(Fields):
    """Why an item was refused: for a program and for a person."""

    code: Annotated[str, StringConstraints(pattern=r"^[a-z_]+$")]
    sentence: str


class Refused(Fields):
    """An item or card that was refused, for its author to do better."""

    question: str
    answer: str
    quote: str
    reasons: list[Refusal]


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


class Answer(Fields):
    """A raw answer, written as `items.py` says; None: skipped.

    `is_correct` is set once graded, or by a trusted client.
    """

    item_id: UUID
    answer: Annotated[Plain, Field(max_length=2000)] | None = None
    latency_sec: float = Field(default=0, ge=0)
    is_correct: bool | None = None


class QuizResults(Message):
    """Event: a learner finished a quiz. Exactly one answer per question; checked where the quiz is known."""

    type_name: ClassVar[str] = "pensum.session.quiz_results.v1"
    quiz_id: UUID
    attempt_id: UUID | None = None
    answers: list[Answer] = Field(min_length=1, max_length=50)
    graded_by: Literal["evaluator", "client"] = "evaluator"

    @field_validator("answers")
    @classmethod
    def once_each(cls, answers: list[Answer]) -> list[Answer]:
        if len({answer.item_id for answer in answers}) != len(answers):
            raise ValueError("an item is answered twice")
        return answers


class Ruling(Fields):
    """What a person or a model found that an answer earns: it stands. `by` names who: learner, owner, or the model."""

    item_id: UUID
    credit: float = Field(ge=0, le=1)
    by: str


class GradeQuiz(Message):
    """Command: grade raw answers against the items' keys. The results' `attempt_id` is always set here.

    `language`: the document's, for what counts as the same word; "" when unknown. `repeats`: items whose answer the
    learner was shown before: they say less. `rulings`: grades that stand already. An attempt may be graded again, when
    an item was taken back or corrected, or a person ruled: with the same `attempt_id`, over the items that count now.
    """

    type_name: ClassVar[str] = "pensum.evaluator.grade_quiz.v1"
    items: list[Item] = Field(min_length=1)
    results: QuizResults
    language: str = ""
    repeats: list[UUID] = []
    rulings: list[Ruling] = []


class GradedAnswer(Fields):
    """An answer with its grade. `credit` from 0 to 1; `result_id` derives from attempt and item.

    `undecided`: an open answer that could not be judged surely: it counts in no score, and the learner compares.
    `observation`: what it says of the concept; None: nothing. `made_by`: the rule, person or model that graded it.
    """

    result_id: UUID
    item_id: UUID
    concept: str
    difficulty: Difficulty
    answer: str | None = None
    is_correct: bool
    credit: float = Field(ge=0, le=1)
    latency_sec: float = Field(ge=0)
    graded_by: Literal["evaluator", "client"] = "evaluator"
    undecided: bool = False
    observation: Observation | None = None
    made_by: str = ""


class ConceptScore(Fields):
    """How one concept went in an attempt."""

    concept: str
    asked: int = Field(ge=1)
    correct: int = Field(ge=0)


class Evaluation(Message):
    """Event: the graded attempt. `weak_concepts` become the next quiz's `focusAreas`; `score` from 0 to 1.

    `improvement_areas`: concepts to work on, the most pressing first.
    """

    type_name: ClassVar[str] = "pensum.evaluator.evaluation.v1"
    quiz_id: UUID
    attempt_id: UUID
    score: float = Field(ge=0, le=1)
    answers: list[GradedAnswer] = Field(min_length=1)
    concepts: list[ConceptScore]
    weak_concepts: list[str] = []
    error_patterns: list[ErrorPattern] = []
    knowledge_gaps: list[KnowledgeGap] = []
    improvement_areas: list[str] = []
    run: AgentRun | None = None
