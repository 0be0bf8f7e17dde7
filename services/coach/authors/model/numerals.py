"""What a number in a text means: by the offline author's reading, with "million", where the language has a table there;
else by the language's decimal mark. Pure."""

import math
import re

from services.coach.facts.numerals import numerals_in

_NUMBER = re.compile(r"(?P<sign>[-−+]?)(?P<digits>\d+(?:[  .,]\d+)*)")
_DECIMAL_COMMA = frozenset({"no", "de", "fr", "es", "it", "nl", "da", "sv", "fi", "pt"})


def value_of(text: str, language: str) -> float | None:
    """The value of a number as it is written in a language; None: it is not one."""
    plain = text.strip().removesuffix("%").rstrip()
    for numeral in numerals_in(plain, language):
        if (numeral.start, numeral.end) == (0, len(plain)):
            return numeral.value if math.isfinite(numeral.value) else None
    found = _NUMBER.fullmatch(plain)
    if found is None:
        return None
    mark, groups = (",", r"[  .]") if language in _DECIMAL_COMMA else (".", r"[  ,]")
    whole, _, decimals = found["digits"].partition(mark)
    if (
        mark in decimals
        or (decimals and not decimals.isdigit())
        or not re.fullmatch(rf"\d+(?:{groups}\d{{3}})*", whole)
    ):
        return None
    value = float(f"{re.sub(groups, '', whole)}.{decimals or 0}")
    if not math.isfinite(value):
        return None
    return -value if found["sign"] in ("-", "−") else value
