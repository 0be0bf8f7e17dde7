"""Handles `Diagnose`: what a learner knows already, what is missing underneath, and where to begin.

By standings and the document's own structure. A gap is a concept that others build on and that is more likely unknown
than known, or of which the learner says "not yet". What was never asked is no gap: it is said that it was not asked.
"""

from collections.abc import Iterable, Mapping, Sequence

from contracts.learning import Diagnose, Diagnosed
from contracts.mastery import ConceptPlace, Level, Standing
from contracts.message import Message
from services.chassis.worker.handlers import Run
from services.evaluator.diagnosis.advice import LEAST_ANSWERS, WEIGHTS, Seen, advice, basis
from services.text.catalogue.phrases import rendered
from services.text.words import fold

LEVELS: tuple[tuple[float, Level], ...] = ((0.49, "advanced"), (0.22, "intermediate"), (0.0, "beginner"))
"""The least mean score of each level, highest first: what the score shows of 3 in 4, and of 2 in 5, known."""


async def diagnose_learner(command: Diagnose, run: Run) -> Sequence[Message]:
    """Answers with `Diagnosed`, by rules alone."""
    found = diagnose(command)
    answers = sum(standing.answers for standing in command.standings)
    run.note(
        input_summary=f"{answers} answers, {len(command.places)} concepts, topic {command.topic or 'all'}",
        output=f"{found.learner_level}, {len(found.prerequisite_gaps)} gaps",
        reasoning=found.reason,
    )
    return [found]


def diagnose(command: Diagnose) -> Diagnosed:
    """The diagnosis for a topic (a concept or a section's title), or for the whole document."""
    places = {fold(place.concept): place for place in sorted(command.places, key=lambda place: place.ordinal)}
    standings = {fold(each.concept): each for each in command.standings}
    wanted = _wanted(command.topic, places)
    carried = _carried(wanted, places)
    seen = [
        Seen(place, standings.get(name), carried.get(name, 0))
        for name, place in places.items()
        if name in wanted or name in carried
    ]
    gaps = [each for each in seen if each.carries and each.missing]
    level = level_of(command.standings, seen, places)
    told = advice(level, seen, gaps, wanted, sum(each.answers for each in command.standings))
    reason = basis(command.standings, enough=level != "unknown")
    return Diagnosed(
        topic=command.topic,
        prerequisite_gaps=[gap.place.concept for gap in gaps],
        learner_level=level,
        recommendations=[rendered(each, command.language) for each in told],
        reason=rendered(reason, command.language),
        phrase=reason,
        phrases=told,
    )


def level_of(standings: Sequence[Standing], seen: Sequence[Seen], places: Mapping[str, ConceptPlace]) -> Level:
    """The level, by the mean score of the assessed concepts weighted by relevance.

    Those of the topic and of what it builds on count where they have answers enough, else all.
    """
    if sum(each.answers for each in standings) < LEAST_ANSWERS:
        return "unknown"
    near = [each.standing for each in seen if each.standing is not None]
    counted = near if sum(each.answers for each in near) >= LEAST_ANSWERS else standings
    scored = [(_weight(each, places), each.score) for each in counted if each.answers]
    mean = sum(weight * score for weight, score in scored) / sum(weight for weight, _ in scored)
    return next(level for least, level in LEVELS if mean >= least)


def _weight(standing: Standing, places: Mapping[str, ConceptPlace]) -> int:
    place = places.get(fold(standing.concept))
    return WEIGHTS[place.relevance if place else "Medium"]


def _wanted(topic: str, places: Mapping[str, ConceptPlace]) -> set[str]:
    """The topic's concepts; all where it is none that the document has."""
    name = fold(topic)
    if name in places:
        return {name}
    in_section = {each for each, place in places.items() if name and fold(place.section) == name}
    return in_section or set(places)


def _carried(wanted: Iterable[str], places: Mapping[str, ConceptPlace]) -> dict[str, int]:
    """For each concept that others build on, how many of the wanted ones do, also through others."""
    carried: dict[str, int] = {}
    for name in wanted:
        under, left = set[str](), [name]
        while left:
            for each in places[left.pop()].prerequisites:
                below = fold(each)
                if below in places and below not in under and below != name:
                    under.add(below)
                    left.append(below)
        for below in under:
            carried[below] = carried.get(below, 0) + 1
    return carried
