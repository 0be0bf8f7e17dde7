"""M8: how much of a document is asked about. M9: how many of its key terms the digest found."""

from collections.abc import Mapping, Sequence

from contracts.digest import Term
from contracts.documents import Block
from contracts.items import Flashcard, Item
from tests.measuring.quality.metrics.grounding import proofs
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.wording import stems

LEAST_WORDS, FIRST = 40, 20


def covered(made: Sequence[Item | Flashcard], blocks: Mapping[str, Block]) -> Share:
    """M8: of the blocks of 40 words or more that the Coach was given, those that an item or card rests on."""
    share = Share()
    asked = {proof.block_id for each in made for proof in proofs(each)}
    for name, block in blocks.items():
        if len(block.text.split()) >= LEAST_WORDS:
            share.add(name in asked, block.text[:80])
    return share


def recalled(terms: Sequence[Term], glossary: Mapping[str, str], language: str) -> Share:
    """M9, recall@20: of the glossary's terms (20 at most), how many stand among the digest's first 20."""
    share = Share()
    wanted = {tuple(stems(term, language)): term for term in glossary}
    first = {tuple(stems(term.term, language)) for term in terms[:FIRST]}
    found = [name for key, name in wanted.items() if key in first]
    lacking = [name for key, name in wanted.items() if key not in first]
    for _ in found[:FIRST]:
        share.add(True, "")
    for name in lacking[: max(0, min(FIRST, len(wanted)) - len(found))]:
        share.add(False, name)
    return share
