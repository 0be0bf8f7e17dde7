"""Grading again: the one way in which a grade changes. An item is taken back or its key corrected, or a person rules.

The attempt is graded over what counts now, and all that follows from it is folded anew. A grade under way that knows
nothing of the change yet is asked for again in its own journey, and its answer changes nothing any more.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal
from uuid import UUID

from contracts.grading import DisputeDecided, DisputeRaised
from services.orchestrator.grading import rules
from services.orchestrator.grading.events import AnswerIn, AnswersIn
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.learning.mastery import refreshed
from services.orchestrator.workflow.attempts import KnownAttempt, KnownPractice, KnownResult
from services.orchestrator.workflow.params import GradeParams, NotesParams
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Decision, Meta, State, Step
from services.orchestrator.workflow.steps import ask_more, unmoved

OWNER = "owner"


def handed_in(state: State, meta: Meta, event: AnswersIn) -> Decision:
    """Answers to a quiz: graded, where any of them counts; those of a later time that are repeats now, again."""
    so_far = rules.handed_in(state, meta, event)
    if not so_far.kept:
        return so_far
    if not _known(meta).counting:
        emptied = KnownAttempt(attempt_id=event.attempt_id, quiz_id=event.quiz_id, left=0)
        return _emptied(so_far.changed(asks=[]), meta, emptied)
    for later in _known(meta).later:
        so_far = again(so_far, meta, later.attempt_id, later.quiz_id, "answers of an earlier time came in")
    return so_far


def answered(state: State, meta: Meta, event: AnswerIn) -> Decision:
    """One answer of an attempt that is not handed in: the attempt is graded over what is given so far.

    The first to an item is final. None is taken of an exam, or once the attempt is handed in.
    """
    quiz, given = state.quizzes.get(event.quiz_id), state.given.get(event.attempt_id, [])
    if quiz is None or quiz.exam or event.item_id in given or rules.is_handed_in(state, meta, event.attempt_id):
        return unmoved(state)
    if not _known(meta).counting:  # It is no question of the quiz, or was taken back.
        return unmoved(state)
    state = state.changed(given={**state.given, event.attempt_id: [*given, event.item_id]})
    return again(Decision(state=state), meta, event.attempt_id, event.quiz_id, "an answer came in")


def recalled(state: State, meta: Meta, event: ItemRecalled) -> Decision:
    """An item of the course was taken back, its key corrected, or it counts again: what this learner answered to it
    is graded again."""
    if not _known(meta).attempts and not _known(meta).reviewed:
        return unmoved(state)
    so_far = Decision(state=state, recalled=[one.attempt_id for one in _known(meta).attempts])
    for one in _known(meta).attempts:
        if one.left:
            so_far = again(so_far, meta, one.attempt_id, one.quiz_id, f"an item was {event.what}")
        else:
            so_far = _emptied(so_far, meta, one)
    return followed(so_far, meta)


def followed(so_far: Decision, meta: Meta) -> Decision:
    """After a grade: later attempts about the same concepts have notes that say where the learner stands; anew now."""
    for one in _known(meta).told:
        steps = (*so_far.state.open.values(), *so_far.state.unfinished.values())
        if one.attempt_id in so_far.emptied:
            continue  # There is nothing left to write notes about.
        if so_far.kept and not any(_is_of(step, one.attempt_id, "grade") for step in steps):
            so_far = _asked(so_far, meta, "notes", one.attempt_id, one.quiz_id, "an earlier attempt counts otherwise")
    return so_far


def self_graded(state: State, meta: Meta) -> Decision:
    """A learner rules on an answer that no rule could judge; what its owner ruled stands."""
    result = _known(meta).result
    if result is None or result.void or not result.open or result.ruled_by == OWNER:
        return unmoved(state)
    return _ruled(state, meta, result, "the learner graded an answer")


def disputed(state: State, meta: Meta, message: DisputeRaised) -> Decision:
    """A learner objects to a grade or a note: its owner decides."""
    there = _known(meta).note if message.of == "note" else _known(meta).result is not None
    return Decision(state=state) if there else unmoved(state)


def decided(state: State, meta: Meta, message: DisputeDecided) -> Decision:
    """The owner's word on a dispute, the last by its time: what is upheld is graded by it; what no longer is, anew."""
    dispute = _known(meta).dispute
    if dispute is None or (dispute.decided_at and dispute.decided_at > datetime.fromisoformat(meta.time)):
        return unmoved(state)
    result = dispute.result
    if result is None or result.void or (message.decision == "rejected" and result.ruled_by != OWNER):
        return Decision(state=state)
    return _ruled(state, meta, result, f"a dispute was {message.decision}")


