"""The number: how well a learner stands in a concept, and whether that is enough. One figure, which decides. Pure.

Two things leave something open: how likely it still is that the concept is not known (the belief), and how little was
answered rightly so far, less what wrong answers after it took (the evidence). The score is what the larger of the two
leaves. Each right answer makes both smaller, so each moves the score; none waits below a threshold.

A belief of `CERTAIN`, and `LEAST_ANSWERS` right answers, most of them not graded by the learner alone, each show `SURE`
by themselves: at the default threshold what is mastered is known with that certainty and by so many answers.
"""

import math
from functools import cache
from typing import Any

from pydantic import Field

from contracts.mastery import CERTAIN, LEAST_ANSWERS, SURE, Mark, Observation, Standing
from services.orchestrator.workflow.evidence import PRIOR, Tally, after

_BY_BELIEF = math.log(1 - SURE) / math.log(1 - CERTAIN)
_BY_ANSWER = math.log(1 - SURE) / LEAST_ANSWERS

WEAKEST = Observation(if_known=0.9, if_unknown=0.5, learn=0.01)
"""The right answer to a new question that says least: to a statement that is true or false."""
MISSED = Observation(if_known=1 - WEAKEST.if_known, if_unknown=1 - WEAKEST.if_unknown, learn=WEAKEST.learn)
"""The wrong answer to it."""
MOST_NEEDED = 100


class Known(Standing):
    """A standing as the house keeps it: with `belief`, how likely the concept is known, `own`, how many of the right
    answers only the learner has graded, and `lost`, how many later ones that are not right took. All are in the score,
    and told to nobody beside it."""

    belief: float = Field(ge=0, le=1)
    own: int = Field(default=0, ge=0)
    lost: int = Field(default=0, ge=0)

    def told(self) -> Standing:
        """What others are told of it."""
        return Standing(**{name: getattr(self, name) for name in Standing.model_fields})

    def marked(self, mark: Mark) -> "Known":
        """The same with another mark."""
        return self.model_copy(update={"mark": mark})


def weight(right: int, own: int, other: int) -> float:
    """What the answers weigh: as many as are `right`, not graded by the learner alone and not lost, and less than one
    more; and beside them the learner's own grades (`own`), as long as these are fewer.

    Of what is less than one one's own grades bring ever more, and answers that are not right (`other`) take some.
    """
    return right + min(own, max(0, right - 1)) + (1 + own) / (2 + own + other)


def shown(belief: float, weighed: float) -> float:
    """The score, from 0 to 1: it rises with the belief and with the evidence, and no higher than either allows."""
    return 1 - max(math.pow(1 - belief, _BY_BELIEF), math.exp(_BY_ANSWER * weighed))


def whole(threshold: float) -> float:
    """A threshold in whole percents, as scores are told in: any other is taken for the next above it."""
    return math.ceil(round(100 * threshold, 6)) / 100


def standing_of(concept: str, found: Tally, threshold: float, mark: Mark = "none") -> Known:
    """What answers say of a concept, held against a threshold."""
    known = Known(concept=concept, score=0, belief=found.known, own=found.own, lost=found.lost, mark=mark)
    return judged(known.model_copy(update={"answers": found.answers, "correct": found.correct}), threshold)


def judged(known: Known, threshold: float) -> Known:
    """The same evidence held against a threshold. What was never asked shows nothing, and is not mastered."""
    score = _score(known) if known.answers else 0.0
    mastered = known.answers > 0 and score >= threshold
    unknown = known.answers >= LEAST_ANSWERS and known.belief <= 1 - CERTAIN
    needed = 0 if mastered else needed_of(known, threshold)
    told = {"score": score, "mastered": mastered, "decided": mastered or unknown, "needed": needed}
    return known.model_copy(update=told)


def needed_of(known: Known, threshold: float) -> int:
    """How many right answers to new questions surely master it, by the same number: each of them the weakest there is.

    At most `MOST_NEEDED`. Each such answer makes it at least one less.
    """
    belief, right, other = known.belief, known.correct - known.own - known.lost, known.answers - known.correct
    for more in range(1, MOST_NEEDED):
        belief = after(belief, WEAKEST)
        if shown(belief, weight(right + more, known.own, other)) >= threshold:
            return more
    return MOST_NEEDED


def reach(known: Known) -> tuple[float, float]:
    """How far the next answer can move the score, to a question that says least: what a wrong one would make of it, and
    a right one. The less is known yet, the farther."""
    right, other = known.correct - known.own - known.lost, known.answers - known.correct
    missed = shown(after(known.belief, MISSED), weight(right, known.own, other + 1))
    solved = shown(after(known.belief, WEAKEST), weight(right + 1, known.own, other))
    return min(missed, known.score), max(solved, known.score)


def unasked(concept: str) -> Known:
    """A concept about which nothing was answered."""
    return Known(concept=concept, score=0, belief=PRIOR)


@cache
def needed_at_first(threshold: float) -> int:
    """The same of a concept that was never asked."""
    return needed_of(unasked("-"), threshold)


def score_of(known: Known | None) -> float:
    """What a concept shows; 0 where it was never asked."""
    return known.score if known is not None and known.answers else 0.0


def _score(known: Known) -> float:
    right = known.correct - known.own - known.lost
    return shown(known.belief, weight(right, known.own, known.answers - known.correct))


def of_rules_6(stored: dict[str, Any]) -> dict[str, Any]:
    """A state whose standings show the belief, as the rules before kept them: with the score that it is now.

    Who graded an answer was not kept there, nor in which order: the learner's own grades count as any other, and
    nothing is lost, until the next grade.
    """
    older = stored.get("standings", {})
    if all(not isinstance(found, dict) or "belief" in found for found in older.values()):
        return stored
    threshold = whole(stored.get("mastery_threshold", SURE))
    kept = {concept: judged(Known(**found, belief=found["score"]), threshold) for concept, found in older.items()}
    return {**stored, "mastery_threshold": threshold, "standings": kept}
