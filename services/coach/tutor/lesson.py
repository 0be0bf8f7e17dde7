"""What the tutor may tell from: the sentences of a command's blocks, the concepts in them, and the facts. Pure."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from contracts.documents import Block
from contracts.learning import Explain
from contracts.mastery import ConceptPlace
from services.coach.drafts.audience import level_of
from services.coach.drafts.draft import Span
from services.coach.drafts.fitness import askable
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Facts
from services.coach.facts.find import facts_of
from services.coach.sentences.concepts import Stands, stands_in
from services.coach.sentences.leaning import LEANINGS, OTHER
from services.coach.sentences.split import LAST_RESORT, Sentence, goes_on, sentences_of
from services.text.alphabets import WORD, has_no_case
from services.text.languages import code_of
from services.text.splitting import ends, spans_of
from services.text.words import fold, stems_of

_RANK = {"High": 0, "Medium": 1, "Low": 2}
_MOST_BEFORE = 2
_NAME = re.compile(r"^Hans (?=[A-ZÆØÅ])")
"""A name in Norwegian too, and no pronoun."""
_SUCH_AS = re.compile(r"(?<=\w )such as\b")
"""Leads in what is listed right here."""
_OURS = re.compile(r"\b(?:our|us|vår[et]?|oss|unsere?[nmrs]?|uns)\b", re.IGNORECASE)
"""What everybody has, told by one who has it too: it leans on nothing ("our bones")."""
_POINTS_BACK = re.compile(
    r"(?:With|Without|In|By|At|On|For|From|During|Med|Uten|Ved|På|For|Fra|Under)\b[^,.]*, (?:s?he|they|han|hun)\b"
    r"|(?:[A-Z]\w+ly )?[A-Za-z]+(?<!e)ed\b[^,.]*, (?:its|their|his|her)\b"
)
"""Who is meant stands in the sentence before."""
_MORE_OF_BEGINNERS = ("beginner", "unknown")
_JOINS = re.compile(
    r"(?:In contrast|By contrast|In comparison|However|On the other hand|Likewise|Similarly|Nevertheless|In addition"
    r"|Moreover|Furthermore|Finally|Derimot|Imidlertid|Likevel|Dessuten|I tillegg|Videre|Dagegen|Hingegen|Außerdem"
    r"|Im Gegensatz dazu)\b,? "
)
"""Sets a sentence beside the one before it, and needs nothing of it."""

_THIS_THING = re.compile(
    r"\b(?:this|these|those|denne|dette|disse|diese[rsmn]?) (?=([\w-]+(?: [\w-]+)?))", re.IGNORECASE
)
"""Points at a thing, by its name or kind."""
_THE_ONE = re.compile(r"the(?: two| three| four)?", re.IGNORECASE)
_TELLS_WHICH = re.compile(
    r" (?:of|that|which|who|whose|in|on|at|from|with|for|called|known|named|\w+ed (?:by|in|from|to))\b"
    r"|,? (?:is|are) (?:an?|the)\b"
)
"""Says which one it is, or speaks of all of them."""
_OF_MANY = (
    r"\b(?:an?|each|every|any|another|some|many|most|several) {}s?(?=[.,;:)]| (?:is|are|that|which|to|in|of|from)\b)"
)
_BULLET = re.compile(r"(?:^|\s)(?:[•▪◦‣●○■□➢➤►▶✓✔*–—-]|\(?(?:\d{1,2}|[a-z])[.)])\s+$")
_LISTED = ("list_item", "caption")


@dataclass(frozen=True)
class Lesson:
    """A command as the tutor reads it. `concepts`: those to explain, then all others that the document has."""

    command: Explain
    language: str
    wanted: Sequence[Concept]
    concepts: Sequence[Concept]
    blocks: Sequence[Block]
    sentences: Sequence[Sentence]
    _places: Mapping[str, ConceptPlace] = field(default_factory=dict)
    _facts: dict[tuple[str, ...], Facts] = field(default_factory=dict)

    @property
    def simple(self) -> bool:
        """Whether it is for a beginner."""
        level = self.command.learner_level
        return level == "beginner" or (
            level in _MORE_OF_BEGINNERS and level_of(self.command.target_audience) == "beginner"
        )

    @property
    def deep(self) -> bool:
        """Whether it is for somebody who knows much already."""
        level = self.command.learner_level
        return level == "advanced" or (level == "unknown" and level_of(self.command.target_audience) == "advanced")

    @cached_property
    def stands(self) -> Sequence[Sequence[Stands]]:
        """For each sentence the concepts that stand in it."""
        return stands_in(self.concepts, self.sentences, self.language)

    def facts(self, concept: Concept) -> Facts:
        """What the sentences that stand alone state, in the blocks that name a concept."""
        if concept.key not in self._facts:
            naming = {
                sentence.block.block_id
                for sentence, within in zip(self.sentences, self.stands, strict=True)
                if any(each == concept for each, _, _ in within)
            }
            blocks = [block for block in self.blocks if block.block_id in naming]
            alone = [each for each in self.sentences if each.doubt < LAST_RESORT and each.block.block_id in naming]
            self._facts[concept.key] = facts_of(self.concepts, alone, self.language, blocks)
        return self._facts[concept.key]

    @cached_property
    def _shown(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """Of each block what the learner has read since."""
        found: dict[str, list[tuple[int, int]]] = {}
        for each in self.command.shown:
            found.setdefault(each.block_id, []).append((each.start, each.end))
        return found

    def was_shown(self, at: Span) -> bool:
        """Whether the learner has read some of it: told by the tutor, as the proof of an answer, or as why."""
        return any(start < at.end and at.start < end for start, end in self._shown.get(at.block.block_id, ()))

    def times(self, concept: Concept) -> int:
        """How often a concept was explained to this learner before."""
        return self.command.told.get(concept.name, self.command.times)

    def place(self, concept: str) -> ConceptPlace | None:
        """Where the document introduces a concept; None: it is none of the document's."""
        return self._places.get(fold(concept))

    @cached_property
    def stems(self) -> Sequence[frozenset[str]]:
        """The stems of each sentence."""
        return [frozenset(stems_of(sentence.text, self.language)) for sentence in self.sentences]

    @cached_property
    def _leaning(self) -> Sequence[bool]:
        leaning = LEANINGS.get(self.language, OTHER)
        texts = [_OURS.sub("the", _SUCH_AS.sub("like", _NAME.sub("", each.text))) for each in self.sentences]
        return [
            bool(leaning.leans(text) or leaning.may_lean(text) or _POINTS_BACK.match(text) or self._is_of_one(number))
            for number, text in enumerate(texts)
        ]

    def _is_of_one(self, number: int) -> bool:
        """Whether it begins with one of the many things that are called so, which was told of before: "the hormone"."""
        if self.language != "en" or not self.follows(number):
            return False
        text = self.sentences[number].text
        return any(
            concept in self._counted and _THE_ONE.fullmatch(text[:start].strip()) and not _TELLS_WHICH.match(text[end:])
            for concept, start, end in self.stands[number]
        )

    @cached_property
    def _counted(self) -> frozenset[Concept]:
        """The concepts of one word of which the text has "a hormone" or "each hormone"."""
        told = " ".join(sentence.text for sentence in self.sentences).lower()
        single = (concept for concept in self.concepts if len(concept.key) == 1)
        return frozenset(
            concept for concept in single if re.search(_OF_MANY.format(re.escape(concept.name.lower())), told)
        )

    def leans(self, number: int) -> bool:
        """Whether a sentence needs the one before it to be understood."""
        return self._leaning[number]

    def surely_leans(self, number: int) -> bool:
        """Whether it cannot be understood without the very sentence before it."""
        return self.is_leaning(self.sentences[number].text)

    def is_leaning(self, text: str) -> bool:
        """The same of any text."""
        return LEANINGS.get(self.language, OTHER).leans(_NAME.sub("", text))

    def _only_joins(self, number: int) -> bool:
        """Whether it leans on the one before it by its first words alone."""
        text = self.sentences[number].text
        if not (joins := _JOINS.match(text)):
            return False
        leaning, rest = LEANINGS.get(self.language, OTHER), text[joins.end() :]
        return not (leaning.leans(rest) or leaning.may_lean(rest))

    def follows(self, number: int) -> bool:
        """Whether a sentence stands right behind the one before it, in the same block."""
        if not number:
            return False
        before, this = self.sentences[number - 1], self.sentences[number]
        if before.block.block_id != this.block.block_id:
            return False
        return not this.block.text[before.end : this.start].strip()

    def passage(self, number: int) -> Span | None:
        """A sentence with those before it that it leans on, as one quote; None: they are not there, or too many."""
        first = number
        while self.leans(first):
            if number - first >= _MOST_BEFORE or not self.follows(first):
                if self._only_joins(first):
                    break
                return None
            first -= 1
        if self._points_beyond(first, number):
            return None
        return Span(self.sentences[number].block, self.sentences[first].start, self.sentences[number].end)

    def _points_beyond(self, first: int, last: int) -> bool:
        """Whether one of these sentences says "this layer", and none up to there has named a layer."""
        for number in range(first, last + 1):
            text = self.sentences[number].text
            for found in _THIS_THING.finditer(text):
                kinds = self._kinds.intersection(stems_of(found[1], self.language))
                named = chain(*self.stems[first:number], stems_of(text[: found.start()], self.language))
                if kinds and kinds.isdisjoint(named):
                    return True
        return False

    @cached_property
    def _kinds(self) -> frozenset[str]:
        """The last word of each concept's name: what kind of thing it is."""
        return frozenset(concept.key[-1] for concept in self.concepts)

    def in_context(self, number: int) -> Span | None:
        """The same, of what leans on what is no passage: with what stands right before it; None: nothing does."""
        if whole := self.passage(number):
            return whole
        sentence = self.sentences[number]
        before = [start for start, end in spans_of(sentence.block.text) if end <= sentence.start][-_MOST_BEFORE:]
        return Span(sentence.block, before[0], sentence.end) if before else None


