"""Letters of any script as the Evaluator must know them: what is one word, what is joined, what may be left out."""

import re
import unicodedata

# Thai, Lao, Burmese, Khmer; Han and kana. Their words stand without blanks, so each sign counts for itself.
TOGETHER = (
    "\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u109d\u1780-\u17d3"
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af"
)
_together = re.compile(f"[{TOGETHER}]")
# Vowel signs and the like belong to the letter before them; joiners stand within Persian and Indic words.
MARKS = "\u200c\u200d" + "".join(
    re.escape(char)
    for char in map(chr, range(0x300, 0x2000))
    if unicodedata.category(char)[0] == "M" and not _together.match(char)
)
ALL_MARKS = "\u200c\u200d" + "".join(
    re.escape(char) for char in map(chr, range(0x300, 0x2000)) if unicodedata.category(char)[0] == "M"
)
_LETTER = rf"[^\W_{TOGETHER}]"
WORD = re.compile(rf"{_LETTER}+(?:[{MARKS}]+{_LETTER}*)*|[{TOGETHER}]")
# Scripts in which a mark over a letter is an accent, or a vowel that is seldom written.
_ACCENTED = re.compile("[A-Za-z\u00c0-\u058f\u0590-\u06ff\u0750-\u077f\u1e00-\u1fff]")
# Alphabets with vowels, where one letter more or less is mostly a slip of the fingers.
_SLIPPING = re.compile("[A-Za-z\u00c0-\u052f\u1e00-\u1fff]")
_ARABIC = str.maketrans(
    {"ـ": None, "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ہ": "ه", "\u200c": None, "ٱ": "ا", "ؤ": "و", "ئ": "ي"}
)


def is_together(text: str) -> bool:
    """Whether a script without blanks between words stands anywhere in it."""
    return bool(_together.search(text))


def is_joined(left: str, right: str) -> bool:
    """Whether two characters side by side belong to one word."""
    if any(_together.match(char) or "\uac00" <= char <= "\ud7a3" for char in left + right):
        return False
    return all(unicodedata.category(char)[0] in "LNM" for char in left + right)


def plain(folded: str) -> str:
    """Without what writers of a script leave out or mix up: accents, Arabic vowel signs, tatweel, forms of alef.

    Digits of any script become ours.
    """
    bare: list[str] = []
    for char in unicodedata.normalize("NFKD", folded.translate(_ARABIC)):
        if unicodedata.category(char) == "Mn" and bare and _ACCENTED.match(bare[-1]):
            continue
        bare.append(str(unicodedata.digit(char)) if char.isdecimal() else char)
    return unicodedata.normalize("NFC", "".join(bare))


def may_slip(word: str) -> bool:
    """Whether one letter more or less in it may be a slip of the fingers, and not another word."""
    return all(_SLIPPING.match(char) for char in word)
