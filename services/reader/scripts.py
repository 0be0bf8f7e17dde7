"""Which way a text runs, and whether its words are parted by blanks: what a page's layout must know of scripts."""

import re

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff00-\uffef\U00020000-\U000323af]"
)


def right_to_left(text: str) -> int:
    """How many of its letters run from right to left."""
    return sum(char.isalpha() for char in RIGHT_TO_LEFT.findall(text))


def unspaced(text: str) -> bool:
    """Whether it holds a letter or sign of a script that parts no words by blanks: Han, kana, Thai, Khmer, ..."""
    return bool(_UNSPACED.search(text))
