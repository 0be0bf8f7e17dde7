"""What each kind of step is about: rows by their ids, and what was ordered. No text of a document or a learner.

States and journals keep it as JSON; `read` reads what any of the rules so far wrote.
"""

from typing import Any, ClassVar, Self, TypedDict, Unpack
from uuid import UUID

from pydantic import ConfigDict, Field, model_validator

from contracts.coaching import Instructions
from contracts.documents import DocMeta
from contracts.lessons import Directive, Pacing, ReplanReason, Style
from contracts.message import Fields
from contracts.quizzes import QuizSpec
from services.orchestrator.workflow.stages import Journey, Kind


class Params(Fields):
    """What a step of its kind is about."""

    model_config = ConfigDict(extra="ignore")  # Older rules kept more.
    kind: ClassVar[Kind]


class _OfDocument(Params):
    """`document`: its hash; the first rules kept the whole document there."""

    document: str

    @model_validator(mode="before")
    @classmethod
    def _of_rules_1(cls, stored: Any) -> Any:
        document = stored.get("document") if isinstance(stored, dict) else None
        return {**stored, "document": document["sha256"]} if isinstance(document, dict) else stored


class ReadParams(_OfDocument):
    """A document is read, or planned."""

    kind: ClassVar[Kind] = "read"


class BeginParams(_OfDocument):
    """The first pages of a long document, from `first` to `last`, are read by themselves."""

    kind: ClassVar[Kind] = "begin"
    first: int
    last: int


class PagesParams(_OfDocument):
    """A range of a document, by its number from 1, is read."""

    kind: ClassVar[Kind] = "pages"
    number: int


class GatherParams(_OfDocument):
    """A document is put together. `corrections`: page -> blob; `accepted`: pages that count as recognised."""

    kind: ClassVar[Kind] = "gather"
    approved: bool
    corrections: dict[str, str]
    accepted: list[int] = Field(default_factory=list)


class DigestParams(Params):
    """Readings, by blob, are digested together. `members`: their ids; `reading_id`: what they are together.

    The first rules digested one `reading` and named no id: it is the state's.
    """

    kind: ClassVar[Kind] = "digest"
    readings: list[str]
    doc_meta: DocMeta | None = None
    members: list[UUID] = Field(default_factory=list)
    reading_id: UUID | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_rules_1(cls, stored: Any) -> Any:
        if isinstance(stored, dict) and "reading" in stored and "readings" not in stored:
            stored = {**stored, "readings": [stored["reading"]]}
        return {**stored, "doc_meta": stored.get("doc_meta") or None} if isinstance(stored, dict) else stored


class _Ordered(Params):
    """An order to the Coach. `before`: how many batches the quiz had before it."""

    kind: ClassVar[Kind] = "write"
    quiz_id: UUID
    reading_id: UUID
    instructions: Instructions
    quiz_spec: QuizSpec | None = None
    generated_at: str
    before: int = 0


class WriteChange(TypedDict, total=False):
    """What of it can become something else; the same names and types as below."""

    quiz_id: UUID
    reading_id: UUID
    instructions: Instructions
    quiz_spec: QuizSpec | None
    generated_at: str
    before: int
    concepts: list[str]
    tries: int


class WriteParams(_Ordered):
    """Material of a quiz. `concepts`: it is about these alone; `tries`: rounds before this one."""

    concepts: list[str] = Field(default_factory=list)
    tries: int = 0

    def changed(self, **update: Unpack[WriteChange]) -> Self:
        """The same with something else in these."""
        return self.model_copy(update=update)


class RewriteParams(_Ordered):
    """An item or card in the place of `item_id`, which an owner wished for (the message's id)."""

    item_id: UUID
    wish: UUID
    card: bool


class _Judged(Params):
    """A batch of a quiz's material is held against its blocks; `before`: how many there were before its order."""

    kind: ClassVar[Kind] = "validate"
    quiz_id: UUID
    reading_id: UUID
    batch: int = 1
    before: int = 0


class ValidateParams(_Judged):
    """Material of a quiz. `again`: what was not refused of this batch and those before it, by another
    reading than it was written from."""

    again: bool = False


class RejudgeParams(_Judged):
    """An item or card in the place of `item_id`, which an owner wished for."""

    item_id: UUID
    wish: UUID
    card: bool


class CheckParams(Params):
    """An owner's edit of an item or card."""

    kind: ClassVar[Kind] = "check"
    wish: UUID
    item_id: UUID
    card: bool
    quiz_id: UUID
    reading_id: UUID


class _OfAttempt(Params):
    """`grading`: how often the attempt was asked to be graded again before this was asked."""

    quiz_id: UUID
    attempt_id: UUID
    grading: int = 0


class GradeParams(_OfAttempt):
    """An attempt is graded."""

    kind: ClassVar[Kind] = "grade"


class NotesParams(_OfAttempt):
    """Notes about an attempt."""

    kind: ClassVar[Kind] = "notes"


class ClassifyParams(Params):
    """What does a message ask for? `pending`: the item whose question the tutor has asked. `time_zone`: the writer's;
    `declined`: the assistant has seen it already."""

    kind: ClassVar[Kind] = "classify"
    message: UUID
    pending: UUID | None = None
    time_zone: str = ""
    declined: bool = False


