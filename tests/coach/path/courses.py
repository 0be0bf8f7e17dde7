"""A small course of concepts that build on each other, and standings in it."""

from typing import Any

from contracts.learning import PlanPath
from contracts.mastery import ConceptPlace, Standing

BUILDS_ON = {
    "atom": [],
    "charge": ["atom"],
    "current": ["charge"],
    "voltage": ["charge"],
    "power": ["current", "voltage"],
}
PAGES = {"atom": 1, "charge": 2, "current": 3, "voltage": 4, "power": 6}
PLACES = [
    ConceptPlace(
        concept=concept,
        block_id=f"b{ordinal}",
        ordinal=ordinal,
        source_page=PAGES[concept],
        section="Basics" if ordinal < 2 else "Circuits",
        prerequisites=prerequisites,
    )
    for ordinal, (concept, prerequisites) in enumerate(BUILDS_ON.items())
]


def mastered(concept: str) -> Standing:
    return Standing(concept=concept, score=0.99, answers=6, correct=6, decided=True, mastered=True)


def weak(concept: str, score: float = 0.4, answers: int = 3) -> Standing:
    return Standing(concept=concept, score=score, answers=answers, correct=1)


def plan(*standings: Standing, reason: Any = "asked", **more: Any) -> PlanPath:
    return PlanPath(**{"reason": reason, "language": "en", "places": PLACES, "standings": list(standings), **more})
