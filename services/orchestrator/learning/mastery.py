"""Mastery: what a learner's answers say of each concept, by Bayesian knowledge tracing. Pure.

Evidence is folded in its canonical order, so in whatever order grades arrive, equal answers give equal standings.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from contracts.mastery import CERTAIN, LEAST_ANSWERS, Mark, Observation, Standing
from services.orchestrator.workflow.evidence import Answered, Evidence, Tally, Witness


def posterior(prior: float, observations: Iterable[Observation]) -> float:
    """How likely a concept is known after these answers, in their order."""
    known = prior
    for seen in observations:
        if (total := known * seen.if_known + (1 - known) * seen.if_unknown) > 0:
            known = known * seen.if_known / total
        known = min(1.0, max(0.0, known + (1 - known) * seen.learn))
    return known


def tally(evidence: Iterable[Witness], since: Tally | None = None) -> Tally:
    """All of this evidence about one concept, in whatever order it is given, folded after what was before it."""
    found, seen = since or Tally(), sorted(evidence, key=place)
    return Tally(
        known=posterior(found.known, [one.observation for one in seen]),
        answers=found.answers + len(seen),
        correct=found.correct + sum(one.correct for one in seen),
    )


def standing(
    concept: str, evidence: Iterable[Witness], threshold: float, mark: Mark = "none", since: Tally | None = None
) -> Standing:
    """Where a learner stands in a concept by all evidence about it: what is folded already, and what came after."""
    found = tally((one for one in evidence if one.concept == concept), since)
    told = {"score": found.known, "answers": found.answers, "correct": found.correct, "mark": mark}
    return judged(Standing.model_validate({"concept": concept, **told}), threshold)


def judged(found: Standing, threshold: float) -> Standing:
    """The same score held against a threshold: decided, and mastered."""
    decided = found.answers >= LEAST_ANSWERS and (found.score >= CERTAIN or found.score <= 1 - CERTAIN)
    return found.model_copy(update={"decided": decided, "mastered": decided and found.score >= threshold})


def refreshed(
    standings: Mapping[str, Standing],
    threshold: float,
    attempt_id: UUID,
    answers: Sequence[Answered],
    evidence: Evidence,
) -> dict[str, Standing]:
    """All standings, those anew that this grade of an attempt is about, or was about before."""
    own = [
        Witness(**{name: getattr(one, name) for name in Answered.model_fields}, at=evidence.at, attempt_id=attempt_id)
        for one in answers
    ]
    all_of_it = [*(one for one in evidence.others if one.attempt_id != attempt_id), *own]
    after = dict(standings)
    for concept in dict.fromkeys([*evidence.before, *(one.concept for one in own)]):
        mark = after[concept].mark if concept in after else "none"
        after[concept] = standing(concept, all_of_it, threshold, mark, evidence.earlier.get(concept))
        if not after[concept].answers and mark == "none":
            del after[concept]  # As if it had never been asked.
    return after


def lowest(standings: Mapping[str, Standing]) -> float:
    """The session's mastery score: the lowest of its assessed concepts; 0 when none is."""
    return min((one.score for one in standings.values() if one.answers), default=0.0)


def place(one: Witness) -> tuple[datetime, UUID, int]:
    """A witness's place in the canonical order."""
    return one.at, one.attempt_id, one.ordinal
