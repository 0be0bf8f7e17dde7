"""Which lines are a formula set by itself: signs and letters of formula fonts, and hardly a word. Pure."""

import re
from collections.abc import Sequence

from services.reader.pages import Line

_SIGN = re.compile("[=<>+±×÷∓∕∗∘∙√∝∞∧-∳∼-≿⊂-⋿←-⇿∀-∑−⟨⟩|^]")
_NEUTRAL = re.compile(r"[\s\d()\[\]{}.,;:/]+")
_WORD = re.compile(r"[^\W\d_]{4,}")
_LEAST_SHARE, _MOST_WORDS = 0.6, 1


def is_formula(line: Line) -> bool:
    """Whether a line holds a formula and nothing else; its number in brackets may stand at its end."""
    if not any(run.math for run in line.runs) or line.mono or not any(c.isalpha() for c in line.text):
        return False
    quantities = sum(len(_NEUTRAL.sub("", run.text)) for run in line.runs if run.math)
    rest = "".join(run.text if not run.math else " " for run in line.runs)
    signs = len(_SIGN.findall(rest))
    others = len(_NEUTRAL.sub("", rest)) - signs
    if len(_WORD.findall(rest)) > _MOST_WORDS or not (signs or _SIGN.search(line.text)):
        return False
    return quantities + signs >= _LEAST_SHARE * (quantities + signs + max(0, others))


def is_display(paragraph: Sequence[Line]) -> bool:
    """Whether most of a paragraph's text is formulas set by themselves."""
    length = sum(len(line.text) for line in paragraph)
    return sum(len(line.text) for line in paragraph if is_formula(line)) * 2 > length
