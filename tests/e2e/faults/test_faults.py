"""One process after the other is killed while people study: every session ends right, and nobody waits for long.

The long version, with its rates, is `make bench-faults` (tests/measuring/bench/bench_faults.py).
"""

import time

import pytest

from tests.e2e.dying import Mortal
from tests.standins.chaos import LESSON, SERVICES, Faults, crowd
from tests.standins.tables import assert_nothing_doubled

pytestmark = pytest.mark.embedded
PLAN = ["reader", "broker", "orchestrator", "gateway", "postgres", "coach", "hold 2", *SERVICES, "broker"]


def test_sessions_go_on_while_every_part_dies_in_turn(mortal: Mortal) -> None:
    house, before = mortal.up.house, len(mortal.up.said.read_text())
    with Faults(house.pid, PLAN, every=0.7) as faults:
        found = crowd(house, LESSON.encode(), "lock.md", clients=3, until=lambda: faults.over)
    assert (found.wrong, len(faults.done)) == ([], len(PLAN))
    assert found.sessions
    for session in found.sessions:
        assert_nothing_doubled(house.database, session)
    said = mortal.up.said.read_text()[before:]
    assert "in use by another process" not in said
    assert "could not be started again" not in said
    waits = [float(line.rpartition("again in ")[2].split()[0]) for line in said.splitlines() if "again in " in line]
    assert len(waits) >= len(PLAN) - 1
    assert max(waits) <= 1.0
    last = next(fault.at for fault in reversed(faults.done) if fault.part == "broker")
    assert (took := found.after(last)) is not None
    assert took < 60, f"{took:.1f} s after the broker's death ({time.monotonic() - last:.1f} s ago)"
