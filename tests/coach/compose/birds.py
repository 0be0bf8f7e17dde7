"""Facts about birds as drafts, a sentence each, to be chosen from."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from contracts.documents import Block
from contracts.items import Asked
from services.coach.compose.choose import Chosen
from services.coach.drafts.draft import Choice, Draft, OneOf, Shape, Span
from services.coach.drafts.order import Order, order_of
from tests.coach.drafts.shaped import concept
from tests.coach.orders import order

ORDER = order_of(order())
BIRDS = [
    "auk",
    "bittern",
    "crane",
    "dunlin",
    "eider",
    "falcon",
    "goose",
    "heron",
    "ibis",
    "jackdaw",
    "kestrel",
    "linnet",
    "merlin",
    "nuthatch",
    "osprey",
]
DOES = [
    "swims",
    "digs",
    "sings",
    "dives",
    "hides",
    "steals",
    "soars",
    "wades",
    "mimics",
    "hunts",
    "hovers",
    "weaves",
    "chases",
    "climbs",
    "plunges",
]
WHERE = [
    "cliffs",
    "reeds",
    "marshes",
    "mudflats",
    "coasts",
    "towers",
    "meadows",
    "rivers",
    "lagoons",
    "chimneys",
    "hedges",
    "gorse",
    "moors",
    "bark",
    "lakes",
]


def fact(n: int) -> Span:
    """A sentence that is like no other of them."""
    text = f"The {BIRDS[n]} {DOES[n]} near {WHERE[n]} {WHERE[(n * 7 + 3) % 15]}{n} while {DOES[(n * 4 + 1) % 15]}{n}."
    return Span(Block(block_id=f"b{n}", text=text), 0, len(text))


def choice(n: int, **more: Any) -> Draft:
    """One of several about the n-th bird."""
    made = Draft(
        concept(BIRDS[n]),
        "MEDIUM",
        f"Which bird {DOES[n]} near {WHERE[n]}?",
        fact(n),
        OneOf(Choice(BIRDS[n]), [Choice("other"), Choice("another")]),
    )
    return replace(made, **more)


def shaped(n: int, shape: Shape, **more: Any) -> Draft:
    return choice(n, shape=shape, **more)


def taken(drafts: Sequence[Draft], wanted: int, order: Order = ORDER) -> list[Draft]:
    return Chosen(drafts, order).fill(wanted)


def asked(draft: Draft, **more: str) -> Asked:
    return Asked(**({"question": "-", "answer": "-", "quote": "-"} | more))
