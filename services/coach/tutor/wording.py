"""What the tutor says: lines of quotes under a heading, examples, and whether the document tells it at all. Pure.

Its own words are the catalogue's. A language without words gets quotes alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from services.coach.drafts.draft import Span
from services.coach.facts.names import begun
from services.text.catalogue import sentences
from services.text.languages import code_of

Label = Literal["definition", "again", "basis", "cause", "contrast", "process", "list", "more", "answer"]
"""What stands before a quote."""
Phrases = Mapping[str, str]

_SAID = sentences("tutor")
_PLAIN: Phrases = {**_SAID["en"], **dict.fromkeys(get_args(Label), ""), "quote": "“{quote}”"}


def phrases_of(language: str) -> Phrases:
    """Of a language with words; else quotes alone, and English where nothing can be quoted."""
    return _SAID.get(code_of(language), _PLAIN)


@dataclass(frozen=True)
class Line:
    """A quote, and what it is said for. `concept`: what a basis is about."""

    label: Label
    at: Span
    concept: str = ""

    def text(self, phrases: Phrases) -> str:
        """The quote with our words around it."""
        label = phrases[self.label].format(concept=self.concept)
        said = self.quoted(phrases)
        return f"{label}: {said}" if label else said

    def quoted(self, phrases: Phrases) -> str:
        """The quote with its page."""
        return phrases["quote"].format(quote=" ".join(self.at.text.split()), page=self.at.block.source_page)


@dataclass(frozen=True)
class Paragraph:
    """Lines under a heading ("": none)."""

    heading: str
    lines: Sequence[Line]

    def text(self, phrases: Phrases) -> str:
        """A line each; a label stands once before all that it holds for."""
        said = [begun(self.heading)] if self.heading else []
        for n, line in enumerate(self.lines):
            repeated = n > 0 and line.label == self.lines[n - 1].label and not line.concept
            said.append(line.quoted(phrases) if repeated else line.text(phrases))
        return "\n".join(said)


@dataclass(frozen=True)
class Told:
    """An explanation or an answer. `said`: words of ours in place of paragraphs. `shown`: the passages found, the best
    first, where there are more than are told."""

    concepts: Sequence[str]
    paragraphs: Sequence[Paragraph] = ()
    examples: Sequence[Span] = ()
    said: str = ""
    shown: Sequence[Span] = ()

    @property
    def found(self) -> bool:
        """Whether the document tells it."""
        return bool(self.paragraphs)

    @property
    def quotes(self) -> list[Span]:
        """Every quote, in order, each once."""
        if self.shown:
            return list(self.shown)
        lines = [line.at for paragraph in self.paragraphs for line in paragraph.lines]
        return list({(at.block.block_id, at.start, at.end): at for at in lines}.values())

    def text(self, phrases: Phrases) -> str:
        """The whole explanation."""
        return "\n\n".join(paragraph.text(phrases) for paragraph in self.paragraphs) or self.said
