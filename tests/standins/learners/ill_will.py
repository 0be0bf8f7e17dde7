"""Sixty messages of ill will and of no use, said in lessons over the HTTP API: nothing leaks, breaks or stands."""

from collections.abc import Callable, Sequence

from tests.evaluator.lessons.adversarial import ADVERSARIAL
from tests.standins.learners.lessons import Taught

SAID: Sequence[tuple[str, str]] = (*ADVERSARIAL[::3], ("x" * 100_000, "refused"), ("", "refused"), (" \n\t", "refused"))
"""Every third, of each kind some, and what no message may be. With each, what the rules find: "" nothing."""


def meet(begun: Callable[[], Taught]) -> Taught:
    """Says all of them, in another lesson wherever one is over, and answers rightly in the end; that lesson."""
    assert len(SAID) >= 60
    taught = begun()
    for text, found in SAID:
        waits = taught.asked()
        assert waits, "a lesson that goes on asks something"
        answer = taught.say(text)
        if found == "refused":
            assert answer.status_code in (400, 413, 422), (text[:60], answer.text)
            continue
        assert answer.status_code == 200, (text[:60], answer.text)
        told = answer.json()
        assert told["next_turn"]["message"].strip()
        if found:
            assert told["routing"] == "Guide", (text, told)
        now = taught.asked()
        if now and now["key"] == waits["key"]:
            assert waits["key"] not in answer.text, (text, told)
        if told["next_turn"]["is_complete"]:
            taught = begun()
    told = taught.step(taught.right())
    assert told["last_grading"]["score"] == 1
    return taught
