"""In which order concepts are to be learnt. Pure.

1. What is mastered, or marked as known by the learner, is left out, as is what the document has no question about.
2. What a concept builds on stands before it.
3. Of what the document may tell nothing comes after all else, and holds nothing back.
4. First what is urgent (gaps of a diagnosis before its topic; a topic that was not mastered), then the goals in their
   order, then for who asks once more what the last path began with, then the document's order.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from contracts.learning import PlanPath
from contracts.mastery import ConceptPlace, Standing
from services.text.languages import code_of
from services.text.vocabulary.forms import bare, forms_of
from services.text.words import find, fold, is_small, stems_of, tells_all

_MOST_WEAK = 3
_NEARLY = 3
"""So many right answers short of mastery needs no reading again."""


@dataclass(frozen=True)
class Ways:
    """A command as the planner reads it. Concepts are known by their folded names."""

    command: PlanPath
    places: Mapping[str, ConceptPlace]
    standings: Mapping[str, Standing]
    language: str = field(default="")
    left_out: Collection[str] = field(default=())
    untold: Collection[str] = field(default=())

    def place(self, concept: str) -> ConceptPlace:
        return self.places[fold(concept)]

    def standing(self, concept: str) -> Standing | None:
        """None: it was never asked."""
        return self.standings.get(fold(concept))

    def is_mastered(self, concept: str) -> bool:
        """By the evidence or the learner's own word; "not yet" stands against both."""
        standing = self.standing(concept)
        if standing is None or standing.mark == "not_yet":
            return False
        return standing.mastered or standing.mark == "known"

    def is_marked(self, concept: str) -> bool:
        """Known by the learner's own word alone: the evidence does not say so."""
        standing = self.standing(concept)
        return self.is_mastered(concept) and not (standing and standing.mastered)

    def is_passed(self, concept: str) -> bool:
        """Mastered, or nothing that can be."""
        return self.is_mastered(concept) or fold(concept) in self.left_out

    def is_untold(self, concept: str) -> bool:
        """The document may tell nothing of it: it has neither a definition nor a question so far."""
        return fold(concept) in self.untold

    def needed(self, concept: str) -> int:
        """So many right answers are missing; 0 of what was never asked, for nothing can be said of that."""
        standing = self.standing(concept)
        return standing.needed if standing and standing.answers else 0

    def is_nearly_mastered(self, concept: str) -> bool:
        """A few right answers short of it, by the answers so far."""
        standing = self.standing(concept)
        return bool(standing and standing.mark != "not_yet" and 0 < self.needed(concept) <= _NEARLY)

    def score(self, concept: str) -> float:
        """Its score; 0 where it was never asked."""
        standing = self.standing(concept)
        return standing.score if standing else 0.0

    def builds_on(self, concept: str) -> list[str]:
        """Its prerequisites that are concepts of the document, as these are named there."""
        named = [
            self.places[key].concept for each in self.place(concept).prerequisites if (key := fold(each)) in self.places
        ]
        return [each for each in dict.fromkeys(named) if fold(each) != fold(concept)]

    def lacking(self, concept: str) -> list[str]:
        """Those of them that are not mastered, can be, and are told of, so that they come before it; none for what is
        nearly mastered without them."""
        if self.is_nearly_mastered(concept):
            return []
        return [each for each in self.builds_on(concept) if not self.is_passed(each) and not self.is_untold(each)]

    def under(self, concepts: Iterable[str]) -> set[str]:
        """The same of several, and of all that these build on."""
        found, left = set[str](), list(concepts)
        while left:
            new = [each for each in self.lacking(left.pop()) if each not in found]
            found.update(new)
            left += new
        return found

    def meant_by(self, topic: str) -> list[str]:
        """The concepts that a topic or goal names: a concept, a section's, or those that stand in its words."""
        if not topic.strip():
            return []
        in_order = sorted(self.places.values(), key=lambda place: place.ordinal)
        named = self.places.get(fold(topic))
        # Where a section and a concept have one name, the section is meant by its very spelling alone.
        if named and (named.concept == topic or not any(place.section == topic for place in in_order)):
            return [named.concept]
        section = [place.concept for place in in_order if place.section and fold(place.section) == fold(topic)]
        if section:
            return section
        key = stems_of(topic, self.language)
        same = [place.concept for place in in_order if stems_of(place.concept, self.language) == key]
        if same:
            return same
        said = [place.concept for place in in_order if find(place.concept, fold(topic)) >= 0]
        said = said or [place.concept for place in in_order if tells_all(topic, place.concept, self.language)]
        return said or [place.concept for place in in_order if self._is_said_otherwise(place.concept, frozenset(key))]

    def _is_said_otherwise(self, concept: str, said: frozenset[str]) -> bool:
        """Whether all its words stand among these stems, in forms that the stem does not show: "stomata", "nuclei"."""
        wanted = [stem for stem in stems_of(concept, self.language) if not is_small(stem)]
        return bool(wanted) and all(
            stem in said or forms_of(stem, said, self.language) or bare(stem) in map(bare, said) for stem in wanted
        )


