"""The path planner without a language model: the order, and sentences that say why, with scores and pages. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from contracts.learning import PlanPath
from contracts.message import Phrase
from services.coach.path.sequence import Ways, next_of, path_of, ways_of, weak_of
from services.text.catalogue.phrases import rendered
from services.text.scores import more_named, percent
from services.text.words import fold

MOST_TOPICS = 10
"""What a path tells of; how many come behind is said in its reasons."""
_MOST_STEPS, _MOST_NAMES, _MOST_REMEDIES, _MOST_GOALS = 3, 3, 6, 3
_MOST_UNDER = 2
"""Of what one concept builds on."""


@dataclass(frozen=True)
class Planned:
    """A path with its reasons; `left`: all that is not mastered, in the same order. `phrase` and `phrases`: the
    reasoning and each remedy as data; None and none where a model wrote them."""

    path: Sequence[str]
    next_topic: str
    reasoning: str
    remediation: Sequence[str] = field(default=())
    left: Sequence[str] = field(default=())
    phrase: Phrase | None = None
    phrases: Sequence[Phrase] = field(default=())


def planned_of(command: PlanPath) -> Planned:
    """What to learn next by the rules, and why, in the document's language."""
    ways = ways_of(command)
    path = path_of(ways)
    following = next_of(path, ways)
    said = _Said(ways)
    remedies = list(said.remedies())[:_MOST_REMEDIES] if command.reason == "remediation" else []
    reasons = Phrase.listed("space", said.reasons(path, following))
    return Planned(
        path=path[:MOST_TOPICS],
        next_topic=following,
        reasoning=rendered(reasons, command.language),
        remediation=[rendered(each, command.language) for each in remedies],
        left=path,
        phrase=reasons,
        phrases=remedies,
    )


def _say(name: str, **values: str | int | Phrase) -> Phrase:
    return Phrase.of(f"path.{name}", **values)


