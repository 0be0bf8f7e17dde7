"""M15: a concept is decided after eight answers of mixed types, with few masters missed and fewer guessers believed."""

import random

import pytest

from contracts.items import Item
from services.evaluator.items.observation import observe
from services.evaluator.items.registry import RULES
from tests.evaluator.items.test_credit import MATCH, ORDER, SOME, TRUE, item, options
from tests.evaluator.items.test_observation import CLOZE, EVERY, FOUR, TWO

LEAST, SURE = 5, 0.98
LEARNERS = 1500
THREE = item("multiple_choice", options=options("abc"), answer="a")
MIXES: dict[str, list[Item]] = {
    "one of each type": EVERY,
    "as the offline author mixes them": [FOUR, THREE, CLOZE, TRUE, MATCH, CLOZE, FOUR, SOME],
    "choices and gaps": [FOUR, CLOZE, THREE, CLOZE, FOUR, CLOZE, TWO, CLOZE],
}
PARTS = (MATCH.type, ORDER.type, SOME.type)


def credit_of(asked: Item, chance: random.Random, right: float, *, master: bool) -> float:
    """Who knows and slips has most of several parts right; who guesses has some by chance."""
    if chance.random() < right:
        return 1.0
    if asked.type not in PARTS:
        return 0.0
    return chance.choice([0.5, 2 / 3] if master else [0, 0, 1 / 3, 0.5])


def decided(mix: list[Item], chance: random.Random, prior: float, *, master: bool, slip: float | None) -> bool | None:
    """Whether the concept is taken for known, as soon as that is sure; None: never sure."""
    known = prior
    for count, asked in enumerate(chance.sample(mix, len(mix)), 1):
        right = 1 - (RULES[asked.type].slip if slip is None else slip) if master else observe(asked, 1).if_unknown
        said = observe(asked, credit_of(asked, chance, right, master=master))
        known = known * said.if_known / (known * said.if_known + (1 - known) * said.if_unknown)
        known += (1 - known) * said.learn
        if count >= LEAST and not 1 - SURE < known < SURE:
            return known >= SURE
    return None


@pytest.mark.parametrize("mix", MIXES.values(), ids=MIXES)
@pytest.mark.parametrize("prior", [0.3, 0.5])
def test_few_masters_are_missed_and_fewer_guessers_believed(mix: list[Item], prior: float) -> None:
    chance = random.Random(15)
    for slip in (None, 0.1):  # as the table has it, and the same for all types
        masters = [decided(mix, chance, prior, master=True, slip=slip) for _ in range(LEARNERS)]
        assert sum(found is not True for found in masters) <= 0.05 * LEARNERS
        assert sum(found is False for found in masters) <= 0.01 * LEARNERS
    guessers = [decided(mix, chance, prior, master=False, slip=None) for _ in range(LEARNERS)]
    assert sum(found is True for found in guessers) <= 0.02 * LEARNERS
    assert sum(found is False for found in guessers) >= 0.85 * LEARNERS


def test_a_share_of_right_answers_would_miss_far_more() -> None:
    chance = random.Random(15)
    shares = [sum(chance.random() < 0.9 for _ in range(8)) / 8 for _ in range(LEARNERS)]
    assert sum(share < 0.85 for share in shares) > 0.15 * LEARNERS
