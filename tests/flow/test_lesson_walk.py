"""Lessons with faults end well, and every planted mutant is found by the same lessons.

`PENSUM_LESSONS=500` walks more; a failure names its seed: `Lesson(seed, ...)` walks it again.
"""

import asyncio
import logging
import os
import time
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from services.chassis.database import connect, pool
from services.console.embedded.postgres import Postgres
from services.gateway.rows import Rows
from tests.flow.learners import Parts
from tests.flow.lesson import Lesson
from tests.flow.lesson_mutants import MUTANTS
from tests.flow.verdict import Wrong

LESSONS = int(os.environ.get("PENSUM_LESSONS", "60"))
FIRST = int(os.environ.get("PENSUM_LESSON", "0"))
SECONDS = 9.0
LESSONS_FOR_A_MUTANT = 200


class Ground:
    """Where lessons go: three connections of the orchestrator and the gateway's rows."""

    def __init__(self, connections: list[object], rows: Rows) -> None:
        self._connections, self._rows = connections, rows

    async def walk(self, seed: int, parts: Parts | None = None, faults: Counter[str] | None = None) -> Lesson:
        """One lesson, judged."""
        made = Lesson(seed, self._connections, self._rows, parts or Parts(), faults)  # type: ignore[arg-type]
        try:
            await made.run()
        except Wrong as wrong:
            raise Wrong(f"seed {seed}, faults {dict(made.spent)}: {wrong}") from None
        finally:
            await made.settle()
        return made


@pytest.fixture
async def ground(postgres: Postgres) -> AsyncIterator[Ground]:
    logging.disable(logging.CRITICAL)
    url = postgres.url("pensum_orchestrator", "postgres")
    connections = [await connect(url) for _ in range(3)]
    async with pool(postgres.url("pensum_gateway", "postgres")) as opened:
        yield Ground(list(connections), Rows(opened))
    for connection in connections:
        await connection.close()
    logging.disable(logging.NOTSET)


async def test_lessons_with_faults_end_well(ground: Ground, capsys: pytest.CaptureFixture[str]) -> None:
    started, walked, joined, said = time.monotonic(), 0, 0, Counter[str]()
    for seed in range(FIRST, FIRST + LESSONS):
        lesson = await ground.walk(seed)
        walked, joined = walked + 1, joined + lesson.joined
        said += Counter(type(letter).__name__ for each in lesson.asked.values() for letter in each.values())
        if "PENSUM_LESSONS" not in os.environ and time.monotonic() - started > SECONDS:
            break
    with capsys.disabled():
        print(f"\n{walked} lessons, {joined} joined, in {time.monotonic() - started:.0f} s: {dict(said)}")
    assert walked >= 4
    assert joined >= 1


@pytest.mark.parametrize("name", MUTANTS)
async def test_a_mutant_is_found(ground: Ground, name: str) -> None:
    for seed in range(LESSONS_FOR_A_MUTANT):
        try:
            await ground.walk(seed, MUTANTS[name], Counter(dup=6, crash=2))
        except Wrong:
            return
        await asyncio.sleep(0)
    pytest.fail(f"{LESSONS_FOR_A_MUTANT} lessons did not find: {name}")
