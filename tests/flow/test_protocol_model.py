"""Rules 10, 11 and 13 hold in every state of the model, and each of them is needed: its mutant is caught.

`PENSUM_PROTOCOL=1` visits the larger houses too (a minute or more).
"""

import os
from collections import Counter

import pytest

from tests.flow.protocol_model import House, check

HOUSES = {
    "nothing goes wrong": House(("A", "B"), then={"A": "C"}),
    "a queue of three": House(("A", "B", "C")),
    "a message is lost": House(then={"A": "B"}, faults=Counter(lose=1)),
    "two messages are lost": House(faults=Counter(lose=2)),
    "the broker is wiped and a worker dies": House(faults=Counter(wipe=1, crash=1)),
    "a worker hangs": House(faults=Counter(hang=1)),
    "a worker hangs and is killed": House(faults=Counter(hang=1, crash=1)),
    "a worker never comes to an end": House(work=-1),
    "the house is slow": House(work=3, faults=Counter(slow=2)),
    "strangers speak": House(then={"A": "B"}, faults=Counter(strange=2)),
    "a stranger speaks and messages are lost": House(work=1, faults=Counter(strange=1, lose=2)),
    "a worker fails and a stranger speaks": House(faults=Counter(fail=1, strange=1)),
    "failures are late": House(work=1, faults=Counter(fail=1, slow=2)),
}
LARGER = {
    "two in line and much goes wrong": House(("A", "B"), faults=Counter(lose=1, crash=1, slow=1)),
    "strangers in a busy house": House(("A", "B"), faults=Counter(strange=2, lose=1)),
    "hanging in a busy house": House(("A", "B"), places=2, faults=Counter(hang=1, lose=1, crash=1)),
    "three losses and a stranger": House(faults=Counter(lose=3, strange=1)),
}
MUTANTS = {
    "a stranger's answer is journaled": House(work=1, faults=Counter(strange=1)),
    "a future attempt is journaled": House(work=1, faults=Counter(strange=1, lose=2)),
    "a broken answer fails the step for good": House(faults=Counter(strange=1)),
    "a success of an older attempt is not taken": House(work=3, faults=Counter(slow=2)),
    "stale failures count": House(work=1, faults=Counter(fail=1, slow=2)),
    "who waits is not spoken for": House(("A", "B"), work=4),
    "it speaks for the attempt that it began with": House(work=9, faults=Counter(slow=2)),
    "heartbeats come from a clock": House(faults=Counter(hang=1)),
    "there is no limit": House(work=-1),
}
ALL = {**HOUSES, **(LARGER if "PENSUM_PROTOCOL" in os.environ else {})}


@pytest.mark.parametrize("name", ALL)
def test_every_state_keeps_the_promises(name: str) -> None:
    found = check(ALL[name])
    assert found.wrong == {}
    assert found.states > 5


@pytest.mark.parametrize("rule", MUTANTS)
def test_each_rule_is_needed(rule: str) -> None:
    house = MUTANTS[rule]
    assert check(house).wrong == {}
    assert check(House(**{**vars(house), "broken": frozenset({rule})})).wrong
