"""Joins what words find with what is near by meaning, by the ranks of both: their scores cannot be compared. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from contracts.documents import Block
from services.search.passages import Place, places_of
from services.search.ranking import Found
from services.search.stored import Hit
from services.search.vectors import Window, likeness, near

MOST_NEAR = 20
_RANKS = 60
"""Reciprocal rank fusion: a passage counts 1 / (60 + its rank) in each list."""
_FOREIGN = 0.5
"""What a rank by words counts of a question in another language: what it shares with the text is chance, or a name."""


@dataclass(frozen=True)
class Near:
    """A window whose vector is near to the question's: of which block, and how near (the cosine)."""

    reading_id: object
    block_id: str
    window: Window
    cosine: float


def nearest(question: bytes, rows: Sequence[Mapping[str, Any]]) -> list[Near]:
    """Of these (rows of `NEAREST`) the near ones, the nearest first, `MOST_NEAR` at most."""
    cosines = likeness(question, [bytes(row["vector"]) for row in rows])
    return [
        Near(rows[at]["reading_id"], rows[at]["block_id"], Window(rows[at]["start"], rows[at]["stop"]), cosines[at])
        for at in near(cosines)[:MOST_NEAR]
    ]


def joined(
    hits: Sequence[Hit], found: Sequence[Near], blocks: Sequence[Mapping[str, Any]], foreign: bool = False
) -> list[Hit]:
    """The passages that words have found, and the windows that are near, the best of both first. `blocks`: rows of
    `NAMED` with the near ones. `foreign`: the question is in another language than the text.

    A window stands with the best of its sentences, else with the one in its middle.
    """
    rows = {(row["reading_id"], row["body"]["block_id"]): row for row in blocks}
    scores = {number: (_FOREIGN if foreign else 1.0) / (_RANKS + 1 + number) for number in range(len(hits))}
    taken: dict[int, float] = {}
    beside: list[Hit] = []
    for rank, each in enumerate(found, 1):
        if (row := rows.get((each.reading_id, each.block_id))) is None:
            continue
        worth = 1 / (_RANKS + rank)
        number = next((n for n, hit in enumerate(hits) if n not in taken and _within(hit, row, each.window)), None)
        if number is not None:
            taken[number] = each.cosine
            scores[number] += worth
        elif (place := _middle(row, each.window)) is not None:
            alone = Found(0, worth, 0.0, ())
            beside.append(Hit(place, row["document_sha256"], alone, each.cosine))
    merged = [
        replace(hit, found=replace(hit.found, score=scores[number]), cosine=taken.get(number))
        for number, hit in enumerate(hits)
    ]
    return sorted([*merged, *beside], key=lambda hit: -hit.found.score)


def _within(hit: Hit, row: Mapping[str, Any], window: Window) -> bool:
    at = hit.place
    same = hit.document_sha256 == row["document_sha256"] and at.block.block_id == row["body"]["block_id"]
    return same and window.start <= at.start and at.end <= window.end


def _middle(row: Mapping[str, Any], window: Window) -> Place | None:
    block = Block.model_validate(row["body"], extra="ignore")
    inside = [
        place
        for place in places_of([(block, row["heading"])])
        if window.start <= place.start and place.end <= window.end
    ]
    return inside[(len(inside) - 1) // 2] if inside else None
