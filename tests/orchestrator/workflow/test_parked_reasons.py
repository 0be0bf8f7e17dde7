"""What a learner reads of a message that was put aside: a reason in words, never the text of an exception."""

import pytest

from contracts.session import DocumentSubmitted, MessageParked, QuizRequested
from services.orchestrator.workflow.steps import put_aside
from tests.orchestrator.decide.positions import fold, positions

POSITIONS = positions()
RAISED = [
    "deciding it failed: TypeError(\"'NoneType' object is not iterable\")",
    "deciding it failed: StopIteration()",
    "KeyError: 'item_id'",
    "TimeoutExpired: git took 3 s",
    'the database refuses it: null value in column "body" of relation "items"',
]


def put(reason: str, kind: str = QuizRequested.type_name) -> MessageParked:
    return MessageParked(message_type=kind, topic="session.inputs", reason=reason)


@pytest.mark.parametrize("reason", RAISED)
def test_an_exceptions_text_is_not_told(reason: str) -> None:
    assert put_aside(put(reason)) == ""
    for at, kind in (("ready", QuizRequested.type_name), ("new", DocumentSubmitted.type_name)):
        problem = fold(POSITIONS[at], f"{at}:aside", put(reason, kind), None, 1, seq=20).state.problem
        assert problem is not None
        assert problem.detail.endswith("could not be processed; it was put aside.")


@pytest.mark.parametrize(
    "reason", ["invalid: quiz_spec: it is no object", "a bug of the worker", "no reason was given"]
)
def test_a_reason_in_words_is_told(reason: str) -> None:
    assert put_aside(put(reason)) == f" ({reason})"
