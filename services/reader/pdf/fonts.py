"""What a font says of the words set in it: bold, italic, typewriter. From its name, flags, weight, and widths."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.reader.pages import Style

_BOLD = re.compile(
    r"bold|black|heavy|demi|semibd|-medi\b|extrabd|^(cm|sf|ec|lm)[a-z]*bx|^lmb|^cmb\d|-b(mt)?$|bd(mt)?$", re.I
)
_NOT_BOLD = re.compile(r"\b(thumb|verb)", re.I)
_ITALIC = re.compile(r"ital|obli|slant|kursiv|^(cm|sf|ec|lm)[a-z]*(ti|sl|it|ri|oi)\d*|-it\b|(?-i:It$)", re.I)
_MONO = re.compile(
    r"mono|courier|typewr|consol|menlo|inconsol|(?<!uni)code|terminal|^(cm|sf|ec|lm)[a-z]*t[tc]\d*|nimbusmonl|fixed",
    re.I,
)
# Fonts of signs and of letters that stand for quantities: Computer Modern's, its heirs', and whatever says "math".
_MATH = re.compile(
    r"^(cm(mi|sy|ex|bsy|mib)|ms[ab]m|eu[fsrx]m|euex|rsfs|esint|wasy|stix|lm(mi|sy|ex)|lm.?math|[tp]x(mi|sy|ex)|mt(mi|sy|ex)"
    r"|rm?tmi|fourier|nx?txmi|nx?tx(sy|ex))|math",
    re.I,
)
_LEAST_LETTERS, _ALIKE = 6, 0.9
_FIXED, _ITALIC_FLAG, _FORCE_BOLD = 1, 1 << 6, 1 << 18


@dataclass(frozen=True, slots=True)
class Font:
    """How a font sets words apart; `math`: it sets formulas alone."""

    style: Style
    mono: bool
    math: bool = False


PLAIN = Font("", False)


def font_of(name: str, descriptor: Any, widths: Mapping[str, float] | None = None) -> Font:
    """The font of that PostScript name ("ABCDEF+Times-Bold") with that PDF font descriptor (or None).

    `widths`: of its letters. Whether it is a typewriter's they say themselves; flags lie. They and the name
    are asked only where there are too few letters to tell.
    """
    bare = name.split("+", 1)[-1]
    fields = descriptor if isinstance(descriptor, dict) else {}
    flags, weight = _number(fields.get("Flags")), _number(fields.get("FontWeight"))
    bold = bool(_bold_name(bare)) or bool(int(flags) & _FORCE_BOLD) or weight >= 600
    italic = bool(_ITALIC.search(bare)) or bool(int(flags) & _ITALIC_FLAG)
    mono = _alike(widths or {})
    if mono is None:
        mono = bool(_MONO.search(bare)) or bool(int(flags) & _FIXED)
    style: Style = "bold_italic" if bold and italic else "bold" if bold else "italic" if italic else ""
    return Font(style, mono, bool(_MATH.search(bare)))


def _alike(widths: Mapping[str, float]) -> bool | None:
    """Whether nearly all letters are equally wide; None: there are too few of them.

    Only letters that have a case: figures are equally wide in most fonts, ideographs in all.
    """
    known = [round(width) for letter, width in widths.items() if width > 0 and letter.lower() != letter.upper()]
    if len(known) < _LEAST_LETTERS:
        return None
    (_, count), *_ = Counter(known).most_common(1)
    return count >= _ALIKE * len(known)


def _bold_name(bare: str) -> bool:
    return bool(_BOLD.search(bare)) and not _NOT_BOLD.search(bare)


def _number(value: Any) -> float:
    return value if isinstance(value, int | float) and abs(value) < 2**31 else 0
