"""Lessons with faults end well, and every planted mutant is found by the same lessons.

`PENSUM_LESSONS=500` walks more; a failure names its seed: `Lesson(seed, ...)` walks it again.
"""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from services.console.embedded.postgres import Postgres
from tests.flow.ground import Ground, opened
from tests.flow.learning.lesson import Lesson
from tests.flow.learning.lesson_mutants import MUTANTS
from tests.flow.verdict import Wrong

LESSONS = int(os.environ.get("PENSUM_LESSONS", "10"))
FIRST = int(os.environ.get("PENSUM_LESSON", "0"))
LESSONS_FOR_A_MUTANT = 200


@pytest.fixture
async def ground(postgres: Postgres) -> AsyncIterator[Ground[Lesson]]:
    async with opened(Lesson, postgres) as found:
        yield found


async def test_lessons_with_faults_end_well(ground: Ground[Lesson], capsys: pytest.CaptureFixture[str]) -> None:
    joined, said = 0, Counter[str]()
    for seed in range(FIRST, FIRST + LESSONS):
        lesson = await ground.walk(seed)
        joined += lesson.joined
        said += Counter(type(message).__name__ for each in lesson.asked.values() for message in each.values())
    with capsys.disabled():
        print(f"\n{LESSONS} lessons, {joined} joined: {dict(said)}")
    assert joined >= 1


@pytest.mark.parametrize("name", MUTANTS)
async def test_a_mutant_is_found(ground: Ground[Lesson], name: str) -> None:
    for seed in range(LESSONS_FOR_A_MUTANT):
        try:
            await ground.walk(seed, MUTANTS[name], Counter(dup=6, crash=2))
        except Wrong:
            return
        await asyncio.sleep(0)
    pytest.fail(f"{LESSONS_FOR_A_MUTANT} lessons did not find: {name}")
