"""Numbers written as words, up to ninety-nine, and all numbers that a text says. English, Norwegian, German. Pure."""

import re

from services.text.numbers import DIGITS, readings
from services.text.words import fold

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
    "en": {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 1e6, "billion": 1e9},
    "no": {
        "ett": 1, "én": 1, "ei": 1, "syv": 7, "tyve": 20, "tredve": 30, "dusin": 12, "hundre": 100, "tusen": 1000,
        "million": 1e6, "millioner": 1e6, "milliard": 1e9, "milliarder": 1e9,
    },
    "de": {
        "ein": 1, "eine": 1, "dutzend": 12, "hundert": 100, "tausend": 1000, "million": 1e6, "millionen": 1e6,
        "milliarde": 1e9, "milliarden": 1e9,
    },
}  # fmt: skip
# By language: "to" is two in Norwegian alone, and an "elf" eleven only in German. Folded: "dreißig" is "dreissig".
_VALUES: dict[str, dict[str, float]] = {
    language: {
        **{fold(word): float(value) for value, word in enumerate(_UNITS[language].split())},
        **{fold(word): 10.0 * tens for tens, word in enumerate(_TENS[language].split(), 2)},
        **{fold(word): value for word, value in _OTHERS[language].items()},
    }
    for language in _UNITS
}
_ARTICLES = frozenset(["a", "an", "one", "en", "et", "ett", "ei", "ein", "eine"])
_BETWEEN = frozenset(["and", "og", "und", "a"])
_FIGURE = re.compile(rf"(?<![\w.,])[-−]?(?:{DIGITS})(?:\s*[^\W\d_]+)?")
_MOST_WORDS = 8
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def said_in_words(text: str, language: str) -> list[float]:
    """What a number in words means ("three", "twenty-one", "two million"); none: it is no number that we know."""
    tongue = language.lower().replace("_", "-").split("-")[0]
    tongue = {"nb": "no", "nn": "no"}.get(tongue, tongue)
    known = _VALUES.get(tongue, {})
    words = fold(text).replace("-", " ").split()
    if not known.keys() & set(words) or any(word not in known and word not in _BETWEEN for word in words):
        return _compound(fold(text), tongue)
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
    """A number in words at the beginning of a text, the longest, and the unit that follows it; none: there is none."""
    words = text.split()
    for count in range(min(len(words), _MOST_WORDS), 0, -1):
        if values := said_in_words(" ".join(words[:count]), language):
            return [(value, " ".join(words[count:])) for value in values]
    return []


def values_in(text: str, language: str) -> set[float]:
    """Every number that a text says, in figures or in words; what may be an article is none."""
    found = set[float]()
    for figure in _FIGURE.findall(text):
        for shown in (figure, _LAST_WORD.sub("", figure)):
            found |= {value for value, _ in readings(shown)}
    for word in _WORD.findall(text):
        if fold(word) not in _ARTICLES:
            found |= set(said_in_words(word, language))
    return found


def _compound(word: str, tongue: str) -> list[float]:
    """Norwegian and German write tens and units as one word: "tjueén", "einundzwanzig"."""
    for tens, name in enumerate(map(fold, _TENS.get(tongue, "").split()), 2):
        unit = word.removeprefix(name) if word.startswith(name) else word.removesuffix(name).removesuffix("und")
        if unit != word and (value := _VALUES[tongue].get(unit, 10.0)) < 10:
            return [10.0 * tens + value]
    return []
