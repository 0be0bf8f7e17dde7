"""Walks with faults end well, and every planted mutant is found by the same walk.

`PENSUM_WALKS=2000` walks more; a failure names its seed: `Walk(seed, ...)` walks it again.
"""

import asyncio
import os
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from itertools import count

import pytest

from services.console.embedded.postgres import Postgres
from tests.flow.ground import Ground, opened
from tests.flow.learners import CLEAN
from tests.flow.mutants import MUTANTS
from tests.flow.verdict import Wrong
from tests.flow.walk import Walk

WALKS = int(os.environ.get("PENSUM_WALKS", "60"))
"""As many on every machine, and on until one of one upload has met no fault."""
SEEDS_FOR_A_MUTANT = 400


@pytest.fixture
async def ground(postgres: Postgres) -> AsyncIterator[Ground[Walk]]:
    async with opened(Walk, postgres) as found:
        yield found


async def test_walks_with_faults_end_well(ground: Ground[Walk], capsys: pytest.CaptureFixture[str]) -> None:
    most = defaultdict[int, int](int)
    for seed in count():
        if seed >= WALKS and 0 in most:
            break
        walk = await ground.walk(seed)
        only = walk.uploads[0]
        if len(walk.uploads) == 1 and only.plain and not only.attempts and not only.wishes and not walk.poison:
            faults = sum(walk.spent.values())
            most[faults] = max(most[faults], walk.messages)
    with capsys.disabled():
        told = ", ".join(f"{faults} faults: {most[faults]}" for faults in sorted(most))
        print(f"\n{seed} walks; most messages of one upload with {told}")
    assert most[0] == CLEAN
    assert all(messages <= CLEAN * (1 + faults) for faults, messages in most.items()), dict(most)


@pytest.mark.parametrize("name", MUTANTS)
async def test_a_mutant_is_found(ground: Ground[Walk], name: str) -> None:
    parts, faults = MUTANTS[name]
    for seed in range(SEEDS_FOR_A_MUTANT):
        try:
            await ground.walk(seed, parts, Counter(faults))
        except Wrong:
            return
        await asyncio.sleep(0)
    pytest.fail(f"{SEEDS_FOR_A_MUTANT} walks did not find: {name}")
