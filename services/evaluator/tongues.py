"""In which language a learner is spoken to: English, or Norwegian (bokmål). Pure."""

import re
from typing import Literal

from services.text.languages import code_of
from services.text.words import fold

Tongue = Literal["en", "no"]

_WORD = re.compile(r"[^\W\d_]+")
_NORWEGIAN = frozenset(
    _WORD.findall(
        """
        jeg meg deg du det er ikke og på om hva hvorfor hvordan hvem hvilken hvilke når hvor kan vil skal bør må lær
        lære forklar først som av til med har en et å vet videre nå mitt mine min gi lag
        """
    )
)
_ENGLISH = frozenset(
    _WORD.findall(
        """
        i me you the is are do does not and on about what why how who which when where can will shall should must teach
        learn explain first that of to with have an a my know next now give make it
        """
    )
)


def tongue_of(language: str) -> Tongue:
    """Norwegian for "no", "nb" and "nn", else English."""
    return "no" if code_of(language) == "no" else "en"


def tongue_said(text: str, language: str) -> Tongue:
    """The language that a message is written in, by its small words; where they do not tell, the document's."""
    said = _WORD.findall(fold(text))
    norwegian, english = (sum(word in listed for word in said) for listed in (_NORWEGIAN, _ENGLISH))
    if norwegian == english:
        return tongue_of(language)
    return "no" if norwegian > english else "en"
