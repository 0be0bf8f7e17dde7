"""Items of our own lessons, made by the offline author without a house: the types and options are real."""

import random
from collections.abc import Sequence
from functools import cache
from uuid import UUID

from contracts.items import Item
from tests.measuring.quality.course import course_of
from tests.measuring.quality.documents import Reading, bundled, read_all

QUESTIONS = 20


@cache
def pool(*names: str) -> tuple[Item, ...]:
    """The accepted items of these lessons; of all without a name."""
    readings = [reading for reading in read_all(bundled(*names)) if isinstance(reading, Reading)]
    return tuple(item for reading in readings for item in course_of(reading.kept, QUESTIONS, 0).items)


def about(concepts: Sequence[str], each: int, chance: random.Random, items: Sequence[Item]) -> list[Item]:
    """A bank with so many items about each concept, drawn from these: as the author mixes types, each with an id of its
    own."""
    made = []
    for concept in concepts:
        drawn = chance.sample(range(len(items)), each)
        made += [
            items[n].model_copy(update={"concept": concept, "item_id": UUID(int=chance.getrandbits(128), version=4)})
            for n in drawn
        ]
    return made
