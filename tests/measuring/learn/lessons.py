"""Items of our own lessons, made by the offline author without a house: the types and options are real."""

import random
from collections.abc import Sequence
from functools import cache
from uuid import UUID

from contracts.items import Item
from tests.measuring.quality.course import course_of
from tests.measuring.quality.documents import Reading, bundled, read_all

QUESTIONS = 40


@cache
def pool(*names: str) -> tuple[Item, ...]:
    """The accepted items of these lessons; of all without a name. Statements to judge, guessed every other time,
    are left out: with all that short lessons give (two in seven) eight items miss 11 % of masters."""
    readings = [reading for reading in read_all(bundled(*names)) if isinstance(reading, Reading)]
    made = (item for reading in readings for item in course_of(reading.kept, QUESTIONS, 0).items)
    return tuple(item for item in made if item.type != "true_false")


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
