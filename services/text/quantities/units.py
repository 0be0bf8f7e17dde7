"""Units: how a text names them behind a number, which are one though they are written otherwise, and which of one kind.

Pure. English and Norwegian measures are found in a text; names are compared in German too. Degrees are not turned into
one another: they do not begin at the same nought.
"""

import unicodedata

from services.text.languages import code_of

# The kind, how many of its smallest unit it has, and its names.
_ALIKE = (
    ("share", 10, "% percent per-cent pct prosent prosentpoeng prozent procent"),
    ("share", 1, "‰ per-mille promille"),
    ("length", 1e6, "km kilometre kilometer"),
    ("length", 1e3, "m metre meter"),
    ("length", 10, "cm centimetre centimeter zentimeter"),
    ("length", 1, "mm millimetre millimeter"),
    ("mass", 1e9, "t tonne tonn"),
    ("mass", 1e6, "kg kilogram kilogramme kilogramm kilo"),
    ("mass", 1e3, "g gram gramme gramm"),
    ("mass", 1, "mg milligram milligramme milligramm"),
    ("volume", 1e6, "m³ cubic-metre cubic-meter kubikkmeter kubikmeter"),
    ("volume", 1e3, "l litre liter"),
    ("volume", 1, "ml millilitre milliliter"),
    ("time", 604800, "week weeks uke uker uken woche wochen"),
    ("time", 86400, "day days dag dager døgn tag tage tagen"),
    ("time", 3600, "h hr hour time timer timen stunde"),
    ("time", 60, "min minute minutt"),
    ("time", 1, "s sec sek second sekund sekunde"),
    ("area", 1e6, "km² square-kilometre square-kilometer kvadratkilometer quadratkilometer"),
    ("area", 1, "m² square-metre square-meter kvadratmeter quadratmeter"),
    ("degree", 1, "°C degree-celsius grad-celsius grade-celsius"),
)
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

_PLURALS = ("s", "r", "er", "en", "n", "e")


def _plain(unit: str) -> str:
    """As it was typed but for blanks, hyphens and a full stop; a sign's case is a part of it, as in "mW" and "MW"."""
    text = unicodedata.normalize("NFKC", unit).strip(" .,;:").replace("° ", "°")
    words = text.replace("-", " ").split()
    return "-".join(words if len(text) < 3 else [word.casefold() for word in words])


_NAMES: dict[str, int] = {_plain(name): number for number, (_, _, line) in enumerate(_ALIKE) for name in line.split()}
_NAMES |= {
    plural: number
    for name, number in list(_NAMES.items())
    if len(name) > 3
    for first, *rest in [name.split("-")]
    for ending in _PLURALS
    for plural in {f"{name}{ending}", "-".join([first + ending, *rest])}
    if plural not in _NAMES and plural != "times"  # English, and no hours
}


def measure(language: str) -> str:
    """The pattern of a unit behind a number; of a language without names here, of a sign alone."""
    signs = rf"(?:{_SIGNS})(?![\w/])"
    code = code_of(language)
    return rf"{signs}|(?:{_MEASURES[code]})\b{_PER[code]}" if code in _MEASURES else signs


def same_unit(one: str, other: str) -> bool:
    """Whether both are known here, and are one unit."""
    left = _NAMES.get(_plain(one))
    return left is not None and left == _NAMES.get(_plain(other))


def in_unit(unit: str, wanted: str) -> float | None:
    """How many of `wanted` one `unit` is; None: not known here, or of another kind."""
    numbers = _NAMES.get(_plain(unit)), _NAMES.get(_plain(wanted))
    if numbers[0] is None or numbers[1] is None:
        return None
    (kind, factor, _), (wanted_kind, wanted_factor, _) = _ALIKE[numbers[0]], _ALIKE[numbers[1]]
    return factor / wanted_factor if kind == wanted_kind else None
