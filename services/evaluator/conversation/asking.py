"""Asks a model about a learner's message, where rules have an answer of their own to fall back on."""

from typing import TypeVar

from pydantic import BaseModel

from services.chassis.model.client import Model
from services.chassis.model.failures import (
    BudgetSpent,
    ModelError,
    ModelRefused,
    ModelTruncated,
    ModelUnreadable,
    upstream,
)
from services.chassis.worker.handlers import Run

T = TypeVar("T", bound=BaseModel)

ROLE = "evaluator"
_LEFT_TO_RULES = (BudgetSpent, ModelRefused, ModelTruncated, ModelUnreadable)


async def ask(
    model: Model, run: Run, system: str, user: str, schema: type[T], max_tokens: int, *, second_opinion: bool = False
) -> tuple[T | None, str]:
    """What the model says, None where it said nothing of use; and who has the word then, for the log.

    Raises `Failure` (502, 504) where the model cannot be reached, unless it is asked for a second opinion only.
    """
    try:
        answer = await model.ask(
            role=ROLE,
            system=system,
            user=user,
            schema=schema,
            session=str(run.envelope.subject),
            max_tokens=max_tokens,
        )
    except ModelError as error:
        if not second_opinion and not isinstance(error, _LEFT_TO_RULES):
            raise upstream(error) from error
        run.note(tokens_used=error.tokens)
        return None, f"rule (after {error.code})"
    run.note(tokens_used=answer.tokens)
    return answer.value, f"model:{answer.model}"
