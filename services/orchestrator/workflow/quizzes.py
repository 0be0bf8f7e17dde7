"""What `decide` keeps of quizzes and items: counts, codes and ids. Text and content are in rows."""

from collections.abc import Mapping
from typing import Literal, Self, TypedDict, Unpack
from uuid import UUID

from pydantic import Field

from contracts.coaching import Goal, Instructions
from contracts.message import Fields
from contracts.quizzes import QuizSpec
from services.orchestrator.workflow.learning import Placed, Purpose
from services.orchestrator.workflow.params import Order, WriteParams

Of = Literal["quiz", "flashcards"]
Removed = Literal["deleted", "retracted", "replaced"]
Codes = dict[str, int]
KINDS: tuple[Of, Of] = ("quiz", "flashcards")


class QuizChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    number: int
    questions: int | None
    batches: int
    asked: dict[Of, int]
    made: dict[Of, int]
    refused: dict[Of, Codes]
    short: dict[Of, Codes]
    hopeful: list[Of]
    again: list[Of]
    tries: int
    model: list[Of]
    dropped: dict[Of, Codes]
    offline: dict[Of, int]
    order: Order | None
    purpose: Purpose
    exam: bool
    begun: bool
    placed: int
    reserve: list[Placed]
    spare: list[Placed]
    latest: UUID | None


class QuizFacts(Fields):
    """A quiz, numbered from 1. `questions`: how many it has, once it is complete (None: it is not).

    `batches`: messages of material so far. By kind: `asked`, `made` (accepted), `refused` (by first reason, over all
    rounds), `short` (what the Coach said is missing, by code, the last time it was asked for the kind). `hopeful`:
    kinds of which another try may bring more; `again`: kinds that were tried again. `tries`: rounds after the first.
    `model`: kinds of which a model wrote some, or tried to; of these `dropped` is what it wrote that did not hold up,
    by the Coach's word or the Evaluator's first reason, over all rounds, and `offline` how many accepted ones are the
    offline author's. `order`: the first one, while it is under way. Of a quiz of older rules only number and questions
    are known. `exam`: no answer is graded before all are handed in. `begun`: the whole document is not read
    yet, and the rest of the order is written when it is. `placed`: questions that come from the course's
    bank; `reserve`: repeats that fill up what nobody could write; `spare`: items about other concepts that fill up to
    the least number of questions; `latest`: the item that the learner answered last.
    """

    number: int
    questions: int | None = None
    batches: int = 0
    asked: dict[Of, int] = Field(default_factory=dict)
    made: dict[Of, int] = Field(default_factory=dict)
    refused: dict[Of, Codes] = Field(default_factory=dict)
    short: dict[Of, Codes] = Field(default_factory=dict)
    hopeful: list[Of] = Field(default_factory=list)
    again: list[Of] = Field(default_factory=list)
    tries: int = 0
    model: list[Of] = Field(default_factory=list)
    dropped: dict[Of, Codes] = Field(default_factory=dict)
    offline: dict[Of, int] = Field(default_factory=dict)
    order: Order | None = None
    purpose: Purpose = "quiz"
    exam: bool = False
    begun: bool = False
    placed: int = 0
    reserve: list[Placed] = Field(default_factory=list)
    spare: list[Placed] = Field(default_factory=list)
    latest: UUID | None = None

    def changed(self, **update: Unpack[QuizChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)

    def ended(self) -> Self:
        """The same of which nothing more is written. What was begun and has something is complete with that."""
        whole = self.begun and any(self.made.values())
        questions = self.made.get("quiz", 0) if whole else self.questions
        return self.changed(questions=questions, order=None, hopeful=[])

    @property
    def complete(self) -> bool:
        """Nothing more will come of itself."""
        return self.questions is not None

    @property
    def of_a_round(self) -> bool:
        """Whether it asks about what is being learnt, and may ask what was asked before in another form."""
        return self.purpose in ("cycle", "diagnostic", "asked")

    @property
    def missing(self) -> dict[Of, int]:
        """What was ordered and not accepted so far, by kind."""
        left = {of: count - self.made.get(of, 0) for of, count in self.asked.items()}
        return {of: count for of, count in left.items() if count > 0}

    @property
    def why(self) -> Codes:
        """First reasons of all that was refused, counted."""
        found: Codes = {}
        for codes in self.refused.values():
            found = plus(found, codes)
        return found


class ItemChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    quiz_id: UUID
    card: bool
    accepted: bool
    revision: int
    retracted: bool


class KnownItem(Fields):
    """An item or card of the session's course that a message is about, as its row has it."""

    quiz_id: UUID
    card: bool = False
    accepted: bool = False
    revision: int = 1
    retracted: bool = False

    def changed(self, **update: Unpack[ItemChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


def plus(one: Codes, other: Mapping[str, int]) -> Codes:
    """Counts added up, in the order in which the codes came."""
    return {code: one.get(code, 0) + other.get(code, 0) for code in [*one, *(c for c in other if c not in one)]}


def ordered(instructions: Instructions, spec: QuizSpec | None) -> dict[Of, int]:
    """How much an order asks for, by kind. A specification wins over the constraints."""
    goals, shape = instructions.generation_goals, instructions.constraints
    quiz = spec is not None or "quiz" in goals or "multiple_choice_quiz" in goals
    return {
        "quiz": (spec.num_questions if spec else shape.num_quiz_questions) if quiz else 0,
        "flashcards": shape.num_flashcards if "flashcards" in goals else 0,
    }


class ShapeChange(TypedDict, total=False):
    """What of the constraints can become something else."""

    num_quiz_questions: int
    num_flashcards: int
    questions_per_concept: int
    quiz_difficulty: Literal["easy", "medium", "hard"]


def tailored(told: Instructions, goals: list[Goal], focus: list[str], **shape: Unpack[ShapeChange]) -> Instructions:
    """The same instructions for these goals and focus areas, and with something else in their shape."""
    constraints = told.constraints.model_copy(update=shape)
    return told.model_copy(update={"generation_goals": goals, "focus_areas": focus, "constraints": constraints})


def narrowed(order: WriteParams, left: Mapping[Of, int]) -> WriteParams:
    """The same order for what is left of it."""
    quiz, cards = left.get("quiz", 0), left.get("flashcards", 0)
    told, spec = order.instructions, order.quiz_spec
    dropped = {*(() if quiz else ("quiz", "multiple_choice_quiz")), *(() if cards else ("flashcards",))}
    goals = [goal for goal in told.generation_goals if goal not in dropped]
    rest = tailored(told, goals, told.focus_areas, num_quiz_questions=quiz, num_flashcards=cards)
    if spec is None or not quiz:
        return order.changed(instructions=rest, quiz_spec=None)
    fewer = QuizSpec(blocks_to_assess=spec.blocks_to_assess, num_questions=quiz, difficulty=spec.difficulty)
    return order.changed(instructions=rest, quiz_spec=fewer)
