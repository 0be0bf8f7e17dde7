"""What the author writes from: an order's mentions and facts in one language, and where each term is told."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from contracts.proof import Difficulty, Level
from services.coach.authors.offline.ease import ease_of, is_lay, says_itself
from services.coach.authors.offline.terms import Places
from services.coach.authors.offline.wording import WORDINGS, Wording
from services.coach.drafts.draft import Choice, Draft, Shape, Span
from services.coach.drafts.order import Concept, Order
from services.coach.facts.fact import Definition, Facts
from services.coach.facts.kinds import kind_of
from services.coach.facts.names import name_of, within
from services.coach.sentences.mentions import Mention
from services.coach.sentences.parts import parts_of
from services.text.words import is_small

_MOST_NEAR = 10
_IS, _CALLED = 1, 2
_LONG = 25  # words: longer sentences are not for beginners
_DEFINITE = re.compile(
    r"[Tt]he (?:(?!of\b|in\b|to\b|for\b|on\b|at\b|from\b|with\b|that\b|which\b)[\w-]+ ){0,3}?([a-z]+)"
)
_NOUN = re.compile(r"[A-ZÆØÅ][a-zæøå]{3,}(?:en|et|ene|a)")  # in its definite form, which no name has
_ANY_OF = re.compile(r"\b(?:an?|each|every|another|this|which) ([a-z]+)(?: ([a-z]+))?\b", re.IGNORECASE)


@dataclass(frozen=True)
class Source:
    """`mentions`: the best of each concept in the order's order. `places`: of the whole order, though the rest be of a
    part of its blocks only. `last_resort`: nothing better is there, so that what is weak is taken too."""

    order: Order
    mentions: Sequence[Mention]
    facts: Facts
    places: Places
    sentences: int = 0
    last_resort: bool = False
    wording: Wording | None = field(init=False)
    _near: dict[Concept, Sequence[Concept]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "wording", WORDINGS.get(self.order.language))

    @property
    def language(self) -> str:
        """The language of the blocks that are asked about here."""
        return self.order.language

    def within(self, text: str) -> str:
        """A part of a sentence as it stands within one."""
        first = text.partition(" ")[0]
        named = self.places.capitals.is_name(first) and not is_small(first)
        small = self.language != "de" and (self.places.capitals.is_small(text) or (self._is_word(text) and not named))
        if self.language == "no" and not small:
            small = is_small(first) or (bool(_NOUN.fullmatch(first)) and not named)
        if self.language == "de":  # where an adjective or a pronoun begins it
            opens = next(iter(parts_of(text, "de")), None)
            small = opens is not None and opens.part not in ("noun", "name")
        return text[:1].lower() + text[1:] if small else within(text)

    def _is_word(self, text: str) -> bool:
        """Whether the first word is no name, as far as parts of speech are known."""
        first = next(iter(parts_of(text, self.language)), None)
        return first is not None and first.part != "name" and first.text[1:].islower()

    def is_one_of_many(self, thing: str) -> bool:
        """Whether "the boat" is one that was told of before, since the text speaks of "a boat" or "each boat" too."""
        found = _DEFINITE.fullmatch(thing)
        return found is not None and found[1] in self._of_many

    @cached_property
    def _of_many(self) -> frozenset[str]:
        return frozenset(
            word.lower()
            for block in self.order.blocks
            for found in _ANY_OF.finditer(block.text)
            for word in found.groups()
            if word
        )

    @property
    def any_kind(self) -> bool:
        """Whether a term is chosen among others, of whatever kind: where nothing else may be ordered, or is there."""
        return self.order.choice_only or self.order.only_focus or self.last_resort or not self.wording

    def near(self, concept: Concept) -> Sequence[Concept]:
        """Other terms that have no word of it, those first that the text defines, and those of the same passages."""
        if concept not in self._near:
            home, stems = self.places.home(concept), frozenset(concept.key)
            others = [each for each in self.order.concepts if stems.isdisjoint(each.key)]
            ranked = sorted(
                others, key=lambda each: (not each.definition, abs(self.places.home(each) - home), each.rank)
            )
            self._near[concept] = ranked[:_MOST_NEAR]
        return self._near[concept]

    @cached_property
    def definitions(self) -> Sequence[Definition]:
        """The definitions to ask for: of each term those that most surely say what it is. A glossary's come first; then
        what says that it is one ("a keratinocyte is a cell that ..."), before what is only called so ("the cells of
        these layers are called keratinocytes")."""
        best = dict[Concept, int]()
        for fact in self.facts.definitions:
            best[fact.concept] = min(best.get(fact.concept, _CALLED), _sureness(fact))
        return [fact for fact in self.facts.definitions if _sureness(fact) == best[fact.concept]]

    @cached_property
    def defined(self) -> Sequence[Definition]:
        """The definitions as questions take them: of those that everybody knows nothing is to be recognised, but where
        one concept is to be mastered, or written about anew."""
        return [replace(fact, doubt=2) if self._is_plain(fact) else fact for fact in self.definitions]

    def of_kind(self, fact: Definition) -> Sequence[Definition]:
        """The definitions of things of the same kind; all where one concept alone is written about."""
        return self.defined if self.order.only_focus else self._by_kind[self.kind(fact)]

    @cached_property
    def _by_kind(self) -> Mapping[str | int | None, Sequence[Definition]]:
        found = defaultdict[str | int | None, list[Definition]](list)
        for fact in self.defined:
            found[self.kind(fact)].append(fact)
        return found

    def is_lay(self, term: str) -> bool:
        """Whether who never saw the text finds the term by what is said of it."""
        return not self.order.only_focus and is_lay(term, self.language)

    def _is_plain(self, fact: Definition) -> bool:
        name = name_of(fact)
        plain = not self.order.only_focus and says_itself(name, fact.said.text, self.language)
        return plain or self.is_lay(name)

    def kind(self, fact: Definition) -> str | int | None:
        """Of which kind a thing is, by its definition."""
        return kind_of(fact.said.text, self.language)

    @property
    def simple(self) -> bool:
        """Whether it is for beginners, who get the shorter frame."""
        return for_beginners(self.order)

    def draft(
        self,
        concept: Concept,
        at: Span,
        question: str,
        shape: Shape,
        frame: str,
        difficulty: Difficulty = "MEDIUM",
        *,
        answer_at: Span | None = None,
        doubt: int = 0,
        told: Sequence[Choice] = (),
        level: Level = "recall",
        supports: Sequence[Span] = (),
    ) -> Draft:
        """A draft with its ease."""
        return Draft(
            concept=concept,
            difficulty=difficulty,
            question=question,
            at=at,
            shape=shape,
            answer_at=answer_at,
            doubt=doubt,
            frame=frame,
            told=told,
            level=level,
            supports=supports,
            ease=ease_of(f"{question} {at.text}", at.text, self.language),
        )


def _sureness(fact: Definition) -> int:
    return 0 if fact.printed else _IS if fact.asks and not fact.doubt else _CALLED


def for_beginners(order: Order) -> bool:
    """Whether the audience are beginners."""
    return order.audience_level == "beginner"


def is_for(order: Order, text: str) -> bool:
    """Whether a sentence is short enough for the audience."""
    return not for_beginners(order) or len(text.split()) <= _LONG
