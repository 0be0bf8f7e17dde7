"""What the tutor says: lines of quotes under a heading, examples, and whether the document tells it at all. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.coach.drafts.draft import Span
from services.coach.facts.names import begun
from services.coach.tutor.phrases import Label, Phrases


@dataclass(frozen=True)
class Line:
    """A quote, and what it is said for. `concept`: what a basis is about."""

    label: Label
    at: Span
    concept: str = ""

    def text(self, phrases: Phrases) -> str:
        """The quote with our words around it."""
        label = phrases.labels.get(self.label, "").format(concept=self.concept)
        said = self.quoted(phrases)
        return f"{label}: {said}" if label else said

    def quoted(self, phrases: Phrases) -> str:
        """The quote with its page."""
        return phrases.quote.format(quote=" ".join(self.at.text.split()), page=self.at.block.source_page)


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
    """An explanation or an answer. `said`: words of ours in place of paragraphs. `near`: the place that they name."""

    concepts: Sequence[str]
    paragraphs: Sequence[Paragraph] = ()
    examples: Sequence[Span] = ()
    said: str = ""
    near: Span | None = None

    @property
    def found(self) -> bool:
        """Whether the document tells it."""
        return bool(self.paragraphs)

    @property
    def quotes(self) -> list[Span]:
        """Every quote, in order, each once."""
        if not self.found:
            return [self.near] if self.near else []
        lines = [line.at for paragraph in self.paragraphs for line in paragraph.lines]
        return list({(at.block.block_id, at.start, at.end): at for at in lines}.values())

    def text(self, phrases: Phrases) -> str:
        """The whole explanation."""
        return "\n\n".join(paragraph.text(phrases) for paragraph in self.paragraphs) or self.said
