"""What one wrong answer shows by itself: another concept that was chosen, or how nearly right it is. Pure.

mistaken_for   conceptual   what was chosen, joined or typed is another concept
sign           careless     the number is right but for its sign
scale, unit    procedural   the number is right but for its scale, or stands with another unit
number, order  procedural   another number, another order
swap           careless     of four steps or more, two neighbours have changed places
spelling       careless     typed with one slip more than is forgiven
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from rapidfuzz.distance import OSA

from contracts.answers import chosen, paired
from contracts.items import Cloze, Item, Matching, MultipleChoice, Numeric, Ordering, TrueFalse
from services.evaluator.items import typed
from services.evaluator.items.questions import quotations
from services.text.number_words import begins_in_words
from services.text.numbers import readings
from services.text.units import scale_of
from services.text.words import bare, fold, occurs

Kind = Literal["conceptual", "procedural", "careless"]
_SLACK = 1e-9
_POWERS = [10.0**power for power in range(-9, 10) if power]
_LEAST_STEPS = 4
_LEAST_LETTERS = 5
_MOST_TERM_WORDS = 6


@dataclass(frozen=True)
class Sign:
    """`name` as above; `other`: the concept that was taken for the item's own, where it is known, and `page`, where the
    text tells of it."""

    kind: Kind
    name: str
    other: str = ""
    page: int | None = None


def sign_of(item: Item, raw: str, places: Mapping[str, int], known: Collection[str]) -> Sign | None:
    """None: the answer shows nothing but that it is wrong. `places`: the page of each concept of the quiz; `known`: the
    quiz's words, as `typed.words` has them."""
    match item:
        case MultipleChoice():
            return _option(item, raw, places)
        case TrueFalse():
            return _statement(item, raw, places)
        case Matching():
            return _pair(item, paired(raw))
        case Ordering():
            return _order(item.answer, chosen(raw))
        case Cloze():
            return _word(item, raw, places, known)
        case Numeric():
            return _number(item, raw)
        case _:
            return None


def _option(item: MultipleChoice, raw: str, places: Mapping[str, int]) -> Sign | None:
    option = next((option for option in item.options if option.option_id == raw), None)
    if option is None:
        return None
    why = next((why for why in item.explanations if why.option_id == raw), None)
    page = why.proof.source_page if why and why.proof else None
    if bare(item.answer_text) == bare(item.concept):
        return _taken(option.text, page, places)
    # An option that is said of another term: its explanation names this first.
    named = next(iter(quotations(why.sentence)), "") if why else ""
    about = [other for other in places if why and bare(other) != bare(item.concept) and occurs(other, why.sentence)]
    for other in (option.text, named, *about):
        if bare(other) in map(bare, places) and bare(other) != bare(item.concept):
            return _taken(other, page, places)
    is_term = named and bare(named) not in (bare(option.text), bare(item.concept))
    return _taken(named, page, places) if is_term and len(named.split()) <= _MOST_TERM_WORDS else None


def _statement(item: TrueFalse, raw: str, places: Mapping[str, int]) -> Sign | None:
    """A false statement that was taken for true, with another concept in it."""
    if item.answer != "false" or raw != "true" or bare(item.wrong) == bare(item.concept):
        return None
    if bare(item.right) == bare(item.concept) or bare(item.wrong) in map(bare, places):
        return _taken(item.wrong, None, places)
    return None


def _pair(item: Matching, pairs: Mapping[str, str]) -> Sign | None:
    """A prompt that was joined with what belongs to another."""
    prompts = {prompt.option_id: prompt.text for prompt in item.prompts}
    owner = {option: prompt for prompt, option in item.answer.items()}
    swapped = [(p, owner[o]) for p, o in pairs.items() if p in prompts and o in owner and owner[o] != p]
    if not swapped:
        return None
    pages = {why.option_id: why.proof.source_page for why in item.explanations if why.proof}
    for prompt, other in swapped:
        for one, taken in ((prompt, other), (other, prompt)):
            if bare(prompts[one]) == bare(item.concept):
                return Sign("conceptual", "mistaken_for", prompts[taken], pages.get(taken))
    return Sign("conceptual", "mistaken_for", "", None)


def _order(keys: list[str], given: list[str]) -> Sign:
    apart = [place for place, (key, said) in enumerate(zip(keys, given, strict=False)) if key != said]
    swapped = sorted(given) == sorted(keys) and len(apart) == 2 and apart[1] == apart[0] + 1
    if swapped and len(keys) >= _LEAST_STEPS:
        return Sign("careless", "swap")
    return Sign("procedural", "order")


def _word(item: Cloze, raw: str, places: Mapping[str, int], known: Collection[str]) -> Sign | None:
    for other in places:
        if bare(other) != bare(item.concept) and typed.same(raw, other, quote=item.proof.quote, known=known):
            return _taken(other, None, places)
    said = fold(raw)
    near = min(OSA.distance(said, fold(key)) - _forgiven(key) for key in (item.answer, *item.accepted))
    other_words = typed.words([raw]) - typed.words([item.answer, *item.accepted])
    is_word = any(char.isdigit() for char in said) or not other_words.isdisjoint(known)
    long = len(fold(item.answer)) >= _LEAST_LETTERS
    return Sign("careless", "spelling") if near <= 1 and long and not is_word else None


def _forgiven(key: str) -> int:
    return 1 if len(fold(key)) < 10 else 2


def _number(item: Numeric, raw: str) -> Sign:
    values = [value for value, _ in readings(raw) or begins_in_words(raw, "")]
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


def _near(value: float, right: float) -> bool:
    return abs(value - right) <= _SLACK * max(abs(value), abs(right), 1e-30)


def _taken(other: str, page: int | None, places: Mapping[str, int]) -> Sign:
    found = next((place for name, place in places.items() if bare(name) == bare(other)), None)
    return Sign("conceptual", "mistaken_for", other, found or page)
