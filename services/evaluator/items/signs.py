"""What one wrong answer shows by itself: another concept that was chosen, or how nearly right it is. Pure.

mistaken_for   conceptual   what was chosen, joined or typed is another concept
sign           careless     the number is right but for its sign
scale, unit    procedural   the number is right but for its scale, or stands with another unit
number, order  procedural   another number, another order
swap           careless     of four steps or more, two neighbours have changed places
spelling       careless     typed with one slip more than is forgiven
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from services.text.words import bare

_MOST_ENDING = 3
"""Letters."""
Kind = Literal["conceptual", "procedural", "careless"]


@dataclass(frozen=True)
class Sign:
    """`name` as above; `other`: the concept that was taken for the item's own, where it is known, and `page`, where the
    text tells of it."""

    kind: Kind
    name: str
    other: str = ""
    page: int | None = None


def taken_for(other: str, page: int | None, places: Mapping[str, int]) -> Sign:
    """Another concept was taken for the item's own."""
    found = next((place for name, place in places.items() if bare(name) == bare(other)), None)
    return Sign("conceptual", "mistaken_for", other, found or page)


def is_form_of(word: str, concept: str) -> bool:
    """Whether a word is a concept's name, but for an ending."""
    one, other = sorted((bare(word), bare(concept)), key=len)
    return other.startswith(one) and len(other) - len(one) <= _MOST_ENDING
