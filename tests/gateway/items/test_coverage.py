"""What counts as covered: by the proof's block, and only where each part is asked by the explanations' blocks too."""

from uuid import uuid4

import pytest

from contracts.digest import Term
from contracts.items import Flashcard, Item
from contracts.proof import Explanation
from services.gateway.items.coverage import coverage
from tests.gateway.kinds import ORIGIN, every_type, proof

BLOCKS = [
    {"block_id": id, "document_sha256": "a" * 64, "source_page": 1, "words": 50, "excerpt": id} for id in ("b1", "b2")
]


def spread(item: Item) -> Item:
    """The item with an explanation that rests on another block."""
    why = [one.model_copy(update={"proof": proof("other", "b2")}) for one in item.explanations[1:]]
    return item.model_copy(update={"explanations": [*item.explanations[:1], *why]})


@pytest.mark.parametrize("number", range(8))
def test_explanations_cover_their_blocks_only_where_each_part_is_asked(number: int) -> None:
    item = every_type(uuid4(), "x", block="b1")[number]
    told = coverage(BLOCKS, [], [spread(item)], [])
    both = item.type in ("matching", "ordering")
    assert [one.items for one in told.blocks] == [1, 1 if both else 0]
    assert told.blocks_share == (1 if both else 0.5)


def test_an_explanation_without_proof_covers_nothing() -> None:
    item = every_type(uuid4(), "x", block="b1")[5]
    item = item.model_copy(update={"explanations": [Explanation(option_id="a", sentence="First.")]})
    assert [one.items for one in coverage(BLOCKS, [], [item], []).blocks] == [1, 0]


def test_a_term_that_stands_twice_is_told_once_where_it_first_stood() -> None:
    terms = [
        Term(term=term, relevance=relevance, block_id="b1", start=0, end=1)
        for term, relevance in (("Moss", "High"), ("fern", "Low"), ("moss", "Low"))
    ]
    card = Flashcard(
        card_id=uuid4(), question="?", answer="!", concept="MOSS", proof=proof("moss", "b2"), origin=ORIGIN
    )
    told = coverage(BLOCKS, terms, [], [card])
    assert [(one.concept, one.relevance, one.flashcards) for one in told.concepts] == [
        ("Moss", "High", 1), ("fern", "Low", 0),
    ]  # fmt: skip
    assert (told.blocks_share, told.concepts_share) == (0.5, 0.5)


def test_nothing_to_cover_is_a_share_of_0() -> None:
    told = coverage([], [], every_type(uuid4(), "x"), [])
    assert (told.blocks_share, told.concepts_share, told.blocks, told.concepts) == (0, 0, [], [])
