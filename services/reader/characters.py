"""What a document's characters become: NFKC where that changes how a letter is drawn, not what it says. Pure.

NFKC alone would make 61⁄2 of 6½, 102 of 10², TM of ™, "25 oC" of 25 ºC and "don ́t" of don´t.
"""

import re
import unicodedata

from services.reader.alphabets import LOOSE_JOINERS
from services.reader.raised import numbers_a_sentence
from services.text.vocabulary import frequencies

FRACTION_SLASH = "\u2044"
_BULLET = re.compile("^[\uf0b7\uf0a7\uf0d8\uf02d\uf076\uf0fc]")
_SIGN_OF = {tuple(unicodedata.normalize("NFKC", sign).split(FRACTION_SLASH)): sign for sign in "½⅓¼⅕⅙⅐⅛⅑⅒⅔⅖¾⅗⅜⅘⅚⅝⅞"}
_WHOLE = re.compile(r"(?<![.,\d])\d{1,9}$")
# "61⁄2" is 6½: whoever writes this slash means a fraction, and hardly an improper one.
_WRITTEN_OUT = re.compile(rf"(\d){FRACTION_SLASH}(\d{{1,2}})(?!\d)")
# Taken as they are: fractions, signs of ownership, ordinals and numbers, primes, currencies, circled numbers, and
# accents that stand alone (NFKC makes a space and a mark of each).
_KEPT = "¼-¾⅐-⅟↉™℠ªº№₨″‴‶‷①-⑳⓪㉑-㉟㊱-㊿❶-➓¨¯´¸˘-˝‗‾"
# What TeX sets over the letter behind it. An acute may be an apostrophe ("it´s"), tilde and circumflex may be typed
# ("/˜home", "[ˆabc]", "xˆy").
_ACCENTS = {"¨": "\u0308", "˚": "\u030a", "ˇ": "\u030c", "˝": "\u030b", "˜": "\u0303"}
_ACCENTED = re.compile("(¨)([aeiouyıAEIOUY])|(˚)([aA])|(ˇ)([^\\W\\d_])|(˝)([ouOU])|(?<=[^\\W\\d_])(˜)([nao])")
_TO_NORMALISE = re.compile(f"[^{_KEPT}]+")
# What is raised says how often, what is lowered behind a digit in which base: both need a sign.
_RAISED = re.compile(r"(?:(?<=[)\]])|(?<=[^\W_])(?<![⁰¹²³⁴-⁹ⁿⁱ]))[⁰¹²³⁴-⁹⁺⁻⁽⁾ⁿⁱ]+")
_SENTENCE = re.compile(r"(?<!\S)[¹²³⁴-⁹⁰]{1,2}(?=[A-ZÀ-Þ])")  # as laws number theirs
_LOWERED = re.compile(r"(?<=\d)[₀-₉]+")
_DEGREES = re.compile(r"(?<=\d)(\s?)[⁰º](?=[CF]\b)")
_SQUARE_UNIT = re.compile("[㍱-㏟]")
_POWER = re.compile(r"(?<=[a-z])([23])$")
# How TeX's fonts number their ligatures (Cork); an escape sequence of a terminal begins with the first of them.
_TEX_LIGATURES = {"\x1b": "ff", "\x1c": "fi", "\x1d": "fl", "\x1e": "ffi", "\x1f": "ffl"}
# What one printer's driver leaves of TeX's ligatures where it writes a file anew, and others of theirs: no code at all.
_LOST_LIGATURE = re.compile(
    r"([^\W\d_]*)([\x00\u21b5])([^\W\d_]+(?:[\x00\u21b5][^\W\d_]+)*)|([^\W\d_]+)([\x00\u21b5])(?![\w\x00\u21b5])"
)
_LIGATURES = {"\u21b5": ("ff",), "\x00": ("ffi", "ti", "fi", "ff", "fl", "tt", "ffl", "ft")}
_LANGUAGES = ("en", "de", "no", "fr")
_TEX_LIGATURE = re.compile(r"(?<=[^\W\d_])[\x1b-\x1f](?![\[(])|[\x1b-\x1f](?=[^\W\d_])")


def characters_of(text: str) -> str:
    """The text with compatibility forms told as what they stand for, TeX's ligatures and accents as their letters."""
    if _TEX_LIGATURE.search(text):
        text = _TEX_LIGATURE.sub(lambda found: _TEX_LIGATURES[found.group()], text)
    if "\x00" in text or "\u21b5" in text:
        text = _LOST_LIGATURE.sub(_found_again, text)
    if text.isascii():
        return text
    text = _ACCENTED.sub(_accented, text)
    text = _DEGREES.sub(r"\1°", _BULLET.sub("•", text))
    text = _RAISED.sub(r"^\g<0>", _SENTENCE.sub(_unnumbered, text))
    text = _SQUARE_UNIT.sub(_unit, _LOWERED.sub(r"_\g<0>", text))
    text = _TO_NORMALISE.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)
    if FRACTION_SLASH in text:
        text = _WRITTEN_OUT.sub(lambda found: _SIGN_OF.get((found[1], found[2]), found.group()), text)
        text = text.replace(FRACTION_SLASH, "/")
    return LOOSE_JOINERS.sub("", text)


def _accented(found: re.Match[str]) -> str:
    """The letter with its accent, where there is one of the two."""
    accent, letter = (each for each in found.groups() if each)
    whole = unicodedata.normalize("NFC", ("i" if letter == "ı" else letter) + _ACCENTS[accent])
    return whole if len(whole) == 1 else found.group()


def _unnumbered(found: re.Match[str]) -> str:
    text, number = found.string, unicodedata.normalize("NFKC", found.group())
    before, after = text[max(0, found.start() - 4) : found.start()], text[found.end() : found.end() + 4]
    return "" if numbers_a_sentence(before, number, after) else found.group()


def _found_again(found: re.Match[str]) -> str:
    """A word with the ligature that makes one of it; as it is where none does."""
    before, lost, after = found.groups()[:3]
    if not lost:
        before, lost, after = found[4], found[5], ""
    after = _LOST_LIGATURE.sub(_found_again, after)
    words = {letters: f"{before}{letters}{after}" for letters in _LIGATURES[lost]}
    if len(words) == 1:
        return next(iter(words.values()))
    # The lists of everyday words first: the long ones take a third of a second each to load.
    for share in (frequencies.everyday, frequencies.use):
        common = {letters: max(share(word.casefold(), each) for each in _LANGUAGES) for letters, word in words.items()}
        best = max(common, key=lambda letters: common[letters])
        if common[best]:
            return words[best]
    return found.group()


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
