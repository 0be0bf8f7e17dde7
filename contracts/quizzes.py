"""What is asked and judged: specification, items with their proof, raw answers, verdicts and grades."""

from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import BeforeValidator, ConfigDict, Field, StringConstraints, field_validator, model_validator

from contracts.documents import AgentRun, Block, Plain, Sha256, Text
from contracts.letter import Fields, Letter


def upper(value: object) -> object:
    """Difficulty may be written in either case."""
    return value.upper() if isinstance(value, str) else value


Difficulty = Annotated[Literal["EASY", "MEDIUM", "HARD"], BeforeValidator(upper)]


class QuizSpec(Letter):
    """An order for a quiz about these blocks."""

    letter_type: ClassVar[str] = "pensum.coach.quiz_spec.v1"
    blocks_to_assess: list[Text] = Field(min_length=1)
    num_questions: int = Field(gt=0, le=50)
    difficulty: Difficulty = "MEDIUM"


class Proof(Fields):
    """Where the answer stands: `quote` is `block.text[start:end]`, verbatim; offsets are code points, half open.

    `block_sha256` is SHA-256 of the block's text as UTF-8.
    `answer_start` and `answer_end` are the answer's place in the block's text; None where it is not one span.
    """

    document_sha256: Sha256
    block_id: Text
    block_sha256: Sha256
    source_page: int = Field(ge=1)
    start: int = Field(ge=0)
    end: int = Field(ge=1)
    quote: Text
    answer_start: int | None = Field(default=None, ge=0)
    answer_end: int | None = Field(default=None, ge=1)


class Origin(Fields):
    """Who wrote it: `offline` and the author's version, or the model's name and version."""

    author: Literal["offline", "model"]
    name: str
    version: str


class Option(Fields):
    """One choice. `option_id` is short and unique in its item; it tells nothing of the key."""

    option_id: Text
    text: Text


class ItemFields(Fields):
    """What every item has. `answer` is the key: an option's id, or the text to type."""

    # An item is told by its `type`, so who writes one must say it.
    model_config = ConfigDict(json_schema_extra=lambda schema: schema["required"].append("type"))

    item_id: UUID
    quiz_id: UUID
    concept: Text
    difficulty: Difficulty
    question: Text
    answer: Text
    proof: Proof
    origin: Origin


class MultipleChoice(ItemFields):
    """One key among 2 to 4 options."""

    type: Literal["multiple_choice"] = "multiple_choice"
    options: list[Option] = Field(min_length=2, max_length=4)

    @model_validator(mode="after")
    def key_among_options(self) -> "MultipleChoice":
        ids = [option.option_id for option in self.options]
        if len(set(ids)) != len(ids):
            raise ValueError("options: option_id twice")
        if self.answer not in ids:
            raise ValueError("answer: not among the options")
        return self

    @property
    def answer_text(self) -> str:
        """The keyed option's words."""
        return next(option.text for option in self.options if option.option_id == self.answer)


class Cloze(ItemFields):
    """A sentence with a gap (`____`) to type the answer into; `accepted` are other right answers."""

    type: Literal["cloze"] = "cloze"
    accepted: list[Plain] = []

    @property
    def answer_text(self) -> str:
        """The words that fill the gap."""
        return self.answer


Item = Annotated[MultipleChoice | Cloze, Field(discriminator="type")]


class Flashcard(Fields):
    """A card with its proof."""

    card_id: UUID
    question: Text
    answer: Text
    concept: Text
    proof: Proof
    origin: Origin


class Shortfall(Fields):
    """What was ordered and not delivered: how many, and the reason for a program and for a person."""

    of: Literal["flashcards", "quiz"]
    asked: int = Field(ge=0)
    made: int = Field(ge=0)
    code: Annotated[str, StringConstraints(pattern=r"^[a-z_]+$")]
    sentence: str


class ValidateItems(Letter):
    """Command: hold items and cards against their blocks. `blocks` are those that the proofs name."""

    letter_type: ClassVar[str] = "pensum.evaluator.validate_items.v1"
    quiz_id: UUID
    document_sha256: Sha256
    language: str = ""
    items: list[Item]
    flashcards: list[Flashcard] = []
    blocks: list[Block]


class Refusal(Fields):
    """Why an item was refused: for a program and for a person."""

    code: Annotated[str, StringConstraints(pattern=r"^[a-z_]+$")]
    sentence: str


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


class ItemsValidated(Letter):
    """Event: one verdict for each item and card."""

    letter_type: ClassVar[str] = "pensum.evaluator.items_validated.v1"
    quiz_id: UUID
    verdicts: list[Verdict]
    run: AgentRun | None = None


class Answer(Fields):
    """A raw answer: an option's id or typed text; None: skipped.

    `is_correct` is set once graded, or by a trusted client.
    """

    item_id: UUID
    answer: Annotated[Plain, Field(max_length=2000)] | None = None
    latency_sec: float = Field(default=0, ge=0)
    is_correct: bool | None = None


class QuizResults(Letter):
    """Event: a learner finished a quiz. Exactly one answer per question; checked where the quiz is known."""

    letter_type: ClassVar[str] = "pensum.session.quiz_results.v1"
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


class GradeQuiz(Letter):
    """Command: grade raw answers against the items' keys. The results' `attempt_id` is always set here.

    `language`: the document's, for what counts as the same word; "" when unknown.
    """

    letter_type: ClassVar[str] = "pensum.evaluator.grade_quiz.v1"
    items: list[Item] = Field(min_length=1)
    results: QuizResults
    language: str = ""


class GradedAnswer(Fields):
    """An answer with its grade. `credit` from 0 to 1; `result_id` derives from attempt and item."""

    result_id: UUID
    item_id: UUID
    concept: str
    difficulty: Difficulty
    answer: str | None = None
    is_correct: bool
    credit: float = Field(ge=0, le=1)
    latency_sec: float = Field(ge=0)
    graded_by: Literal["evaluator", "client"] = "evaluator"


class ConceptScore(Fields):
    """How one concept went in an attempt."""

    concept: str
    asked: int = Field(ge=1)
    correct: int = Field(ge=0)


class Evaluation(Letter):
    """Event: the graded attempt. `weak_concepts` become the next quiz's `focusAreas`; `score` from 0 to 1."""

    letter_type: ClassVar[str] = "pensum.evaluator.evaluation.v1"
    quiz_id: UUID
    attempt_id: UUID
    score: float = Field(ge=0, le=1)
    answers: list[GradedAnswer] = Field(min_length=1)
    concepts: list[ConceptScore]
    weak_concepts: list[str] = []
    run: AgentRun | None = None
