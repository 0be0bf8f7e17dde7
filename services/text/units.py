"""Units that are one though they are written otherwise, and units of one kind: English, Norwegian and German.

Pure. Degrees are not turned into one another: they do not begin at the same nought.
"""

import unicodedata

from services.text.numbers import readings

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
    ("time", 3600, "h hr hour time timer timen stunde"),
    ("time", 60, "min minute minutt"),
    ("time", 1, "s sec sek second sekund sekunde"),
    ("area", 1e6, "km² square-kilometre square-kilometer kvadratkilometer quadratkilometer"),
    ("area", 1, "m² square-metre square-meter kvadratmeter quadratmeter"),
    ("degree", 1, "°C degree-celsius grad-celsius grade-celsius"),
)
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


def scale_of(unit: str) -> tuple[float, str]:
    """The number that a unit is written with, and the unit itself: "million years" is 1,000,000 and "years"."""
    found = readings(f"1 {unit}") if unit else []
    return found[0] if len(found) == 1 and found[0][0] != 1 else (1.0, unit)
