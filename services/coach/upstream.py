"""A language model's error as the problem that the learner reads: 502 or 504, final, with what it cost."""

from contracts.problems import Code, Failure, problem
from services.chassis.model_failures import ModelError

_CODES = {
    "model_unavailable": Code.MODEL_FAILED,
    "model_rejected": Code.MODEL_REJECTED,
    "model_quota": Code.MODEL_REJECTED,
    "model_refused": Code.MODEL_REFUSED,
    "model_truncated": Code.MODEL_TRUNCATED,
    "model_unreadable": Code.MODEL_UNREADABLE,
    "model_budget": Code.MODEL_BUDGET,
    "model_timed_out": Code.MODEL_TIMED_OUT,
}


def upstream(error: ModelError) -> Failure:
    """The failure that a step ends in; the client's retries are behind it."""
    return Failure(problem(_CODES.get(error.code, Code.MODEL_FAILED), error.sentence), final=True, tokens=error.tokens)
