"""The kinds of steps: what a session is doing meanwhile, which agent does it, and the stages of each journey."""

from typing import Any, Literal, NamedTuple, cast, get_args
from uuid import UUID

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from contracts.session import Status

Kind = Literal[
    "read",
    "begin",
    "pages",
    "gather",
    "digest",
    "write",
    "validate",
    "check",
    "grade",
    "notes",
    "classify",
    "explain",
    "reply",
    "diagnose",
    "plan",
    "lesson_plan",
    "moderate",
    "assess",
    "teach",
    "assist",
]

STAGE: dict[Kind, Status] = {
    "read": Status.READING,
    "begin": Status.READING,
    "pages": Status.READING,
    "gather": Status.READING,
    "digest": Status.DIGESTING,
    "write": Status.WRITING,
    "validate": Status.VALIDATING,
    "check": Status.VALIDATING,
    "grade": Status.GRADING,
    "notes": Status.COACHING,
    "classify": Status.TUTORING,
    "explain": Status.TUTORING,
    "reply": Status.TUTORING,
    "diagnose": Status.DIAGNOSING,
    "plan": Status.PLANNING,
    "lesson_plan": Status.PLANNING,
    "moderate": Status.TUTORING,
    "assess": Status.TUTORING,
    "teach": Status.TUTORING,
    "assist": Status.TUTORING,
}
AGENT: dict[Kind, str] = {
    "read": "reader",
    "begin": "reader",
    "pages": "reader",
    "gather": "reader",
    "digest": "reader",
    "write": "quiz",
    "validate": "evaluator",
    "check": "evaluator",
    "grade": "evaluator",
    "notes": "feedback",
    "classify": "coordinator",
    "explain": "tutor",
    "reply": "tutor",
    "diagnose": "diagnostic",
    "plan": "pathplanner",
    "lesson_plan": "planner",
    "moderate": "safety",
    "assess": "evaluator",
    "teach": "executor",
    "assist": "assistant",
}
JourneyKind = Literal[
    "document",
    "beginning",
    "quiz",
    "attempt",
    "regrade",
    "edit",
    "item",
    "diagnosis",
    "cycle",
    "talk",
    "explanation",
    "asked",
    "path",
    "lesson",
]
"""`edit` checks an owner's text, `item` writes one anew, `regrade` grades an attempt again; `diagnosis`, `cycle` and
`path` are the coordinator's specialists, `talk` is what a learner's message leads to, `asked` a quiz by message;
`explanation` is a goal of the upload: the key concepts explained; `lesson` is one turn of a lesson; `beginning` is what
is done with the first pages of a long document while all of it is read.
"""


class Journey(NamedTuple):
    """Steps that belong together and fail together. `id`: of what began it; one that a session has once has none.

    In JSON it is one string: "attempt:01994c..." or "document".
    """

    kind: JourneyKind
    id: UUID | None = None

    def __str__(self) -> str:
        return self.kind if self.id is None else f"{self.kind}:{self.id}"

    @classmethod
    def read(cls, stored: Any) -> "Journey":
        """As it is, or as JSON has it. Raises ValueError for a kind that there is not."""
        if isinstance(stored, Journey):
            return stored
        kind, _, id = str(stored).partition(":")
        if kind not in get_args(JourneyKind):
            raise ValueError(f"{kind} is no journey")
        return cls(cast("JourneyKind", kind), UUID(id) if id else None)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls.read, serialization=core_schema.to_string_ser_schema(when_used="json")
        )


PLAN: dict[JourneyKind, tuple[Status, ...]] = {
    "document": (Status.READING, Status.DIGESTING, Status.WRITING, Status.VALIDATING),
    "beginning": (Status.READING, Status.DIGESTING, Status.WRITING, Status.VALIDATING),
    "quiz": (Status.WRITING, Status.VALIDATING),
    "attempt": (Status.GRADING, Status.COACHING),
    "regrade": (Status.GRADING, Status.COACHING),
    "edit": (Status.VALIDATING,),
    "item": (Status.WRITING, Status.VALIDATING),
    "diagnosis": (Status.WRITING, Status.VALIDATING, Status.DIAGNOSING),
    "cycle": (Status.TUTORING, Status.WRITING, Status.VALIDATING),
    "talk": (Status.TUTORING,),
    "explanation": (Status.TUTORING,),
    "asked": (Status.WRITING, Status.VALIDATING),
    "path": (Status.PLANNING,),
    "lesson": (Status.PLANNING, Status.TUTORING),
}
"""The stages of a journey."""
BEGINNING = Journey("beginning")