class AssistParams(Params):
    """The assistant answers a message. `offered`: it has asked something, which this may answer; `pending`: as of
    `ClassifyParams`."""

    kind: ClassVar[Kind] = "assist"
    message: UUID
    time_zone: str = ""
    offered: bool = False
    pending: UUID | None = None


class ExplainParams(Params):
    """Concepts are explained for the `times`-th time; none: what the digest's rows have as the key ones.

    `about`: what the round's quiz asks about afterwards; `message`: the question that is answered. `mistaken`: in a
    round, what was taken for them comes first.
    """

    kind: ClassVar[Kind] = "explain"
    concepts: list[str]
    times: int
    about: list[str] | None = None
    message: UUID | None = None
    mistaken: bool = True


class ReplyParams(Params):
    """A reply to the tutor's question. `previous`: the messages that answered it wrongly."""

    kind: ClassVar[Kind] = "reply"
    item_id: UUID
    message: UUID
    previous: list[UUID]


class DiagnoseParams(Params):
    """What is known of a topic already?"""

    kind: ClassVar[Kind] = "diagnose"
    topic: str
    concepts: list[str]


class PlanParams(Params):
    """A path. `why` it is planned, as the planner is told."""

    kind: ClassVar[Kind] = "plan"
    why: str
    topic: str = ""


class LessonPlanParams(Params):
    """A lesson is planned, or the rest of it anew: why, and about which concept."""

    kind: ClassVar[Kind] = "lesson_plan"
    lesson: UUID
    replan: ReplanReason | None = None
    concept: str = ""


class ModerateParams(Params):
    """May a message reach the tutor?"""

    kind: ClassVar[Kind] = "moderate"
    message: UUID


class AssessParams(Params):
    """What is a message in a lesson, and how well does it answer? `item_id`: the question that waits; `previous`: the
    messages that answered it wrongly; `attempt_id`: under which the answer counts; `repeat`: its answer was shown
    before."""

    kind: ClassVar[Kind] = "assess"
    message: UUID
    attempt_id: UUID
    item_id: UUID | None = None
    previous: list[UUID] = Field(default_factory=list)
    repeat: bool = False


class TeachParams(Params):
    """A turn of a lesson. `message`: the learner's, None in the first; `item_id`: what it asks; `said`: the
    assessment's words come first; `concept`: what it is about, where that is not the step."""

    kind: ClassVar[Kind] = "teach"
    lesson: UUID
    directive: Directive
    message: UUID | None = None
    step_id: UUID | None = None
    item_id: UUID | None = None
    pacing: Pacing = "steady"
    manner: Style = Style()
    new_step: bool = False
    said: bool = False
    concept: str = ""
    leaked: bool = False


AnyParams = (
    ReadParams
    | BeginParams
    | PagesParams
    | GatherParams
    | DigestParams
    | WriteParams
    | RewriteParams
    | ValidateParams
    | RejudgeParams
    | CheckParams
    | GradeParams
    | NotesParams
    | ClassifyParams
    | ExplainParams
    | ReplyParams
    | DiagnoseParams
    | PlanParams
    | LessonPlanParams
    | ModerateParams
    | AssessParams
    | TeachParams
    | AssistParams
)
OfQuiz = WriteParams | RewriteParams | ValidateParams | RejudgeParams | CheckParams
"""Those about a quiz's material."""
Wished = RewriteParams | RejudgeParams | CheckParams
"""Those of an owner's wish about an item."""
_OF_KIND: dict[Kind, type[AnyParams]] = {
    "read": ReadParams,
    "begin": BeginParams,
    "pages": PagesParams,
    "gather": GatherParams,
    "digest": DigestParams,
    "write": WriteParams,
    "validate": ValidateParams,
    "check": CheckParams,
    "grade": GradeParams,
    "notes": NotesParams,
    "classify": ClassifyParams,
    "explain": ExplainParams,
    "reply": ReplyParams,
    "diagnose": DiagnoseParams,
    "plan": PlanParams,
    "lesson_plan": LessonPlanParams,
    "moderate": ModerateParams,
    "assess": AssessParams,
    "teach": TeachParams,
    "assist": AssistParams,
}


def read(kind: Kind, stored: dict[str, Any]) -> AnyParams:
    """What a state or a journal keeps of a step. Raises `pydantic.ValidationError`."""
    if "item_id" in stored and kind == "write":
        return RewriteParams.model_validate(stored)
    if "item_id" in stored and kind == "validate":
        return RejudgeParams.model_validate(stored)
    return _OF_KIND[kind].model_validate(stored)


class Order(Fields):
    """The first order of a quiz, from which later rounds are ordered. Older rules kept it and its journey as one."""

    write: WriteParams
    journey: Journey

    @model_validator(mode="before")
    @classmethod
    def _of_rules_6(cls, stored: Any) -> Any:
        if isinstance(stored, dict) and "write" not in stored:
            return {"write": stored, "journey": stored.get("journey")}
        return stored
