"""What a draft's shape says: which type of item it becomes, its right answer in words, its options in their order.

Pure. Options stand alphabetically, or by size where all are numbers: so their place tells nothing of the key.
"""

import re
from collections.abc import Iterable
from typing import Literal

from contracts.items import ItemType
from services.coach.drafts.draft import Card, Choice, Gap, Number, OneOf, Open, Pairs, Shape, SomeOf, Statement, Steps

Kind = ItemType | Literal["flashcard"]
_KINDS: dict[type, Kind] = {
    OneOf: "multiple_choice",
    SomeOf: "multiple_answer",
    Statement: "true_false",
    Gap: "cloze",
    Number: "numeric",
    Pairs: "matching",
    Steps: "ordering",
    Open: "short_answer",
    Card: "flashcard",
}
_NUMBER = re.compile(r"([-−+]?)(\d+(?:[.,\s]\d+)*)\s*(?:%|[^\W\d]+\.?)?")
_TRUTHS = {
    "da": ("Sandt", "Falsk"),
    "de": ("Richtig", "Falsch"),
    "es": ("Verdadero", "Falso"),
    "fi": ("Totta", "Tarua"),
    "fr": ("Vrai", "Faux"),
    "it": ("Vero", "Falso"),
    "nl": ("Waar", "Onwaar"),
    "no": ("Sant", "Usant"),
    "pt": ("Verdadeiro", "Falso"),
    "ru": ("Верно", "Неверно"),
    "sv": ("Sant", "Falskt"),
}


def kind_of(shape: Shape) -> Kind:
    """The `type` of its item, or that it is a card."""
    return _KINDS[type(shape)]


def truths(language: str) -> tuple[str, str]:
    """The words for true and false; English where a language is not known here."""
    return _TRUTHS.get({"nb": "no", "nn": "no"}.get(language, language), ("True", "False"))


def said_by(shape: Shape, language: str = "") -> str:
    """The right answer in words, as the item's `answer_text` will have it."""
    match shape:
        case OneOf():
            return shape.key.text
        case SomeOf():
            return "; ".join(key.text for key in in_order(shape.keys))
        case Statement():
            return truths(language)[bool(shape.wrong)]
        case Number():
            return f"{shape.answer} {shape.unit}".strip()
        case Pairs():
            return "; ".join(f"{prompt.text}: {option}" for prompt, option in shape.pairs)
        case Steps():
            return " → ".join(step.text for step in shape.steps)
        case Gap() | Open() | Card():
            return shape.answer


def in_order(choices: Iterable[Choice]) -> list[Choice]:
    """Alphabetically without regard to case, or by size where all are numbers."""
    each = list(choices)
    values = [_value(choice.text) for choice in each]
    if all(value is not None for value in values):
        return [
            choice for _, choice in sorted(zip(values, each, strict=True), key=lambda pair: (pair[0], pair[1].text))
        ]
    return sorted(each, key=lambda choice: (choice.text.casefold(), choice.text))


def turned(choices: Iterable[Choice], right: Iterable[str]) -> list[Choice]:
    """In order; where that is the right order already, the first goes last, since nothing would be left to do."""
    ordered = in_order(choices)
    if [choice.text for choice in ordered] == list(right):
        return [*ordered[1:], ordered[0]]
    return ordered


def _value(text: str) -> float | None:
    """The number that a text is, with at most a unit behind it; None: it is none."""
    found = _NUMBER.fullmatch(text.strip())
    if not found:
        return None
    sign, digits = found.groups()
    digits = "".join(digits.split())
    marks = [mark for mark in digits if mark in ".,"]
    if marks:
        whole, _, rest = digits.rpartition(marks[-1])
        # A mark before exactly three digits parts thousands; before any other number of them it is the decimal one.
        thousands = len(rest) == 3 and len(set(marks)) == 1 and whole.strip("0") != ""
        digits = re.sub("[.,]", "", whole) + ("" if thousands else ".") + rest
    return float(digits) * (-1 if sign in ("-", "−") and sign else 1)
