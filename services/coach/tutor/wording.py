"""What the tutor says: lines of quotes under a heading, examples, and whether the document tells it at all. Pure.

Its own words are the catalogue's, kept as data, so that they can be told in the reader's language.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from contracts.message import Phrase
from contracts.proof import pages_said
from services.coach.drafts.draft import Span
from services.coach.drafts.prove import pages_of
from services.coach.facts.names import begun
from services.text.catalogue import sentences
from services.text.catalogue.phrases import rendered
from services.text.languages import code_of

Label = Literal[
    "definition",
    "again",
    "basis",
    "what",
    "said_of",
    "cause",
    "contrast",
    "process",
    "list",
    "more",
    "around",
    "answer",
    "perhaps",
    "there",
    "perhaps_there",
    "below",
]
"""What stands before a quote."""

_SPOKEN = sentences("tutor").keys()
_UNTOLD = ("other_language", "not_told", "no_more", "no_reason", "no_simpler", "one_side_nearest")
_OPENINGS = tuple(re.split(r"[.;{]", words[code])[0] for words in sentences("tutor").values() for code in _UNTOLD)


def tutor(name: str, **values: str | int | Phrase) -> Phrase:
    """One of the tutor's own phrases."""
    return Phrase(code=f"tutor.{name}", values=values)


def listed(between: str, said: Iterable[str | Phrase]) -> Phrase:
    """Several, one after another (`list.<between>`)."""
    return Phrase(code=f"list.{between}", values={str(n): each for n, each in enumerate(said)})


def found_nothing(said: str) -> bool:
    """Whether a line of the tutor's says that nothing answers, and shows what is nearest at most."""
    return said.lstrip().startswith(_OPENINGS)


@dataclass(frozen=True)
class Line:
    """A quote, and what it is said for. `concept`: what a basis is about, or which concept the quote is of. `heading`:
    by which it is cited where its document has no pages ("": by nothing); None: by its page."""

    label: Label
    at: Span
    concept: str = ""
    heading: str | None = None

    @property
    def plain(self) -> str:
        """The quote alone, its blanks made one."""
        return " ".join(self.at.text.split())

    @property
    def phrase(self) -> Phrase:
        """The quote with our words around it."""
        return tutor("labelled", label=tutor(self.label, concept=self.concept), quoted=self.quoted)

    @property
    def quoted(self) -> Phrase:
        """The quote with its page or its heading; code keeps its lines."""
        said = self.at.text if self.at.block.kind == "code" else self.plain
        if self.heading is not None:
            return tutor("quote_under", quote=said, heading=self.heading) if self.heading else Phrase.quoted(said)
        return tutor("quote", quote=said, page=pages_said(*pages_of(self.at)))


@dataclass(frozen=True)
class Paragraph:
    """Lines under a heading ("": none). `lead`: our own words before them."""

    heading: str
    lines: Sequence[Line]
    lead: Phrase | None = None

    @property
    def phrase(self) -> Phrase:
        """A line each; a label stands once before all that it holds for."""
        said: list[str | Phrase] = [begun(self.heading)] if self.heading else []
        said += [self.lead] if self.lead else []
        for n, line in enumerate(self.lines):
            repeated = n > 0 and line.label == self.lines[n - 1].label and not line.concept
            said.append(line.quoted if repeated else line.phrase)
        return listed("lines", said)

    @property
    def plain(self) -> str:
        """The quotes alone, a line each."""
        said = [begun(self.heading)] if self.heading else []
        return "\n".join([*said, *(f"“{line.plain}”" for line in self.lines)])


@dataclass(frozen=True)
class Told:
    """An explanation or an answer. `said`: words of ours in place of paragraphs. `shown`: the passages found, the best
    first, where there are more than are told. `mistaken`: those of the paragraphs, the first, that tell what was taken
    for what. `unsure`: where something stands that was not read surely and may answer; no word of it is told."""

    concepts: Sequence[str]
    paragraphs: Sequence[Paragraph] = ()
    examples: Sequence[Span] = ()
    said: Phrase | None = None
    shown: Sequence[Span] = ()
    mistaken: Sequence[Paragraph] = ()
    unsure: Sequence[Span] = ()

    def cited(self, headings: Mapping[str, str]) -> "Told":
        """The same, with quotes of documents without pages cited by their headings (by the ids of blocks)."""

        def under(line: Line) -> Line:
            return replace(line, heading=headings.get(line.at.block.block_id))

        paragraphs = [replace(each, lines=[under(line) for line in each.lines]) for each in self.paragraphs]
        mistaken = [replace(each, lines=[under(line) for line in each.lines]) for each in self.mistaken]
        said = self.said
        if said and self.shown and "quote" in said.values:
            near = under(Line("answer", self.shown[0])).quoted
            said = said.model_copy(update={"values": {**said.values, "quote": near}})
        return replace(self, paragraphs=paragraphs, mistaken=mistaken, said=said)

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

    @property
    def phrase(self) -> Phrase:
        """The whole explanation as data."""
        said = [self.said] if self.said else [paragraph.phrase for paragraph in self.paragraphs]
        pages = dict.fromkeys(pages_said(*pages_of(at)) for at in self.unsure)
        said += [tutor("unsure", page=page) for page in pages]
        return said[0] if self.said and not self.unsure else listed("paragraphs", said)

    def text(self, language: str) -> str:
        """The whole explanation. Without words of a language quotes alone, and English where there are none."""
        if self.said is None and code_of(language) not in _SPOKEN:
            return "\n\n".join(filter(None, (paragraph.plain for paragraph in self.paragraphs)))
        return rendered(self.phrase, language)