@dataclass(frozen=True)
class _Said:
    ways: Ways

    def reasons(self, path: Sequence[str], following: str) -> Iterator[Phrase]:
        if self.ways.command.due:
            yield _say("due")
        yield from self._why(following)
        count = len(self.ways.places)
        if not count:
            yield _say("nothing")
            return
        if not following:
            there = [place.concept for place in self.ways.places.values()]
            done = [each for each in there if self.ways.is_mastered(each)]
            form = "all_marked" if any(map(self.ways.is_marked, done)) else "all"
            form = form if len(done) == count else f"{form}_asked" if done else "none_asked"
            yield _say(form, count=len(done))
        else:
            yield self._next(following)
        yield from self._goals(following)
        rest = [each for each in path if each != following]
        if rest:
            yield _say("then", steps=Phrase.listed("semicolon", map(self._step, rest[:_MOST_STEPS])))
            if more := rest[_MOST_STEPS:]:
                yield _say("more_steps_1" if len(more) == 1 else "more_steps", count=len(more))

    def remedies(self) -> Iterator[Phrase]:
        """For each weak concept: what it builds on and is not known well, then the concept itself. One place is read
        once, for all of them that it tells of. Nobody is told to practise what was never asked: the document may have
        no question about it. What is nearly mastered is no weakness: it only needs more answers."""
        weak_for = dict[str, str]()
        for weak in weak_of(self.ways):
            under = [each for each in self.ways.lacking(weak) if not self.ways.is_nearly_mastered(each)]
            under.sort(key=lambda each: not self._is_asked(each))
            for concept in [*under[:_MOST_UNDER], weak]:
                weak_for.setdefault(concept, weak)
        there = dict[str, list[str]]()
        for concept in weak_for:
            if not self.ways.is_nearly_mastered(concept):
                there.setdefault(self._where(concept), []).append(concept)
        for concept, weak in weak_for.items():
            if self.ways.is_nearly_mastered(concept):
                count = self.ways.needed(concept)
                needed = Phrase.of(f"missing.{more_named(count)}", count=count)
                yield _say("nearly", concept=concept, more=needed, standing=self._standing(concept))
                continue
            if several := there.pop(self._where(concept), []):
                names = Phrase.listed("and", map(Phrase.quoted, several))
                form = "read_all" if len(several) > 1 else "read" if concept == weak else "read_for"
                yield self._placed(form, concept, **({"names": names} if several[1:] else {"weak": weak}))
            if self._is_asked(concept):
                yield _say("practise", concept=concept, standing=self._standing(concept))

    def _why(self, following: str) -> Iterator[Phrase]:
        command = self.ways.command
        match command.reason:
            case "mastered":
                yield _say("mastered_topic" if command.topic.strip() else "mastered", topic=command.topic)
            case "remediation" if fold(command.topic) not in self.ways.left_out:
                under = following in self.ways.under(weak_of(self.ways))
                form = f"remediation{'_topic' * bool(command.topic.strip())}{'_under' * under}"
                if not self._stays(following):
                    yield _say(form, topic=command.topic)
            case "diagnosed" if gaps := command.prerequisite_gaps:
                yield _say("diagnosed_1" if len(gaps) == 1 else "diagnosed", gaps=self._names(gaps))
            case _ if self.ways.places:
                count = len(self.ways.places)
                marked = sum(self.ways.is_marked(place.concept) for place in self.ways.places.values())
                done = sum(self.ways.is_mastered(place.concept) for place in self.ways.places.values()) - marked
                if done + marked < count:
                    form = "asked_marked" if marked else "asked"
                    yield _say(form, done=done, count=count, marked=marked)
                    there = [place.concept for place in self.ways.places.values()]
                    if empty := [x for x in there if self.ways.is_passed(x) and not self.ways.is_mastered(x)]:
                        names = Phrase.listed("and", map(Phrase.quoted, empty))
                        yield _say("unasked" if empty[1:] else "unasked_one", count=len(empty), concepts=names)

    def _stays(self, following: str) -> bool:
        """Whether the very topic that was not mastered is next again."""
        command = self.ways.command
        return command.reason == "remediation" and bool(following) and fold(command.topic) == fold(following)

    def _next(self, concept: str) -> Phrase:
        names = self.ways.builds_on(concept)
        basis = self._basis(names) if names else _say("no_basis")
        return self._placed(
            "stays" if self._stays(concept) else "next", concept, standing=self._standing(concept), basis=basis
        )

    def _basis(self, names: Sequence[str]) -> Phrase | str:
        """What it builds on, by how that is known; nothing where some of it is not."""
        if not all(map(self.ways.is_mastered, names)):
            return ""
        marked = [each for each in names if self.ways.is_marked(each)]
        shown = [each for each in names if each not in marked]
        form = "basis" if not marked else "basis_both" if shown else "basis_marked"
        return _say(form, names=self._names(shown or marked), marked=self._names(marked))

    def _goals(self, following: str) -> Iterator[Phrase]:
        for goal in self.ways.command.goals[:_MOST_GOALS]:
            meant = self.ways.meant_by(goal)
            if not meant:
                yield _say("goal_unknown", goal=goal)
            elif all(map(self.ways.is_mastered, meant)):
                yield _say("goal_reached", goal=goal)
            elif following and any(_leads(following, each, self.ways, set()) for each in meant):
                yield _say("goal", goal=goal)

    def _step(self, concept: str) -> Phrase:
        names = self.ways.lacking(concept)
        return self._placed("step_basis" if names else "step", concept, names=self._names(names))

    def _placed(self, form: str, concept: str, **values: str | Phrase) -> Phrase:
        """The sentence with the concept's page, or whatever else the document counts by."""
        place = self.ways.place(concept)
        if place.page_kind == "page":
            return _say(form, concept=concept, page=place.page, **values)
        return _say(f"{form}_at", concept=concept, at=place.read_at, **values)

    def _where(self, concept: str) -> str:
        """Its place, the same for all that are told there. Pages of several documents have the same numbers, so the
        heading counts too."""
        place = self.ways.place(concept)
        return (
            f"{place.page} {place.taught_section or place.section}" if place.page_kind == "page" else str(place.read_at)
        )

    def _standing(self, concept: str) -> Phrase:
        standing = self.ways.standing(concept)
        if standing and standing.mark == "not_yet":
            return _say("marked")
        if standing is None or not standing.answers:
            return _say("not_asked")
        form = "answer_one" if standing.answers == 1 else "answers"
        answers = _say(form, count=standing.answers)
        return _say("standing", score=percent(standing.score), answers=answers)

    def _is_asked(self, concept: str) -> bool:
        standing = self.ways.standing(concept)
        return bool(standing and (standing.answers or standing.mark == "not_yet"))

    def _names(self, names: Sequence[str]) -> Phrase:
        return Phrase.listed("and", map(Phrase.quoted, names[:_MOST_NAMES]))


def _leads(first: str, goal: str, ways: Ways, seen: set[str]) -> bool:
    """Whether a concept is a goal, or underneath it."""
    if first == goal:
        return True
    seen.add(goal)
    return any(_leads(first, each, ways, seen) for each in ways.builds_on(goal) if each not in seen)
