"""Numbers as a text writes them, by language: what they are worth, and the unit that follows them."""

import re
from dataclasses import dataclass

_BLANK = "[ \u00a0\u2009\u202f]"
_GROUPED = {
    "en": rf"\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d{{1,3}}(?:{_BLANK}\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?",
    "no": rf"\d{{1,3}}(?:\.\d{{3}})+(?:,\d+)?|\d{{1,3}}(?:{_BLANK}\d{{3}})+(?:,\d+)?|\d+(?:[.,]\d+)?",
}
_SCALE = {
    "en": {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12},
    "no": {
        "tusen": 1e3,
        "million": 1e6,
        "millioner": 1e6,
        "milliard": 1e9,
        "milliarder": 1e9,
        "billion": 1e12,
        "billioner": 1e12,
    },
}
_MEASURES = {
    "en": (
        r"(?:square |cubic |light[- ]|nautical )?(?:(?:kilo|centi|milli|micro|nano|deci)?(?:metre|meter|gram"
        r"|gramme|litre"
        r"|liter|watt|joule|volt|hertz|calorie|pascal|newton)s?|miles?|feet|foot|inch(?:es)?|yards?|tonn?e?s?"
        r"|pounds?|ounces?"
        r"|acres?|hectares?|years?|months?|weeks?|days?|hours?|minutes?|seconds?|milliseconds?|centuries|decades"
        r"|(?:milli)?amperes?|millilitres?|ohms?|kelvins?|decibels?|bytes?|kilobytes?|megabytes?|gigabytes?"
        r"|dollars?|euros?|kroner|cents?"
        r"|kilowatt-?hours?|megawatts?|gigawatts?|terawatt-?hours?)"
        r"|per ?cent|percent|degrees(?: (?:Celsius|Fahrenheit|centigrade))?|parts per (?:million|billion)|times"
    ),
    "no": (
        r"kubikkilometer|lysår|(?:kvadrat|kubikk|nautiske )?(?:(?:kilo|centi|milli|mikro|nano|desi)?(?:meter"
        r"|gram|liter|watt|joule|volt|hertz"
        r"|kalorier|pascal|newton)|mil|fot|tommer|tonn|år|måneder|uker|dager|døgn|timer|minutter|sekunder|millisekunder"
        r"|hundreår|tiår|(?:milli)?ampere|ohm|kelvin|desibel|byte|megabyte|gigabyte|kroner|euro|dollar|hektar|mål"
        r"|kilowattimer|megawatt|gigawatt|terawattimer|gigawattimer)"
        r"|prosent|grader(?: (?:celsius|Celsius))?|ganger|promille"
    ),
}
_SIGNS = (
    r"%|‰|°C|° C|°F|°|km/h|km/t|m/s|km²|m²|m³|km|cm|mm|µm|nm|kg|mg|ml|dl|kWh|MW|GW|TWh|kW|Hz|kHz|MHz|GHz|MB|GB|TB|ppm"
)
_PER = {
    "en": r"(?: (?:per|an?|each) (?:square |cubic )?(?:second|minute|hour|day|week|month|year|metre|kilometre|litre"
    r"|gram|kilogram|capita)| (?:squared|cubed))*",
    "no": r"(?: (?:per|i|om|pr\.) (?:sekund(?:et)?|minutt(?:et)?|timen?|døgn(?:et)?|dag(?:en)?|uke[na]?|måned(?:en)?"
    r"|år(?:et)?"
    r"|kvadratmeter|kvadratkilometer|kubikkmeter|liter|kilo|kilogram|gram))*",
}
_PLAIN = "(?:(?<= )[-−])?"


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


def _compile(language: str) -> re.Pattern[str]:
    scale = "|".join(sorted(_SCALE[language], key=len, reverse=True))
    return re.compile(
        rf"(?<![\w.,/:#$£€§+*^=-])(?P<number>{_PLAIN}(?:{_GROUPED[language]})(?:{_BLANK}(?P<scale>{scale})\b)?)"
        rf"(?![\w/]|[.,:]\d|-\w)(?:[ \u00a0\u202f-]?(?P<unit>(?:{_SIGNS})(?![\w/])"
        rf"|(?:{_MEASURES[language]})\b{_PER[language]}))?"
    )


_FIND = {language: _compile(language) for language in _GROUPED}
_EDGES = re.compile(r"[%‰]")
_FOUR = re.compile(r"[12]\d{3}$")


def numerals_in(text: str, language: str) -> list[Numeral]:
    """All numbers in a text of a language with a table, in order; [] for others."""
    if language not in _FIND:
        return []
    found = []
    for match in _FIND[language].finditer(text):
        written, scale = match["number"], match["scale"]
        digits = written[: -len(scale)].strip() if scale else written
        value = _value(digits, language) * (_SCALE[language][scale] if scale else 1)
        unit = match["unit"] or ""
        plain = bool(_FOUR.match(written)) and not unit
        found.append(Numeral(match.start("number"), match.end("number"), value, unit, match.end(), plain))
    return found


def _value(digits: str, language: str) -> float:
    """What it is worth. In Norwegian a comma parts decimals, and a full stop thousands if three digits follow."""
    sign = -1.0 if digits[0] in "-−" else 1.0
    bare = re.sub(_BLANK, "", digits.lstrip("-−"))
    if language == "no":
        return sign * float(re.sub(r"\.(?=\d{3}(?:\D|$))", "", bare).replace(",", "."))
    return sign * float(bare.replace(",", ""))
