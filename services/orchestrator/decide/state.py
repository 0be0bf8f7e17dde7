"""What `decide` knows of a session: small, private, without text. Content is in rows; here are its ids and counts."""

from typing import Any, Literal
from uuid import UUID

from contracts.coaching import Instructions
from contracts.documents import DocMeta, Document
from contracts.letter import Fields
from contracts.problems import Problem
from contracts.session import Progress, Status

RULES = 1
"""The number of the rules that decide. A change that alters a recorded journal raises it."""

Kind = Literal["read", "digest", "write", "validate", "grade", "notes"]

STAGE: dict[Kind, Status] = {
    "read": Status.READING,
    "digest": Status.DIGESTING,
    "write": Status.WRITING,
    "validate": Status.VALIDATING,
    "grade": Status.GRADING,
    "notes": Status.COACHING,
}
AGENT: dict[Kind, str] = {
    "read": "reader",
    "digest": "reader",
    "write": "quiz",
    "validate": "evaluator",
    "grade": "evaluator",
    "notes": "feedback",
}
PLAN: dict[str, tuple[Kind, ...]] = {
    "document": ("read", "digest", "write", "validate"),
    "quiz": ("write", "validate"),
    "attempt": ("grade", "notes"),
}


class Step(Fields):
    """A command under way. `attempt` counts sendings; `failures` and `losses` are counted apart, anew after a retry.

    `params` names rows and holds no text.
    """

    kind: Kind
    journey: str
    params: dict[str, Any] = {}
    attempt: int = 1
    failures: int = 0
    losses: int = 0


class Ask(Fields):
    """A command to send: built from `params` and rows when it is published."""

    command: UUID
    kind: Kind
    params: dict[str, Any]
    attempt: int
    losses: int = 0


class KnownReading(Fields):
    """A complete, digested reading of the same bytes by the same owner: nothing is read again."""

    reading_id: UUID
    blob: str | None = None
    doc_meta: DocMeta


class Meta(Fields):
    """A message's envelope as `decide` sees it, its place in the journal, and the facts that the shell looked up."""

    id: UUID
    seq: int
    time: str
    command: UUID | None = None
    attempt: int = 1
    reading: KnownReading | None = None


class QuizFacts(Fields):
    """A quiz: its number from 1, and how many of its questions and cards were accepted (None: not judged yet)."""

    number: int
    questions: int | None = None


class State(Fields):
    """One session. `open` and `unfinished` map a command's id to its step; `parts` of a reading are counted from 1."""

    session_id: UUID
    tenant_id: str = ""
    user_id: str = ""
    course_id: UUID | None = None
    document: Document | None = None
    instructions: Instructions = Instructions()
    reading_id: UUID | None = None
    reading_blob: str | None = None
    doc_meta: DocMeta | None = None
    parts: list[int] = []
    open: dict[UUID, Step] = {}
    unfinished: dict[UUID, Step] = {}
    quizzes: dict[UUID, QuizFacts] = {}
    attempts: list[UUID] = []
    focus: list[str] = []
    pages_done: int = 0
    pages_total: int = 0
    problem: Problem | None = None
    failed_version: int | None = None
    forgotten: bool = False
    last_routed_to: str = "coordinator"
    routing_reason: str = ""

    @property
    def status(self) -> Status:
        """Where the session stands; a failure stays until it is retried."""
        if self.forgotten:
            return Status.FORGOTTEN
        if self.problem is not None:
            return Status.FAILED
        if self.open:
            return STAGE[next(iter(self.open.values())).kind]
        return Status.READY

    @property
    def progress(self) -> Progress | None:
        """How far the journey under way is; None when nothing is."""
        if not self.open:
            return None
        step = next(iter(self.open.values()))
        plan = PLAN[step.journey.split(":")[0]]
        return Progress(
            step=STAGE[step.kind],
            steps_done=plan.index(step.kind),
            steps_total=len(plan),
            pages_done=self.pages_done,
            pages_total=self.pages_total,
        )


class Decision(Fields):
    """The next state and the commands. `kept` False: out of turn, late or repeated; nothing of it is stored."""

    state: State
    asks: list[Ask] = []
    kept: bool = True
