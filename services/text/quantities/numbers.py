"""Numbers as people write them, in figures and in words: what they are worth, by language. Pure.

English, Norwegian and German have tables; of other languages the decimal mark is known at most. "1,300" is 1300 in
English and 1.3 in Norwegian, and a "billion" is a thousand times more there. A text is read as its language writes
(`numerals_in`, `value_of`); of what a person types each reading counts, and who grades takes the one that fits
(`readings`).
"""

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from services.text.languages import code_of
from services.text.quantities.units import measure, same_unit
from services.text.words import bare, fold

_DECIMAL_MARKS = {"en": ".", **dict.fromkeys(("da", "de", "es", "fi", "fr", "it", "nl", "no", "pt", "sv"), ",")}
_SCALES: dict[str, dict[str, float]] = {
    "en": {
        "hundred": 1e2, "thousand": 1e3, "million": 1e6, "millions": 1e6, "billion": 1e9, "billions": 1e9,
        "trillion": 1e12, "trillions": 1e12,
    },
    "no": {
        "hundre": 1e2, "tusen": 1e3, "million": 1e6, "millioner": 1e6, "mill": 1e6, "milliard": 1e9, "milliarder": 1e9,
        "mrd": 1e9, "billion": 1e12, "billioner": 1e12, "trillion": 1e18, "trillioner": 1e18,
    },
    "de": {
        "hundert": 1e2, "tausend": 1e3, "million": 1e6, "millionen": 1e6, "mio": 1e6, "milliarde": 1e9,
        "milliarden": 1e9, "mrd": 1e9, "billion": 1e12, "billionen": 1e12, "trillion": 1e18, "trillionen": 1e18,
    },
}  # fmt: skip
_LONG_SCALE = frozenset({"da", "fr"})
"""Without a table, but with a "billion" of a million millions."""

_BLANK = "[ '’\u00a0\u2009\u202f]"
# Blanks part only groups of three: "in 1990 50 ships came" has two numbers.
DIGITS = rf"\d{{1,3}}(?:{_BLANK}\d{{3}})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*"
"""Figures in whatever language, and what only looks like one number: "1,2,3"."""


def _written(mark: str) -> str:
    """The pattern of figures whose decimals stand behind `mark`. Where that is a comma, a point may be one too."""
    groups, either = ("," if mark == "." else r"\."), (r"\." if mark == "." else "[.,]")
    return (
        rf"[1-9]\d{{0,2}}(?:{groups}\d{{3}})+(?:{re.escape(mark)}\d+)?"
        rf"|\d{{1,3}}(?:{_BLANK}\d{{3}})+(?:{re.escape(mark)}\d+)?|\d+(?:{either}\d+)?"
    )


