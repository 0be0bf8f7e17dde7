"""What a lesson may be about: its concepts in the order in which they are learnt, and what can be asked. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from contracts.lessons import PlanLesson
from contracts.mastery import LEAST_ANSWERS, Standing
from services.text.words import fold

_WELL, _SURE_AFTER = 0.65, 3
"""The score from which, after so many answers, a concept needs no explanation."""
VARIED = 3
"""Questions from which on a concept can be mastered in a lesson; then some may come again."""
_RANK = {"High": 0, "Medium": 1, "Low": 2}


@dataclass(frozen=True)
class Topic:
    """A concept of a lesson. `goals`: what is to be learnt, as learners are told it; `questions`: how many there
    are; `page` None: it stands on no page of a document; `rank`: how much the document is about it, 0 the most."""

    name: str
    under: Sequence[str] = ()
    goals: Sequence[str] = ()
    questions: int = 0
    page: int | None = None
    rank: int = 0


@dataclass(frozen=True)
class Ground:
    """A lesson's concepts in order: what one builds on comes before it."""

    topics: Sequence[Topic]
    standings: Mapping[str, Standing] = field(default_factory=dict)

    def topic(self, name: str) -> Topic | None:
        """The concept of that name; None: the lesson has none."""
        return next((each for each in self.topics if fold(each.name) == fold(name)), None)

    def is_known(self, name: str) -> bool:
        """Whether it is mastered, or said to be known."""
        standing = self.standings.get(fold(name))
        return standing is not None and standing.mark != "not_yet" and (standing.mastered or standing.mark == "known")

    def is_familiar(self, name: str) -> bool:
        """Whether it needs no explanation any more."""
        standing = self.standings.get(fold(name))
        if standing is None or standing.mark == "not_yet":
            return False
        return self.is_known(name) or (standing.score >= _WELL and standing.answers >= _SURE_AFTER)

    def budget(self, name: str) -> int:
        """How many right answers a plan may want: as many as master it; of few questions no more than there are."""
        topic, standing = self.topic(name), self.standings.get(fold(name))
        wanted = standing.needed if standing and standing.answers and standing.needed else LEAST_ANSWERS
        questions = topic.questions if topic else 0
        return wanted if questions >= VARIED else min(wanted, questions)

    def is_varied(self, name: str) -> bool:
        """Whether there are questions enough to master it."""
        topic = self.topic(name)
        return topic is not None and topic.questions >= VARIED

    def lacking(self, name: str) -> list[str]:
        """What it builds on and the learner is not known to know, as far as it can be told or asked about."""
        topic = self.topic(name)
        under = topic.under if topic else ()
        return [each for each in under if self.topic(each) and not self.is_familiar(each) and fold(each) != fold(name)]


def ground_of(command: PlanLesson) -> Ground:
    """A guideline's objectives where there are any, else the document's concepts, else the topic itself."""
    counts = {fold(name): count for name, count in command.questions.items()}
    places = {fold(place.concept): place for place in command.places}
    topics: dict[str, Topic] = {}
    for objective in command.objectives:
        key = fold(objective.concept)
        before = topics.get(key, Topic(objective.concept))
        under = [*before.under, *objective.builds_on]
        topics[key] = Topic(
            before.name,
            list(dict.fromkeys(under)),
            [*before.goals, *([objective.goal] if objective.goal.strip() else [])],
            counts.get(key, 0),
        )
    if not topics:
        for key, place in sorted(places.items(), key=lambda each: each[1].ordinal):
            page = place.source_page if place.page_kind == "page" else None
            topics[key] = Topic(
                place.concept, place.prerequisites, (), counts.get(key, 0), page, _RANK[place.relevance]
            )
    if not topics and command.topic.strip():
        topics[fold(command.topic)] = Topic(command.topic.strip(), questions=counts.get(fold(command.topic), 0))
    standings = {fold(each.concept): each for each in command.standings}
    return Ground(_in_order(list(topics.values())), standings)


def chosen(ground: Ground, most: int) -> list[Topic]:
    """So many concepts that are not known yet, with what they build on, in order, first what has questions enough to be
    mastered; of all that are known the first."""
    left = [each for each in ground.topics if not ground.is_known(each.name)] or list(ground.topics)
    names = {fold(each.name): each for each in left}
    taken: list[str] = []
    for topic in sorted(left, key=lambda each: (each.questions < VARIED, each.rank)):
        wanted = [key for key in _closure(fold(topic.name), names, set()) if key not in taken]
        if len(taken) + len(wanted) <= most or not taken:
            taken += wanted[: most - len(taken)]
    return [each for each in left if fold(each.name) in taken]


def _closure(key: str, names: Mapping[str, Topic], seen: set[str]) -> Iterable[str]:
    """What a concept builds on, then itself."""
    if key in seen or key not in names:
        return
    seen.add(key)
    for each in names[key].under:
        yield from _closure(fold(each), names, seen)
    yield key


def _in_order(topics: Sequence[Topic]) -> list[Topic]:
    names = {fold(each.name): each for each in topics}
    seen = set[str]()
    return [names[key] for topic in topics for key in _closure(fold(topic.name), names, seen)]
