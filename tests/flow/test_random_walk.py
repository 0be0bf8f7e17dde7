"""Walks with faults end well, and every planted mutant is found by the same walk.

`PENSUM_WALKS=2000` walks more; a failure names its seed: `Walk(seed, ...)` walks it again.
"""

import asyncio
import logging
import os
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator

import pytest

from services.chassis.database import connect, pool
from services.console.embedded.postgres import Postgres
from services.gateway.rows import Rows
from tests.flow.learners import CLEAN, Parts
from tests.flow.mutants import MUTANTS
from tests.flow.verdict import Wrong
from tests.flow.walk import Walk

WALKS = int(os.environ.get("PENSUM_WALKS", "150"))
SECONDS = 33.0
SEEDS_FOR_A_MUTANT = 400


class Ground:
    """Where walks go: three connections of the orchestrator and the gateway's rows."""

    def __init__(self, connections: list[object], rows: Rows) -> None:
        self._connections, self._rows = connections, rows

    async def walk(self, seed: int, parts: Parts | None = None, faults: Counter[str] | None = None) -> Walk:
        """One walk, judged."""
        made = Walk(seed, self._connections, self._rows, parts or Parts(), faults)  # type: ignore[arg-type]
        try:
            await made.run()
        except Wrong as wrong:
            raise Wrong(f"seed {seed}, faults {dict(made.spent)}, poison {made.poison or 'none'}: {wrong}") from None
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


async def test_walks_with_faults_end_well(ground: Ground, capsys: pytest.CaptureFixture[str]) -> None:
    started, walked, most = time.monotonic(), 0, defaultdict[int, int](int)
    for seed in range(WALKS):
        walk = await ground.walk(seed)
        walked += 1
        only = walk.uploads[0]
        if len(walk.uploads) == 1 and only.plain and not only.attempts and not only.wishes and not walk.poison:
            faults = sum(walk.spent.values())
            most[faults] = max(most[faults], walk.messages)
        if "PENSUM_WALKS" not in os.environ and time.monotonic() - started > SECONDS:
            break
    with capsys.disabled():
        told = ", ".join(f"{faults} faults: {most[faults]}" for faults in sorted(most))
        print(f"\n{walked} walks in {time.monotonic() - started:.0f} s; most messages of one upload with {told}")
    assert walked >= 20
    assert most[0] == CLEAN
    assert all(messages <= CLEAN * (1 + faults) for faults, messages in most.items()), dict(most)


@pytest.mark.parametrize("name", MUTANTS)
async def test_a_mutant_is_found(ground: Ground, name: str) -> None:
    parts, faults = MUTANTS[name]
    for seed in range(SEEDS_FOR_A_MUTANT):
        try:
            await ground.walk(seed, parts, Counter(faults))
        except Wrong:
            return
        await asyncio.sleep(0)
    pytest.fail(f"{SEEDS_FOR_A_MUTANT} walks did not find: {name}")
