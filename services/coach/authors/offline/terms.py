"""Where a document tells of each term: the sentence that defines it, else the first that stands alone and names it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from services.coach.drafts.draft import Span
from services.coach.drafts.order import Concept, Order
from services.coach.facts.kinds import kind_told
from services.coach.sentences.capitals import Capitals
from services.coach.sentences.clauses import is_verb
from services.coach.sentences.parts import is_noun_in
from services.coach.sentences.split import Sentence, sentences_of
from services.coach.sentences.vocabulary import VERBS
from services.text.words import ARTICLES, find, fold, is_small, stems_of

_BEFORE = ARTICLES | {"", "l’", "l'"}
# "Bedsores, also called pressure sores, are": whoever answers so is right.
_ALSO = re.compile(
    r"\s?(?:,|\() ?(?:(?:(?:is|are) )?(?:also|sometimes|often|commonly|better)"
    r" (?:called|known as|referred to as|termed)"
    r"|også (?:kalt|kjent som)|(?:oftest|ofte) kalt|auch (?:bekannt als|genannt))"
    r"(?: an?\b| the\b)? (?P<other>[^\W\d_][\w’'-]+(?: [\w’'-]+){0,3}) ?(?=[,.;)])"
)
_JOINS = frozenset(("or", "and", "upon", "for", "eller", "og", "oder", "und"))
_MOST = 25  # blocks that are looked through for one term


@dataclass(frozen=True)
class Place:
    """A sentence with a term; `defines`: it says what the term is; `tells`: it does, or begins with the term, and so is
    about it."""

    at: Span
    defines: bool
    tells: bool


class Places:
    """Looks each term up when it is first asked for, so that a part of a document costs a part of the time."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._blocks = [(block, fold(block.text)) for block in order.blocks]
        self._sentences: dict[str, Sequence[Sentence]] = {}
        self._places: dict[Concept, Place | None] = {}
        self._homes: dict[Concept, int] = {}
        self._said: dict[Concept, frozenset[str]] = {}
        self._kinds: dict[Concept, str | int | None] = {}

    @cached_property
    def capitals(self) -> Capitals:
        """Which words have a capital only where they begin a sentence."""
        return Capitals(block.text for block, _ in self._blocks)

    def of(self, concept: Concept) -> Place | None:
        """The best place; None: no sentence that stands alone names the term."""
        if concept not in self._places:
            self._places[concept] = self._look_up(concept)
        return self._places[concept]

    def also_called(self, concept: Concept) -> list[str]:
        """What the text also calls it, right behind its name."""
        name = re.compile(rf"\b{re.escape(concept.name)}(?:e?s)?\b", re.IGNORECASE)
        texts = (self._blocks[n][0].text for n, _ in zip(self._naming(concept), range(_MOST), strict=False))
        found = (_ALSO.match(text, at.end()) for text in texts for at in name.finditer(text))
        names = dict.fromkeys(each["other"] for each in found if each)
        return [name for name in names if not any(is_small(word) or word in _JOINS for word in name.split())]

    def sentences_with(self, text: str) -> Iterator[Span]:
        """The sentences that stand alone and have these words, of the first blocks that do."""
        words = fold(text)
        naming = (n for n, (_, told) in enumerate(self._blocks) if words in told)
        for n, _ in zip(naming, range(_MOST), strict=False):
            for sentence in self._in(n):
                if not sentence.doubt and find(text, fold(sentence.text)) >= 0:
                    yield Span(sentence.block, sentence.start, sentence.end)

    def is_thing(self, concept: Concept) -> bool:
        """Whether it stands as a noun, as far as that can be told."""
        return is_noun_in(concept.name, [text for _, text in self._blocks], self._order.language)

    def home(self, concept: Concept) -> int:
        """Which block names the term first, from 0; -1: none."""
        if concept not in self._homes:
            self._homes[concept] = next(self._naming(concept), -1)
        return self._homes[concept]

    def naming(self, concept: Concept) -> list[int]:
        """Which blocks name the term as it is written, from 0."""
        return list(self._naming(concept))

    def count(self, concept: Concept) -> int:
        """How often the text has the term as it is written, also within longer words."""
        name = fold(concept.name)
        return sum(text.count(name) for _, text in self._blocks)

    def said_of(self, concept: Concept) -> frozenset[str]:
        """The stems of what the Reader found to be the term's definition."""
        if concept not in self._said:
            self._said[concept] = frozenset(stems_of(concept.definition, self._order.language))
        return self._said[concept]

    def kind(self, concept: Concept) -> str | int | None:
        """Of which kind the concept is; None: the text does not say."""
        if concept not in self._kinds:
            place = None if concept.definition else self.of(concept)
            told = place.at.text if place and place.tells else concept.definition
            self._kinds[concept] = kind_told(concept.name, told, self._order.language)
        return self._kinds[concept]

    def _naming(self, concept: Concept) -> Iterator[int]:
        name = fold(concept.name)
        return (n for n, (_, text) in enumerate(self._blocks) if name in text)

    def _look_up(self, concept: Concept) -> Place | None:
        defined, best = fold(concept.definition), None
        for n, _ in zip(self._naming(concept), range(_MOST), strict=False):
            for sentence in self._in(n):
                text = fold(sentence.text)
                # A line of a list or what leans on others explains nothing.
                at = find(concept.name, text)
                if at < 0 or sentence.doubt > 1:
                    continue
                defines = bool(defined) and defined in text
                tells = defines or _leads(text, at, at + len(fold(concept.name)), self._order.language)
                cost = (not defines, not tells, sentence.doubt, n, sentence.start)
                if best is None or cost < best[0]:
                    best = cost, Place(Span(sentence.block, sentence.start, sentence.end), defines, tells)
        printed = self._printed(defined) if best is None or not best[1].defines else None
        return printed or (best[1] if best else None)

    def _printed(self, defined: str) -> Place | None:
        """The line of a glossary that is all of a definition: it is no sentence, and says what the term is."""
        block = next((block for block, text in self._blocks if defined and text == defined), None)
        return Place(Span(block, 0, len(block.text)), defines=True, tells=True) if block else None

    def _in(self, number: int) -> Sequence[Sentence]:
        block = self._blocks[number][0]
        if block.block_id not in self._sentences:
            self._sentences[block.block_id] = sentences_of([block], self._order.language)
        return self._sentences[block.block_id]


def _leads(text: str, start: int, end: int, language: str) -> bool:
    """Whether a sentence begins with a term, behind an article at most, and not with a longer name that holds it."""
    following = re.match(r"[\s-]+([^\W\d_][\w’'-]*)", text[end:])
    whole = following is None or (
        text[end] != "-"
        and (
            language not in VERBS
            or is_small(following[1])
            or is_verb(following[1], language)
            or following[1].endswith("ly")
        )
    )
    return whole and text[:start].strip(' "“„«') in _BEFORE
