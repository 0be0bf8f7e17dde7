"""What `decide` keeps of a lesson: its steps with their statuses, the question that waits, and counts. No text."""

from typing import Literal, Self, TypedDict, Unpack
from uuid import UUID

from pydantic import Field

from contracts.learning import QuestionPhase
from contracts.lessons import (
    MAX_REPLANS,
    Directive,
    LessonRouting,
    MasterySignal,
    Pace,
    Pacing,
    PlanStep,
    SafetyCategory,
    StepStatus,
    StepType,
    Style,
    TurnIntent,
)
from contracts.message import Fields
from services.orchestrator.workflow.documents import Paper
from services.orchestrator.workflow.evidence import Answered

Ending = Literal["complete", "intervention", "stopped"]


class Writing(Fields):
    """How one message of the learner is written."""

    words: int = 0
    emoji: bool = False
    asks: bool = False


class StepChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    status: StepStatus
    asked: int
    correct: int
    attempts: int
    needed: int


class LessonStep(Fields):
    """A step of the plan as its statuses and counts go on; its words are in the plan's row.

    `asked`: questions; `attempts`: answers to them; `needed`: so many right ones complete it.
    """

    step_id: UUID
    type: StepType
    concepts: list[str]
    needed: int = 1
    status: StepStatus = "pending"
    asked: int = 0
    correct: int = 0
    attempts: int = 0

    def changed(self, **update: Unpack[StepChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)

    @classmethod
    def of(cls, step: PlanStep) -> Self:
        """A step of a plan that nothing is known of yet."""
        return cls(step_id=step.step_id, type=step.type, concepts=list(step.concepts), needed=step.needed)


class QuestionChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    phase: QuestionPhase
    wrong: list[UUID]
    first: Answered | None
    missing: bool
    repeat: bool


class LessonQuestion(Fields):
    """The question that waits for an answer. `wrong`: the messages that did not answer it rightly, in their order;
    `first`: what the first answer says of the concept; `missing`: what it builds on is thought to be missing;
    `repeat`: the learner was shown its answer before; `again`: this lesson has asked it before."""

    item_id: UUID
    concept: str
    phase: QuestionPhase = "asked"
    wrong: list[UUID] = Field(default_factory=list)
    first: Answered | None = None
    missing: bool = False
    repeat: bool = False
    again: bool = False

    def changed(self, **update: Unpack[QuestionChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


class TurnFacts(Fields):
    """The turn under way, from the learner's message on: what it was found to be, and where it goes. `said`: something
    was said to the message already, which the turn begins with. `over`: the question that it ended, whose answer
    counts.
    """

    message: UUID | None = None
    intent: TurnIntent | None = None
    routing: LessonRouting = "Advance"
    directive: Directive = "open"
    pacing: Pacing = "steady"
    manner: Style = Style()
    signal: MasterySignal | None = None
    correct: bool | None = None
    said: bool = False
    new_step: bool = True
    leaks: int = 0
    concept: str = ""
    over: UUID | None = None
    over_first: Answered | None = None

    def changed(self, **update: object) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


class LessonChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    steps: list[LessonStep]
    version: int
    replans: int
    turns: int
    question: LessonQuestion | None
    turn: TurnFacts | None
    failures: dict[str, int]
    streak: int
    lost: int
    wanted: int
    trend: list[float]
    writing: list[Writing]
    off_topic: int
    warnings: int
    flags: list[SafetyCategory]
    asked: list[UUID]
    ended: Ending | None
    leaks: int
    allow_extension: bool
    dug: list[str]


class Lesson(Fields):
    """A lesson. `id`: the message that began it; `quiz_id`: under which its questions stand and its answers count.

    `version`: of its plan, 0 while there is none; `turns`: those taught so far; `turn`: the one under way, None while
    the learner is to speak. `failures`: by concept, wrong answers in a row; `streak`: right ones at once, in a row;
    `lost`: in a row, messages that said that nothing was understood; `wanted`: how often failures wanted another plan,
    whether or not one was to be had. `trend`: the mean of mastery after each answer.
    `asked`: items, in their order. `dug`: concepts under which something was missing. `ended` None: it goes on.
    """

    id: UUID
    quiz_id: UUID
    topic: str = ""
    guideline_id: UUID | None = None
    concepts: list[str] = Field(default_factory=list)
    steps: list[LessonStep] = Field(default_factory=list)
    version: int = 0
    replans: int = 0
    max_replans: int = MAX_REPLANS
    turns: int = 0
    question: LessonQuestion | None = None
    turn: TurnFacts | None = None
    failures: dict[str, int] = Field(default_factory=dict)
    streak: int = 0
    lost: int = 0
    wanted: int = 0
    trend: list[float] = Field(default_factory=list)
    writing: list[Writing] = Field(default_factory=list)
    off_topic: int = 0
    warnings: int = 0
    flags: list[SafetyCategory] = Field(default_factory=list)
    asked: list[UUID] = Field(default_factory=list)
    ended: Ending | None = None
    leaks: int = 0
    dug: list[str] = Field(default_factory=list)
    pace: Pace = "normal"
    allow_extension: bool = True

    def changed(self, **update: Unpack[LessonChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


class KnownGuideline(Fields):
    """A guideline as a lesson finds it: the course that its learner's part is, and the objectives' concepts."""

    guideline_id: UUID
    course_id: UUID
    reading_id: UUID
    papers: list[Paper]
    concepts: list[str]
