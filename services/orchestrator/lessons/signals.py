"""The signals of a turn: how fast to go, in what manner, and whether to go on beyond the plan. Pure.

A lesson begins in the middle: as long as right answers are few a concept shows the way from 0.5 to the threshold that
they have come, so that each right answer moves it up and each wrong one down; at and above the threshold it is the
score itself, so what is mastered by one figure is so by the other. `avg_mastery`, which sets the pace, is the mean over
the plan's concepts that were asked about; `of_lesson`, which is shown, over all of them, so that a first right answer
about another one does not lower it.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from contracts.lessons import Length, Pacing, Style
from services.orchestrator.workflow.evidence import PRIOR
from services.orchestrator.workflow.lessons import Lesson, Writing
from services.orchestrator.workflow.standings import Known
from services.orchestrator.workflow.state import State

START = 0.5
"""What a concept shows in a lesson before anything was answered about it."""
FAST, LOW, MIDDLE = 0.8, 0.4, 0.65
WRONG = 2
"""Wrong answers in a row after which a middling learner gets another task of the same level."""
BEYOND = 10
"""Turns beyond twice the plan's steps that a learner may go on for."""
OVER = 4
"""So many messages of the learner are looked at."""
_QUIET, _MODERATE = 5, 15


def shown(known: Known | None, threshold: float) -> float:
    """What a concept shows in a lesson, from 0 to 1; at or above the threshold exactly where it is mastered."""
    if known is None or not known.answers:
        return START
    if known.score >= threshold or threshold <= START:
        return known.score
    if known.belief < PRIOR:
        return min(START, known.score)
    return START + known.score * (threshold - START) / threshold


def avg_mastery(state: State, lesson: Lesson) -> float:
    """The mean over the plan's concepts that were asked about; 0.5 before the first."""
    concepts = dict.fromkeys(name for step in lesson.steps for name in step.concepts)
    seen = [state.standings[name] for name in concepts if name in state.standings and state.standings[name].answers]
    return sum(shown(each, state.mastery_threshold) for each in seen) / len(seen) if seen else START


def of_lesson(state: State, lesson: Lesson) -> float:
    """The mean over all of the plan's concepts, those without an answer at 0.5: each right answer moves it up."""
    concepts = dict.fromkeys(name for step in lesson.steps for name in step.concepts)
    found = [shown(state.standings.get(name), state.mastery_threshold) for name in concepts]
    return sum(found) / len(found) if found else START


def improving(trend: Sequence[float]) -> bool:
    """Whether the last answer moved the mean up."""
    return len(trend) >= 2 and trend[-1] > trend[-2]


def trend_of(lesson: Lesson) -> Literal["improving", "struggling", "steady"]:
    """How it goes, in a word."""
    if struggling(lesson):
        return "struggling"
    return "improving" if improving(lesson.trend) else "steady"


def struggling(lesson: Lesson) -> bool:
    """Whether one concept was answered wrongly three times in a row, or two messages said that nothing was clear."""
    return max(lesson.failures.values(), default=0) >= 3 or lesson.lost >= 2


def pacing(lesson: Lesson, average: float) -> Pacing:
    """How fast to go in the next turn."""
    if lesson.turns == 0:
        return "first_turn"
    if lesson.ended == "complete":
        return "extend"
    if average >= FAST and improving(lesson.trend):
        return "accelerate"
    if average < LOW or struggling(lesson):
        return "simplify"
    if average <= MIDDLE and max(lesson.failures.values(), default=0) >= WRONG:
        return "consolidate"
    return "steady"


def manner(writing: Sequence[Writing]) -> Style:
    """How the learner writes, by the last messages. Nothing said yet: as most do."""
    last = list(writing)[-OVER:]
    if not last:
        return Style()
    return Style(
        length=_length(sum(one.words for one in last) / len(last)),
        emoji=any(one.emoji for one in last),
        asks=any(one.asks for one in last),
        disengaged=disengaged(writing),
    )


def disengaged(writing: Sequence[Writing]) -> bool:
    """Whether the last four messages became shorter and shorter, to half and less."""
    words = [one.words for one in writing[-OVER:]]
    if len(words) < OVER:
        return False
    return all(one >= other for one, other in pairwise(words)) and words[-1] * 2 <= words[0]


def extension_turns(lesson: Lesson) -> int:
    """Turns beyond twice the plan's steps."""
    return max(0, lesson.turns - 2 * len(lesson.steps))


def may_extend(lesson: Lesson, average: float) -> bool:
    """Whether a learner who has aced the plan may go on to harder ground."""
    return (
        lesson.ended == "complete" and lesson.allow_extension and average >= FAST and extension_turns(lesson) <= BEYOND
    )


def _length(words: float) -> Length:
    if words <= _QUIET:
        return "short"
    return "medium" if words <= _MODERATE else "long"
