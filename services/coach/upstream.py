"""A language model's error as the problem that the learner reads: 502 or 504, final, with what it cost."""

from contracts.problems import Code, Failure, problem
from services.chassis.model.failures import ModelError


def upstream(error: ModelError) -> Failure:
    """The failure that a step ends in; the client's retries are behind it."""
    return Failure(problem(Code(error.code), error.sentence), final=True, tokens=error.tokens)
