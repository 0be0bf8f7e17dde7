"""Units that are one though they are written otherwise: sign and word, English and Norwegian and German. Pure."""

import unicodedata

from services.evaluator.numbers import readings

_ALIKE = (
    "% percent per-cent pct prosent prosentpoeng prozent procent",
    "‰ per-mille promille",
    "km kilometre kilometer",
    "m metre meter",
    "cm centimetre centimeter zentimeter",
    "mm millimetre millimeter",
    "kg kilogram kilogramme kilogramm kilo",
    "g gram gramme gramm",
    "mg milligram milligramme milligramm",
    "t tonne tonn",
    "l litre liter",
    "ml millilitre milliliter",
    "s sec sek second sekund sekunde",
    "min minute minutt",
    "h hr hour time timer timen stunde",
    "km² square-kilometre square-kilometer kvadratkilometer quadratkilometer",
    "m² square-metre square-meter kvadratmeter quadratmeter",
    "m³ cubic-metre cubic-meter kubikkmeter kubikmeter",
    "°C degree-celsius grad-celsius grade-celsius",
)
_PLURALS = ("s", "r", "er", "en", "n", "e")


def _plain(unit: str) -> str:
    """As it was typed but for blanks, hyphens and a full stop; a sign's case is a part of it, as in "mW" and "MW"."""
    text = unicodedata.normalize("NFKC", unit).strip(" .,;:").replace("° ", "°")
    words = text.replace("-", " ").split()
    return "-".join(words if len(text) < 3 else [word.casefold() for word in words])


_NAMES: dict[str, int] = {_plain(name): number for number, line in enumerate(_ALIKE) for name in line.split()}
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


def scale_of(unit: str) -> tuple[float, str]:
    """The number that a unit is written with, and the unit itself: "million years" is 1,000,000 and "years"."""
    found = readings(f"1 {unit}") if unit else []
    return found[0] if len(found) == 1 and found[0][0] != 1 else (1.0, unit)
