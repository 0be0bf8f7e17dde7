"""The concepts of a document as a map: what builds on what, how well each is known, and its sections. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from contracts.views.learners import ConceptMap, ConceptView, MappedConcept, MappedSection
from services.gateway.learning.passages import Passage, counted

Row = Mapping[str, Any]


def concept_map(
    concepts: Sequence[ConceptView],
    places: Sequence[Row],
    asked: Iterable[str],
    passages: Sequence[Passage],
    next_topic: str,
) -> ConceptMap:
    """The map. `concepts` in the document's order; `places`: where each is introduced first ({concept, definition,
    document_sha256, source_page, block_id}); `asked`: the concept of each question.

    A concept builds on what comes before it, so the lines run in no circle, whatever the rows say.
    """
    number = {one.concept.casefold(): n for n, one in enumerate(concepts)}
    place = {row["concept"].casefold(): row for row in reversed(places)}
    questions = Counter(concept.casefold() for concept in asked)
    under: list[set[int]] = []
    level: list[int] = []
    drawn: list[list[int]] = []
    for n, one in enumerate(concepts):
        below = sorted({number[name.casefold()] for name in one.prerequisites if number.get(name.casefold(), n) < n})
        drawn.append([m for m in below if not any(m in under[other] for other in below)])
        under.append({*below, *(deeper for m in below for deeper in under[m])})
        level.append(1 + max((level[m] for m in below), default=-1))
    told = [
        MappedConcept(
            **dict(one),
            **{name: value for name, value in place.get(key, {}).items() if name != "concept"},
            builds_on=[concepts[m].concept for m in drawn[n]],
            level=level[n],
            questions=questions[key],
        )
        for n, one in enumerate(concepts)
        for key in (one.concept.casefold(),)
    ]
    return ConceptMap(concepts=told, sections=_sections(concepts, passages), next_topic=next_topic)


def _sections(concepts: Sequence[ConceptView], passages: Sequence[Passage]) -> list[MappedSection]:
    """Those with passages in the text's order, then those that have concepts alone."""
    names = dict.fromkeys([*(one.section for one in passages), *(one.section for one in concepts)])
    made = []
    for name in names:
        mine = [one for one in concepts if one.section == name]
        made.append(
            MappedSection(
                section=name,
                concepts=len(mine),
                mastered=sum(one.mastered for one in mine),
                score=sum(one.score for one in mine) / len(mine) if mine else 0.0,
                **dict(counted(one for one in passages if one.section == name)),
            )
        )
    return made
