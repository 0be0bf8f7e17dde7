"""Which question a step of a lesson asks next."""

from uuid import uuid5

from services.orchestrator.lessons.questions import chosen, nearly
from services.orchestrator.workflow.learning import Banked
from services.orchestrator.workflow.lessons import Lesson, LessonStep
from services.orchestrator.workflow.standings import Known
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


def item(name: str, concept: str = "a", **more: object) -> Banked:
    return Banked.model_validate({"item_id": uuid5(SESSION, name), "concept": concept, "type": "cloze"} | more)


def known(concept: str, score: float, answers: int, **more: object) -> Known:
    told = {"concept": concept, "score": score, "answers": answers, "correct": answers, "belief": score, **more}
    return Known.model_validate(told)


def test_what_is_explained_is_asked_about_by_what_leaves_it_to_be_told_and_is_about_it() -> None:
    state, explain = State(session_id=SESSION), step("explain")
    defines, aside = item("defines", difficulty="EASY", defines=True), item("aside", difficulty="EASY", aside=True)
    fits = item("fits", difficulty="HARD")
    assert chosen(state, LESSON, explain, [defines, aside, fits]) == fits
    assert chosen(state, LESSON, explain, [aside, defines]) == defines
    assert chosen(state, LESSON, step("practice"), [aside, fits]) == fits
    assert chosen(state, LESSON, step("practice"), [defines, item("late", difficulty="HARD", aside=True)]) == defines


def test_the_same_type_does_not_come_twice_in_a_row_where_there_is_another() -> None:
    last = item("last", type="true_false")
    same = item("same", type="true_false", difficulty="MEDIUM")
    other = item("other", type="multiple_choice", difficulty="HARD")
    asked = LESSON.changed(asked=[last.item_id])
    assert chosen(State(session_id=SESSION), asked, step("practice"), [last, same, other]) == other
    assert chosen(State(session_id=SESSION), asked, step("practice"), [last, same]) == same


def test_no_question_comes_right_after_its_answer_was_told() -> None:
    first = item("first")
    told, other = item("told", told_after=[first.item_id]), item("other", difficulty="HARD")
    asked = LESSON.changed(asked=[first.item_id])
    assert chosen(State(session_id=SESSION), asked, step("practice"), [first, told, other]) == other
    assert chosen(State(session_id=SESSION), asked, step("practice"), [first, told]) == told


def test_a_new_question_whose_answer_was_just_told_comes_before_the_old_ones_once_more() -> None:
    old = [item("first"), item("second")]
    told = item("told", told_after=[one.item_id for one in old])
    asked = LESSON.changed(asked=[one.item_id for one in old])
    assert chosen(State(session_id=SESSION), asked, step("practice"), [*old, told]) == told


def test_what_is_not_mastered_is_asked_again_before_what_is_mastered_is_asked_anew() -> None:
    both = step("practice").model_copy(update={"concepts": ["a", "b"]})
    bank = [*(item(name) for name in "xyz"), item("new", "b")]
    state = State(session_id=SESSION, standings={"b": known("b", 0.9, 5, mastered=True)})
    asked = LESSON.changed(asked=[one.item_id for one in bank[:3]])
    assert chosen(state, asked, both, bank) == bank[0]
    few = bank[1:]  # Of a concept with two questions nothing more is to be learnt by them.
    assert chosen(state, asked, both, few) == bank[3]


def test_what_is_nearly_mastered_is_what_few_more_right_answers_master() -> None:
    bank = [item(name) for name in "xyz"]
    lesson = LESSON.changed(steps=[step("practice")])

    def found(**standing: object) -> list[str]:
        return nearly(State(session_id=SESSION, standings={"a": known("a", 0.8, 4, **standing)}), lesson, bank)

    assert found(needed=1) == ["a"]
    assert found(needed=5) == ["a"]
    assert found(needed=5, correct=2) == []
    assert found(mastered=True) == []
    assert nearly(State(session_id=SESSION), lesson, bank) == []
    state = State(session_id=SESSION, standings={"a": known("a", 0.8, 4, needed=1)})
    assert nearly(state, lesson, bank[:2]) == []
