"""The order in which options are shown, and the words for true and false.

Pure. Options stand alphabetically, or by size where all are numbers: so their place tells nothing of the key.
"""

import re
from collections.abc import Iterable

from services.coach.drafts.draft import Choice

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


def truths(language: str) -> tuple[str, str]:
    """The words for true and false; English where a language is not known here."""
    return _TRUTHS.get({"nb": "no", "nn": "no"}.get(language, language), ("True", "False"))


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
