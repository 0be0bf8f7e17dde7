"""What `decide` knows of a session: small, private, without text. Content is in rows; here are its ids and counts."""

from typing import TYPE_CHECKING, Any, Literal, Self, TypedDict, Unpack
from uuid import UUID

from pydantic import Field, InstanceOf, SerializeAsAny, ValidationInfo, field_validator, model_validator

from contracts.agents import Routing
from contracts.coaching import Instructions
from contracts.documents import DocMeta
from contracts.mastery import SURE, Level
from contracts.message import Fields
from contracts.problems import Problem
from contracts.quizzes import Refusal
from contracts.session import Progress, Status
from services.orchestrator.workflow.attempts import KnownPractice
from services.orchestrator.workflow.documents import KnownCourse, Paper, of_rules_1
from services.orchestrator.workflow.evidence import Evidence
from services.orchestrator.workflow.learning import Banked, Cycle, Line, Pending, Place, Placed
from services.orchestrator.workflow.lessons import KnownGuideline, Lesson
from services.orchestrator.workflow.params import AnyParams, ClassifyParams, Params, read
from services.orchestrator.workflow.quizzes import KnownItem, QuizFacts, Removed
from services.orchestrator.workflow.stages import BEGINNING, PLAN, STAGE, Journey, Kind
from services.orchestrator.workflow.standings import Known, of_rules_6

RULES = 12
"""The number of the rules that decide. A change that alters a recorded journal raises it."""


if TYPE_CHECKING:
    _Params = AnyParams
else:
    # Which of them it is, is known by its kind: trying one after the other costs every step 3 us.
    _Params = SerializeAsAny[InstanceOf[Params]]


class _OfKind(Fields):
    """`params`: what it is about, as its kind has it."""

    kind: Kind
    params: _Params

    @field_validator("params", mode="before")
    @classmethod
    def _stored(cls, stored: Any, known: ValidationInfo) -> Any:
        return read(known.data["kind"], stored) if isinstance(stored, dict) and "kind" in known.data else stored


class StepChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    kind: Kind
    params: _Params
    journey: Journey
    attempt: int
    failures: int
    losses: int
    pages: int
    parts: list[int]


