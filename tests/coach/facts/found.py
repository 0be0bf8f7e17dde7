"""Facts of a few sentences, for the tests of each kind."""

from collections.abc import Sequence

from contracts.documents import Block, Relevance
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Facts
from services.coach.facts.find import facts_of
from services.coach.sentences.split import sentences_of
from services.text.words import stems_of

_RANK: dict[Relevance, int] = {"High": 0, "Medium": 1, "Low": 2}


def concepts(names: Sequence[str], language: str = "en", relevance: Relevance = "High") -> list[Concept]:
    """Concepts of those names."""
    return [Concept(name, stems_of(name, language), _RANK[relevance], focus=False) for name in names]


def facts(text: str, *names: str, language: str = "en", relevance: Relevance = "High") -> Facts:
    """The facts of one block about the concepts of those names."""
    blocks = [Block(block_id="b1", text=text)]
    return facts_of(concepts(names, language, relevance), sentences_of(blocks, language), language, blocks)
