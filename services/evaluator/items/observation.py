"""What a graded answer says of its concept: how likely it is from one who knows, and from one who does not. Pure.

For Bayesian knowledge tracing. Its numbers stand here and with the types, each with its reason;
`tests/evaluator/items/test_decided_after_eight.py` holds them to what decisions on eight answers may miss and get
wrong.
"""

from contracts.items import Item
from contracts.mastery import Observation
from services.evaluator.items.registry import rules_of

LEARN = 0.01
"""Every answer is followed by its explanation, and few learn from that alone. Nobody falls below it: with 0.02, who
knows nothing could never be told from who may know something."""

SKIPPED = Observation(if_known=0.1, if_unknown=0.9, learn=LEARN)
"""Who knows tries, and of those who do not few guess when they may leave it out."""

FAINT = 0.5
"""The power of both likelihoods where an answer says less: a repeat (it may be remembered), a learner's own ruling."""

NOTHING = Observation(if_known=1, if_unknown=1, learn=LEARN)
"""What an answer says that anybody would give: the last choice that was left, the key after it was told."""

_LEAST_GUESS = 0.03
"""However many ways of answering there are: some are ruled out at a glance."""


def observe(item: Item, credit: float, *, skipped: bool = False, faint: int = 0) -> Observation:
    """What an answer that earned `credit` says. `faint`: how many reasons there are that it says less.

    Between none and full credit both likelihoods lie in between, on a straight line.
    """
    if skipped:
        return _fainter(SKIPPED.if_known, SKIPPED.if_unknown, faint)
    rules = rules_of(item)
    guess = max(_LEAST_GUESS, rules.guess(item))
    if_known = credit * (1 - rules.slip) + (1 - credit) * rules.slip
    if_unknown = credit * guess + (1 - credit) * (1 - guess)
    return _fainter(if_known, if_unknown, faint)


def fainter(observation: Observation, faint: int) -> Observation:
    """The same, for so many reasons more that it says less."""
    return _fainter(observation.if_known, observation.if_unknown, faint)


def _fainter(if_known: float, if_unknown: float, faint: int) -> Observation:
    power = FAINT**faint
    return Observation(if_known=round(if_known**power, 6), if_unknown=round(if_unknown**power, 6), learn=LEARN)
