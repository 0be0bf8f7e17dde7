"""Where a sentence gives a name to what the one before it tells: "This is called upwelling". Pure."""

import re

_OFTEN = r"(?:often |also |usually |sometimes |commonly |generally )?"
_BEFORE = {
    "en": re.compile(
        rf"(?:This|Such an?)(?: (?!is\b)[a-z-]+){{0,2}} is {_OFTEN}(?:called|known as|termed|referred to as)"
        r" (?:(?:an?|the) )?[\"“‘]?"
    ),
    "no": re.compile(
        r"(?:Dette|Denne \w+|En slik \w+|Et slikt \w+)(?: kalles| heter| blir kalt| kaller (?:vi|man)"
        r"| er kjent som| omtales som)(?: (?:ofte|også|gjerne|vanligvis))?(?: for)?(?: (?:en|et|ei))? [\"“«]?"
    ),
    "de": re.compile(
        r"(?:Dies|Das|Dieser Vorgang|Diesen Vorgang|Dieses \w+) (?:heißt|nennt man) (?:auch )?"
        r"(?:(?:eine?|der|die|das) )?[\"“„«]?"
    ),
}
_NEVER = re.compile(r"(?!)")


def gives_name(before: str, language: str) -> bool:
    """Whether what stands before a term, from its sentence's beginning on, names by it what was told just before."""
    return bool(_BEFORE.get(language, _NEVER).fullmatch(before))
