"""The words for true and false, by language: as options of a statement have them, and as a person says them. Pure."""

from services.text.languages import code_of
from services.text.words import fold

_WORDED = {
    "da": ("Sandt", "Falsk"),
    "de": ("Richtig", "Falsch"),
    "en": ("True", "False"),
    "es": ("Verdadero", "Falso"),
    "fi": ("Totta", "Tarua"),
    "fr": ("Vrai", "Faux"),
    "it": ("Vero", "Falso"),
    "nl": ("Waar", "Onwaar"),
    "no": ("Sant", "Usant"),
    "pl": ("Prawda", "Fałsz"),
    "pt": ("Verdadeiro", "Falso"),
    "ru": ("Верно", "Неверно"),
    "sv": ("Sant", "Falskt"),
}
TRUTHS = frozenset({fold(word) for pair in _WORDED.values() for word in pair} | {"sann", "usann", "wahr"})
"""Folded: all words of such options."""
_SAID = {
    True: {fold(yes) for yes, _ in _WORDED.values()}
    | set("yes right correct ja riktig sann stemmer wahr stimmt korrekt".split()),  # noqa: SIM905
    False: {fold(no) for _, no in _WORDED.values()} | set("no wrong incorrect nei galt feil usann nein unwahr".split()),  # noqa: SIM905
}


def truths(language: str) -> tuple[str, str]:
    """The words for true and false; English where a language is not known here."""
    return _WORDED.get(code_of(language), _WORDED["en"])


def truth_of(word: str) -> bool | None:
    """What a folded word says of a statement, in whatever language; None: nothing."""
    return next((truth for truth, words in _SAID.items() if word in words), None)
