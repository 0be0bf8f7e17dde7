"""The journeys of a learner: answers graded and coached, and the next quiz, weak concepts first."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from contracts.session import QuizRequested
from services.orchestrator.grading.events import AnswersIn, Graded, NotesWritten
from services.orchestrator.learning import cycle
from services.orchestrator.learning.mastery import refreshed
from services.orchestrator.quizzes import bank
from services.orchestrator.quizzes.rounds import write
from services.orchestrator.workflow.evidence import Evidence
from services.orchestrator.workflow.params import GradeParams, NotesParams
from services.orchestrator.workflow.quizzes import tailored
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.standings import Known
from services.orchestrator.workflow.state import Decision, Meta, State, Step
from services.orchestrator.workflow.steps import ask, close, remedied, unmoved

NEWEST = 8
"""Of all attempts of a session so many are in its state."""


def handed_in(state: State, meta: Meta, event: AnswersIn) -> Decision:
    """Answers to a complete quiz of this session, once per attempt: the Evaluator grades."""
    quiz = state.quizzes.get(event.quiz_id)
    if quiz is None or not quiz.questions or is_handed_in(state, meta, event.attempt_id):
        return unmoved(state)
    attempt = event.attempt_id
    state = remedied(state)
    given = {id: items for id, items in state.given.items() if id != attempt}
    # What its single answers are graded for is over: all of it is graded now.
    opened = {key: step for key, step in state.open.items() if not _grades(step, attempt)}
    state = state.changed(attempts=[*state.attempts, attempt][-NEWEST:], given=given, open=opened)
    state = cycle.handed_in(state, event.quiz_id, attempt)
    params = GradeParams(quiz_id=event.quiz_id, attempt_id=attempt, grading=state.gradings.get(attempt, 0))
    return ask(state, meta, Journey("attempt", attempt), "answers came in", params)


def is_handed_in(state: State, meta: Meta, attempt: UUID) -> bool:
    """Whether this attempt was handed in before."""
    return attempt in state.attempts or (meta.practice is not None and meta.practice.handed)


def graded(state: State, meta: Meta, event: Graded) -> Decision:
    """The grade is in, a first one or another one of the same attempt (a journey `regrade`): mastery is folded anew,
    weak concepts come first next time, and the Coach writes notes."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or not isinstance(asked := step.params, GradeParams) or meta.command is None:
        return unmoved(state)
    evidence = meta.evidence or Evidence(at=datetime.fromisoformat(meta.time))
    standings = refreshed(state.standings, state.mastery_threshold, event.attempt_id, event.answers, evidence)
    focus = _focus(state, event, evidence, standings)
    state = close(state, meta.command).changed(focus=focus, standings=standings)
    state = cycle.graded(state, event.attempt_id, event.score)
    if event.attempt_id in state.given:
        return Decision(state=state.routed("coordinator", "an answer is graded"))  # Notes are about all of it.
    params = NotesParams(quiz_id=asked.quiz_id, attempt_id=asked.attempt_id, grading=asked.grading)
    return ask(state, meta, step.journey, f"graded {event.score:.2f}", params)


def _focus(state: State, event: Graded, evidence: Evidence, standings: Mapping[str, Known]) -> list[str]:
    """The weak concepts, the newest first. Of what a later attempt asked too, that one has said whether it is weak."""
    later = {one.concept for one in evidence.others if (one.at, one.attempt_id) > (evidence.at, event.attempt_id)}
    told = {*event.assessed, *(concept for concept in evidence.before if concept not in standings)} - later
    weak = [concept for concept in event.weak if concept not in later]
    return [*weak, *(concept for concept in state.focus if concept not in told and concept not in weak)]


def noted(state: State, meta: Meta, event: NotesWritten) -> Decision:
    """The notes are in."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or step.kind != "notes" or meta.command is None:
        return unmoved(state)
    return cycle.analysed(
        Decision(state=close(state, meta.command).routed("coordinator", f"{event.notes} notes written")),
        meta,
        step.journey,
    )


def requested(state: State, meta: Meta, message: QuizRequested) -> Decision:
    """Another quiz: by specification, by instructions, or like the first; focus areas are the weak concepts.

    None while a document of the session waits for a person, or is read anew.
    """
    if not state.quizzes or not cycle.readable(state):
        return unmoved(state)
    if message.practice is not None:
        return bank.practice(state, meta, message.practice, exam=message.exam)
    first = state.instructions
    asked = message.instructions or tailored(first, bank.quiz_only(first), first.focus_areas)
    focus = [*asked.focus_areas, *(concept for concept in state.focus if concept not in asked.focus_areas)]
    instructions = tailored(asked, asked.generation_goals, focus[:50])
    return write(
        state,
        meta,
        Journey("quiz", meta.id),
        instructions,
        message.quiz_spec,
        "another quiz was asked for",
        exam=message.exam,
    )


def _grades(step: Step, attempt: UUID) -> bool:
    return isinstance(step.params, GradeParams) and step.params.attempt_id == attempt


def outdated(before: State, step: Step | None) -> bool:
    """Whether notes were ordered before their attempt was last asked to be graded: others will come."""
    if step is None or not isinstance(asked := step.params, GradeParams | NotesParams):
        return False
    return asked.grading != before.gradings.get(asked.attempt_id, 0)
