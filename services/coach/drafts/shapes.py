"""The order in which options are shown.

Pure. Options stand alphabetically, or by size where all are numbers: so their place tells nothing of the key.
"""

from collections.abc import Iterable

from services.coach.drafts.draft import Choice
from services.text.quantities.numbers import readings


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
    """The number that a text is, with at most a unit of one word behind it; None: it is none.

    A mark before exactly three digits parts thousands here, whatever the language: the options are written alike.
    """
    found = [value for value, unit in readings(text) if len(unit.split()) <= 1]
    return max(found, key=abs) if found else None
