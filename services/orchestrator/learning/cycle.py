"""The learning cycle: diagnosed first if asked for, explained, quizzed, analysed; mastered, or once more.

After the last round without mastery the path planner says what to do. Its phases and what may follow each are in
`workflow/learning.py`; everything that moves a cycle is here.
"""

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from contracts.learning import LearningRequested
from contracts.message import Phrase
from services.orchestrator.learning.events import DiagnosisIn
from services.orchestrator.learning.topics import (
    EXPLAINED,
    chosen,
    following,
    lowest,
    mastered,
    never_asked,
    nothing_yet,
    weakest,
)
from services.orchestrator.quizzes import bank
from services.orchestrator.workflow.learning import Cycle
from services.orchestrator.workflow.params import DiagnoseParams, ExplainParams, PlanParams
from services.orchestrator.workflow.stages import Journey, JourneyKind
from services.orchestrator.workflow.standings import judged, whole
from services.orchestrator.workflow.state import Decision, Meta, State, Step
from services.orchestrator.workflow.steps import ask_more, close, line, unmoved
from services.text.scores import percent

JOURNEYS: tuple[JourneyKind, ...] = ("cycle", "diagnosis")
_How = Literal["mastered", "still_mastered", "not_mastered", "not_mastered_yet"]
_ENOUGH = 3
"""Answers from which on something can be said of who gave them."""


def readable(state: State) -> bool:
    """There is a text to learn from: all documents are read and digested, none waits for a person."""
    return state.reading_id is not None and all(paper.read and not paper.rejected for paper in state.papers)


def requested(state: State, meta: Meta, message: LearningRequested) -> Decision:
    """A learner wants to learn a topic."""
    if message.max_cycles is not None:
        state = state.changed(max_cycles=message.max_cycles)
    if message.mastery_threshold is not None:
        state = with_threshold(state, message.mastery_threshold)
    return begin(Decision(state=state), meta, message.topic, diagnostic=message.diagnostic)


def with_threshold(state: State, threshold: float) -> State:
    """All standings held against another threshold, in whole percents."""
    threshold = whole(threshold)
    standings = {concept: judged(found, threshold) for concept, found in state.standings.items()}
    return state.changed(mastery_threshold=threshold, standings=standings)


def begin(
    so_far: Decision, meta: Meta, topic: str, *, diagnostic: bool, ends: Literal["mastery", "path"] = "mastery"
) -> Decision:
    """A new cycle, in the place of one under way. A diagnosis asks nothing where there is evidence already."""
    state = so_far.state
    if not readable(state):
        return line(so_far, "not_ready")
    topic = topic if diagnostic else topic or following(state, meta.places)
    concepts = chosen(state, meta.places, topic)
    if not concepts:
        return line(so_far, "unknown_topic" if topic else "no_concepts", topic=topic)
    again = all(mastered(state, concept) for concept in concepts)
    cycle = Cycle(id=meta.id, topic=topic, concepts=concepts, ends=ends, again=again)
    state = without(state).changed(cycle=cycle, current_topic=topic)
    so_far = forewarned(so_far.changed(state=state), meta, topic, concepts)
    if not diagnostic:
        return explain(so_far, meta, "a topic was chosen")
    answers = [state.standings[concept].answers if concept in state.standings else 0 for concept in concepts]
    if all(answers) and sum(answers) >= _ENOUGH:
        return _diagnose(so_far, meta)
    return _quiz(so_far, meta, concepts)


def forewarned(so_far: Decision, meta: Meta, topic: str, concepts: Sequence[str]) -> Decision:
    """Who chooses a topic of which perhaps nothing can be asked hears it before it begins, with what can."""
    if not topic or not nothing_yet(meta.places, concepts, meta.unasked):
        return so_far
    if not meta.offered:
        return line(so_far, "no_question_yet", topic=topic)
    return line(so_far, "no_question_yet_but", topic=topic, named=_names(meta.offered))


def explain(so_far: Decision, meta: Meta, reason: str) -> Decision:
    """The next round begins with the tutor."""
    state = so_far.state
    assert state.cycle is not None
    number, moved = state.cycle.number + 1, state.cycle.moved("TUTOR_EXPLAINING")
    cycle = moved.changed(number=number, quiz_id=None, attempt_id=None, score=None)
    about = weakest(state, cycle.concepts)
    params = ExplainParams(concepts=about[:EXPLAINED], times=explained_before(state, about[:EXPLAINED]), about=about)
    so_far = so_far.changed(state=state.changed(cycle=cycle))
    return ask_more(so_far, meta, Journey("cycle", cycle.id), f"TUTOR_EXPLAINING: {reason}", params)


def explained_before(state: State, concepts: Sequence[str]) -> int:
    """How often one of these was explained before, at most."""
    return max((state.explained.get(concept, 0) for concept in concepts), default=0)


