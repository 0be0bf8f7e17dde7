"""The goal `explanation`: the key concepts are explained beside the material, or alone; its failure is a failure."""

from uuid import uuid4

import pytest

from contracts.coaching import Constraints, Goal, Instructions
from contracts.learning import Explain
from contracts.problems import Code, problem
from contracts.session import CourseJoined, CourseShared, RetryRequested, Status, StepFailed
from services.orchestrator.documents.events import BlocksRead, Digested
from services.orchestrator.documents.rules import EXPLANATION
from services.orchestrator.learning.events import ExplanationIn
from services.orchestrator.quizzes.events import MaterialJudged, MaterialWritten
from services.orchestrator.workflow.state import State, Step, routing
from tests.orchestrator.decide.positions import DOC_META, SESSION, SUBMITTED, fold, only
from tests.standins.messages import Hall, all_answers, command_of, said

AWAY = problem(Code.MODEL_UNAVAILABLE, "The language model is away.")


def digested(*goals: Goal, **constraints: int) -> State:
    """A session of these goals whose concepts are just known."""
    wishes = Instructions(generation_goals=list(goals), constraints=Constraints.model_validate(constraints))
    state = fold(State(session_id=SESSION), "submitted", SUBMITTED.model_copy(update={"instructions": wishes})).state
    state = fold(state, "read", BlocksRead(number=1, of=1, blocks=3, doc_meta=DOC_META), only(state)).state
    return fold(state, "digested", Digested(terms=5, blocks=3), only(state)).state


def step_of(state: State, kind: str) -> tuple[object, Step]:
    ((command, step),) = ((key, step) for key, step in state.open.items() if step.kind == kind)
    return command, step


@pytest.mark.parametrize(
    ("goals", "kinds"),
    [
        (["explanation"], ["explain"]),
        (["quiz"], ["write"]),
        (["flashcards", "explanation"], ["write", "explain"]),
        (["multiple_choice_quiz", "explanation"], ["write", "explain"]),
    ],
)
def test_the_coach_is_asked_for_what_the_goals_name(goals: list[Goal], kinds: list[str]) -> None:
    state = digested(*goals)
    assert [step.kind for step in state.open.values()] == kinds
    assert state.status == (Status.TUTORING if kinds == ["explain"] else Status.WRITING)


def test_a_quiz_of_no_question_beside_an_explanation_is_not_written() -> None:
    assert [step.kind for step in digested("quiz", "explanation", num_quiz_questions=0).open.values()] == ["explain"]


def test_told_it_is_ready_with_a_quiz_of_no_question() -> None:
    state = digested("explanation")
    assert routing(state) == "LEARN"
    after = fold(state, "told", ExplanationIn(concepts=["a", "b"]), only(state)).state
    assert (after.status, routing(after)) == (Status.READY, "AWAITING_INPUT")
    assert after.explained == {"a": 1, "b": 1}
    (quiz,) = after.quizzes.values()
    assert (quiz.complete, quiz.questions) == (True, 0)


def test_a_failed_explanation_is_the_sessions_failure_and_leaves_the_material_alone() -> None:
    state = digested("flashcards", "explanation")
    command, step = step_of(state, "explain")
    assert step.journey.kind == EXPLANATION
    failed = fold(state, "away", StepFailed(problem=AWAY, final=True), command).state  # type: ignore[arg-type]
    assert (failed.status, failed.problem) == (Status.FAILED, AWAY)
    assert [step.kind for step in failed.open.values()] == ["write"]
    quiz, write = next(iter(failed.quizzes)), only(failed)
    written = fold(failed, "written", MaterialWritten(quiz_id=quiz, items=0, cards=2), write).state
    done = fold(written, "judged", MaterialJudged(quiz_id=quiz, items=0, cards=2, refused={}), only(written)).state
    assert done.quizzes[quiz].complete
    again = fold(done, "retry", RetryRequested(version=1), seq=9)
    assert [ask.kind for ask in again.asks] == ["explain"]
    assert again.state.problem is None


async def test_the_key_concepts_go_to_the_tutor_with_the_text(hall: Hall) -> None:
    """The focus areas first; a house that has read these bytes before asks just the same."""
    for session in ("1", "2"):
        wishes = Instructions(generation_goals=["explanation"], focus_areas=["Ebb"])
        message = SUBMITTED.model_copy(update={"instructions": wishes})
        id = SESSION.__class__(int=int(session))
        [out] = await hall.walk(said(message, id), until="explain")
        command = command_of(out)
        assert isinstance(command, Explain)
        assert command.concepts[0] == "Ebb"
        assert len(command.concepts) > 1
        assert command.blocks
        assert not command.question


async def test_who_joins_a_course_of_an_explanation_is_explained_it_too_beside_a_quiz_of_no_question(
    hall: Hall,
) -> None:
    """What the owner was told may answer a question of theirs, so it is nobody else's."""
    wishes = Instructions(generation_goals=["explanation"])
    await hall.walk(said(SUBMITTED.model_copy(update={"instructions": wishes}), SESSION))
    await hall.walk(said(CourseShared(code="ABCD2345"), SESSION))
    course, mate = (await hall.row(SESSION))["course_id"], uuid4()
    ada = CourseJoined(tenant_id="t", user_id="ada", course_id=course, code="ABCD2345", name="Ada")
    [out] = await hall.walk(said(ada, mate), until="explain")
    assert isinstance(command_of(out), Explain)
    assert (await hall.row(mate))["status"] == "tutoring"
    await hall.walk(*all_answers(out))
    assert (await hall.row(mate))["status"] == "ready"
    [quiz] = await hall.rows("select ready, complete from quizzes where session_id = %s", mate)
    assert (quiz["ready"], quiz["complete"]) == (True, True)
    [told] = await hall.rows("select user_id from agent_state where session_id = %s and key = 'explanation'", mate)
    assert told["user_id"] == "ada"
