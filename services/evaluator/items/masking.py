"""A text with an answer's words blanked out, so that it points to the answer and does not tell it. Pure.

Blanked is more than the exact words: any inflection, any word that holds one of them ("strømkilde" of "strøm"), and any
of the same beginning ("photosynthetic" of "photosynthesis"). A number is blanked in figures and in words.
"""

import re
from collections.abc import Collection, Sequence
from itertools import takewhile

from services.text.alphabets import WORD, is_together
from services.text.quantities.numbers import DIGITS, begins_in_words, readings
from services.text.words import fold, main_stems_of, stems_of

BLANK = "____"
_NUMBER = re.compile(DIGITS)
_FRACTION = re.compile(r"(?<![\d/])\d+/\d+(?![\d/])")
_WITHIN, _SAME_START, _START_SHARE = 4, 5, 0.7
_LEFT = 2
"""Words of substance that point to an answer; a sentence full of gaps has to bring as many of its own."""
_BETWEEN = re.compile(rf"{BLANK}(?:[ ,;’'()-]*{BLANK})+")


def masked(text: str, secrets: Sequence[str], language: str) -> str:
    """The text with `____` for each word of the secrets; for those that stand side by side one."""
    wanted = {word for secret in secrets for word in _words(secret, language)}
    fractions = {found.group() for secret in secrets for found in _FRACTION.finditer(secret)}
    numbers = {value for secret in secrets for value in _values(secret, language)}
    spans = [found.span() for found in _FRACTION.finditer(text) if found.group() in fractions]
    spans += [found.span() for found in WORD.finditer(text) if _is_one(found.group(), wanted, language)]
    if numbers:
        spans += [
            found.span()
            for found in _NUMBER.finditer(text)
            if numbers & {v for v, _ in readings(found.group(), language)}
        ]
        spans += [
            found.span()
            for found in WORD.finditer(text)
            if not found.group()[0].isdigit() and numbers & {v for v, _ in begins_in_words(found.group(), language)}
        ]
    kept, at = list[str](), 0
    for start, end in sorted(spans):
        if start < at:
            at = max(at, end)
            continue
        kept += [text[at:start], BLANK]
        at = end
    return _BETWEEN.sub(BLANK, "".join([*kept, text[at:]]))


def tells(text: str, secrets: Sequence[str], language: str) -> bool:
    """Whether a text says a word of the secrets."""
    return masked(text, secrets, language) != text


def says_something(blanked: str, asked: str, language: str) -> bool:
    """Whether enough of a sentence is left to find the answer by: more than what was asked says itself."""
    left, known = (main_stems_of(text.replace(BLANK, " "), language) for text in (blanked, asked))
    return len(left) >= _LEFT and len(left - known) >= (_LEFT if blanked.count(BLANK) > 1 else 1)


def _words(secret: str, language: str) -> set[str]:
    """The folded words and stems by which a secret is known: its words of content, else all."""
    words = {fold(word) for word in WORD.findall(secret)}
    if is_together(secret):
        return words
    content = main_stems_of(secret, language)
    words -= {"1"} if _FRACTION.search(secret) else set[str]()  # A 1 above or below says nothing of a fraction.
    telling = {word for word in words if set(stems_of(word, language)) & content or any(c.isdigit() for c in word)}
    return (telling or words) | content


def _values(secret: str, language: str) -> set[float]:
    """What a secret that is a number means."""
    return {value for value, _ in readings(secret, language) or begins_in_words(secret, language)}


def _is_one(word: str, wanted: Collection[str], language: str) -> bool:
    said = fold(word)
    if said in wanted or set(stems_of(said, language)) & set(wanted):
        return True
    return any(
        (len(each) >= _WITHIN and each in said)
        or (len(said) >= _WITHIN and said in each and len(said) >= _START_SHARE * len(each))
        or _shared(each, said) >= max(_SAME_START, _START_SHARE * min(len(each), len(said)))
        for each in wanted
    )


def _shared(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