def explained(state: State, meta: Meta, command: UUID, asked: ExplainParams) -> Decision:
    """The explanation is complete: a quiz on it."""
    if state.cycle is None:
        return unmoved(state)
    if state.cycle.phase != "TUTOR_EXPLAINING":
        return Decision(state=close(state, command))
    counted = {concept: state.explained.get(concept, 0) + 1 for concept in asked.concepts}
    cycle = state.cycle.moved("QUIZ_ACTIVE")
    after = close(state, command).changed(cycle=cycle, explained={**state.explained, **counted})
    return _quiz(Decision(state=after), meta, asked.about or [])


def handed_in(state: State, quiz: UUID, attempt: UUID) -> State:
    """The first answers to the round's quiz, or to the diagnosis."""
    cycle = state.cycle
    if cycle is None or cycle.quiz_id != quiz or cycle.attempt_id is not None or not _waits(cycle):
        return state
    if not cycle.diagnosing:
        cycle = cycle.moved("FEEDBACK_ANALYZING")
    return state.changed(cycle=cycle.changed(attempt_id=attempt))


def graded(state: State, attempt: UUID, score: float) -> State:
    """The round's score is known."""
    if state.cycle is None or state.cycle.attempt_id != attempt:
        return state
    return state.changed(cycle=state.cycle.changed(score=score))


def analysed(so_far: Decision, meta: Meta, journey: Journey) -> Decision:
    """Feedback is written. All mastered: done. Else once more, up to the last round, and then remediation."""
    state, cycle = so_far.state, so_far.state.cycle
    if cycle is None or journey != Journey("attempt", cycle.attempt_id):
        return so_far
    steps = (*state.open.values(), *state.unfinished.values())
    if cycle.diagnosing and not any(step.kind == "diagnose" for step in steps):
        return _diagnose(so_far, meta)
    if cycle.phase != "FEEDBACK_ANALYZING":
        return so_far
    so_far = _left_out(so_far, cycle, meta.unasked)
    assert so_far.state.cycle is not None
    state, cycle = so_far.state, so_far.state.cycle
    stands = f"mastery {percent(lowest(state, cycle.concepts)) / 100:.2f} of {state.mastery_threshold:.2f}"
    if all(mastered(state, concept) for concept in cycle.concepts):
        after = _with(so_far, cycle.moved("MASTERED"))
        after = _ended(after, "still_mastered" if cycle.again else "mastered", cycle, cycle.concepts)
        return plan(after, meta, "asked" if cycle.again else "mastered", f"MASTERED: {stands}", cycle.topic)
    if cycle.number < state.max_cycles:
        after = _with(so_far, cycle.moved("LOOP_AGAIN"))
        return explain(after, meta, f"LOOP_AGAIN, {stands}, round {cycle.number + 1} of {state.max_cycles}")
    missing = [concept for concept in cycle.concepts if not mastered(state, concept)]
    how: _How = "not_mastered_yet" if cycle.score == 1 else "not_mastered"
    after = _ended(_with(so_far, cycle.moved(None)), how, cycle, missing)
    return plan(after, meta, "remediation", f"no mastery after {cycle.number} rounds, {stands}", cycle.topic)


def _ended(so_far: Decision, how: _How, cycle: Cycle, concepts: Sequence[str]) -> Decision:
    """That a cycle is over: with its topic's name, else with those of what was or was not mastered."""
    if cycle.topic:
        return line(so_far, how, topic=cycle.topic, rounds=cycle.number)
    return line(so_far, f"{how}_these", named=_names(concepts), rounds=cycle.number)


def _names(concepts: Sequence[str]) -> Phrase:
    return Phrase.listed("and", [Phrase.quoted(concept) for concept in concepts])


def _left_out(so_far: Decision, cycle: Cycle, unasked: Sequence[str]) -> Decision:
    """What nobody found a question about holds no topic back: it is told, and is no part of it any more."""
    left = [concept for concept in cycle.concepts if concept not in unasked]
    if not left:
        return _empty(so_far, cycle.concepts)
    if len(left) == len(cycle.concepts):
        return so_far
    gone = [concept for concept in cycle.concepts if concept in unasked]
    so_far = _empty(_with(so_far, cycle.changed(concepts=left)), gone)
    return line(so_far, "left_out_these", named=_names(gone))


def _empty(so_far: Decision, concepts: Sequence[str]) -> Decision:
    """No path names these any more, until there is a question about them."""
    state = so_far.state
    return so_far.changed(state=state.changed(unasked=list(dict.fromkeys([*state.unasked, *concepts]))))


def emptied(so_far: Decision, meta: Meta) -> Decision:
    """Nothing of the round's answers counts any more, and no grade will come: it goes on without them."""
    cycle = so_far.state.cycle
    if cycle is None or cycle.attempt_id not in so_far.emptied:
        return so_far
    return analysed(_with(so_far, cycle.changed(score=None)), meta, Journey("attempt", cycle.attempt_id))


def at_its_quiz(state: State) -> list[str]:
    """What the round explained whose quiz waits to be answered; []: none waits."""
    if state.cycle is None or state.cycle.diagnosing or awaited(state) is None:
        return []
    return weakest(state, state.cycle.concepts)[:EXPLAINED]