_WRITTEN = {mark: _written(mark) for mark in ".,"}
_FIGURES = {mark: re.compile(pattern) for mark, pattern in _WRITTEN.items()}
_GROUPED = {".": re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?"), ",": re.compile(r"\d+(?:\.\d{3})+(?:,\d+)?")}


def knows_mark(language: str) -> bool:
    """Whether it is known what a comma and a point in a number mean there."""
    return code_of(language) in _DECIMAL_MARKS


def _value(digits: str, mark: str) -> float | None:
    """What figures with this decimal mark are worth; None: they are not written so."""
    if not _FIGURES[mark].fullmatch(digits):
        return None
    bare = re.sub(_BLANK, "", digits)
    if _GROUPED[mark].fullmatch(bare):
        bare = bare.replace("," if mark == "." else ".", "")
    return float(bare.replace(",", "."))


# Numbers in a text.


@dataclass(frozen=True)
class Numeral:
    """A number at `start:end` (with "million" if that follows), what it is worth, and its unit at `end:after`.

    `unit` "": no measure follows. `plain`: four digits without anything, as a year is written.
    """

    start: int
    end: int
    value: float
    unit: str
    after: int
    plain: bool


_FOUR = re.compile(r"[12]\d{3}$")


def numerals_in(text: str, language: str) -> list[Numeral]:
    """All numbers in a text as its language writes them, in order; of an unknown language as English does."""
    code = code_of(language)
    found = []
    for match in _finder(code).finditer(text):
        unit = match["unit"] or ""
        plain = bool(_FOUR.match(match["number"])) and not unit
        found.append(Numeral(*match.span("number"), _worth(match, code), unit, match.end(), plain))
    return found


def value_of(text: str, language: str) -> float | None:
    """The value of a number as it is written in a language, with "million"; None: it is not one."""
    code = code_of(language)
    found = _alone(code).fullmatch(text.strip().removesuffix("%").rstrip())
    value = _worth(found, code) if found else math.inf
    return value if math.isfinite(value) else None


@lru_cache
def _finder(code: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w.,/:#$£€§+*^=-])(?P<number>(?P<sign>(?<= )[-−])?{_numeral(code)})"
        rf"(?![\w/]|[.,:]\d|-\w)(?:[ \u00a0\u202f-]?(?P<unit>{measure(code)}))?"
    )


@lru_cache
def _alone(code: str) -> re.Pattern[str]:
    return re.compile(rf"(?P<sign>[-−+])?{_numeral(code)}")


def _numeral(code: str) -> str:
    scales = "|".join(sorted(_own_scales(code), key=len, reverse=True))
    written = _WRITTEN[_DECIMAL_MARKS.get(code, ".")]
    return rf"(?P<digits>{written})(?:{_BLANK}(?P<scale>(?i:{scales}))\b)?"


def _worth(found: re.Match[str], code: str) -> float:
    value = _value(found["digits"], _DECIMAL_MARKS.get(code, ".")) or 0.0
    scale = _own_scales(code)[found["scale"].casefold()] if found["scale"] else 1.0
    return value * scale * (-1.0 if found["sign"] in ("-", "−") else 1.0)


def _own_scales(code: str) -> dict[str, float]:
    return _SCALES.get(code, _SCALES["de" if code in _LONG_SCALE else "en"])


# Numbers as somebody types them.

_MINUS = re.compile(r"\Aminus\s+(?=\d)", re.IGNORECASE)
_FRACTION_SIGN = re.compile(r"(?P<whole>\d?)\s*(?P<sign>[¼-¾⅐-⅞])")
# "2 1/2", and no date: "3/4/2020".
_FRACTION = re.compile(
    r"(?P<sign>[-−–+]?)\s*(?:(?P<whole>\d{1,3})\s+)?(?P<parts>\d{1,3})\s?[/⁄]\s?(?P<of>[1-9]\d{0,2})(?![\d/⁄]|[.,]\d)"
    r"(?P<rest>.*)",
    re.DOTALL,
)
_NUMBER = re.compile(rf"(?P<sign>[-−–+±]?)\s*(?P<digits>{DIGITS})(?P<rest>.*)", re.DOTALL)
_POWER = re.compile(r"\s*(?:[x×·*]\s*10\s*\^?\s*(?P<exponent>[-−+]?\d{1,3})|[eE](?P<e>[-+]?\d{1,2})(?!\w))")
_OF_TEN = re.compile(r"10\s*\^\s*(?P<exponent>[-−+]?\d{1,2})(?!\d)")
_SCALE_WORD = re.compile(r"\s*([^\W\d_]+)\.?")


def readings(text: str, language: str = "") -> list[tuple[float, str]]:
    """What a text that begins with a number may mean, the likelier first: values, each with the unit that follows it.

    None: no number. The words for a scale of any language are known, those of its own first.
    """
    plain = _MINUS.sub("-", unicodedata.normalize("NFKC", _superscripts(_fraction_signs(text))).strip())
    if part := _FRACTION.match(plain):
        amount = int(part["whole"] or 0) + int(part["parts"]) / int(part["of"])
        return [(-amount if part["sign"] in ("-", "−", "–") else amount, part["rest"].strip(" .,;:"))]
    if power := _OF_TEN.match(plain):
        plain = f"1e{power['exponent'].replace('−', '-')}{plain[power.end() :]}"
    found = _NUMBER.match(plain)
    if found is None:
        return []
    factor = -1.0 if found["sign"] in ("-", "−", "–") else 1.0
    rest = found["rest"]
    if power := _POWER.match(rest):
        exponent = int((power["exponent"] or power["e"]).replace("−", "-"))
        factor *= 10.0 ** max(-300, min(300, exponent))
        rest = rest[power.end() :]
    code = code_of(language)
    scales = _all_scales(code)
    while (word := _SCALE_WORD.match(rest)) and word[1].casefold() in scales:
        factor *= scales[word[1].casefold()]
        rest = rest[word.end() :]
    marks = ",." if _DECIMAL_MARKS.get(code) == "," else ".,"
    values = dict.fromkeys(value for mark in marks if (value := _value(found["digits"], mark)) is not None)
    return [(value * factor, rest.strip(" .,;:")) for value in values]


def scale_of(unit: str, language: str = "") -> tuple[float, str]:
    """The number that a unit is written with, and the unit itself: "million years" is 1,000,000 and "years"."""
    found = readings(f"1 {unit}", language) if unit else []
    return found[0] if len(found) == 1 and found[0][0] != 1 else (1.0, unit)


@lru_cache
def _all_scales(code: str) -> dict[str, float]:
    return {word: value for known in (*_SCALES.values(), _own_scales(code)) for word, value in known.items()}


def _fraction_signs(text: str) -> str:
    """ "2½" as "2 1⁄2": folded, it would be 21⁄2."""
    return _FRACTION_SIGN.sub(lambda found: f"{found['whole']} {unicodedata.normalize('NFKC', found['sign'])}", text)


def _superscripts(text: str) -> str:
    """ "10⁶" as "10^6": folded, it would be 106."""
    return re.sub(r"(?<=\d)([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda found: "^" + unicodedata.normalize("NFKC", found[1]), text)


# Numbers in words, up to ninety-nine and by scales.

_UNITS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
    "no": "null en to tre fire fem seks sju åtte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
    "siebzehn achtzehn neunzehn",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "no": "tjue tretti førti femti seksti sytti åtti nitti",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
}
_OTHERS: dict[str, dict[str, float]] = {
    "en": {"dozen": 12},
    "no": {"ett": 1, "én": 1, "ei": 1, "syv": 7, "tyve": 20, "tredve": 30, "dusin": 12},
    "de": {"ein": 1, "eine": 1, "dutzend": 12},
}
# By language: "to" is two in Norwegian alone, and an "elf" eleven only in German. Folded: "dreißig" is "dreissig".
_VALUES: dict[str, dict[str, float]] = {
    language: {
        **{fold(word): float(value) for value, word in enumerate(_UNITS[language].split())},
        **{fold(word): 10.0 * tens for tens, word in enumerate(_TENS[language].split(), 2)},
        **{fold(word): value for word, value in (_OTHERS[language] | _SCALES[language]).items()},
    }
    for language in _UNITS
}
_ARTICLES = frozenset(["a", "an", "one", "en", "et", "ett", "ei", "ein", "eine"])
_MINUS_WORD = "minus"
# What stands by itself for one of two parts, and the names of parts that need a count: "third" alone is no number.
_HALVES = frozenset(["half", "halv", "halve", "halvt", "halvpart", "halvparten", "halb", "halbe", "hälfte"])
_PARTS: dict[str, dict[str, int]] = {
    "en": {
        "half": 2, "halves": 2, "quarter": 4, "quarters": 4, "hundredth": 100, "hundredths": 100, "thousandth": 1000,
        "thousandths": 1000,
        **{f"{word}{s}": of for of, word in enumerate(
            ["third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], 3) for s in ("", "s")},
    },
    "no": {
        "halv": 2, "halve": 2, "halvt": 2, "halvpart": 2, "halvparten": 2, "kvart": 4, "hundredel": 100,
        "hundredeler": 100, "tusendel": 1000, "tusendeler": 1000,
        **{f"{word}{end}": of for names in (
            "tredel firedel femdel seksdel sjudel åttedel nidel tidel",
            "tredjedel fjerdedel femtedel sjettedel sjuendedel åttendedel niendedel tiendedel",
        ) for of, word in enumerate(names.split(), 3) for end in ("", "er")},
    },
    "de": {
        "halb": 2, "halbe": 2, "hälfte": 2, "hundertstel": 100, "tausendstel": 1000,
        **{word: of for of, word in enumerate(
            ["drittel", "viertel", "fünftel", "sechstel", "siebtel", "achtel", "neuntel", "zehntel"], 3)},
    },
}  # fmt: skip
_BETWEEN = frozenset(["and", "og", "und", "a"])
_FIGURE = re.compile(rf"(?<![\w.,])[-−]?(?:{DIGITS})(?:\s*[^\W\d_]+)?")
_MOST_WORDS = 8
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def said_in_words(text: str, language: str) -> list[float]:
    """What a number in words means ("three", "twenty-one", "two million"); none: it is no number that we know."""
    return list(_said_in_words(text, language))


@lru_cache(maxsize=1 << 14)  # A text is looked through for numbers word by word, by whoever judges an item of it.
def _said_in_words(text: str, language: str) -> Sequence[float]:
    known = _VALUES.get(code_of(language), {})
    words = fold(text).replace("-", " ").split()
    if not known.keys() & set(words) or any(word not in known and word not in _BETWEEN for word in words):
        return _compound(fold(text), code_of(language))
    total, part = 0.0, 0.0
    for word in words:
        value = known.get(word, 0.0)
        if value >= 100:
            part = max(part, 1.0) * value
            if value >= 1000:
                total, part = total + part, 0.0
        else:
            part += value
    return [total + part]


def begins_in_words(text: str, language: str) -> list[tuple[float, str]]:
    """A number in words at the beginning of a text ("minus three", "three quarters"), the longest, and the unit that
    follows it; none: there is none."""
    words = text.split()
    if words and fold(words[0]) == _MINUS_WORD:
        return [(-value, unit) for value, unit in begins_in_words(" ".join(words[1:]), language)]
    for count in range(min(len(words), _MOST_WORDS), 0, -1):
        said = " ".join(words[:count])
        if values := said_in_words(said, language) or _fraction_in_words(said, language):
            return [(value, " ".join(words[count:])) for value in values]
    return []


def _fraction_in_words(text: str, language: str) -> list[float]:
    """ "three quarters", "a half", "two and a half"; none: it is no fraction that we know."""
    words = fold(text).replace("-", " ").split()
    of = _PARTS.get(code_of(language), {}).get(words[-1]) if words else None
    if of is None:
        return []
    count, whole = words[:-1], 0.0
    between = next((at for at in range(len(count) - 1, 0, -1) if count[at] in _BETWEEN - _ARTICLES), 0)
    if between:
        said = said_in_words(" ".join(count[:between]), language)
        if not said:
            return []
        count, whole = count[between + 1 :], said[0]
    if not count:
        return [whole + 1 / of] if words[-1] in _HALVES else []
    parts = [1.0] if len(count) == 1 and count[0] in _ARTICLES else said_in_words(" ".join(count), language)
    return [whole + each / of for each in parts]


def same_number(one: str, other: str, language: str) -> bool:
    """Whether both are a number, the same one and of the same unit, however each is written: "3/4" and "three
    quarters", "minus five" and "-5", "20 km" and "twenty kilometres"."""
    if ("±" in one) != ("±" in other):
        return False
    left, right = ((readings(said, language) or begins_in_words(said, language))[:1] for said in (one, other))
    if not left or not right or not math.isclose(left[0][0], right[0][0], rel_tol=1e-9, abs_tol=1e-12):
        return False
    return bare(left[0][1]) == bare(right[0][1]) or same_unit(left[0][1], right[0][1])


def values_in(text: str, language: str) -> set[float]:
    """Every number that a text says, in figures or in words; what may be an article is none."""
    found = set[float]()
    for figure in _FIGURE.findall(text):
        for shown in (figure, _LAST_WORD.sub("", figure)):
            found |= {value for value, _ in readings(shown, language)}
    for word in _WORD.findall(text):
        if fold(word) not in _ARTICLES:
            found |= set(said_in_words(word, language))
    return found


def _compound(word: str, code: str) -> list[float]:
    """Norwegian and German write tens and units as one word: "tjueén", "einundzwanzig"."""
    for tens, name in enumerate(map(fold, _TENS.get(code, "").split()), 2):
        unit = word.removeprefix(name) if word.startswith(name) else word.removesuffix(name).removesuffix("und")
        if unit != word and (value := _VALUES[code].get(unit, 10.0)) < 10:
            return [10.0 * tens + value]
    return []
