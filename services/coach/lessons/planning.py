"""A lesson's first plan by rules: which concepts, in which order, in three to five steps. Pure.

1. What is known is left out; what is familiar is asked and not explained; what no question is about, or a question or
   two where others have enough to be mastered, is explained with what builds on it, or left out.
2. One concept: explain, check, practise. Two: each explained and checked, then both practised. Three: each explained,
   all checked, all practised. More are explained in groups.
3. A learner who knows the field is checked first; a fast pace leaves checks out; a slow one adds a step of examples.
   Little time makes fewer concepts and steps.
4. A concept takes as many right answers as master it; of few questions never more than there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from uuid import UUID

from contracts.lessons import LEAST_STEPS, MOST_STEPS, PlanLesson, PlanStep
from services.coach.lessons.drafts import MOST_CONCEPTS, Draft, counted, squeezed
from services.coach.lessons.ground import VARIED, Ground, Topic, chosen, ground_of
from services.coach.lessons.learner import Learner, learner_of
from services.coach.lessons.steps import step_of
from services.text.words import fold

_MINUTES = {"slow": 8, "normal": 5, "fast": 4}
"""What a concept takes, about."""
_CONCEPTS = {"slow": 2, "normal": 3, "fast": 4}
"""How many concepts of a document a lesson has, where nobody said how long it may take: each takes five answers."""
_SHORT, _MIDDLING = 12, 25
"""Minutes: a lesson that is shorter has three steps, or four."""
_FAST_GROUPS, _GROUPS = 2, 3


@dataclass(frozen=True)
class Planned:
    """The steps, and in plain words why they are so."""

    steps: Sequence[PlanStep]
    reasoning: str


def planned_of(command: PlanLesson, cause: UUID) -> Planned:
    """The first plan. `cause`: what the steps' ids derive from."""
    ground, learner = ground_of(command), learner_of(command, command.learner_level)
    topics = chosen(ground, _most_concepts(command, learner))
    asked = [each for each in topics if each.questions >= VARIED]
    asked = asked or [each for each in topics if each.questions] or list(topics)
    fresh = [each for each in asked if not ground.is_familiar(each.name)]
    total = sum(ground.budget(each.name) for each in asked)
    most = min(_most_steps(learner), max(LEAST_STEPS, total))
    drafts = _laid_out(fresh, asked, learner, most)
    drafts = _with_told(drafts, [each for each in topics if each not in asked], ground)
    drafts = counted(squeezed(drafts, most), ground.budget, LEAST_STEPS)
    steps = [step_of(each, n, ground, learner, command.language, cause) for n, each in enumerate(drafts)]
    left_out = [each.name for each in ground.topics if each not in topics]
    reasoning = (
        f"rule:plan:v1: {len(fresh)} concepts to explain, {len(asked) - len(fresh)} familiar, {len(left_out)} left "
        f"out; pace {learner.pace}, {learner.minutes or 'any'} minutes, {total} right answers at most"
    )
    return Planned(steps, reasoning)


def _most_concepts(command: PlanLesson, learner: Learner) -> int:
    if learner.minutes is not None:
        return min(MOST_CONCEPTS, max(1, learner.minutes // _MINUTES[learner.pace]))
    return MOST_CONCEPTS if command.objectives else _CONCEPTS[learner.pace]


def _most_steps(learner: Learner) -> int:
    if learner.minutes is not None and learner.minutes < _SHORT:
        return LEAST_STEPS
    middling = learner.minutes is not None and learner.minutes < _MIDDLING
    return MOST_STEPS - 1 if middling or learner.pace == "fast" else MOST_STEPS


def _laid_out(fresh: Sequence[Topic], asked: Sequence[Topic], learner: Learner, most: int) -> list[Draft]:
    every = tuple(each.name for each in asked)
    check, practice = Draft("check", every), Draft("practice", every)
    if not fresh:
        return [check, practice, Draft("harder", every)]
    groups = min(len(fresh), _FAST_GROUPS if learner.pace == "fast" else _GROUPS, most - 1 - learner.deep)
    explains = [Draft("explain", tuple(each.name for each in group)) for group in _grouped(fresh, groups)]
    if learner.deep:
        return [check, *explains, practice]
    if learner.pace == "fast" and len(explains) + 1 >= LEAST_STEPS:
        return [*explains, practice]
    if len(explains) == 1 and learner.pace == "slow" and most > LEAST_STEPS:
        return [explains[0], check, Draft("examples", explains[0].concepts), practice]
    if len(explains) > 1 and 2 * len(explains) + 1 <= most:
        return [each for one in explains for each in (one, Draft("check", one.concepts))] + [practice]
    return [*explains, check, practice]


def _grouped(topics: Sequence[Topic], count: int) -> list[Sequence[Topic]]:
    """So many groups in order, the first ones larger by one where it does not come out even."""
    size, more = divmod(len(topics), count)
    edges = [n * size + min(n, more) for n in range(count + 1)]
    return [topics[start:end] for start, end in pairwise(edges)]


def _with_told(drafts: Sequence[Draft], untested: Sequence[Topic], ground: Ground) -> list[Draft]:
    """What no question is about is explained with what builds on it, or in the only explanation; else left out."""
    found = list(drafts)
    only = sum(each.type == "explain" for each in drafts) == 1
    for topic in untested:
        for n, each in enumerate(found):
            room = len(each.concepts) + len(each.told) < MOST_CONCEPTS
            if each.type == "explain" and room and (only or topic.name in _under(each, ground)):
                found[n] = replace(each, told=(*each.told, topic.name))
                break
    return found


def _under(draft: Draft, ground: Ground) -> set[str]:
    """What the concepts of a step build on."""
    topics = [topic for name in draft.concepts if (topic := ground.topic(name))]
    under = {fold(name) for topic in topics for name in topic.under}
    return {topic.name for topic in ground.topics if fold(topic.name) in under}