def awaited(state: State) -> UUID | None:
    """The quiz that the cycle waits to be answered, once it is complete."""
    cycle = state.cycle
    if cycle is None or cycle.quiz_id is None or cycle.attempt_id is not None or not _waits(cycle):
        return None
    facts = state.quizzes.get(cycle.quiz_id)
    return cycle.quiz_id if facts is not None and facts.complete else None


def bared(so_far: Decision, meta: Meta) -> Decision:
    """No question of the quiz that the cycle waits for is left, so nobody can hand it in: the cycle ends."""
    bare, cycle = meta.practice and meta.practice.bare, so_far.state.cycle
    if cycle is None or bare is None or bare != awaited(so_far.state):
        return so_far
    after = _gone(so_far.changed(kept=True))
    after = after.changed(state=after.state.routed("coordinator", "no question of the round's quiz is left"))
    return line(after, "quiz_gone", topic=cycle.topic)


def diagnosed(state: State, meta: Meta, event: DiagnosisIn, command: UUID) -> Decision:
    """The diagnosis is in: the first round begins; a diagnosis by itself ends with a path."""
    if state.cycle is None:
        return unmoved(state)
    if not state.cycle.diagnosing:
        return Decision(state=close(state, command))
    found = close(state, command).changed(learner_level=event.level, prerequisite_gaps=event.gaps)
    so_far = Decision(state=found)
    if state.cycle.ends == "path":
        return plan(_gone(so_far), meta, "diagnosed", "the diagnosis is in", state.cycle.topic)
    return explain(so_far, meta, "the diagnosis is in")


def plan(so_far: Decision, meta: Meta, why: str, reason: str, topic: str = "") -> Decision:
    """The path planner says what to learn next."""
    return ask_more(so_far, meta, Journey("path", meta.id), reason, PlanParams(why=why, topic=topic))


def checked(so_far: Decision, meta: Meta) -> Decision:
    """If the round's quiz came out empty, the document has nothing to ask about the topic: the cycle ends."""
    cycle = so_far.state.cycle
    quiz = so_far.state.quizzes.get(cycle.quiz_id) if cycle and cycle.quiz_id else None
    if cycle is None or quiz is None or quiz.questions != 0 or not _waits(cycle):
        return so_far
    if quiz.short or quiz.refused:  # It was looked for, and nothing failed.
        so_far = _empty(so_far, never_asked(so_far.state, cycle.concepts))
    after = line(_gone(so_far), "nothing_to_ask", topic=cycle.topic)
    return plan(after, meta, "remediation", "the document has nothing more to ask about it", cycle.topic)


def without(state: State) -> State:
    """The state without the cycle under way and its steps. Where the learner stands is told of all that was asked from
    then on, so it names no topic."""

    def stays(step: Step) -> bool:
        return step.journey.kind not in JOURNEYS or step.kind in ("write", "validate")

    unfinished = {key: step for key, step in state.unfinished.items() if stays(step)}
    opened = {key: step for key, step in state.open.items() if stays(step)}
    topic = "" if state.cycle is not None else state.current_topic
    after = state.changed(cycle=None, current_topic=topic, unfinished=unfinished, open=opened)
    if state.unfinished and not unfinished:
        return after.changed(problem=None, failed_version=None)
    return after


def _quiz(so_far: Decision, meta: Meta, concepts: Sequence[str]) -> Decision:
    """The round's quiz, or the diagnosis's, put together."""
    state, cycle = so_far.state, so_far.state.cycle
    assert cycle is not None
    before = set(state.quizzes)
    purpose: Literal["diagnostic", "cycle"] = "diagnostic" if cycle.diagnosing else "cycle"
    journey = Journey("diagnosis" if cycle.diagnosing else "cycle", cycle.id)
    so_far = bank.compose(so_far, meta, purpose, journey, concepts)
    [quiz] = set(so_far.state.quizzes) - before
    routed = so_far.state.changed(cycle=cycle.changed(quiz_id=quiz))
    if not so_far.asks:
        why = "DIAGNOSE: a quiz on it" if cycle.diagnosing else "QUIZ_ACTIVE: the course's bank has all its questions"
        routed = routed.changed(last_routed_to="quiz", routing_reason=why)
    return checked(so_far.changed(state=routed), meta)


def _diagnose(so_far: Decision, meta: Meta) -> Decision:
    cycle = so_far.state.cycle
    assert cycle is not None
    params = DiagnoseParams(topic=cycle.topic, concepts=cycle.concepts)
    return ask_more(so_far, meta, Journey("diagnosis", cycle.id), "DIAGNOSE: what is known already", params)


def _waits(cycle: Cycle) -> bool:
    """For answers to its quiz."""
    return cycle.phase == "QUIZ_ACTIVE" or cycle.diagnosing


def _with(so_far: Decision, cycle: Cycle) -> Decision:
    return so_far.changed(state=so_far.state.changed(cycle=cycle))


def _gone(so_far: Decision) -> Decision:
    """Without a cycle, and so without a topic that the figure of all that was asked would be taken for."""
    return so_far.changed(state=so_far.state.changed(cycle=None, current_topic=""))
