"""Letters of any script as the Coach must know them: what is one word, what knows no blanks, what ends a sentence."""

import re
import unicodedata

# Thai, Lao, Burmese, Khmer; Han and kana. Their words stand without blanks, so each sign counts for itself.
_SE_ASIA = "\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u109d\u1780-\u17d3"
_CJK = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af"
)
TOGETHER = _CJK + _SE_ASIA
_together = re.compile(f"[{TOGETHER}]")
# Vowel signs and the like belong to the letter before them; joiners stand within Persian and Indic words.
_MARKS = "\u200c\u200d" + "".join(
    re.escape(char)
    for char in map(chr, range(0x300, 0x2000))
    if unicodedata.category(char)[0] == "M" and not _together.match(char)
)
_LETTER = rf"[^\W_{TOGETHER}]"
WORD = re.compile(rf"{_LETTER}+(?:[{_MARKS}]+{_LETTER}*)*|[{TOGETHER}]")
ENDS = "。！？｡؟۔।॥"
"""Full stops that need no blank after them."""
CLOSERS = '"”’»)]」』）》'
_CJK_LETTERS, _SE_ASIAN_LETTERS = re.compile(f"[{_CJK}]"), re.compile(f"[{_SE_ASIA}]")
_A_WORD_CJK, _A_WORD_SE_ASIA = 2, 4


def is_together(char: str) -> bool:
    """Whether a character is of a script without blanks between words."""
    return bool(_together.match(char))


def is_lettered(char: str) -> bool:
    """Whether a character is a letter, or a mark that belongs to one."""
    return char.isalpha() or unicodedata.category(char)[0] == "M"


def is_joined(left: str, right: str) -> bool:
    """Whether the character before and the one after stand within one word."""
    if not left or not right or is_together(left) or is_together(right):
        return False
    return all(char.isalnum() or unicodedata.category(char)[0] == "M" for char in (left, right))


def has_no_case(char: str) -> bool:
    """Whether it is a letter of a script without capitals."""
    return char.isalpha() and char.lower() == char.upper()


def length_of(text: str) -> int:
    """How many words a text has; of scripts without blanks, about."""
    cjk, se_asian = len(_CJK_LETTERS.findall(text)), len(_SE_ASIAN_LETTERS.findall(text))
    if not cjk and not se_asian:
        return len(text.split())
    rest = sum(any(c.isalnum() for c in word) for word in _together.sub(" ", text).split())
    return rest + cjk // _A_WORD_CJK + se_asian // _A_WORD_SE_ASIA
