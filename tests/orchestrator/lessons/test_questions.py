"""Which question a step of a lesson asks next."""

from uuid import uuid5

from services.orchestrator.lessons.questions import chosen
from services.orchestrator.workflow.learning import Banked
from services.orchestrator.workflow.lessons import Lesson, LessonStep
from services.orchestrator.workflow.state import State
from tests.orchestrator.decide.positions import SESSION

LESSON = Lesson(id=SESSION, quiz_id=SESSION)
NAMED = Banked(item_id=uuid5(SESSION, "named"), concept="a", type="cloze", difficulty="EASY", named=True)
OTHER = Banked(item_id=uuid5(SESSION, "other"), concept="a", type="cloze", difficulty="HARD")


def step(kind: str) -> LessonStep:
    return LessonStep.model_validate({"step_id": uuid5(SESSION, kind), "type": kind, "concepts": ["a"]})


def test_what_is_explained_is_asked_about_by_what_leaves_its_name_to_be_told() -> None:
    state = State(session_id=SESSION)
    assert chosen(state, LESSON, step("explain"), [NAMED, OTHER]) == OTHER
    assert chosen(state, LESSON, step("explain"), [NAMED]) == NAMED
    middling = NAMED.model_copy(update={"difficulty": "MEDIUM"})
    assert chosen(state, LESSON, step("practice"), [OTHER, middling]) == middling
