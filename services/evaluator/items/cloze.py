"""A sentence with a gap. Right are the words that fill it, with the slips that `typed.py` forgives."""

import re
from collections.abc import Collection, Mapping

from rapidfuzz.distance import OSA

from contracts.documents import Block
from contracts.items import Cloze
from contracts.quizzes import Refusal
from services.evaluator.items import typed
from services.evaluator.items.questions import GAP
from services.evaluator.items.refusals import refused
from services.evaluator.items.rules import Rules
from services.evaluator.items.shared_rules import answer_leaked, is_long, says_nothing
from services.evaluator.items.signs import Sign, taken_for
from services.text.quantities.numbers import same_number
from services.text.quantities.symbols import same_signs
from services.text.words import bare, fold, occurs, tells_all

_UNDERSCORES = re.compile(r"_{2,}")
_LEAST_LETTERS = 5
_SHORT = 10
_MOST_KEYS = 4


class ClozeRules(Rules[Cloze]):
    """Typed: another word that is right too, or more slips of the fingers than are forgiven. The sentence around the
    gap may give the word away."""

    made_by = "rule:typed:v1"
    slip = 0.12
    how_to_answer = "the words that fill the gap, as the quotes have them"
    framed = True

    def faults(self, item: Cloze, blocks: dict[str, Block], language: str) -> list[Refusal | None]:
        return [
            _not_in_quote(item),
            _gap_mismatch(item),
            _leaked(item, language),
            says_nothing([item.answer], item.concept),
        ]

    def is_sentence(self, item: Cloze) -> bool:
        return True

    def credit(self, item: Cloze, raw: str, known: Collection[str], language: str) -> float:
        return float(
            any(
                typed.same(raw, key, quote=item.proof.quote, known=known)
                or same_number(raw, key, language)
                or same_signs(raw, key)
                for key in self.typed_keys(item)
            )
        )

    def guess(self, item: Cloze) -> float:
        return 0.06

    def typed_keys(self, item: Cloze) -> list[str]:
        return [item.answer, *item.accepted]

    def keys_in_words(self, item: Cloze) -> list[str]:
        return self.typed_keys(item)[:_MOST_KEYS]

    def may_be_equal(self, item: Cloze, raw: str, places: Mapping[str, int], known: Collection[str]) -> bool:
        """Not another concept, a misspelling, a contrast that fields live by, or another number."""
        if is_long(raw) or self.sign(item, raw, places, known) is not None:
            return False
        return not any(typed.differ(raw, key) for key in self.typed_keys(item))

    def sign(self, item: Cloze, raw: str, places: Mapping[str, int], known: Collection[str]) -> Sign | None:
        """Another concept that was typed, of the quiz or of the text, or one slip more than is forgiven."""
        told = {each.option_id: each.proof.source_page for each in item.explanations if each.proof}
        for other in (*places, *told):
            if bare(other) not in (bare(item.concept), bare(item.answer)) and typed.same(
                raw, other, quote=item.proof.quote, known=known
            ):
                return taken_for(other, told.get(other), places)
        said, keys = fold(raw), self.typed_keys(item)
        near = min(OSA.distance(said, fold(key)) - (1 if len(fold(key)) < _SHORT else 2) for key in keys)
        other_words = typed.words([raw]) - typed.words(keys)
        is_word = any(char.isdigit() for char in said) or not other_words.isdisjoint(known)
        long = len(fold(item.answer)) >= _LEAST_LETTERS
        return Sign("careless", "spelling") if near <= 1 and long and not is_word else None

    def secrets(self, item: Cloze) -> list[str]:
        return self.typed_keys(item)


def _not_in_quote(item: Cloze) -> Refusal | None:
    """What fills the gap stands in the quote."""
    if occurs(item.answer, item.proof.quote):
        return None
    return refused("answer_not_in_quote", "answer_not_in_quote", answer=item.answer)


def _leaked(item: Cloze, language: str) -> Refusal | None:
    """What stands around the gap does not hold all that belongs into it."""
    return answer_leaked() if tells_all(item.question.replace(GAP, " "), item.answer, language) else None


def _gap_mismatch(item: Cloze) -> Refusal | None:
    """There is one gap, and filled with the answer the question stands in the quote."""
    if (gaps := _UNDERSCORES.findall(item.question)) != [GAP]:
        return refused("gap_mismatch", "gaps", count=len(gaps), gap=GAP)
    if occurs(item.question.replace(GAP, item.answer), item.proof.quote):
        return None
    return refused("gap_mismatch", "gap_filled")
