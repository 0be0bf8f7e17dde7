"""A language model's error as the problem that the learner reads: 502 or 504, final, with what it cost."""

from contracts.problems import Code, Failure, problem
from services.chassis.model.failures import ModelError


def upstream(error: ModelError, spent: int = 0) -> Failure:
    """The failure that the step ends in; `spent`: tokens of the asks before it."""
    return Failure(problem(Code(error.code), error.sentence), final=True, tokens=spent + error.tokens)