def again(so_far: Decision, meta: Meta, attempt: UUID, of_quiz: UUID, reason: str) -> Decision:
    """Asks for a grade of an attempt over what counts when the command is built. A failure of the session stays."""
    before = so_far.state
    if any(_is_of(step, attempt, "grade") for step in before.unfinished.values()):
        return so_far  # The learner's retry will ask for it, over what counts then.
    return _asked(so_far, meta, "grade", attempt, of_quiz, reason)


def _asked(
    so_far: Decision, meta: Meta, kind: Literal["grade", "notes"], attempt: UUID, of_quiz: UUID, reason: str
) -> Decision:
    """Asks for a grade or notes; what is under way of the kind is over: a grade goes on in its journey."""
    before, own = so_far.state, Journey("regrade", attempt)
    under_way = {key: step for key, step in before.open.items() if _is_of(step, attempt, kind)}
    if kind == "notes":  # Others wait for those that were ordered first, whatever becomes of their words.
        under_way = {key: step for key, step in under_way.items() if step.journey == own}
    journey = next((step.journey for step in under_way.values()), own)
    number = before.gradings.get(attempt, 0) + 1
    opened = {key: step for key, step in before.open.items() if key not in under_way}
    state = before.changed(open=opened, gradings=_numbered(before, attempt, number))
    params = (GradeParams if kind == "grade" else NotesParams)(quiz_id=of_quiz, attempt_id=attempt, grading=number)
    asked = ask_more(so_far.changed(state=state), meta, journey, reason, params)
    return so_far.changed(state=asked.state.failing_as(before), asks=asked.asks)


def _known(meta: Meta) -> KnownPractice:
    return meta.practice or KnownPractice()


def _ruled(state: State, meta: Meta, result: KnownResult, reason: str) -> Decision:
    return again(Decision(state=state), meta, result.attempt_id, result.quiz_id, reason)


def _emptied(so_far: Decision, meta: Meta, one: KnownAttempt) -> Decision:
    """Nothing of an attempt counts any more: there is nothing to grade, and mastery is as if it had never been."""
    state = so_far.state

    def left(steps: Mapping[UUID, Step]) -> dict[UUID, Step]:
        return {key: step for key, step in steps.items() if not _is_of(step, one.attempt_id, "grade", "notes")}

    opened, unfinished = left(state.open), left(state.unfinished)
    was_all = bool(state.unfinished) and not unfinished
    standings, gone = state.standings, set[str]()
    if one.evidence is not None:
        standings = refreshed(standings, state.mastery_threshold, one.attempt_id, [], one.evidence)
        gone = set(one.evidence.before) - standings.keys()
    number = state.gradings.get(one.attempt_id, 0) + 1
    if was_all:
        state = state.changed(problem=None, failed_version=None)
    state = state.routed("coordinator", "nothing of an attempt counts any more").changed(
        open=opened,
        unfinished=unfinished,
        standings=standings,
        focus=[concept for concept in state.focus if concept not in gone],
        gradings=_numbered(state, one.attempt_id, number),
    )
    return so_far.changed(state=state, emptied=[*so_far.emptied, one.attempt_id])


def _numbered(state: State, attempt: UUID, number: int) -> dict[UUID, int]:
    """How often attempts were graded again, with this one; of those that nothing is under way of nobody asks it."""
    steps = [step.params for step in (*state.open.values(), *state.unfinished.values())]
    busy = {params.attempt_id for params in steps if isinstance(params, GradeParams | NotesParams)}
    return {**{id: times for id, times in state.gradings.items() if id in busy}, attempt: number}


def _is_of(step: Step, attempt: UUID, *kinds: str) -> bool:
    params = step.params
    return step.kind in kinds and isinstance(params, GradeParams | NotesParams) and params.attempt_id == attempt
