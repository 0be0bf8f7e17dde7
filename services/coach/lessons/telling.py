"""What a turn tells: passages of the blocks about a step's concepts, none twice in a lesson. Pure.

1. Of a document what the tutor would tell: the definition, then other passages by rank. Of a guideline's own text,
   which is written to be told, its paragraphs in their order, up to what must be kept; never parts of two as one.
2. Nothing that was told, or says the same; nothing that was said in the conversation already.
3. Not what the turn's question was made from, nor what gives its answer away. What names its answer, because the lesson
   is about just that, comes last.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from contracts.documents import Block
from contracts.learning import Explain
from contracts.lessons import TeachTurn
from services.coach.drafts.draft import Span
from services.coach.lessons.asking import Guard
from services.coach.lessons.learner import Learner
from services.coach.sentences.leaning import LEANINGS, OTHER
from services.coach.tutor.lesson import Lesson, lesson_of
from services.coach.tutor.passages import calls_itself_example, definition_of, overlap, passages_of, repeats
from services.coach.tutor.wording import Label
from services.text.languages import code_of
from services.text.once import marks_in, marks_of, was_said
from services.text.quotation import alike
from services.text.splitting import ends, spans_of
from services.text.words import content_of, fold, inflected

EASY = 20
"""Words of a sentence: what is longer is for nobody who needs short ones, as long as there are others."""
_PROSE = ("paragraph", "list_item")
_LEAST_ALIKE = 0.7
_TOGETHER = 3
"""Sentences: a paragraph of so many is told as one."""
_FIGURE = re.compile(r"\d")
_CAPTION = re.compile(r"(?:figure|fig|table|figur|tabell|abbildung|abb|tabelle)\b[^.:]{0,12}[.:]", re.IGNORECASE)
_HEAD = 3
"""Words before a concept with which a sentence about it may begin."""


@dataclass(frozen=True)
class Piece:
    """A passage. `first`: the definition; `leans`: understood right behind it alone; `elsewhere`: what it is about is
    something else, and it names the concept."""

    at: Span
    label: Label
    concept: str
    first: bool = False
    elsewhere: bool = False
    leans: bool = False

    @cached_property
    def sentences(self) -> int:
        return max(1, sum(1 for _ in spans_of(self.at.text)))

    @cached_property
    def longest(self) -> int:
        """Words of its longest sentence."""
        text = self.at.text
        return max((len(text[start:end].split()) for start, end in spans_of(text)), default=0)

    @property
    def is_example(self) -> bool:
        return calls_itself_example(self.at.text) or bool(_FIGURE.search(self.at.text))


@dataclass(frozen=True)
class Telling:
    """A turn's command as passages are chosen for it."""

    command: TeachTurn
    learner: Learner
    guard: Guard
    concepts: Sequence[str]

    @property
    def plain(self) -> bool:
        """Whether the text is the lesson's own, and not a document that is quoted."""
        return bool(self.command.guideline.strip())

    @cached_property
    def lesson(self) -> Lesson:
        """The blocks as the tutor reads them."""
        return lesson_of(explaining(self.command, self.concepts, self.learner))

    @cached_property
    def pieces(self) -> list[Piece]:
        """All that may be told, in order."""
        found = list[Piece]()
        for concept in self.concepts:
            for piece in self._written(concept) if self.plain else self._quoted(concept):
                if self.may_tell(piece.at) and not any(repeats(piece.at, each.at) for each in found):
                    found.append(piece)
        return found

    def may_tell(self, at: Span) -> bool:
        """Whether it is new, and gives nothing away."""
        return not (self.is_told(at) or self.is_kept(at))

    def is_kept(self, at: Span) -> bool:
        """Whether it would answer the question that waits."""
        return self.guard.proves(at) or self.guard.gives_away(at.text)

    def is_told(self, at: Span) -> bool:
        """Whether it was told in this lesson, by a passage or in the tutor's words."""
        words = len(at.text.split())
        near = (
            each
            for each, count in self._lengths
            # What says the same in nearly the same words has nearly as many of them.
            if each.block.block_id == at.block.block_id or _LEAST_ALIKE * max(words, count) <= min(words, count)
        )
        return (
            any(repeats(at, each) for each in near)
            or fold(alike(at.text)) in self._said
            or was_said(at.text, self._marks)
        )

    def chosen(self, sentences: int, *, examples: bool, again: bool, named: bool = True) -> list[Piece]:
        """So many sentences, or a little more where what belongs together has more. `again`: to who is at a loss.
        `named`: also what says the answer, because that is the name of what is explained; but only without others."""
        silent = [each for each in self.pieces if not self.guard.says(each.at.text)]
        pieces = silent or (self.pieces[:1] if named else [])
        if self.plain and not again and self.command.directive == "explain":
            pieces = [each for each in pieces if not each.elsewhere]  # Another part is not what is explained.
        if examples or again or not any(each.first for each in pieces):
            pieces = [each for each in pieces if not each.leans]
        if self.learner.simple or again:
            short = [each for each in pieces if each.longest <= EASY]
            rest = sorted((each for each in pieces if each.longest > EASY), key=lambda each: each.longest)
            pieces = [*short, *rest]
        if examples and again:
            pieces.sort(key=lambda each: (each.elsewhere, -self._near(each), not each.is_example))
        elif examples:
            pieces.sort(key=lambda each: (each.elsewhere, not each.is_example))
        elif not again:
            most = EASY + 5 if self.learner.simple else None
            pieces.sort(
                key=lambda each: (
                    not each.first or (most is not None and each.longest > most),
                    not each.leans,
                    each.elsewhere,
                    -self._near(each),  # It leads to the question, as far as it may.
                )
            )
        if self.learner.deep and not examples:
            pieces.sort(key=lambda each: each.label not in ("cause", "contrast") and not each.first)
        taken, count = list[Piece](), 0
        for piece in pieces:
            if taken and count + piece.sentences > sentences:
                continue
            taken.append(piece)
            count += piece.sentences
            if count >= sentences:
                break
        return taken if examples else self._in_order(taken)

    def _near(self, piece: Piece) -> int:
        """How many words of the question that waits a passage has besides the concept's name; two are enough."""
        item, language = self.command.item, self.command.language
        if item is None:
            return 0
        asked = content_of(item.question, language) - content_of(" ".join(self.concepts), language)
        return min(2, len(asked & content_of(piece.at.text, language)))

    def _in_order(self, taken: Sequence[Piece]) -> list[Piece]:
        """As the text goes, the definition before all else."""
        places = {block.block_id: place for place, block in enumerate(self.command.blocks)}
        return sorted(taken, key=lambda each: (not each.first, places[each.at.block.block_id], each.at.start))

    @cached_property
    def told(self) -> list[Span]:
        """What was told, as far as its blocks are there."""
        blocks = {block.block_id: block for block in self.command.blocks}
        return [
            Span(blocks[each.block_id], each.start, each.end) for each in self.command.told if each.block_id in blocks
        ]

    def was_marked(self, text: str) -> bool:
        """Whether a sentence of it was said in the lesson before."""
        return was_said(text, self._marks)

    @cached_property
    def _marks(self) -> set[str]:
        """Of all sentences that were said in the lesson, in this turn's feedback too."""
        return marks_in(self.command.timeline) | set(marks_of(self.command.feedback))

    @cached_property
    def _lengths(self) -> list[tuple[Span, int]]:
        """What was told, each with its number of words."""
        return [(each, len(each.text.split())) for each in self.told]

    @cached_property
    def _said(self) -> str:
        lines = [line.text for line in self.command.conversation if line.role == "tutor"]
        return fold(alike(" \n".join([*lines, self.command.feedback])))

    def _quoted(self, concept: str) -> Iterator[Piece]:
        lesson = self.lesson
        own = next((each for each in lesson.wanted if each.name == concept), None)
        if own is None:
            return
        if defined := definition_of(own, lesson):
            yield Piece(defined, "definition", concept, first=True)
        for passage in passages_of(own, lesson):
            # What stands under a picture says little without it.
            if (passage.at.block.kind == "caption" or _CAPTION.match(passage.at.text)) and not self.learner.visual:
                continue
            leans = passage.leans or not stands_alone(passage.at, self.command.language)
            about = leans or self.is_subject(concept, passage.at)
            yield Piece(passage.at, passage.label if about else "more", concept, elsewhere=not about, leans=leans)

    def is_subject(self, concept: str, at: Span) -> bool:
        """Whether a passage begins with a concept: one that only names it says something of something else."""
        head = " ".join(at.text.split()[: _HEAD + len(concept.split())])
        return inflected(concept, head, self.command.language)

    def _written(self, concept: str) -> Iterator[Piece]:
        """The sentences of the part of the text that is about a concept, then others that name it."""
        home = self._part(concept)
        for block in home:
            for at in self._together(block):
                yield Piece(at, "more", concept)
        for block in self.command.blocks:
            if block not in home and inflected(concept, block.text, self.command.language):
                for at in self._together(block):
                    yield Piece(at, "more", concept, elsewhere=True)

    def _together(self, block: Block) -> Iterator[Span]:
        """A paragraph, a long one in parts, each up to the first sentence that must be kept: what stands behind it
        may lean on it. To who wants little a sentence at a time: the next that was not told and stands alone."""
        sparing = self.learner.sparing
        for at in _groups(block, self.command.language):
            taken = list[Span]()
            for start, stop in spans_of(at.text):
                sentence = Span(block, at.start + start, at.start + stop)
                if sparing and (any(overlap(sentence, each) for each in self.told) or self._leans(sentence)):
                    continue
                if self.is_kept(sentence):
                    break
                taken.append(sentence)
                if sparing:
                    break
            if taken:
                yield Span(block, taken[0].start, taken[-1].end)

    def _leans(self, at: Span) -> bool:
        return not stands_alone(at, self.command.language)

    def _part(self, concept: str) -> list[Block]:
        """The blocks under the heading under which a concept is introduced; where headings are not among them, those of
        its page, for each part of a lesson's own text is one; all where it is not there."""
        blocks = self.command.blocks
        place = next((each for each in self.command.places if fold(each.concept) == fold(concept)), None)
        at = next((n for n, block in enumerate(blocks) if place and block.block_id == place.block_id), None)
        if at is None:
            return list(blocks)
        start = next((n for n in range(at, -1, -1) if blocks[n].kind == "heading"), None)
        if start is None:
            return [block for block in blocks if block.source_page == blocks[at].source_page]
        level = blocks[start].level or 1
        end = next(
            (
                n
                for n in range(start + 1, len(blocks))
                if blocks[n].kind == "heading" and (blocks[n].level or 1) <= level
            ),
            len(blocks),
        )
        return blocks[start:end]