def ways_of(command: PlanPath) -> Ways:
    """Reads a command; a concept that comes twice counts as it came first."""
    language = code_of(command.language)
    return Ways(
        command,
        {fold(place.concept): place for place in reversed(command.places)},
        {fold(standing.concept): standing for standing in reversed(command.standings)},
        code_of(language),
        frozenset(map(fold, command.left_out)),
        frozenset(map(fold, command.untold)),
    )


def path_of(ways: Ways) -> list[str]:
    """The concepts to learn, in order."""
    found: dict[str, None] = {}
    for concept in (*_urgent(ways), *_goals(ways), *_begun(ways), *_by_document(ways)):
        _add(concept, ways, found, set())
    return told_first(found, ways)


def told_first(path: Iterable[str], ways: Ways) -> list[str]:
    """The same, with that behind of which the document may tell nothing."""
    return sorted(path, key=ways.is_untold)


def next_of(path: Sequence[str], ways: Ways) -> str:
    """The first whose prerequisites are mastered, of those that the document tells of; "": nothing is left. A circle
    begins where the document does."""
    told = [concept for concept in path if not ways.is_untold(concept)] or path
    return next((concept for concept in told if not ways.lacking(concept)), told[0] if told else "")


def weak_of(ways: Ways) -> list[str]:
    """The weakest concepts of the command's topic, at most three; of no topic, those asked and not mastered."""
    meant = ways.meant_by(ways.command.topic) or [
        place.concept for place in ways.places.values() if ways.standing(place.concept) is not None
    ]
    weak = [concept for concept in meant if not ways.is_passed(concept)]
    return sorted(weak, key=lambda each: (ways.score(each), ways.place(each).ordinal))[:_MOST_WEAK]


def _urgent(ways: Ways) -> list[str]:
    command = ways.command
    gaps = [ways.places[fold(gap)].concept for gap in command.prerequisite_gaps if fold(gap) in ways.places]
    match command.reason:
        case "diagnosed":
            return [*gaps, *ways.meant_by(command.topic)]
        case "remediation":
            return [*(ways.meant_by(command.topic) or weak_of(ways)), *gaps]
        case _:
            return []


def _goals(ways: Ways) -> Iterable[str]:
    return (concept for goal in ways.command.goals for concept in ways.meant_by(goal))


def _begun(ways: Ways) -> list[str]:
    """What the last path began with, which came with the command as its topic."""
    return ways.meant_by(ways.command.topic) if ways.command.reason == "asked" else []


def _by_document(ways: Ways) -> list[str]:
    return [place.concept for place in sorted(ways.places.values(), key=lambda place: place.ordinal)]


def _add(concept: str, ways: Ways, found: dict[str, None], begun: set[str]) -> None:
    """A concept behind all that it builds on; `begun`: on the way to it, so that a circle ends."""
    if concept in found or concept in begun or ways.is_passed(concept):
        return
    begun.add(concept)
    for each in sorted(ways.lacking(concept), key=lambda name: ways.place(name).ordinal):
        _add(each, ways, found, begun)
    found[concept] = None
