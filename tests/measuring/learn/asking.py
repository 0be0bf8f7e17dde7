"""How many questions a decision takes: by the core's composition, in random order, and by quizzes of fixed length.

Four concepts, each known or not and staying so. Asked until each is decided one way or the other, or sixty questions.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.items import Item
from services.orchestrator.learning.topics import weakest
from services.orchestrator.quizzes.bank import MOST
from tests.measuring.learn.decisions import RAW
from tests.measuring.learn.journeys import EACH, NAMES
from tests.measuring.learn.learner import STEADY, Learner
from tests.measuring.learn.lessons import about
from tests.measuring.learn.sitting import Sittings

LIMIT = 60
FIXED = (8, 10, 15)


@dataclass(frozen=True)
class Asked:
    """`questions`: in the mean, for four concepts. `missed`, `false`: shares of the known and of the unknown concepts
    that are judged wrongly in the end; `open`: of all concepts, not decided."""

    questions: float
    missed: float
    false: float
    open: float


def until_decided(learners: int, items: Sequence[Item], *, core: bool, seed: int = 40) -> Asked:
    """`core`: what is not decided yet is asked about, as the core puts quizzes together; else any ten items."""
    chance, questions, judged = random.Random(seed), 0, list[tuple[bool, bool, bool]]()
    for number in range(learners):
        own = random.Random(chance.getrandbits(64))
        learner = Learner({name: own.random() < 0.5 for name in NAMES}, STEADY, own)
        sittings = Sittings(learner, about(NAMES, EACH, own, items), f"asked {core} {number}")
        while sittings.asked < LIMIT and (left := _undecided(sittings)):
            wanted = [name for name in weakest(sittings.state, NAMES) if name in left]
            sittings.sit(sittings.composed(wanted) if core else own.sample(list(sittings.bank), MOST))
        questions += sittings.asked
        for name, knows in learner.knows.items():
            stands = sittings.standings.get(name)
            judged.append((knows, bool(stands and stands.mastered), bool(stands and stands.decided)))
    return _counted(questions / learners, judged)


def fixed(learners: int, items: Sequence[Item], each: int, seed: int = 40) -> Asked:
    """So many questions about each concept, and a mean credit of at least 0.85 decides."""
    chance, judged = random.Random(seed), list[tuple[bool, bool, bool]]()
    for number in range(learners):
        own = random.Random(chance.getrandbits(64))
        learner = Learner({name: own.random() < 0.5 for name in NAMES}, STEADY, own)
        for name in NAMES:
            graded = Sittings(learner, [], f"fixed {each} {number} {name}").sit(about([name], each, own, items))
            passed = sum(answer.credit for answer in graded.answers) / each >= RAW
            judged.append((learner.knows[name], passed, True))
    return _counted(each * len(NAMES), judged)


def _undecided(sittings: Sittings) -> set[str]:
    return {name for name in NAMES if name not in sittings.standings or not sittings.standings[name].decided}


def _counted(questions: float, judged: Sequence[tuple[bool, bool, bool]]) -> Asked:
    masters = [passed for knows, passed, _ in judged if knows]
    guessers = [passed for knows, passed, _ in judged if not knows]
    return Asked(
        questions=questions,
        missed=sum(not passed for passed in masters) / max(1, len(masters)),
        false=sum(guessers) / max(1, len(guessers)),
        open=sum(not decided for *_, decided in judged) / len(judged),
    )
