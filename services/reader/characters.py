"""What a document's characters become: NFKC where that changes how a letter is drawn, not what it says. Pure.

NFKC alone would make 61⁄2 of 6½, 102 of 10², TM of ™, "25 oC" of 25 ºC and "don ́t" of don´t.
"""

import re
import unicodedata

from services.reader.alphabets import LOOSE_JOINERS

FRACTION_SLASH = "\u2044"
_BULLET = re.compile("^[\uf0b7\uf0a7\uf0d8\uf02d\uf076\uf0fc]")
_SIGN_OF = {tuple(unicodedata.normalize("NFKC", sign).split(FRACTION_SLASH)): sign for sign in "½⅓¼⅕⅙⅐⅛⅑⅒⅔⅖¾⅗⅜⅘⅚⅝⅞"}
_WHOLE = re.compile(r"(?<![.,\d])\d{1,9}$")
# "61⁄2" is 6½: whoever writes this slash means a fraction, and hardly an improper one.
_WRITTEN_OUT = re.compile(rf"(\d){FRACTION_SLASH}(\d{{1,2}})(?!\d)")
# Taken as they are: fractions, signs of ownership, ordinals and numbers, primes, currencies, circled numbers, and
# accents that stand alone (NFKC makes a space and a mark of each).
_KEPT = "¼-¾⅐-⅟↉™℠ªº№₨″‴‶‷①-⑳⓪㉑-㉟㊱-㊿❶-➓¨¯´¸˘-˝‗‾"
_TO_NORMALISE = re.compile(f"[^{_KEPT}]+")
# What is raised says how often, what is lowered behind a digit in which base: both need a sign.
_RAISED = re.compile(r"(?<=[^\W_])[⁰¹²³⁴-⁹⁺⁻⁽⁾ⁿⁱ]+|(?<=[)\]])[⁰¹²³⁴-⁹⁺⁻⁽⁾ⁿⁱ]+")
_LOWERED = re.compile(r"(?<=\d)[₀-₉]+")
_DEGREES = re.compile(r"(?<=\d)(\s?)[⁰º](?=[CF]\b)")
_SQUARE_UNIT = re.compile("[㍱-㏟]")
_POWER = re.compile(r"(?<=[a-z])([23])$")
# How TeX's fonts number their ligatures (Cork); an escape sequence of a terminal begins with the first of them.
_TEX_LIGATURES = {"\x1b": "ff", "\x1c": "fi", "\x1d": "fl", "\x1e": "ffi", "\x1f": "ffl"}
_TEX_LIGATURE = re.compile(r"(?<=[^\W\d_])[\x1b-\x1f](?![\[(])|[\x1b-\x1f](?=[^\W\d_])")


def characters_of(text: str) -> str:
    """The text with compatibility forms told as what they stand for, and TeX's ligatures as their letters."""
    if _TEX_LIGATURE.search(text):
        text = _TEX_LIGATURE.sub(lambda found: _TEX_LIGATURES[found.group()], text)
    if text.isascii():
        return text
    text = _RAISED.sub(r"^\g<0>", _DEGREES.sub(r"\1°", _BULLET.sub("•", text)))
    text = _SQUARE_UNIT.sub(_unit, _LOWERED.sub(r"_\g<0>", text))
    text = _TO_NORMALISE.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)
    if FRACTION_SLASH in text:
        text = _WRITTEN_OUT.sub(lambda found: _SIGN_OF.get((found[1], found[2]), found.group()), text)
        text = text.replace(FRACTION_SLASH, "/")
    return LOOSE_JOINERS.sub("", text)


def fraction(whole: str, above: str, below: str) -> str:
    """A fraction behind a whole number ("" for none): as its sign ("6½"), else with a space ("6 3/16")."""
    if sign := _SIGN_OF.get((above, below)):
        return whole + sign
    return f"{whole} {above}/{below}" if whole else f"{above}/{below}"


def ending_number(text: str) -> str:
    """The whole number that a text ends in, "" for none."""
    found = _WHOLE.search(text)
    return found[0] if found else ""


def _unit(found: re.Match[str]) -> str:
    return _POWER.sub(r"^\1", unicodedata.normalize("NFKC", found.group())).replace("∕", "/")
