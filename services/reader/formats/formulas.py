"""Formulas as a line of text: Office's and MathML's trees, and TeX as far as it can be said without its commands."""

import re
import unicodedata
from typing import Any

from services.reader.formats.trees import local

_SIGNS = {
    "times": "×", "cdot": "·", "pm": "±", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "approx": "≈",
    "to": "→", "rightarrow": "→", "infty": "∞", "sum": "∑", "int": "∫", "partial": "∂", "nabla": "∇", "in": "∈",
    "degree": "°", "circ": "°", "ldots": "…", "cdots": "…", "quad": " ", "left": "", "right": "", "sin": "sin",
    "cos": "cos", "tan": "tan", "log": "log", "ln": "ln", "exp": "exp", "mathrm": "", "text": "", "mathbf": "",
}  # fmt: skip
_COMMAND = re.compile(r"\\([A-Za-z]+) ?")
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_MIXED = re.compile(r"(?<=\d)\0(?=\d+/\d+)")  # the edge between a whole number and the fraction behind it
_WHOLE = re.compile(r"(?<=\d)\s*(?=\\[dt]?frac)")
_ROOT = re.compile(r"\\sqrt\s*\{([^{}]*)\}")
_TEX = re.compile(r"\\\(.{1,500}?\\\)|\\\[.{1,500}?\\\]|\$\$.{1,500}?\$\$|(?<!\w)\$[^$]{0,200}\\[a-z]+[^$]{0,200}\$")


def tex_line(tex: str) -> str | None:
    """A short TeX formula as text ("E = mc^2"), None where commands would be left in it."""
    tex = _WHOLE.sub(" ", tex)
    for _ in range(4):
        tex = _FRACTION.sub(lambda found: f"{_grouped(found[1])}/{_grouped(found[2])}", tex)
        tex = _ROOT.sub(r"√(\1)", tex)
    tex = re.sub(r"\\[,;:! ]", " ", tex)
    tex = _COMMAND.sub(_sign, tex)
    tex = re.sub(r"([_^])\{([^{}]*)\}", lambda found: found[1] + _grouped(found[2]), tex)
    tex = tex.replace("{", "").replace("}", "") if "\\" not in tex else tex
    return None if "\\" in tex or "&" in tex else " ".join(tex.split())


def _sign(found: re.Match[str]) -> str:
    name = found[1]
    if name in _SIGNS:
        return _SIGNS[name]
    greek = f"GREEK {'CAPITAL' if name[0].isupper() else 'SMALL'} LETTER {name.upper().replace('LAMBDA', 'LAMDA')}"
    try:
        return unicodedata.lookup(greek)
    except KeyError:
        return found[0]


def holds_tex(text: str) -> bool:
    """Whether a text holds TeX between its marks: \\(...\\), \\[...\\], $$...$$, or $...$ with a command."""
    return bool(_TEX.search(text))


def math_source(element: Any) -> str:
    """The TeX that a MathML tree carries as its annotation, else the tree as a line of text."""
    for each in element.iter():
        if local(each) == "annotation" and "tex" in (each.get("encoding") or "").lower() and (each.text or "").strip():
            return " ".join(each.text.split())
    return math_line(element)


def math_line(element: Any) -> str:
    """MathML or Office's formulas (OMML) as a line of text: (a)/(b), √(x), x_1, x^2."""
    return " ".join(_said(element).split())


def _said(element: Any) -> str:
    name = local(element)
    if name in (
        "",
        "annotation",
        "annotation-xml",
        "rpr",
        "ctrlpr",
        "fpr",
        "radpr",
        "narypr",
        "ssuppr",
        "ssubpr",
        "dpr",
    ):
        return ""
    if name == "t" or (len(element) == 0 and name.startswith("m")):
        text = element.text or ""
        return f" {text} " if name == "mo" and text.strip() in ("=", "+", "−", "≤", "≥", "≈", "→") else text
    parts = [(local(child), _said(child)) for child in element if local(child)]
    parts = [(child, text) for child, text in parts if text.strip()]
    said = [text for _, text in parts]
    by_name = dict(parts)
    if name in ("mfrac", "f") and len(said) == 2:
        return f"{_grouped(said[0])}/{_grouped(said[1])}"
    if name in ("msqrt", "rad"):
        return f"√({by_name.get('e') or ''.join(said)})"
    if name in ("msup", "mover", "ssup") and len(said) == 2:
        return f"{said[0]}^{_grouped(said[1])}"
    if name in ("msub", "munder", "ssub") and len(said) == 2:
        return f"{said[0]}_{_grouped(said[1])}"
    if name in ("msubsup", "munderover", "ssubsup") and len(said) == 3:
        return f"{said[0]}_{_grouped(said[1])}^{_grouped(said[2])}"
    if name == "nary":
        below, above = by_name.get("sub", ""), by_name.get("sup", "")
        sign = next((each.get(key) for each in element.iter() if local(each) == "chr" for key in each.attrib), "∫")
        return (
            sign
            + (f"_{_grouped(below)}" if below else "")
            + (f"^{_grouped(above)} " if above else " ")
            + by_name.get("e", "")
        )
    if name == "d":
        return f"({', '.join(said)})"
    if name in ("mtr", "mr"):
        return ", ".join(said) + "; "
    return _MIXED.sub(" ", "\0".join(said)).replace("\0", "")


def _grouped(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 1 or text.isalnum() else f"({text})"
