"""The tutor's own words, by language. What they join is quoted. A language without words gets quotes alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from services.text.languages import code_of

Label = Literal["definition", "again", "basis", "cause", "contrast", "process", "list", "more", "answer"]


@dataclass(frozen=True)
class Phrases:
    """`labels` stand before a quote; `quote` frames it, with its page. `not_told`: of a question; `not_explained`: of
    concepts, `only_named`: of one that stands somewhere; `nearest`: what the text does say."""

    labels: Mapping[Label, str] = field(default_factory=dict)
    quote: str = "“{quote}”"
    not_told: str = "The document does not tell that."
    not_told_near: str = "The document does not tell that. Nearest to it is what it says of “{concept}” on page {page}."
    not_told_there: str = "The document does not tell that. What comes nearest stands on page {page}."
    not_explained: str = "The document does not explain {concepts}."
    only_named: str = "The document does not explain {concepts}; it names it first on page {page}."
    name: str = "“{}”"


_EN = Phrases(
    labels={
        "definition": "What it is",
        "again": "Once more, what it is",
        "basis": "First, what “{concept}” is",
        "cause": "Why",
        "contrast": "The difference",
        "process": "Step by step",
        "list": "What belongs to it",
        "more": "The text also says",
        "answer": "The text says",
    },
    quote="“{quote}” (page {page})",
)
_NO = Phrases(
    labels={
        "definition": "Hva det er",
        "again": "En gang til, hva det er",
        "basis": "Først, hva «{concept}» er",
        "cause": "Hvorfor",
        "contrast": "Forskjellen",
        "process": "Steg for steg",
        "list": "Hva som hører til",
        "more": "Teksten sier også",
        "answer": "Teksten sier",
    },
    quote="«{quote}» (side {page})",
    not_told="Dokumentet forteller ikke det.",
    not_told_near="Dokumentet forteller ikke det. Nærmest kommer det som står om «{concept}» på side {page}.",
    not_told_there="Dokumentet forteller ikke det. Det som kommer nærmest, står på side {page}.",
    not_explained="Dokumentet forklarer ikke {concepts}.",
    only_named="Dokumentet forklarer ikke {concepts}; det nevnes først på side {page}.",
    name="«{}»",
)
_PLAIN = Phrases()


def phrases_of(language: str) -> Phrases:
    """Of English and Norwegian; else quotes alone, and English where nothing can be quoted."""
    return {"en": _EN, "no": _NO}.get(code_of(language), _PLAIN)
