"""The journeys of a learner: answers graded and coached, and the next quiz, weak concepts first."""

from contracts.coaching import Goal, Instructions
from contracts.session import QuizRequested
from services.orchestrator.decide.events import AnswersIn, Graded, NotesWritten
from services.orchestrator.decide.material import write
from services.orchestrator.decide.state import Decision, Meta, State
from services.orchestrator.decide.steps import ask, close, unmoved


def handed_in(state: State, meta: Meta, event: AnswersIn) -> Decision:
    """Answers to a complete quiz of this session, once per attempt: the Evaluator grades."""
    quiz = state.quizzes.get(event.quiz_id)
    if quiz is None or not quiz.questions or event.attempt_id in state.attempts:
        return unmoved(state)
    state = state.model_copy(update={"attempts": [*state.attempts, event.attempt_id]})
    journey = f"attempt:{event.attempt_id}"
    ids = {"quiz_id": str(event.quiz_id), "attempt_id": str(event.attempt_id)}
    return ask(state, meta, "grade", journey, "answers came in", **ids)


def graded(state: State, meta: Meta, event: Graded) -> Decision:
    """The grade is in: weak concepts come first next time, and the Coach writes notes."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or step.kind != "grade" or meta.command is None:
        return unmoved(state)
    still = [concept for concept in state.focus if concept not in event.assessed]
    state = close(state, meta.command).model_copy(update={"focus": [*event.weak, *still]})
    return ask(state, meta, "notes", step.journey, f"graded {event.score:.2f}", **step.params)


def noted(state: State, meta: Meta, event: NotesWritten) -> Decision:
    """The notes are in."""
    step = state.open.get(meta.command) if meta.command else None
    if step is None or step.kind != "notes" or meta.command is None:
        return unmoved(state)
    done = {"last_routed_to": "coordinator", "routing_reason": f"{event.notes} notes written"}
    return Decision(state=close(state, meta.command).model_copy(update=done))


def requested(state: State, meta: Meta, letter: QuizRequested) -> Decision:
    """Another quiz: by specification, by instructions, or like the first; focus areas are the weak concepts.

    None while a document of the session waits for a person, or is read anew.
    """
    if state.reading_id is None or not state.quizzes or any(not paper.read or paper.rejected for paper in state.papers):
        return unmoved(state)
    first = state.instructions
    asked = letter.instructions or first.model_copy(update={"generation_goals": _quiz_only(first)})
    focus = [*asked.focus_areas, *(concept for concept in state.focus if concept not in asked.focus_areas)]
    instructions = asked.model_copy(update={"focus_areas": focus[:50]})
    return write(state, meta, f"quiz:{meta.id}", instructions, letter.quiz_spec, "another quiz was asked for")


def _quiz_only(first: Instructions) -> list[Goal]:
    return [goal for goal in first.generation_goals if goal in ("quiz", "multiple_choice_quiz")] or ["quiz"]