class Step(_OfKind):
    """A command under way. `attempt` counts sendings; `failures` and `losses` are counted apart, anew after a retry.

    `pages`: how many of a range's pages are said to be done. `parts`: those of
    the material, or of the beginning, that are in.
    """

    journey: Journey
    attempt: int = 1
    failures: int = 0
    losses: int = 0
    pages: int = 0
    parts: list[int] = Field(default_factory=list)

    def changed(self, **update: Unpack[StepChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


class Ask(_OfKind):
    """A command to send: built from `params` and rows when it is published."""

    command: UUID
    attempt: int
    losses: int = 0


class KnownReading(Fields):
    """A complete reading of the same bytes by the same owner: nothing is read again. `digested`: by itself alone.

    `plan`, `ranges` and `corrections`: what it was gathered from, where it was; `reviewable` as of a paper.
    """

    reading_id: UUID
    blob: str | None = None
    doc_meta: DocMeta
    digested: bool = True
    plan: str | None = None
    ranges: list[int] = Field(default_factory=list)
    corrections: dict[int, str] = Field(default_factory=dict)
    reviewable: bool = False


class MetaChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    id: UUID
    seq: int
    time: str
    command: UUID | None
    attempt: int
    reading: KnownReading | None
    readings: dict[str, KnownReading]
    whole: UUID | None
    item: KnownItem | None
    evidence: Evidence | None
    places: list[Place]
    bank: list[Banked]
    practice: KnownPractice | None
    course: KnownCourse | None
    unasked: list[str]
    offered: list[str]
    guideline: KnownGuideline | None


class Meta(Fields):
    """A message's envelope as `decide` sees it, its place in the journal, and the facts that the shell looked up.

    `readings`: known ones by the document's hash (`reading`: as the first rules kept the only one); `whole`: the
    digested set of just these, where several documents came before. `item`: the item or card that it is about.
    `evidence`: around the attempt that it grades. `places`: the concepts of the topic that it names, in document order.
    `bank`: items that may be asked next, at most 8 a concept. `practice`: the attempts and answers that it is about;
    `course`: the one that is joined. `unasked`: concepts of the cycle, or of the topic that is
    named, about which there is not one question; where the topic has neither one nor a definition, `offered`: others
    that have one.
    `guideline`: that of the lesson that begins.
    """

    id: UUID
    seq: int
    time: str
    command: UUID | None = None
    attempt: int = 1
    reading: KnownReading | None = None
    readings: dict[str, KnownReading] = Field(default_factory=dict)
    whole: UUID | None = None
    item: KnownItem | None = None
    evidence: Evidence | None = None
    places: list[Place] = Field(default_factory=list)
    bank: list[Banked] = Field(default_factory=list)
    practice: KnownPractice | None = None
    course: KnownCourse | None = None
    unasked: list[str] = Field(default_factory=list)
    offered: list[str] = Field(default_factory=list)
    guideline: KnownGuideline | None = None

    def changed(self, **update: Unpack[MetaChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


class StateChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    session_id: UUID
    tenant_id: str
    user_id: str
    course_id: UUID | None
    papers: list[Paper]
    instructions: Instructions
    reading_id: UUID | None
    open: dict[UUID, Step]
    unfinished: dict[UUID, Step]
    quizzes: dict[UUID, QuizFacts]
    removed: dict[UUID, Removed]
    attempts: list[UUID]
    given: dict[UUID, list[UUID]]
    gradings: dict[UUID, int]
    focus: list[str]
    problem: Problem | None
    failed_version: int | None
    standings: dict[str, Known]
    mastery_threshold: float
    max_cycles: int
    joined: bool
    cycle: Cycle | None
    lesson: Lesson | None
    pending: Pending | None
    waiting: list[ClassifyParams]
    shown: list[UUID]
    explained: dict[str, int]
    unasked: list[str]
    learner_level: Level
    prerequisite_gaps: list[str]
    current_topic: str
    next_topic: str
    assistant_waits: bool
    forgotten: bool
    last_routed_to: str
    routing_reason: str


class State(Fields):
    """One session. `open` and `unfinished` map a command's id to its step.

    `reading_id`: the course's, a single reading or a set, since its digest is in. `removed`: items and cards that are
    asked no more. `standings` and `explained` (how often): by concept. `unasked`: concepts
    of which a round found no question. `shown`: items whose answer the tutor told.
    `given`: by attempt that is not handed in yet, the items of its answers that are graded singly.
    `waiting`: messages that came while another was being answered, in their order.
    `next_topic`: what the last path says to learn next.
    `assistant_waits`: the assistant has asked something, which the next message may answer.
    `attempts`: the newest of those handed in; whether an older one was, its rows say. `gradings`: how often an attempt
    was graded again, as long as a step of it is under way. `joined`: the course is somebody else's.
    """

    session_id: UUID
    tenant_id: str = ""
    user_id: str = ""
    course_id: UUID | None = None
    papers: list[Paper] = Field(default_factory=list)
    instructions: Instructions = Instructions()
    reading_id: UUID | None = None
    open: dict[UUID, Step] = Field(default_factory=dict)
    unfinished: dict[UUID, Step] = Field(default_factory=dict)
    quizzes: dict[UUID, QuizFacts] = Field(default_factory=dict)
    removed: dict[UUID, Removed] = Field(default_factory=dict)
    attempts: list[UUID] = Field(default_factory=list)
    given: dict[UUID, list[UUID]] = Field(default_factory=dict)
    gradings: dict[UUID, int] = Field(default_factory=dict)
    focus: list[str] = Field(default_factory=list)
    problem: Problem | None = None
    failed_version: int | None = None
    standings: dict[str, Known] = Field(default_factory=dict)
    mastery_threshold: float = SURE
    max_cycles: int = 5
    joined: bool = False
    cycle: Cycle | None = None
    lesson: Lesson | None = None
    pending: Pending | None = None
    waiting: list[ClassifyParams] = Field(default_factory=list)
    shown: list[UUID] = Field(default_factory=list)
    explained: dict[str, int] = Field(default_factory=dict)
    unasked: list[str] = Field(default_factory=list)
    learner_level: Level = "unknown"
    prerequisite_gaps: list[str] = Field(default_factory=list)
    current_topic: str = ""
    next_topic: str = ""
    assistant_waits: bool = False
    forgotten: bool = False
    last_routed_to: str = "coordinator"
    routing_reason: str = ""

    def changed(self, **update: Unpack[StateChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)

    @model_validator(mode="before")
    @classmethod
    def _of_older_rules(cls, stored: Any) -> Any:
        return of_rules_6(of_rules_1(stored)) if isinstance(stored, dict) else stored

    def routed(self, to: str, reason: str) -> Self:
        """The same, with who has it now and why."""
        return self.changed(last_routed_to=to, routing_reason=reason)

    def failing_as(self, before: "State") -> Self:
        """The same, with the failure that there was before, and what waits for its remedy."""
        failed, cycle = before.failed_version, before.cycle
        return self.changed(problem=before.problem, failed_version=failed, unfinished=before.unfinished, cycle=cycle)

    @property
    def language(self) -> str:
        """The language of the first document that names one; "" when unknown."""
        return next((paper.doc_meta.language for paper in self.papers if paper.doc_meta), "")

    @property
    def held(self) -> Problem | None:
        """Why the first document that waits for a person waits."""
        return next((paper.held for paper in self.papers if paper.held), None)

    @property
    def status(self) -> Status:
        """Where the session stands; a failure stays until it is retried."""
        if self.forgotten:
            return Status.FORGOTTEN
        if self.problem is not None:
            return Status.FAILED
        if (step := self._foremost) is not None:
            return STAGE[step.kind]
        return Status.PENDING_REVIEW if self.held else Status.READY

    @property
    def _foremost(self) -> Step | None:
        """The step that tells where the session stands: the oldest, one of a beginning after all others."""
        steps = self.open.values()
        return next((step for step in steps if step.journey != BEGINNING), next(iter(steps), None))

    @property
    def error(self) -> Problem | None:
        """What the learner is shown: the failure, or the gate's 422 once nothing goes on by itself."""
        return self.held if self.status == Status.PENDING_REVIEW else self.problem

    @property
    def progress(self) -> Progress | None:
        """How far the journey under way is; None when nothing is. Pages are summed up over the documents."""
        step = self._foremost
        if step is None:
            return None
        plan = PLAN[step.journey.kind]
        return Progress(
            step=STAGE[step.kind],
            steps_done=plan.index(STAGE[step.kind]),
            steps_total=len(plan),
            pages_done=sum(paper.pages_done for paper in self.papers),
            pages_total=sum(paper.pages_total for paper in self.papers),
        )


class Settled(Fields):
    """How the owner's wish (the message's id) about an item ended. No `reasons` of a refusal: the message has them."""

    wish: UUID
    outcome: Literal["done", "refused"]
    reasons: list[Refusal] = Field(default_factory=list)


class DecisionChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    state: State
    asks: list[Ask]
    kept: bool
    settled: list[Settled]
    placed: list[Placed]
    lines: list[Line]
    recalled: list[UUID]
    emptied: list[UUID]


class Decision(Fields):
    """The next state and the commands. `kept` False: out of turn, late or repeated; nothing of it is stored.

    For the rows alone, in no state and no journal: `settled`; `placed`, bank items that a quiz asks; `lines`;
    `recalled`, attempts that answered an item which is recalled; `emptied`, those of which nothing counts any more.
    """

    state: State
    asks: list[Ask] = Field(default_factory=list)
    kept: bool = True
    settled: list[Settled] = Field(default_factory=list)
    placed: list[Placed] = Field(default_factory=list)
    lines: list[Line] = Field(default_factory=list)
    recalled: list[UUID] = Field(default_factory=list)
    emptied: list[UUID] = Field(default_factory=list)

    def changed(self, **update: Unpack[DecisionChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


def routing(state: State) -> Routing:
    """Where the routing state machine is: what is under way of what the learner asked for."""
    for step in state.open.values():
        match step.journey.kind, step.kind:
            case _, "classify":
                return "CLASSIFY_INTENT"
            case "diagnosis", _:
                return "DIAGNOSE"
            case "path", _:
                return "PLAN"
            case (("talk" | "cycle" | "asked" | "explanation" | "lesson"), _):
                return "LEARN"
    return "AWAITING_INPUT"
