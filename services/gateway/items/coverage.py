"""What is asked and what is not: the blocks and key terms on which items and cards rest. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from contracts.digest import Term
from contracts.items import Flashcard, Item
from contracts.views.material import Coverage, CoveredBlock, CoveredConcept

WORDS_AT_LEAST = 40
"""A shorter block need not be asked about."""


def coverage(
    blocks: Sequence[Mapping[str, Any]], terms: Sequence[Term], items: Sequence[Item], cards: Sequence[Flashcard]
) -> Coverage:
    """The report on the eligible `blocks` ({block_id, document_sha256, source_page, words, excerpt}) and the terms.

    An item or card covers the block of its proof. A matching or ordering item also covers the blocks of its
    explanations' proofs, because each of its parts is asked; another item's explanations only say why a distractor is
    wrong, so they cover nothing. A share is 0 where there is nothing to cover.
    """
    by_items, by_cards = Counter[str](), Counter[str]()
    for item in items:
        by_items.update(_blocks(item))
    by_cards.update(card.proof.block_id for card in cards)
    about_items = Counter(_term(item.concept) for item in items)
    about_cards = Counter(_term(card.concept) for card in cards)
    told = [
        CoveredBlock(
            **{name: row[name] for name in ("block_id", "document_sha256", "source_page", "words", "excerpt")},
            items=by_items[row["block_id"]],
            flashcards=by_cards[row["block_id"]],
        )
        for row in blocks
    ]
    each_once: dict[str, Term] = {}
    for term in terms:
        each_once.setdefault(_term(term.term), term)
    concepts = [
        CoveredConcept(concept=term.term, relevance=term.relevance, items=about_items[key], flashcards=about_cards[key])
        for key, term in each_once.items()
    ]
    return Coverage(
        blocks_share=_share(told),
        concepts_share=_share(concepts),
        blocks=told,
        concepts=concepts,
    )


def _blocks(item: Item) -> set[str]:
    return {proof.block_id for proof in item.proofs}


def _term(words: str) -> str:
    return " ".join(words.casefold().split())


def _share(rows: Sequence[CoveredBlock] | Sequence[CoveredConcept]) -> float:
    return sum(1 for row in rows if row.items or row.flashcards) / len(rows) if rows else 0.0
