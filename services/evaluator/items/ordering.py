"""Rules on things to be put in order: each stands in the text, and there in this order, or with years in this order."""

import re
from collections.abc import Sequence

from contracts.documents import Block
from contracts.items import Ordering
from contracts.proof import Proof
from contracts.quizzes import Refusal
from services.evaluator.items.options import option_shape, options_alike, stands
from services.text.words import bare, fold, occurs

_YEAR = re.compile(r"(?<![\d.,])(?:1\d{3}|20\d{2}|[1-9]\d{2})(?![\d]|[.,]\d)")


def faults(item: Ordering, blocks: dict[str, Block], language: str) -> list[Refusal | None]:
    """All that is wrong with an order."""
    return [
        *_nowhere(item, language),
        options_alike(item.options),
        option_shape(item.options, lengths=False),
        _out_of_order(item, list(blocks)),
    ]


def _nowhere(item: Ordering, language: str) -> list[Refusal]:
    """The options that stand neither in the quote nor in that of their explanation."""
    proofs = {each.option_id: each.proof for each in item.explanations}
    found = []
    for option in item.options:
        own = proofs.get(option.option_id)
        quotes = [item.proof.quote, *([own.quote] if own else [])]
        if not any(stands(option.text, quote, language) for quote in quotes):
            sentence = f"The step “{option.text}” stands neither in the quote nor in that of its explanation."
            found.append(Refusal(code="answer_not_in_quote", sentence=sentence))
    return found


def _out_of_order(item: Ordering, order_of_blocks: Sequence[str]) -> Refusal | None:
    words = {option.option_id: option.text for option in item.options}
    proofs = {each.option_id: each.proof for each in item.explanations}
    steps = [(words[key], proofs.get(key)) for key in item.answer]
    years = [_year(text, proof) for text, proof in steps]
    if all(years) and len(set(years)) == len(years):
        if years == sorted(years, key=lambda year: year or 0):
            return None
        return _wrong(f"their years in the text are {', '.join(map(str, years))}")
    if _one_after_another([text for text, _ in steps], item.proof.quote):
        return None
    places = [_place(text, proof, order_of_blocks) for text, proof in steps]
    known = [place for place in places if place is not None]
    if len(known) == len(places) and known == sorted(set(known)):
        return None
    return _wrong("they do not stand in the text in this order")


def _one_after_another(texts: Sequence[str], quote: str) -> bool:
    """Whether all stand in the quote, each behind the one before it."""
    within, at = fold(quote), 0
    for text in texts:
        found = within.find(bare(text), at)
        if found < 0 or not occurs(text, quote):
            return False
        at = found + len(bare(text))
    return True


def _place(text: str, proof: Proof | None, order_of_blocks: Sequence[str]) -> tuple[int, int, int] | None:
    """Where the step stands: page, block, character; None: it has no proof of its own."""
    if proof is None or proof.block_id not in order_of_blocks:
        return None
    return proof.source_page, order_of_blocks.index(proof.block_id), proof.start + max(0, proof.quote.find(text))


def _year(text: str, proof: Proof | None) -> int | None:
    """The one year that the step's own quote names."""
    found = set(_YEAR.findall(text)) or (set(_YEAR.findall(proof.quote)) if proof else set())
    return int(found.pop()) if len(found) == 1 else None


def _wrong(why: str) -> Refusal:
    return Refusal(code="order_wrong", sentence=f"The order of the steps is not the text's: {why}.")
