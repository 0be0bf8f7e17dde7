"""Signs and the words that they are read as: "-" and minus, "%" and percent. Pure."""

import re

from services.text.words import fold

_READ_AS = {
    "-": "minus",
    "+": "plus pluss",
    "±": "plus-minus plus-or-minus pluss-minus pluss-eller-minus plus-oder-minus",
    "×": "times multiplied-by ganger ganget-med mal multipliziert-mit",
    "÷": "divided-by delt-på geteilt-durch",
    "=": "equals is-equal-to er-lik gleich ist-gleich",
    "<": "less-than smaller-than mindre-enn kleiner-als",
    ">": "greater-than more-than larger-than større-enn größer-als grösser-als",
    "%": "percent per-cent pct prosent prozent",
    "°": "degree degrees grad grader",
    "&": "and og und",
    "√": "square-root-of the-square-root-of kvadratroten-av wurzel-aus",
    "π": "pi",
}
_SIGNS = {fold(words.replace("-", " ")): sign for sign, line in _READ_AS.items() for words in line.split()}
_WRITTEN = str.maketrans({"−": "-", "–": "-", "·": "×", "*": "×", "∗": "×"})
_WORDS = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(_SIGNS, key=len, reverse=True)))})\b")
_AROUND = re.compile(rf"\s*([{re.escape(''.join(_READ_AS))}])\s*")


def same_signs(one: str, other: str) -> bool:
    """Whether both are the same but that a sign stands in one where the other has its word."""
    left, right = _in_signs(one), _in_signs(other)
    return left == right and bool(_AROUND.search(left))


def _in_signs(text: str) -> str:
    """With signs for all words that have one, and no blanks around them."""
    said = _WORDS.sub(lambda found: _SIGNS[found.group()], fold(text.translate(_WRITTEN)))
    return _AROUND.sub(r"\1", said)
