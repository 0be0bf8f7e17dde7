"""Quotation marks within quotation marks: what is quoted has inner ones where it would have the outer ones. Pure.

Each mark takes the place of one, so a place in what is quoted is the same place as before.
"""

import re

_PAIRS = re.compile(r"“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»]*«|\"[^\"]*\"")
_MARKS = str.maketrans(dict.fromkeys("“”„«»‘’‚‹›'", '"'))


def nested(text: str, outer: str, inner: str) -> str:
    """What is to be quoted by `outer` (two marks: opening, closing), with `inner` ones for all pairs that it has, if
    one of its marks is an outer one; else as it is."""
    if not any(mark in text for mark in outer):
        return text
    text = _PAIRS.sub(lambda pair: f"{inner[0]}{pair[0][1:-1]}{inner[1]}", text)
    return text.translate(str.maketrans(outer, inner))


def alike(text: str) -> str:
    """With one mark for all quotation marks, so that a quote is found wherever it is told; as long as before."""
    return text.translate(_MARKS)
