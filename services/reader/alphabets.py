"""Scripts: in which letters a text is written, and where its words are; runs without blanks stay whole here."""

import re
import unicodedata
from collections.abc import Iterator

from services.text.alphabets import TOGETHER, is_together


def _class(kinds: str, first: int, last: int) -> str:
    """The inside of a character class: all characters of a range whose category begins with one of `kinds`."""
    return "".join(
        re.escape(char) for char in map(chr, range(first, last + 1)) if unicodedata.category(char)[0] in kinds
    )


_JOINABLE = "\u0620-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\ufb50-\ufdfb\ufe70-\ufefc"
_joinable = re.compile(f"[{_JOINABLE}]")
LOOSE_JOINERS = re.compile(f"[\u200c\u200d]+(?![{_JOINABLE}])|(?<![{_JOINABLE}])[\u200c\u200d]+")
"""Joiners that do not stand within a word of a script that has them."""
# Vowel signs and the like belong to the letter before them, and the joiners of Persian and Indic words into them.
_MARKS = "".join(c for c in _class("M", 0x300, 0x1FFF) + "\u200c\u200d" if not is_together(c))
_RIGHT_TO_LEFT = _class("LMN", 0x590, 0x8FF) + _class("L", 0xFB1D, 0xFEFC)
_LETTER = rf"[^\W_{TOGETHER}{_RIGHT_TO_LEFT}]"
# Where the script changes, so does the word: "Pythonمن" is two.
_WORD = re.compile(
    rf"{_LETTER}+(?:[{_MARKS}]+{_LETTER}*)*(?:[-’'](?!\d)(?:{_LETTER}+(?:[{_MARKS}]+{_LETTER}*)*))*"
    rf"|[{_RIGHT_TO_LEFT}][{_RIGHT_TO_LEFT}\u200c\u200d]*|[{TOGETHER}]+"
)

_ALPHABETS = {
    "kana": "\u3041-\u3096\u30a1-\u30fa", "han": "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af",
    "ko": "\u1100-\u11ff\uac00-\ud7a3", "arabic": "\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff\u0750-\u077f",
    "cyrillic": "\u0400-\u052f", "devanagari": "\u0904-\u0939\u0958-\u0961", "latin": "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ",
    "el": "\u0370-\u03ff\u1f00-\u1fff", "he": "\u05d0-\u05ea", "th": "\u0e01-\u0e2e", "lo": "\u0e81-\u0eae",
    "km": "\u1780-\u17b3", "my": "\u1000-\u102a", "ka": "\u10a0-\u10ff", "hy": "\u0531-\u0587",
    "am": "\u1200-\u137f", "bn": "\u0985-\u09b9", "pa": "\u0a05-\u0a39", "gu": "\u0a85-\u0ab9",
    "ta": "\u0b85-\u0bb9", "te": "\u0c05-\u0c39", "kn": "\u0c85-\u0cb9", "ml": "\u0d05-\u0d3a", "si": "\u0d85-\u0dc6",
}  # fmt: skip
_COUNTED = {name: re.compile(f"[{letters}]+") for name, letters in _ALPHABETS.items()}
# What no other script than Latin has a letter among: most texts are nothing else, and are counted once.
_NEAR_LATIN = re.compile("[\x00-\u036f\u2000-\u2bff]+")


def letters_of(text: str) -> dict[str, int]:
    """How many letters of each script the text has: by "latin", "cyrillic", "han", ..., or the one language's code."""
    beyond = _NEAR_LATIN.sub("", text)
    counted = _COUNTED if beyond else {"latin": _COUNTED["latin"]}
    found = {name: sum(map(len, pattern.findall(text))) for name, pattern in counted.items()}
    return {name: count for name, count in found.items() if count}


def count_of(text: str, letters: str) -> int:
    """How often any of these letters stands in the text."""
    return sum(text.count(letter) for letter in letters)


def runs(text: str) -> Iterator[tuple[int, int]]:
    """The words as spans of the text; where words are not parted, whole runs of letters."""
    return (found.span() for found in _WORD.finditer(text))


def opens_sentence(char: str) -> bool:
    """Whether a sentence may begin so: a capital, a digit, a quotation mark, or a letter that knows no capitals."""
    return char.isupper() or char.isdigit() or char in '"“«‘„「『' or (char.isalpha() and char.lower() == char.upper())


def has_no_case(text: str) -> bool:
    """Whether none of its letters knows capitals."""
    return text.lower() == text.upper()


def is_hiragana(text: str) -> bool:
    """Whether it is written in hiragana alone, as endings, verbs and small words are."""
    return not text or (not text.isascii() and all("\u3041" <= char <= "\u309f" for char in text))


RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff00-\uffef\U00020000-\U000323af]"
)


def is_joinable(char: str) -> bool:
    """Whether it is a letter or mark of a script in whose words joiners stand: Arabic's, or one of India's."""
    return bool(_joinable.match(char))


def right_to_left(text: str) -> int:
    """How many of its letters run from right to left."""
    return sum(char.isalpha() for char in RIGHT_TO_LEFT.findall(text))


def unspaced(text: str) -> bool:
    """Whether it holds a letter or sign of a script that parts no words by blanks: Han, kana, Thai, Khmer, ..."""
    return bool(_UNSPACED.search(text))
