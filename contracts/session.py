"""The session's messages: what begins and moves it, how a class joins it, and what the house tells about it."""

from enum import StrEnum
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field, StringConstraints, model_validator

from contracts.coaching import Instructions
from contracts.documents import AgentRun, Document, Plain
from contracts.message import Fields, Message
from contracts.problems import Problem
from contracts.quizzes import QuizSpec


class Status(StrEnum):
    """Where a session stands. `accepted`: taken, nothing decided yet; `forgotten`: emptied, only its row is left."""

    ACCEPTED = "accepted"
    READING = "reading"
    DIGESTING = "digesting"
    WRITING = "writing"
    VALIDATING = "validating"
    READY = "ready"
    GRADING = "grading"
    COACHING = "coaching"
    DIAGNOSING = "diagnosing"
    TUTORING = "tutoring"
    PLANNING = "planning"
    PENDING_REVIEW = "pending_review"
    FAILED = "failed"
    FORGOTTEN = "forgotten"


class DocumentSubmitted(Message):
    """Event: a learner uploaded a document, or several (`more`, in order); begins a session and its course."""

    type_name: ClassVar[str] = "pensum.session.document_submitted.v1"
    tenant_id: str
    user_id: str
    course_id: UUID
    document: Document
    uploaded_at: AwareDatetime
    instructions: Instructions = Instructions()
    more: list[Document] = Field(default=[], max_length=49)

    @model_validator(mode="after")
    def each_once(self) -> "DocumentSubmitted":
        hashes = [document.sha256 for document in (self.document, *self.more)]
        if len(set(hashes)) != len(hashes):
            raise ValueError("more: a document stands twice")
        return self


class QuizRequested(Message):
    """Event: the learner wants another quiz: by a specification, or by instructions (weak concepts come first).

    `practice`: of what was answered wrongly before, or of what is due again; nothing new is written for it. `exam`: no
    answer of it is graded before all are handed in.
    """

    type_name: ClassVar[str] = "pensum.session.quiz_requested.v1"
    quiz_spec: QuizSpec | None = None
    instructions: Instructions | None = None
    practice: Literal["mistakes", "due"] | None = None
    exam: bool = False

    @model_validator(mode="after")
    def one_of(self) -> "QuizRequested":
        if (self.quiz_spec is not None) + (self.instructions is not None) + (self.practice is not None) > 1:
            raise ValueError("quiz_spec: not together with instructions or practice")
        return self


class RetryRequested(Message):
    """Event: the learner wants a failed session to go on. `version` is the failed version it is for."""

    type_name: ClassVar[str] = "pensum.session.retry_requested.v1"
    version: int = Field(ge=1)


class ForgetRequested(Message):
    """Event: the learner wants the session forgotten."""

    type_name: ClassVar[str] = "pensum.session.forget_requested.v1"


class StepTimedOut(Message):
    """Event: the deadline of one attempt of a command (the envelope's cause and attempt) passed."""

    type_name: ClassVar[str] = "pensum.session.step_timed_out.v1"


class StepFailed(Message):
    """Event: a worker could not do a command. `final`: another attempt cannot help. `run`: the one that failed."""

    type_name: ClassVar[str] = "pensum.step.failed.v1"
    problem: Problem
    final: bool
    tokens_used: int | None = Field(default=None, ge=0)
    run: AgentRun | None = None


class StepProgressed(Message):
    """Event: a worker that has a command in hand comes further with it (the envelope's cause and attempt).

    It moves that attempt's deadline on and is kept nowhere. It comes from progress, never from a clock, so that a
    worker that hangs falls silent; at most every ten seconds or so.
    """

    type_name: ClassVar[str] = "pensum.step.progressed.v1"


class MessageParked(Message):
    """Event: a message was put aside. `command` and `attempt` name the step it was about; None: it began a session.

    `final` False: another attempt at the step may bring a message that is in order.
    """

    type_name: ClassVar[str] = "pensum.session.message_parked.v1"
    message_id: UUID | None = None
    message_type: str
    topic: str
    reason: str
    command: UUID | None = None
    attempt: int = Field(default=1, ge=1)
    final: bool = True


class Progress(Fields):
    """How far a session is: steps done of the known ones, and pages while reading."""

    step: Status
    steps_done: int = Field(ge=0)
    steps_total: int = Field(ge=0)
    pages_done: int = Field(default=0, ge=0)
    pages_total: int = Field(default=0, ge=0)


class SessionUpdated(Message):
    """Event: a session has a new version. A wake-up: it carries no content and may be lost."""

    type_name: ClassVar[str] = "pensum.session.updated.v1"
    session_id: UUID
    version: int = Field(ge=0)
    status: Status
    progress: Progress | None = None


JoinCode = Annotated[str, StringConstraints(pattern=r"^[2-9A-HJ-NP-Z]{8}$")]
"""Eight letters and figures that cannot be taken for one another."""


class CourseShared(Message):
    """Event: the owner opened the course to whoever has the code. A course has one code at a time; the last counts."""

    type_name: ClassVar[str] = "pensum.session.course_shared.v1"
    code: JoinCode


class CourseClosed(Message):
    """Event: the owner closed the course: nobody joins any more, who has joined goes on."""

    type_name: ClassVar[str] = "pensum.session.course_closed.v1"


class CourseJoined(Message):
    """Event: a learner joined a course by its code; begins a session on what is written already."""

    type_name: ClassVar[str] = "pensum.session.course_joined.v1"
    tenant_id: str
    user_id: str
    course_id: UUID
    code: JoinCode
    name: Plain = Field(default="", max_length=80)
