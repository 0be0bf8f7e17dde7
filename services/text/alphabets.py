"""Letters of any script: what is one word, what knows no blanks, what ends a sentence, what may be left out. Pure."""

import re
import unicodedata

# Thai, Lao, Burmese, Khmer; Han and kana. Their words stand without blanks, so each sign counts for itself. Korean
# parts its words by blanks.
SE_ASIA = "\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u109d\u1780-\u17d3"
CJK = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af"
)
TOGETHER = CJK + SE_ASIA
"""The inside of a character class: letters that are written without blanks between words."""
_TOGETHER_FROM = "\u0e01"
_together = re.compile(f"[{TOGETHER}]")
_JOINERS = "\u200c\u200d"
ALL_MARKS = _JOINERS + "".join(
    re.escape(char) for char in map(chr, range(0x300, 0x2000)) if unicodedata.category(char)[0] == "M"
)
"""Vowel signs and the like belong to the letter before them; joiners stand within Persian and Indic words."""
MARKS = "".join(char for char in ALL_MARKS if not _together.match(char))
_LETTER = rf"[^\W_{TOGETHER}]"
WORD = re.compile(rf"{_LETTER}+(?:[{MARKS}]+{_LETTER}*)*|[{TOGETHER}]")
ENDS = "。！？｡؟۔।॥"
"""Full stops that need no blank after them."""
CLOSERS = '"”’»)]」』）》'
_CJK_LETTERS, _SE_ASIAN_LETTERS = re.compile(f"[{CJK}]"), re.compile(f"[{SE_ASIA}]")
_A_WORD_CJK, _A_WORD_SE_ASIA = 2.0, 4.0
_LETTERS_A_WORD = {"zh": 1.6, "ja": 2.0, "th": 4.0, "lo": 4.0, "my": 4.0, "km": 4.0}
# Scripts in which a mark over a letter is an accent, or a vowel that is seldom written.
_ACCENTED = re.compile("[A-Za-z\u00c0-\u058f\u0590-\u06ff\u0750-\u077f\u1e00-\u1fff]")
# Alphabets with vowels, where one letter more or less is mostly a slip of the fingers.
_SLIPPING = re.compile("[A-Za-z\u00c0-\u052f\u1e00-\u1fff]")
_ARABIC = str.maketrans(
    {"ـ": None, "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ہ": "ه", "\u200c": None, "ٱ": "ا", "ؤ": "و", "ئ": "ي"}
)


def is_together(text: str) -> bool:
    """Whether a script without blanks between words stands anywhere in it."""
    return not text.isascii() and bool(_together.search(text))


def is_lettered(char: str) -> bool:
    """Whether a character is a letter, or a mark that belongs to one."""
    return char.isalpha() or unicodedata.category(char)[0] == "M"


def is_joined(left: str, right: str) -> bool:
    """Whether two characters side by side stand within one word; "" is the text's edge.

    Korean particles follow their word without a blank, so no syllable joins another.
    """
    if not left or not right or any(_together.match(char) or "\uac00" <= char <= "\ud7a3" for char in left + right):
        return False
    return all(char in _JOINERS or unicodedata.category(char)[0] in "LNM" for char in left + right)


def has_no_case(char: str) -> bool:
    """Whether it is a letter of a script without capitals."""
    return char.isalpha() and char.lower() == char.upper()


def length_of(text: str, language: str = "") -> int:
    """How many words a text has; of scripts without blanks, about, by the language's letters a word."""
    if max(text, default="") < _TOGETHER_FROM:
        return len(text.split())
    cjk, se_asian = together_in(text)
    rest = sum(any(c.isalnum() for c in word) for word in _together.sub(" ", text).split())
    letters = _LETTERS_A_WORD.get(language, 0.0)
    a_word = letters if 0 < letters < _A_WORD_SE_ASIA else _A_WORD_CJK
    return rest + round(cjk / a_word + se_asian / _A_WORD_SE_ASIA)


def together_in(text: str) -> tuple[int, int]:
    """How many letters are written without blanks: of Han and kana, and of Southeast Asian scripts."""
    return len(_CJK_LETTERS.findall(text)), len(_SE_ASIAN_LETTERS.findall(text))


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
