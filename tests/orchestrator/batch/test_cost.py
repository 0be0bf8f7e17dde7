"""What a session costs, counted and not timed: no more than a tenth over what was recorded when somebody looked.

`make bench-quick` measures the same in processor time, which goes with the machine and what else runs on it. Calls of
Python functions and bytes of Postgres' log do not. Where a change is worth what it costs, `PENSUM_RECORD=1` writes its
counts to `recorded.json`.
"""

import cProfile
import json
import os

import pytest

from services.chassis.storage.database import Connection
from tests.measuring.bench import bench_figures
from tests.measuring.bench.bench_quick import AT_ONCE, RECORDED, Walked

HANDFULS, MOST = 3, 1.1


async def _log(connection: Connection) -> int:
    row = await (await connection.execute("select pg_current_wal_insert_lsn() - '0/0' as at")).fetchone()
    assert row is not None
    return int(row["at"] if isinstance(row, dict) else row[0])


async def test_a_session_costs_no_more_than_was_recorded(
    connection: Connection, request: pytest.FixtureRequest
) -> None:
    walked = Walked(connection)
    await walked.handful("warm", 0)
    await walked.counted()
    before, profile = await _log(connection), cProfile.Profile(builtins=False)
    profile.enable()
    for each in range(HANDFULS):
        await walked.handful("cost", each * AT_ONCE)
        await walked.counted()
    profile.disable()
    sessions = HANDFULS * AT_ONCE
    now = {
        "calls": sum(entry.callcount for entry in profile.getstats()) // sessions,
        "log bytes": (await _log(connection) - before) // sessions,
    }
    recorded = json.loads(RECORDED.read_text())
    if os.environ.get("PENSUM_RECORD"):
        recorded["counts"] = {"commit": bench_figures.commit(), **now}
        RECORDED.write_text(json.dumps(recorded, indent=2) + "\n")
    were = {name: recorded["counts"][name] for name in now}
    assert all(count <= MOST * were[name] for name, count in now.items()), f"recorded {were}, and now {now}"