def stands_alone(at: Span, language: str) -> bool:
    """Whether a passage is understood without the sentence before it."""
    return not LEANINGS.get(code_of(language), OTHER).leans(at.text)


def explaining(command: TeachTurn, concepts: Sequence[str], learner: Learner, question: str = "") -> Explain:
    """The same as the tutor's own command."""
    return Explain(
        concepts=list(concepts)[:10],
        question=question,
        conversation=command.conversation,
        language=command.language,
        learner_level="beginner" if learner.simple else command.learner_level,
        blocks=command.blocks,
        places=command.places,
        known=command.standings,
        document_sha256=command.document_sha256,
    )


def _groups(block: Block, language: str) -> Iterator[Span]:
    """A block's sentences; a long block's in parts, none of which begins with what leans on the part before. What asks
    is no statement."""
    if not block.material or block.kind not in _PROSE:
        return
    leaning = LEANINGS.get(code_of(language), OTHER)
    groups = list[list[tuple[int, int]]]()
    for start, end in spans_of(block.text):
        if groups and (len(groups[-1]) < _TOGETHER or leaning.leans(block.text[start:end])):
            groups[-1].append((start, end))
        else:
            groups.append([(start, end)])
    for group in groups:
        at = Span(block, group[0][0], group[-1][1])
        if "?" not in at.text and (ends(at.text) or block.kind == "list_item"):
            yield at
