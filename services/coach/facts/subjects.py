"""Which concepts stand in a sentence, and which of them a fact in it is about. Built once for all kinds of facts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from services.coach.drafts.draft import Span
from services.coach.drafts.order import Concept
from services.coach.sentences.concepts import Stands
from services.coach.sentences.split import Sentence
from services.text.words import holds, stems_of

_NEAR = 5  # sentences
_OF_SOMETHING = re.compile(r"The (?!\S+ (?:\S+ ){0,3}of )")

_THE = {
    "en": re.compile(r"\b[Tt]he (?P<noun>[a-z]+)\b(?! of\b)"),
    "de": re.compile(r"\b(?:[Dd](?:er|ie|as|em|en|es)) (?P<noun>[A-ZÄÖÜ][a-zäöüß]+)\b"),
}
_A = {
    # "A skin disorder" speaks of no skin.
    "en": r"\b(?:an?|one|another|this|each|every) (?:[a-z-]+ )?{0}"
    r"(?=[.,;:)]| (?:that|which|who|of|in|on|at|by|to|with|for|from|and|or|is|was|can|has|as|when|where)\b)",
    "de": r"\b[Ee]ine[mnrs]? (?:[a-zäöüß]+ )?{0}\b",
}
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True)
class Told:
    """A sentence with the concepts that stand in it. `near`: where none does, a concept of high relevance that stands
    shortly before it.

    `text`: the sentence without its full stop; places within it are code points of the sentence.
    """

    sentence: Sentence
    stands: Sequence[Stands]
    text: str
    language: str
    near: Concept | None = None

    def span(self, start: int, end: int) -> Span:
        """A place in the sentence as a span of the block."""
        return Span(self.sentence.block, self.sentence.start + start, self.sentence.start + end)

    @property
    def whole(self) -> Span:
        """The sentence as a span: a fact's quote."""
        return Span(self.sentence.block, self.sentence.start, self.sentence.end)

    def about(self, *places: tuple[int, int]) -> Concept | None:
        """The concept that a fact is about: the first in any of the places, in their order; else the sentence's first;
        else the one near by. None: nothing in the block is a concept."""
        for start, end in places:
            if (concept := self.within(start, end)) is not None:
                return concept
        return self.stands[0][0] if self.stands else self.near

    def within(self, start: int, end: int) -> Concept | None:
        """The first concept that stands in a part of it."""
        return next((concept for concept, first, last in self.stands if start <= first and last <= end), None)

    def points_back(self, start: int, end: int) -> bool:
        """Whether a part of it speaks of "the plane" where the block spoke of "a plane" before: of one thing that the
        sentence does not tell apart, unless it is a concept of its own."""
        before = self.sentence.block.text[: self.sentence.start]
        for found in _THE.get(self.language, _NEVER).finditer(self.text, start, end):
            named = any(first <= found.start("noun") < last for _, first, last in self.stands)
            if not named and re.search(_A[self.language].format(found["noun"]), before):
                return True
        return False

    def doubt(self, concept: Concept) -> int:
        """The sentence's doubt; at least 1 where the concept does not stand in it."""
        return max(self.sentence.doubt, 0 if any(concept is each for each, _, _ in self.stands) else 1)


def told_of(
    sentences: Sequence[Sentence],
    stands: Sequence[Sequence[Stands]],
    language: str,
    over: Mapping[str, Concept] | None = None,
) -> list[Told]:
    """Each sentence with its concepts, in reading order. `over`: the concepts that headings over blocks name, by the
    blocks' ids."""
    high = _Nearest()
    found = []
    for sentence, within in zip(sentences, stands, strict=True):
        text = sentence.text.rstrip()
        text = text[:-1].rstrip() if text.endswith((".", "!")) else text
        found.append(
            Told(
                sentence,
                within,
                text,
                language,
                high.before(sentence, within) or _named_over(sentence, within, over or {}),
            )
        )
    return found


def named_by(headings: Mapping[str, str], concepts: Sequence[Concept], language: str) -> Mapping[str, Concept]:
    """The first concept that each block's heading names, by the blocks' ids."""
    named = {heading: stems_of(heading, language) for heading in set(headings.values())}
    by_heading = {
        heading: next((concept for concept in concepts if holds(stems, concept.key)), None)
        for heading, stems in named.items()
    }
    return {block: concept for block, heading in headings.items() if (concept := by_heading[heading])}


def _named_over(sentence: Sentence, within: Sequence[Stands], over: Mapping[str, Concept]) -> Concept | None:
    return None if within or sentence.doubt else over.get(sentence.block.block_id)


@dataclass
class _Nearest:
    """The last concept of high relevance before a sentence, at most a few sentences back."""

    _last: Concept | None = None
    _since: int = 0

    def before(self, sentence: Sentence, within: Sequence[Stands]) -> Concept | None:
        """What `sentence` is about where nothing stands in it; to be asked in reading order."""
        high = [concept for concept, *_ in within if concept.rank == 0 or concept.focus]
        self._last, self._since = (high[-1], 0) if high else (self._last, self._since + 1)
        # "Karl Landsteiner discovered it", "the stores hold 500 grams" may be about something else near by.
        far = sentence.doubt or self._since > _NEAR or _OF_SOMETHING.match(sentence.text)
        return None if within or far else self._last
