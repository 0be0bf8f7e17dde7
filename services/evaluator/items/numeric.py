"""Rules on numbers to be typed: the text has the number, it means the value, in that unit, and the question is silent.

"4.5 million years" may be 4.5 in million years or 4,500,000 in years, and nothing else.
"""

import math
import re
from collections.abc import Iterator

from contracts.items import Numeric
from contracts.quizzes import Refusal
from services.evaluator.items.options import answer_leaked
from services.text.number_words import said_in_words, values_in
from services.text.numbers import readings
from services.text.words import fold, inflected, stems_of

_PER_CENT = frozenset(["%", "percent", "per cent", "pct", "prosent", "prosentpoeng", "prozent", "procent"])
_WIDEST = 0.25
_BETWEEN = 5
_BEFORE = 12
_LETTERS = re.compile(r"[^\W\d_]+")
_COMMA = re.compile(r"[^\d]*\d{1,3}(?:,\d{3})+(?![\d.,])")
_POINT = re.compile(r"[^\d]*\d{1,3}\.\d{3}(?![\d.,])")
_POINTS = re.compile(r"[^\d]*\d{1,3}(?:\.\d{3})+(?![\d.,])")
_DECIMALS = re.compile(r"[^\d]*\d{1,3},\d{3}(?![\d.,])")
_DECIMAL_COMMA = frozenset(["no", "nb", "nn", "de", "fr", "es", "it", "nl", "da", "sv", "fi", "pt"])


def faults(item: Numeric, language: str) -> list[Refusal | None]:
    """All that is wrong with a number."""
    at = next(_places(item), None)
    if at is None:
        return [
            Refusal(code="answer_not_in_quote", sentence=f"The number “{item.answer}” does not stand in the quote."),
            _told(item, language),
        ]
    return [_misread(item, language), _loose(item), _unit_wrong(item, language), _told(item, language)]


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
        return Refusal(code="number_misread", sentence=f"“{item.answer}” cannot be read as a number.")
    said = f"{min(values):g}"
    return Refusal(
        code="number_misread",
        sentence=f"The text's “{item.answer}” means {said}, but the item's value is {item.value:g}.",
    )


def _loose(item: Numeric) -> Refusal | None:
    """What is taken for right lies near the value: a quarter of it at most."""
    most = _WIDEST * (abs(item.value) or 1.0)
    if item.tolerance <= most:
        return None
    return Refusal(
        code="tolerance_too_wide",
        sentence=f"A tolerance of {item.tolerance:g} takes almost any number for right; {most:g} is the most here.",
    )


def _values(item: Numeric, at: int, language: str) -> list[float]:
    quote = item.proof.quote
    alone = readings(item.answer) or [(value, "") for value in said_in_words(item.answer, language)]
    if not alone:
        return []
    full = readings(quote[at:]) or alone
    scaled = {value for value, _ in full} != {value for value, _ in readings(item.answer)}
    # The scale may be written into the unit ("million years").
    own = readings(f"1 {item.unit}")
    in_unit = bool(own) and own[0][0] != 1
    found = alone if in_unit or not scaled else full
    values = _likely([value for value, _ in found], item.answer, language)
    before = quote[:at].rstrip()
    is_minus = before[-1:] in ("-", "−") and at == len(before) and not before[-2:-1].strip()
    return [-abs(value) for value in values] if is_minus else values


def _likely(values: list[float], answer: str, language: str) -> list[float]:
    """English parts thousands with a comma and decimals with a point, its neighbours the other way round; of other
    languages either is taken."""
    tongue = language.lower().replace("_", "-").split("-")[0]
    if len(values) > 1 and (tongue == "en" or tongue in _DECIMAL_COMMA):
        if (_COMMA if tongue == "en" else _POINTS).match(answer):
            return [max(values, key=abs)]
        if (_POINT if tongue == "en" else _DECIMALS).match(answer):
            return [min(values, key=abs)]
    return values


def _unit_wrong(item: Numeric, language: str) -> Refusal | None:
    """The unit stands in the quote, by its number; a list of numbers may share one unit."""
    if not item.unit or any(_has_unit(item, at, language) for at in _places(item)):
        return None
    return Refusal(
        code="unit_wrong", sentence=f"In the quote, “{item.unit}” does not stand by the number {item.answer}."
    )


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
