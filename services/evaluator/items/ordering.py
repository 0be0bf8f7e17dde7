"""Things to be put in order. It earns the pairs in the right order less those in the wrong one, as a share of all.

Each stands in the text, and there in this order, or with years in this order.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from math import factorial

from contracts.documents import Block
from contracts.items import Ordering, chosen
from contracts.message import Phrase
from contracts.proof import Proof
from contracts.quizzes import Refusal
from services.evaluator.items.hints import initial, said
from services.evaluator.items.refusals import refused
from services.evaluator.items.replies import bare_answer, options_named, unread_ids
from services.evaluator.items.rules import Rules
from services.evaluator.items.shared_rules import option_shape, options_alike, stands
from services.evaluator.items.signs import Sign
from services.text.words import bare, fold, occurs

_YEAR = re.compile(r"(?<![\d.,])(?:1\d{3}|20\d{2}|[1-9]\d{2})(?![\d]|[.,]\d)")
_LEAST_STEPS = 4


class OrderingRules(Rules[Ordering]):
    """Neighbours change places easily."""

    made_by = "rule:order:v1"
    slip = 0.12
    how_to_answer = 'the ids of all options in the right order with commas between: "b,a,c"'
    asks_by_what_is_shown = True

    def faults(self, item: Ordering, blocks: dict[str, Block], language: str) -> list[Refusal | None]:
        return [
            *_nowhere(item, language),
            options_alike(item.options),
            option_shape(item.options, lengths=False),
            _out_of_order(item, list(blocks)),
        ]

    def at_answers_place(self, item: Ordering) -> tuple[tuple[str, ...], bool]:
        return tuple(option.text for option in item.options if option.option_id in item.answer), True

    def shown_with(self, item: Ordering) -> list[str]:
        return [option.text for option in item.options]

    def credit(self, item: Ordering, raw: str, known: Collection[str], language: str) -> float:
        given = chosen(raw)
        if len(set(given)) != len(given):
            return 0.0
        place = {option: n for n, option in enumerate(given)}
        pairs = list(combinations(item.answer, 2))
        told = [place[a] < place[b] for a, b in pairs if a in place and b in place]
        return max(0.0, (2 * sum(told) - len(told)) / len(pairs))

    def guess(self, item: Ordering) -> float:
        return 1 / factorial(len(item.options))

    def sign(self, item: Ordering, raw: str, places: Mapping[str, int], known: Collection[str]) -> Sign | None:
        """Of four steps or more two neighbours that have changed places, or another order."""
        keys, given = item.answer, chosen(raw)
        apart = [place for place, (key, said) in enumerate(zip(keys, given, strict=False)) if key != said]
        swapped = sorted(given) == sorted(keys) and len(apart) == 2 and apart[1] == apart[0] + 1
        if swapped and len(keys) >= _LEAST_STEPS:
            return Sign("careless", "swap")
        return Sign("procedural", "order")

    def read(self, item: Ordering, reply: str) -> str:
        core = bare_answer(reply)
        return ",".join(options_named(core, item.options)) or core

    def unread(self, item: Ordering, raw: str) -> str:
        return unread_ids(raw, item.options)

    def partly(self, item: Ordering, raw: str) -> Phrase:
        return said("ordered")

    def secrets(self, item: Ordering) -> list[str]:
        return [option.text for option in item.options]

    def hint(self, item: Ordering, raw: str, tried: Collection[str], language: str) -> Phrase:
        texts = {option.option_id: option.text for option in item.options}
        first, last = (initial(texts[key], language) for key in (item.answer[0], item.answer[-1]))
        return said("first", letter=Phrase.quoted(first), last=Phrase.quoted(last))


def _nowhere(item: Ordering, language: str) -> list[Refusal]:
    """The options that stand neither in the quote nor in that of their explanation."""
    proofs = {each.option_id: each.proof for each in item.explanations}
    found = []
    for option in item.options:
        own = proofs.get(option.option_id)
        quotes = [item.proof.quote, *([own.quote] if own else [])]
        if not any(stands(option.text, quote, language) for quote in quotes):
            found.append(refused("answer_not_in_quote", "step_nowhere", step=option.text))
    return found


def _out_of_order(item: Ordering, order_of_blocks: Sequence[str]) -> Refusal | None:
    words = {option.option_id: option.text for option in item.options}
    proofs = {each.option_id: each.proof for each in item.explanations}
    steps = [(words[key], proofs.get(key)) for key in item.answer]
    years = [_year(text, proof) for text, proof in steps]
    if all(years) and len(set(years)) == len(years):
        if years == sorted(years, key=lambda year: year or 0):
            return None
        return refused("order_wrong", "order_years", years=", ".join(map(str, years)))
    if _one_after_another([text for text, _ in steps], item.proof.quote):
        return None
    places = [_place(text, proof, order_of_blocks) for text, proof in steps]
    known = [place for place in places if place is not None]
    if len(known) == len(places) and known == sorted(set(known)):
        return None
    return refused("order_wrong", "order_wrong")


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
