"""Mastery: what a learner's answers say of each concept, by Bayesian knowledge tracing. Pure.

Evidence is folded in its canonical order, so in whatever order grades arrive, equal answers give equal standings.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from contracts.mastery import Mark
from services.orchestrator.workflow.evidence import Answered, Evidence, Tally, Witness
from services.orchestrator.workflow.standings import Known, standing_of


def tally(evidence: Iterable[Witness], since: Tally | None = None) -> Tally:
    """All of this evidence about one concept, in whatever order it is given, folded after what was before it."""
    found = since or Tally()
    for one in sorted(evidence, key=place):
        found = found.and_then(one)
    return found


def standing(
    concept: str, evidence: Iterable[Witness], threshold: float, mark: Mark = "none", since: Tally | None = None
) -> Known:
    """Where a learner stands in a concept by all evidence about it: what is folded already, and what came after."""
    found = tally((one for one in evidence if one.concept == concept), since)
    return standing_of(concept, found, threshold, mark)


def refreshed(
    standings: Mapping[str, Known],
    threshold: float,
    attempt_id: UUID,
    answers: Sequence[Answered],
    evidence: Evidence,
) -> dict[str, Known]:
    """All standings, those anew that this grade of an attempt is about, or was about before."""
    own = [
        Witness(**{name: getattr(one, name) for name in Answered.model_fields}, at=evidence.at, attempt_id=attempt_id)
        for one in answers
    ]
    all_of_it = [*(one for one in evidence.others if one.attempt_id != attempt_id), *own]
    found = dict(standings)
    for concept in dict.fromkeys([*evidence.before, *(one.concept for one in own)]):
        mark = found[concept].mark if concept in found else "none"
        found[concept] = standing(concept, all_of_it, threshold, mark, evidence.earlier.get(concept))
        if not found[concept].answers and mark == "none":
            del found[concept]  # As if it had never been asked.
    return found


def place(one: Witness) -> tuple[datetime, UUID, int]:
    """A witness's place in the canonical order."""
    return one.at, one.attempt_id, one.ordinal