def lesson_of(command: Explain) -> Lesson:
    """Reads a command. The document's language decides what is a word, a sentence, a fact."""
    language = code_of(command.language)
    blocks = [block for block in askable(command.blocks) if block.material and block.kind != "heading"]
    places = {fold(place.concept): place for place in reversed(command.places)}
    found: dict[tuple[str, ...], Concept] = {}
    for name in command.concepts:
        key, place = stems_of(name, language), places.get(fold(name))
        if key:
            found.setdefault(key, _concept(name, key, place, focus=True))
    wanted = list(found.values())
    for each in command.mistaken:
        if key := stems_of(each.taken, language):
            place = places.get(fold(each.taken))
            found.setdefault(key, _concept(place.concept if place else each.taken, key, place, focus=False))
    for place in command.places:
        for name in (place.concept, *place.prerequisites):
            if key := stems_of(name, language):
                found.setdefault(key, _concept(name, key, places.get(fold(name)), focus=False))
    names = [concept.name.casefold() for concept in found.values()]
    sentences = [each for each in sentences_of(blocks, language, last_resort=True) if _is_whole(each, names)]
    return Lesson(command, language, wanted, list(found.values()), blocks, sentences, places)


def _concept(name: str, key: tuple[str, ...], place: ConceptPlace | None, *, focus: bool) -> Concept:
    rank = _RANK[place.relevance] if place else 0
    return Concept(name, key, rank, focus, place.definition if place else "")


def _is_whole(sentence: Sentence, names: Collection[str]) -> bool:
    """Whether it has its beginning and its end mark, and is no aside in brackets. `names`: of concepts; with one that
    is written small a sentence may begin. A line of a list, or of a glossary, needs neither, but must not stop in the
    middle."""
    text = sentence.text
    if has_no_case(text[0]):
        return True
    if text.startswith(("(", "[")):
        return False
    listed = (
        sentence.block.kind in _LISTED
        or _BULLET.search(sentence.block.text[: sentence.start])
        or (not sentence.start and text.casefold().startswith(tuple(f"{name}: " for name in names)))
    )
    if not listed and text[0].islower() and not text.casefold().startswith(tuple(names)):
        return False
    if ends(text):
        return True
    return bool(listed) and bool(WORD.search(text)) and not goes_on(text)
