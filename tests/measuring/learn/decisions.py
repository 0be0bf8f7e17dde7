"""M15: masters and guessers, eight answers of mixed types about one concept, in quizzes of three, three and two."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.items import Item
from tests.measuring.learn.learner import STEADY, Learner
from tests.measuring.learn.lessons import about
from tests.measuring.learn.sitting import Sittings

ANSWERS = (3, 3, 2)
RAW = 0.85
CONCEPT = "the concept"


@dataclass(frozen=True)
class Errors:
    """Shares from 0 to 1. `missed`: masters who are not found to master it; `false`: guessers who are.

    `unsure`: of all, not decided either way. `raw_missed`, `raw_false`: by a mean credit of at least 0.85 instead.
    """

    missed: float
    false: float
    unsure: float
    raw_missed: float
    raw_false: float


def errors(learners: int, items: Sequence[Item], seed: int = 15) -> Errors:
    """Of so many masters and as many guessers."""
    chance = random.Random(seed)
    found = {known: [_one(n, known, items, chance) for n in range(learners)] for known in (True, False)}
    masters, guessers = found[True], found[False]
    return Errors(
        missed=sum(not mastered for mastered, _, _ in masters) / learners,
        false=sum(mastered for mastered, _, _ in guessers) / learners,
        unsure=sum(not decided for _, decided, _ in masters + guessers) / (2 * learners),
        raw_missed=sum(raw < RAW for *_, raw in masters) / learners,
        raw_false=sum(raw >= RAW for *_, raw in guessers) / learners,
    )


def _one(number: int, known: bool, items: Sequence[Item], chance: random.Random) -> tuple[bool, bool, float]:
    learner = Learner({CONCEPT: known}, STEADY, chance)
    bank = about([CONCEPT], sum(ANSWERS), chance, items)
    sittings, at = Sittings(learner, bank, f"decision {known} {number}"), 0
    for count in ANSWERS:
        sittings.sit(bank[at : at + count])
        at += count
    stands = sittings.standings[CONCEPT]
    credits_ = [answer.credit for graded in sittings.evaluations for answer in graded.answers]
    return stands.mastered, stands.decided, sum(credits_) / len(credits_)
