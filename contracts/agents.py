"""The agents of a session, which of its state each of them writes, alone, and what their language models took."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from contracts.message import Fields

KeyWriter = Literal["coordinator", "diagnostic", "tutor", "quiz", "feedback", "pathplanner"]
Writer = KeyWriter | Literal["learner"]
Agent = KeyWriter | Literal["planner", "executor", "evaluator", "safety", "assistant"]
"""Those of the learning cycle, each with keys of the state; those of lessons; and the one for study tasks."""

STATE_KEYS: dict[Writer, tuple[str, ...]] = {
    "coordinator": ("last_routed_to", "routing_reason"),
    "diagnostic": ("prerequisite_gaps", "diagnostic_complete", "learner_level"),
    "tutor": ("explanation", "examples_provided"),
    "quiz": ("quiz_questions", "quiz_responses", "quiz_score"),
    "feedback": ("error_patterns", "feedback_text", "improvement_areas"),
    "pathplanner": ("learning_path", "next_topic", "path_reasoning"),
    "learner": ("goals", "current_topic"),
}
WRITER: dict[str, Writer] = {key: writer for writer, keys in STATE_KEYS.items() for key in keys}

Routing = Literal["AWAITING_INPUT", "CLASSIFY_INTENT", "DIAGNOSE", "LEARN", "PLAN"]
"""The coordinator's routing state machine."""

Phase = Literal["TUTOR_EXPLAINING", "QUIZ_ACTIVE", "FEEDBACK_ANALYZING", "LOOP_AGAIN", "MASTERED"]
"""The learning cycle's state machine."""


Money = Annotated[str, StringConstraints(pattern=r"^[0-9]+(\.[0-9]+)?$")]
"""An amount as a decimal number in a string: a JSON number is read as a binary fraction, which no sum of money is."""


class Spent(Fields):
    """What one model took in one role. `model`: as it was asked for.

    `cost` and `currency` None: no price is configured for it. `estimated`: a server did not count all its tokens.
    """

    role: str
    model: str
    tokens_in: int = Field(ge=0)
    tokens_out: int = Field(ge=0)
    cost: Money | None = None
    currency: str | None = None
    estimated: bool = False


class Spending(Fields):
    """What a session's models took in all, and each of them in each role.

    Nothing was asked: zeros, and a cost of "0". `cost` None: the price of some of it is not known; `tokens_in` and
    `tokens_out` None: of some of it only the sum is known. `currency` None: no price is.
    """

    tokens_in: int | None
    tokens_out: int | None
    cost: Money | None
    currency: str | None
    estimated: bool = False
    models: list[Spent] = []
