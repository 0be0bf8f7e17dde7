"""Whole learning cycles: explained, quizzed, analysed, again; by the core's choice, and at random for comparison.

A topic has four concepts, some of them known. Explanations and answered questions teach, and time makes forget.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from contracts.items import Item
from contracts.mastery import LEAST_ANSWERS
from services.orchestrator.learning.topics import CONCEPTS, EXPLAINED, weakest
from services.orchestrator.quizzes.bank import MOST
from services.orchestrator.workflow.state import State
from tests.measuring.learn.learner import LEARNING, Learner, Nature
from tests.measuring.learn.lessons import about
from tests.measuring.learn.sitting import Sittings

EACH = 8
"""Items of the bank about one concept: as many as the shell looks up."""
KNOWN = 0.4
"""How likely the learner knows a concept before."""
NAMES = [f"concept {letter}" for letter in "abcd"][:CONCEPTS]
ROUNDS: int = State.model_fields["max_cycles"].default

Policy = Callable[[Sittings, random.Random], tuple[list[str], Callable[[], list[Item]]]]


@dataclass(frozen=True)
class Travelled:
    """What became of many journeys. Shares are from 0 to 1.

    `questions`, `rounds`: in the mean. `weak_share`: of the questions, those about what was not known when it was
    asked. `mastered`: of the journeys, those in which all is found mastered. `false`: found mastered while it was not
    known, of the concepts not known at the beginning. `missed`: not found mastered, of the concepts known all the while
    and answered at least five times. `forgotten`: of the concepts found mastered, no longer known in the end.
    """

    questions: float
    rounds: float
    weak_share: float
    mastered: float
    false: float
    missed: float
    forgotten: float


def adaptive(sittings: Sittings, _: random.Random) -> tuple[list[str], Callable[[], list[Item]]]:
    """The weakest are explained and asked about; what is mastered is left alone."""
    focus = weakest(sittings.state, NAMES)
    return focus[:EXPLAINED], lambda: sittings.composed(focus)


def at_random(sittings: Sittings, chance: random.Random) -> tuple[list[str], Callable[[], list[Item]]]:
    """Any are explained, and any ten items asked."""
    return chance.sample(NAMES, EXPLAINED), lambda: chance.sample(list(sittings.bank), MOST)


def travelled(
    learners: int, items: Sequence[Item], policy: Policy, nature: Nature = LEARNING, seed: int = 30
) -> Travelled:
    """So many learners, each on a topic of their own. The same seed gives the same learners to each policy."""
    chance = random.Random(seed)
    journeys = [_journey(n, items, policy, nature, random.Random(chance.getrandbits(64))) for n in range(learners)]
    weak, false, asked, steady = (
        sum(getattr(one, name) for one in journeys) for name in ("weak", "false", "asked", "steady")
    )
    missed, unknown = (sum(getattr(one, name) for one in journeys) for name in ("missed", "unknown"))
    declared, forgotten = (sum(getattr(one, name) for one in journeys) for name in ("declared", "forgotten"))
    return Travelled(
        questions=asked / learners,
        rounds=sum(one.rounds for one in journeys) / learners,
        weak_share=weak / asked,
        mastered=sum(one.mastered for one in journeys) / learners,
        false=false / max(1, unknown),
        missed=missed / max(1, steady),
        forgotten=forgotten / max(1, declared),
    )


@dataclass
class _Journey:
    rounds: int = 0
    asked: int = 0
    weak: int = 0
    unknown: int = 0
    false: int = 0
    declared: int = 0
    forgotten: int = 0
    steady: int = 0
    missed: int = 0
    mastered: bool = False


def _journey(number: int, items: Sequence[Item], policy: Policy, nature: Nature, chance: random.Random) -> _Journey:
    learner = Learner({name: chance.random() < KNOWN for name in NAMES}, nature, chance)
    known = {name for name, knows in learner.knows.items() if knows}
    sittings = Sittings(learner, about(NAMES, EACH, chance, items), f"journey {policy.__name__} {number}")
    seen, found, steady = _Journey(unknown=len(NAMES) - len(known)), set[str](), set(known)
    while seen.rounds < ROUNDS and not seen.mastered:
        seen.rounds += 1
        explained, quiz = policy(sittings, chance)
        for concept in explained:
            learner.is_told(concept)
        sittings.sit(quiz())
        new = {name for name, stands in sittings.standings.items() if stands.mastered} - found
        seen.false += sum(not learner.knows[name] for name in new if name not in known)
        found |= new
        steady &= {name for name, knows in learner.knows.items() if knows}
        seen.mastered = all(name in sittings.standings and sittings.standings[name].mastered for name in NAMES)
        if not seen.mastered:
            learner.forgets()
            steady &= {name for name, knows in learner.knows.items() if knows}
    answered = {name for name, stands in sittings.standings.items() if stands.answers >= LEAST_ANSWERS}
    ends = {name for name, stands in sittings.standings.items() if stands.mastered}
    seen.asked, seen.weak = sittings.asked, sittings.weak_asked
    seen.steady, seen.missed = len(steady & answered), len((steady & answered) - ends)
    seen.declared, seen.forgotten = len(ends), sum(not learner.knows[name] for name in ends)
    return seen
