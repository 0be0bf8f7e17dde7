"""The path planner without a language model: the order, and sentences that say why, with scores and pages. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from contracts.learning import PlanPath
from services.coach.path.sequence import Ways, next_of, path_of, ways_of, weak_of
from services.text.catalogue import sentences
from services.text.languages import spoken
from services.text.scores import more, percent

PATH = sentences("path")


MOST_TOPICS = 10
"""What a path tells of; how many come behind is said in its reasons."""
_MOST_STEPS, _MOST_NAMES, _MOST_REMEDIES, _MOST_GOALS = 3, 3, 6, 3
_MOST_UNDER, _NEARLY = 2, 3
"""Of what one concept builds on; so many right answers short of mastery needs no reading again."""


@dataclass(frozen=True)
class Planned:
    """A path with its reasons; `left`: all that is not mastered, in the same order."""

    path: Sequence[str]
    next_topic: str
    reasoning: str
    remediation: Sequence[str] = field(default=())
    left: Sequence[str] = field(default=())


def planned_of(command: PlanPath) -> Planned:
    """What to learn next by the rules, and why; English, or Norwegian where the document is."""
    ways = ways_of(command)
    path = path_of(ways)
    following = next_of(path, ways)
    said = _Said(ways, PATH[spoken(command.language, PATH)])
    remedies = list(said.remedies()) if command.reason == "remediation" else []
    reasons = " ".join(said.reasons(path, following))
    return Planned(path[:MOST_TOPICS], following, reasons, remedies[:_MOST_REMEDIES], path)


@dataclass(frozen=True)
class _Said:
    ways: Ways
    words: Mapping[str, str]

    def reasons(self, path: Sequence[str], following: str) -> Iterator[str]:
        yield from self._why()
        count = len(self.ways.places)
        if not count:
            yield self.words["nothing"]
            return
        if not following:
            marked = any(self.ways.is_marked(place.concept) for place in self.ways.places.values())
            yield self.words["all_marked" if marked else "all"].format(count=count)
        else:
            yield self._next(following)
        yield from self._goals(following)
        rest = [each for each in path if each != following]
        if rest:
            yield self.words["then"].format(steps="; ".join(map(self._step, rest[:_MOST_STEPS])))
            if more := rest[_MOST_STEPS:]:
                yield self.words["more_steps_1" if len(more) == 1 else "more_steps"].format(count=len(more))

    def remedies(self) -> Iterator[str]:
        """For each weak concept: what it builds on and is not known well, then the concept itself. Nobody is told to
        practise what was never asked: the document may have no question about it. What is nearly mastered is no
        weakness: it only needs more answers."""
        told = set[str]()
        for weak in weak_of(self.ways):
            under = [each for each in self.ways.lacking(weak) if not self._is_nearly_mastered(each)]
            under.sort(key=lambda each: not self._is_asked(each))
            for concept in [*under[:_MOST_UNDER], weak]:
                if concept in told:
                    continue
                told.add(concept)
                if self._is_nearly_mastered(concept):
                    needed = more(self._needed(concept), self.ways.language)
                    yield self.words["nearly"].format(concept=concept, more=needed, standing=self._standing(concept))
                    continue
                form = "read" if concept == weak else "read_for"
                page = self.ways.place(concept).source_page
                yield self.words[form].format(page=page, concept=concept, weak=weak)
                if self._is_asked(concept):
                    yield self.words["practise"].format(concept=concept, standing=self._standing(concept))

    def _why(self) -> Iterator[str]:
        command = self.ways.command
        match command.reason:
            case "mastered":
                yield self.words["mastered_topic" if command.topic.strip() else "mastered"].format(topic=command.topic)
            case "remediation":
                under = any(self.ways.lacking(each) for each in weak_of(self.ways))
                form = f"remediation{'_topic' * bool(command.topic.strip())}{'_under' * under}"
                yield self.words[form].format(topic=command.topic)
            case "diagnosed" if gaps := command.prerequisite_gaps:
                yield self.words["diagnosed_1" if len(gaps) == 1 else "diagnosed"].format(gaps=self._names(gaps))
            case _ if self.ways.places:
                count = len(self.ways.places)
                marked = sum(self.ways.is_marked(place.concept) for place in self.ways.places.values())
                done = sum(self.ways.is_mastered(place.concept) for place in self.ways.places.values()) - marked
                if done + marked < count:
                    form = "asked_marked" if marked else "asked"
                    yield self.words[form].format(done=done, count=count, marked=marked)

    def _next(self, concept: str) -> str:
        names = self.ways.builds_on(concept)
        basis = self._basis(names) if names else self.words["no_basis"]
        page = self.ways.place(concept).source_page
        return self.words["next"].format(concept=concept, page=page, standing=self._standing(concept), basis=basis)

    def _basis(self, names: Sequence[str]) -> str:
        """What it builds on, by how that is known; nothing where some of it is not."""
        if not all(map(self.ways.is_mastered, names)):
            return ""
        marked = [each for each in names if self.ways.is_marked(each)]
        shown = [each for each in names if each not in marked]
        form = "basis" if not marked else "basis_both" if shown else "basis_marked"
        return self.words[form].format(names=self._names(shown or marked), marked=self._names(marked))

    def _goals(self, following: str) -> Iterator[str]:
        for goal in self.ways.command.goals[:_MOST_GOALS]:
            meant = self.ways.meant_by(goal)
            if not meant:
                yield self.words["goal_unknown"].format(goal=goal)
            elif all(map(self.ways.is_mastered, meant)):
                yield self.words["goal_reached"].format(goal=goal)
            elif following and any(_leads(following, each, self.ways, set()) for each in meant):
                yield self.words["goal"].format(goal=goal)

    def _step(self, concept: str) -> str:
        names, page = self.ways.lacking(concept), self.ways.place(concept).source_page
        form = "step_basis" if names else "step"
        return self.words[form].format(concept=concept, page=page, names=self._names(names))

    def _standing(self, concept: str) -> str:
        standing = self.ways.standing(concept)
        if standing and standing.mark == "not_yet":
            return self.words["marked"]
        if standing is None or not standing.answers:
            return self.words["not_asked"]
        form = "answer_one" if standing.answers == 1 else "answers"
        answers = self.words[form].format(count=standing.answers)
        return self.words["standing"].format(score=percent(standing.score), answers=answers)

    def _is_asked(self, concept: str) -> bool:
        standing = self.ways.standing(concept)
        return bool(standing and (standing.answers or standing.mark == "not_yet"))

    def _needed(self, concept: str) -> int:
        """So many right answers are missing; 0 of what was never asked, for nothing can be said of that."""
        standing = self.ways.standing(concept)
        return standing.needed if standing and standing.answers else 0

    def _is_nearly_mastered(self, concept: str) -> bool:
        """A few right answers short of it, by the answers so far."""
        standing = self.ways.standing(concept)
        return bool(standing and standing.mark != "not_yet" and 0 < self._needed(concept) <= _NEARLY)

    def _names(self, names: Sequence[str]) -> str:
        said = [self.words["name"].format(name) for name in names[:_MOST_NAMES]]
        if len(said) < 2:
            return "".join(said)
        return f"{', '.join(said[:-1])} {self.words['and']} {said[-1]}"


def _leads(first: str, goal: str, ways: Ways, seen: set[str]) -> bool:
    """Whether a concept is a goal, or underneath it."""
    if first == goal:
        return True
    seen.add(goal)
    return any(_leads(first, each, ways, seen) for each in ways.builds_on(goal) if each not in seen)
