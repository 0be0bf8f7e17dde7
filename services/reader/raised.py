"""What a raised number says, by what it stands between: an exponent gets its sign ("10^18"), the mark of a footnote
leaves the word that it stands at, the number of a sentence leaves the sentence; an isotope keeps its own. Pure."""

import re

from services.text.quantities.units import same_unit

_MARK = re.compile(r"\s*(?:\[?\d{1,3}\]?(?:\s*,\s*\d{1,3})*|[*†‡§¶]+)\s*")
_AFTER_WORD = re.compile(r"[^\W\d_]{3}$|[.,;:!?”’\"')\]]$")
_AFTER_QUANTITY = re.compile(r"\d$|(?<![^\W\d_])[^\W\d_]{1,2}$|\)$")
_NAME = re.compile(r"\b[A-ZÀ-Þ][^\W\d_]{2,}\s[A-ZÀ-Þ][ß-ÿa-z]$")  # "Weining Li" is no unit
_EXPONENT = re.compile(r"[-+−–]?\d+(?:[./]\d+)?|[n+−-]|\d*[+−-]")
_OF_A_MEASURE = re.compile(r"[23]|[-−–]\d")
_WORD = re.compile(r"[^\W\d_]+$")
_OPENED = re.compile(r"[(\[]")
_YEAR = re.compile(r"\d{4}")
_LONG = re.compile(r"[^\W\d_]{3,}")
_IN_FORMULA = re.compile(r"(?:[=×·∝]|\s[/*]|\bp(?:er|ro)\s)\s*[^\W\d_]+$")
_FUNCTION = re.compile("sin|cos|tan|cot|sec|csc|log|exp|sinh|cosh|tanh")
_SQUARED = re.compile(r"mol|miles?|foot|feet|inch|yards?|\w*met(?:er|re)")
_COUNTED = re.compile("percent|pro[sz]ent|days?|weeks?|hours?|dag|dager|døgn|uker?|timer")
"""Measures that have no powers, so that a number raised behind one is a note's."""
_OF_A_SENTENCE = re.compile(r"\d{1,2}")
_ENDED = re.compile(r"(?:^|[.!?:;][”’\"')\]]*)$")
_OPENS = re.compile(r"[A-ZÀ-Þ][^\W\d_]*")
_LIGHT = re.compile(
    "H|B|C|N|O|F|P|S|K|V|Y|He|Li|Be|Ne|Na|Mg|Al|Si|Cl|Ar|Ca|Sc|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|Se|Br|Kr|Rb|Sr|Zr|Nb|Mo|Tc|Ru"
)
"""Elements whose isotopes have a number of two figures at most."""


def said_raised(before: str, text: str, after: str) -> str:
    """A raised number or sign within a line; `before`, `after`: what stands at its sides (a few words are enough)."""
    text, stem = text.strip(), before.rstrip()
    if numbers_a_sentence(before, text, after):
        return ""
    if stem != before or not stem:
        return text
    exponent = _EXPONENT.fullmatch(text)
    word = _WORD.search(stem)
    bracket = stem[-1] in ")]"
    remark = bracket and _is_remark(_OPENED.split(stem.rstrip(")]"))[-1])
    quantity = _AFTER_QUANTITY.search(stem) and not _NAME.search(stem) and not remark
    symbols = bracket and not remark
    measure = word and _OF_A_MEASURE.fullmatch(text) and _has_powers(word.group().lower())
    if exponent and (quantity or symbols or measure or _IN_FORMULA.search(stem)):
        return f"^({text})" if "/" in text else f"^{text}"
    if not symbols and _MARK.fullmatch(text) and (_AFTER_WORD.search(stem) or _NAME.search(stem)):
        return ""
    return f"^{text}" if exponent and stem[-1:].isalnum() else text


def numbers_a_sentence(before: str, text: str, after: str) -> bool:
    """Whether it stands right before the first word of a sentence, as laws and verses number theirs; what stands before
    the sign of an element is an isotope's."""
    opens = _OPENS.match(after)
    if opens is None or not _OF_A_SENTENCE.fullmatch(text.strip()) or not _ENDED.search(before.rstrip()):
        return False
    return not _LIGHT.fullmatch(opens.group())


def _is_remark(inside: str) -> bool:
    """Whether it is words or a year that a bracket holds, behind which a note may stand; "(x + y)" is of a formula."""
    return bool(_YEAR.fullmatch(inside)) or any(not _FUNCTION.fullmatch(word.lower()) for word in _LONG.findall(inside))


def _has_powers(word: str) -> bool:
    """Whether a word is a unit or a function, which has powers."""
    if _COUNTED.fullmatch(word):
        return False
    return bool(_FUNCTION.fullmatch(word) or _SQUARED.fullmatch(word)) or same_unit(word, word)
