"""Typed answers: what counts as the same words, and what is a slip of the fingers rather than another answer.

Forgiven: case, white space, accents, punctuation, a leading article, number (cell, cells; celle, celler; nucleus,
nuclei), and in longer words of alphabets with vowels one or two slips; in Arabic script vowel signs, tatweel and the
forms of alef.
Never forgiven: another number, sign or formula, another first letter, a contrast that fields live by (hypo- and hyper-,
-ane and -ene), or a word that the quiz itself uses for something else.
"""

import re
from collections.abc import Collection
from functools import lru_cache

from rapidfuzz.distance import OSA

from services.text.alphabets import ALL_MARKS, may_slip, plain
from services.text.vocabulary.plurals import irregular, regular
from services.text.words import ARTICLES, fold

# A number with its sign and percent sign; or a word, with the charge of an ion ("Na+", "Ca2+").
_TOKEN = re.compile(
    r"(?<!\w)[-+±]?\d+(?:[.,]\d+)*%?|\d+(?:[.,]\d+)*%?"
    rf"|[^\W_]+(?:[{ALL_MARKS}]+[^\W_]*)*(?:[-+](?!\w))?"
)
_THOUSANDS = re.compile(r"(?<=\d)[ ,](?=\d{3}(?!\d))")
_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "œ": "oe", "ı": "i", "−": "-"})
_ARTICLES = ARTICLES | {"l", "el", "los", "las", "il", "lo", "gli", "um", "uma", "het", "een"}
_NORWEGIAN = frozenset({"og", "er", "som", "av", "på", "det", "ikke", "til", "med", "kalles", "blir", "har"})
_ENGLISH = frozenset({"the", "of", "and", "is", "are", "that", "which", "to", "in", "by", "called", "as"})
_PREFIXES = (
    ("hypo", "hyper"),
    ("endo", "exo"),
    ("intra", "inter"),
    ("macro", "micro"),
    ("ab", "ad"),
)
_ENDINGS = (("ane", "ene", "yne"), ("ate", "ite", "ide"), ("ase", "ose"), ("er", "ee"), ("or", "ee"), ("tide", "side"))


def same(typed: str, expected: str, *, quote: str, known: Collection[str]) -> bool:
    """True if `typed` says `expected`. `quote` tells the language, `known` (from `words`) what is no slip."""
    left, right = _tokens(typed), _tokens(expected)
    if not left or not right:
        return bool(fold(typed)) and fold(typed) == fold(expected)
    norwegian = reads_norwegian(quote)
    if len(left) == len(right):
        return all(_same_word(a, b, norwegian, known) for a, b in zip(left, right, strict=True))
    one, other = "".join(left), "".join(right)
    exact = any(_exact(token) for token in left + right)
    return one == other or (not exact and _same_word(one, other, norwegian, known))


def differ(typed: str, expected: str) -> bool:
    """Whether it is surely something else: other figures, or a contrast that fields live by."""
    left, right = _tokens(typed), _tokens(expected)
    figures = [{token for token in side if any(map(str.isdigit, token))} for side in (left, right)]
    if all(figures) and figures[0] != figures[1]:
        return True
    return len(left) == len(right) and any(_contrast(a, b) for a, b in zip(left, right, strict=True))


def words(texts: Collection[str]) -> frozenset[str]:
    """All words of the texts, as `same` compares them."""
    return frozenset(token for text in texts for token in _tokens(text))


def reads_norwegian(text: str) -> bool:
    """True if the small words of `text` are Norwegian rather than English."""
    small = fold(text).split()
    return sum(word in _NORWEGIAN for word in small) > sum(word in _ENGLISH for word in small)


@lru_cache(maxsize=4_000)
def _tokens(text: str) -> tuple[str, ...]:
    """Words and numbers, without accents and the leading article. Kept: a bank's texts come with every grade."""
    bare = plain(fold(text).translate(_LETTERS))
    tokens = tuple(token.replace(",", ".") for token in _TOKEN.findall(_THOUSANDS.sub("", bare)))
    return tokens[1:] if len(tokens) > 1 and tokens[0] in _ARTICLES else tokens


def _exact(token: str) -> bool:
    """True for what must be typed as it is: numbers, formulas, charges."""
    return any(char.isdigit() or char in "+-±%" for char in token)


def _same_word(typed: str, expected: str, norwegian: bool, known: Collection[str]) -> bool:
    if typed == expected:
        return True
    if _exact(typed) or _exact(expected):
        return False
    typed_forms, expected_forms = regular(typed, norwegian), regular(expected, norwegian)
    if (typed_forms | irregular(typed, norwegian)) & (expected_forms | irregular(expected, norwegian)):
        return True
    if typed[0] != expected[0] or typed in known or _contrast(typed, expected):
        return False
    if not may_slip(expected):
        return False
    allowed = 0 if len(expected) < 4 else 1 if len(expected) < 10 else 2
    return min(OSA.distance(a, b) for a in typed_forms for b in expected_forms) <= allowed


def _contrast(one: str, other: str) -> bool:
    """True if the two differ by affixes that a field uses to tell opposites or kinds apart."""
    for pair in _PREFIXES:
        heads = {next((affix for affix in pair if word.startswith(affix)), "") for word in (one, other)}
        if len(heads) == 2 and "" not in heads:
            return True
    for group in _ENDINGS:
        tails = {
            next((affix for affix in group if word.removesuffix("s").endswith(affix)), "") for word in (one, other)
        }
        if len(tails) == 2 and "" not in tails:
            return True
    return False
