"""What a graded answer says of its concept: how likely it is from one who knows, and from one who does not. Pure.

For Bayesian knowledge tracing. All its numbers stand in this file, each with its reason;
`tests/evaluator/items/test_decided_after_eight.py` holds them to what decisions on eight answers may miss and get
wrong.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial, perm

from contracts.items import Item, ItemType, Matching, MultipleAnswer, MultipleChoice, Ordering
from contracts.mastery import Observation

LEARN = 0.01
"""Every answer is followed by its explanation, and few learn from that alone. Nobody falls below it: with 0.02, who
knows nothing could never be told from who may know something."""

SKIPPED = Observation(if_known=0.03, if_unknown=0.9, learn=LEARN)
"""Who knows tries, and of those who do not few guess when they may leave it out."""

FAINT = 0.5
"""The power of both likelihoods where an answer says less: a repeat (it may be remembered), a learner's own ruling."""

_LEAST_GUESS = 0.03
"""However many ways of answering there are: some are ruled out at a glance."""


@dataclass(frozen=True)
class Chances:
    """`slip`: how likely one who knows does not get full credit; `guess`: how likely one who does not gets it."""

    slip: float
    guess: Callable[[Item], float]


def _fixed(chance: float) -> Callable[[Item], float]:
    return lambda _: chance


def _one_option(item: Item) -> float:
    return 1 / len(item.options) if isinstance(item, MultipleChoice) else 1.0


def _any_subset(item: Item) -> float:
    """Each option is taken or left, and at least one is taken."""
    return 1 / (2 ** len(item.options) - 1) if isinstance(item, MultipleAnswer) else 1.0


def _any_pairs(item: Item) -> float:
    return 1 / perm(len(item.options), min(len(item.prompts), len(item.options))) if isinstance(item, Matching) else 1.0


def _any_order(item: Item) -> float:
    return 1 / factorial(len(item.options)) if isinstance(item, Ordering) else 1.0


CHANCES: dict[ItemType, Chances] = {
    # Misread, or clicked beside: one in ten, as is usual for such tracing. A guess hits one option of all.
    "multiple_choice": Chances(slip=0.1, guess=_one_option),
    # The same with two options.
    "true_false": Chances(slip=0.1, guess=_fixed(0.5)),
    # Each option is a decision of its own, so one of them goes wrong more often; few guess the whole set.
    "multiple_answer": Chances(slip=0.12, guess=_any_subset),
    # Who knows some pairs finds the others, so slips are rarer.
    "matching": Chances(slip=0.08, guess=_any_pairs),
    # Neighbours change places easily.
    "ordering": Chances(slip=0.12, guess=_any_order),
    # Typed: another word that is right too, or more slips of the fingers than are forgiven. The sentence around the gap
    # may give the word away.
    "cloze": Chances(slip=0.12, guess=_fixed(0.06)),
    # Typed: a slip in a digit, the unit or the scale. Hardly a number is hit by chance.
    "numeric": Chances(slip=0.12, guess=_fixed(0.03)),
    # One of several points is forgotten. What is made up may hold them by chance.
    "short_answer": Chances(slip=0.15, guess=_fixed(0.05)),
}


def observe(item: Item, credit: float, *, skipped: bool = False, faint: int = 0) -> Observation:
    """What an answer that earned `credit` says. `faint`: how many reasons there are that it says less.

    Between none and full credit both likelihoods lie in between, on a straight line.
    """
    if skipped:
        return _fainter(SKIPPED.if_known, SKIPPED.if_unknown, faint)
    chances = CHANCES[item.type]
    guess = max(_LEAST_GUESS, chances.guess(item))
    if_known = credit * (1 - chances.slip) + (1 - credit) * chances.slip
    if_unknown = credit * guess + (1 - credit) * (1 - guess)
    return _fainter(if_known, if_unknown, faint)


def _fainter(if_known: float, if_unknown: float, faint: int) -> Observation:
    power = FAINT**faint
    return Observation(if_known=round(if_known**power, 6), if_unknown=round(if_unknown**power, 6), learn=LEARN)
