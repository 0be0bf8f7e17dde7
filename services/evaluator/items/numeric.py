"""A number to be typed. Right is what lies within its tolerance, without a unit, with the right one or turned into it.

The text has the number, it means the value, in that unit, and the question is silent. "4.5 million years" may be 4.5 in
million years or 4,500,000 in years, and nothing else.
"""

import math
import re
from collections.abc import Collection, Iterator, Mapping

from contracts.documents import Block
from contracts.items import Numeric
from contracts.message import Phrase
from contracts.quizzes import Refusal
from services.evaluator.items import typed
from services.evaluator.items.hints import said
from services.evaluator.items.questions import GAP
from services.evaluator.items.refusals import refused
from services.evaluator.items.replies import bare_answer
from services.evaluator.items.rules import Rules
from services.evaluator.items.shared_rules import answer_leaked, is_long
from services.evaluator.items.signs import Sign
from services.text.quantities.numbers import begins_in_words, knows_mark, readings, said_in_words, scale_of, values_in
from services.text.quantities.units import in_unit
from services.text.words import bare, fold, inflected, stems_of

_PER_CENT = frozenset(["%", "percent", "per cent", "pct", "prosent", "prosentpoeng", "prozent", "procent"])
_WIDEST = 0.25
_BETWEEN = 5
_BEFORE = 12
_FIGURES = re.compile(r"\d+(?:[.,]\d+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_SLACK = 1e-9
_POWERS = [10.0**power for power in range(-9, 10) if power]
# Who names two numbers has told none.
_OR = frozenset(["or", "to", "and", "eller", "til", "og", "oder", "bis", "und"])


class NumericRules(Rules[Numeric]):
    """Typed: a slip in a digit, the unit or the scale. Hardly a number is hit by chance."""

    made_by = "rule:number:v1"
    slip = 0.12
    how_to_answer = "the number, as the quotes have it or as computed from them"

    def faults(self, item: Numeric, blocks: dict[str, Block], language: str) -> list[Refusal | None]:
        if next(_places(item), None) is None:
            nowhere = refused("answer_not_in_quote", "number_not_in_quote", answer=item.answer)
            return [nowhere, _told(item, language)]
        return [_misread(item, language), _loose(item), _unit_wrong(item, language), _told(item, language)]

    def at_answers_place(self, item: Numeric) -> tuple[tuple[str, ...], bool]:
        return (item.answer, item.answer_text), True

    def is_sentence(self, item: Numeric) -> bool:
        return GAP in item.question

    def credit(self, item: Numeric, raw: str, known: Collection[str], language: str) -> float:
        return float(_is_number(item, raw, known, language))

    def guess(self, item: Numeric) -> float:
        return 0.03

    def keys_in_words(self, item: Numeric) -> list[str]:
        return [f"{item.answer} {item.unit}".strip()]

    def may_be_equal(self, item: Numeric, raw: str, places: Mapping[str, int], known: Collection[str]) -> bool:
        """Words that are no number here ("a score"), or one number with a unit that is not known here."""
        if is_long(raw) or len(_FIGURES.findall(raw)) > 1:
            return False
        units = [unit for _, unit in readings(raw) or begins_in_words(raw, "")]
        return all(
            unit and in_unit(unit, item.unit) is None and not _same_words(unit, item.unit, item, known)
            for unit in units
        )

    def sign(self, item: Numeric, raw: str, places: Mapping[str, int], known: Collection[str]) -> Sign | None:
        """The right number with another unit, sign or scale, or another number; None where none was given."""
        values = [value for value, _ in readings(raw) or begins_in_words(raw, "")]
        if not values:
            return None
        scale, _ = scale_of(item.unit)
        for right in (item.value, item.value * scale):
            for value in values:
                if _near(value, right):
                    return Sign("procedural", "unit")
                if right and _near(value, -right):
                    return Sign("careless", "sign")
                if right and any(_near(value, right * power) for power in _POWERS):
                    return Sign("procedural", "scale")
        return Sign("procedural", "number")

    def read(self, item: Numeric, reply: str) -> str:
        return bare_answer(reply).rstrip(".! ")

    def secrets(self, item: Numeric) -> list[str]:
        return [item.answer]

    def hint(self, item: Numeric, raw: str, tried: Collection[str], language: str) -> Phrase:
        digits = len(str(int(abs(item.value))))
        form = "below" if abs(item.value) < 1 else "digit" if digits == 1 else "digits"
        return said(form, digits=digits)


def _is_number(item: Numeric, answer: str, known: Collection[str], language: str) -> bool:
    """Within the tolerance, in figures or in words; a scale may be typed with the number or stand in the unit."""
    scale, scaled = scale_of(item.unit, language)
    for value, unit in readings(answer, language) or begins_in_words(answer, language):
        for factor, its_unit in ((1.0, item.unit), (scale, scaled)):
            right, slack = item.value * factor, _SLACK * max(1.0, abs(item.value * factor))
            other = in_unit(unit, its_unit)  # 12.3 m are 12,300 mm
            near = abs(value * (1.0 if other is None else other) - right) <= item.tolerance * factor + slack
            if near and (other is not None or _is_unit(unit, its_unit, item, known)):
                return True
    # As the text writes it is always right: a number that we read otherwise.
    return bare(answer) in (bare(item.answer), bare(item.answer_text))


def _is_unit(unit: str, wanted: str, item: Numeric, known: Collection[str]) -> bool:
    """None was typed; or the one that is wanted, in any number; or where the item has none, words that its quote has,
    but no second number."""
    said = fold(unit)
    if not said:
        return True
    if item.unit:
        return said == fold(wanted) or _same_words(unit, wanted, item, known)
    words, quoted = said.split(), fold(item.proof.quote).split()
    return words[0] in quoted and words[0] not in _OR and not any(char.isdigit() for char in said)


def _same_words(unit: str, wanted: str, item: Numeric, known: Collection[str]) -> bool:
    return bool(wanted) and typed.same(unit, wanted, quote=item.proof.quote, known=known)


def _near(value: float, right: float) -> bool:
    return abs(value - right) <= _SLACK * max(abs(value), abs(right), 1e-30)


def _places(item: Numeric) -> Iterator[int]:
    """Where the number stands in the quote and is not a part of a longer one; the place that is named first."""
    quote, answer = item.proof.quote, item.answer
    edges = (r"(?<![\d])(?<!\d[.,:/])", r"(?![.,:/]?\d)") if answer[-1:].isdigit() else (r"(?<!\w)", r"(?!\w)")
    found = [each.start() for each in re.finditer(edges[0] + re.escape(answer) + edges[1], quote, re.IGNORECASE)]
    named = -1 if item.proof.answer_start is None else item.proof.answer_start - item.proof.start
    yield from sorted(found, key=lambda at: at != named)


def _misread(item: Numeric, language: str) -> Refusal | None:
    """`value` is what the number in the quote means, with the words behind it that belong to it (million)."""
    values = {value for at in _places(item) for value in _values(item, at, language)}
    if any(math.isclose(item.value, value, rel_tol=1e-9, abs_tol=1e-12) for value in values):
        return None
    if not values:
        return refused("number_misread", "no_number", answer=item.answer)
    means, value = f"{min(values):g}", f"{item.value:g}"
    return refused("number_misread", "misread", answer=item.answer, means=means, value=value)


def _loose(item: Numeric) -> Refusal | None:
    """What is taken for right lies near the value: a quarter of it at most."""
    most = _WIDEST * (abs(item.value) or 1.0)
    if item.tolerance <= most:
        return None
    return refused("tolerance_too_wide", "too_wide", tolerance=f"{item.tolerance:g}", most=f"{most:g}")


def _values(item: Numeric, at: int, language: str) -> list[float]:
    quote = item.proof.quote
    alone = readings(item.answer, language) or [(value, "") for value in said_in_words(item.answer, language)]
    if not alone:
        return []
    # The scale may be written into the unit ("million years").
    in_unit = scale_of(item.unit, language)[0] != 1
    found = alone if in_unit else readings(quote[at:], language) or alone
    values = [value for value, _ in found]
    if knows_mark(language):
        values = values[:1]
    before = quote[:at].rstrip()
    is_minus = before[-1:] in ("-", "−") and at == len(before) and not before[-2:-1].strip()
    return [-abs(value) for value in values] if is_minus else values


def _unit_wrong(item: Numeric, language: str) -> Refusal | None:
    """The unit stands in the quote, by its number; a list of numbers may share one unit."""
    if not item.unit or any(_has_unit(item, at, language) for at in _places(item)):
        return None
    return refused("unit_wrong", "unit_elsewhere", unit=item.unit, answer=item.answer)


def _has_unit(item: Numeric, at: int, language: str) -> bool:
    unit, quote = fold(item.unit), fold(item.proof.quote)
    start = quote.find(fold(item.answer), max(0, at - 3))
    behind = quote[start + len(fold(item.answer)) :] if start >= 0 else quote
    names = _PER_CENT if unit in _PER_CENT else {unit}
    for name in names:
        whole = re.compile(rf"(?<![^\W\d_]){re.escape(name)}(?![^\W\d_])")
        if whole.search(quote[max(0, start - _BEFORE - len(name)) : max(0, start)]):
            return True
        found = whole.search(behind)
        if found and len(_LETTERS.findall(behind[: found.start()])) <= _BETWEEN:
            return True
    words = " ".join(_LETTERS.findall(behind)[: _BETWEEN + len(stems_of(unit, language))])
    return inflected(unit, words, language)


def _told(item: Numeric, language: str) -> Refusal | None:
    """No number in the question equals the answer."""
    if any(
        math.isclose(item.value, value, rel_tol=1e-9, abs_tol=1e-12) for value in values_in(item.question, language)
    ):
        return answer_leaked()
    return None
