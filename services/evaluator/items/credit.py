"""What a raw answer earns, by the type of its item: from 0 to 1, or None where only a person can tell. Pure.

multiple_choice, true_false   the key's id, or nothing
multiple_answer               keys chosen less others chosen, as a share of the keys; not under 0
matching                      the share of prompts joined rightly
ordering                      pairs in the right order less pairs in the wrong one, as a share of all; not under 0
cloze                         the words, with the slips that `typed.py` forgives
numeric                       the number within its tolerance, without a unit, with the right one or turned into it
short_answer                  1 where it surely holds the key points, else None
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from contracts.answers import chosen, paired
from contracts.items import (
    Cloze,
    Item,
    Matching,
    MultipleAnswer,
    MultipleChoice,
    Numeric,
    Ordering,
    ShortAnswer,
    TrueFalse,
)
from services.evaluator.items import open_answer, typed
from services.text.number_words import begins_in_words
from services.text.numbers import readings
from services.text.units import in_unit, scale_of
from services.text.words import bare, fold

_SLACK = 1e-9
# Who names two numbers has told none.
_OR = frozenset(["or", "to", "and", "eller", "til", "og", "oder", "bis", "und"])


def credit(item: Item, answer: str | None, known: Collection[str] = (), language: str = "") -> float | None:
    """None or blank, a skipped item, earns 0. `known` as for `typed.same`; `language` is the document's."""
    if answer is None or not answer.strip():
        return 0.0
    match item:
        case MultipleChoice() | TrueFalse():
            return float(answer == item.answer)
        case MultipleAnswer():
            return _some_of(item.answer, chosen(answer))
        case Matching():
            return _joined(item.answer, paired(answer))
        case Ordering():
            return _in_order(item.answer, chosen(answer))
        case Cloze():
            keys = (item.answer, *item.accepted)
            return float(any(typed.same(answer, key, quote=item.proof.quote, known=known) for key in keys))
        case Numeric():
            return float(_is_number(item, answer, known, language))
        case ShortAnswer():
            return 1.0 if open_answer.holds(item, answer, language) else None


def _some_of(keys: Sequence[str], picked: Sequence[str]) -> float:
    right, all_picked = set(keys) & set(picked), set(picked)
    return max(0.0, (len(right) - len(all_picked - right)) / len(keys))


def _joined(keys: Mapping[str, str], pairs: Mapping[str, str]) -> float:
    """An option that is joined with several prompts is right for one at most: it was not told apart."""
    used = list(pairs.values())
    right = sum(pairs.get(prompt) == option and used.count(option) == 1 for prompt, option in keys.items())
    return right / len(keys)


def _in_order(keys: Sequence[str], given: Sequence[str]) -> float:
    if len(set(given)) != len(given):
        return 0.0
    place = {option: n for n, option in enumerate(given)}
    pairs = list(combinations(keys, 2))
    told = [place[a] < place[b] for a, b in pairs if a in place and b in place]
    return max(0.0, (2 * sum(told) - len(told)) / len(pairs))


def _is_number(item: Numeric, answer: str, known: Collection[str], language: str) -> bool:
    """Within the tolerance, in figures or in words; a scale may be typed with the number or stand in the unit."""
    scale, scaled = scale_of(item.unit)
    for value, unit in readings(answer) or begins_in_words(answer, language):
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
