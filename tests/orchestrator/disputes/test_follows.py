"""What follows a grade that is given again: rounds of a cycle, the agents' keys, what is weak, what is shown."""

import json
from datetime import datetime
from uuid import UUID, uuid4, uuid5

import pytest

from contracts.editing import ItemEdited, ItemRetracted
from contracts.grading import Answer, QuizResults
from contracts.items import MultipleChoice, written
from contracts.learning import AimsSet, LearningRequested, PathRequested, PlanPath
from contracts.mastery import Observation
from contracts.problems import Code, problem
from contracts.session import RetryRequested, StepFailed
from contracts.topics import MAX_MESSAGE_BYTES
from services.orchestrator.decide.routing import decide
from services.orchestrator.grading.events import Graded
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.learning.events import DiagnosisIn, ExplanationIn
from services.orchestrator.workflow.attempts import KnownAttempt, KnownPractice
from services.orchestrator.workflow.evidence import Evidence, Witness
from services.orchestrator.workflow.params import DiagnoseParams
from services.orchestrator.workflow.state import Meta
from tests.orchestrator.decide.positions import SESSION, TIME, only
from tests.orchestrator.grading.classroom import ITEMS, answers, of, owner, right, said_at, walk
from tests.orchestrator.learning.positions import fold, positions
from tests.orchestrator.learning.test_learning_cycle import TOPIC, answered, learning, questions, settled, states
from tests.standins.messages import Hall, command_of, said

S = UUID(int=77)
NAMES = tuple(ITEMS)
POSITIONS = positions()


async def test_a_round_that_is_over_has_the_score_that_counts_now(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(LearningRequested(topic=TOPIC), session))
    quiz = (await learning(hall, session))["cycle_quiz"]
    asked = await questions(hall, quiz)
    given = [
        Answer(item_id=each["item_id"], answer="no" if number else written(each["body"]["answer"]))
        for number, each in enumerate(asked)
    ]
    await hall.walk(said(QuizResults(quiz_id=quiz, attempt_id=uuid4(), answers=given), session))
    scores = "select quiz_score from learning_cycles order by cycle_number"
    assert (await hall.rows(scores))[0]["quiz_score"] > 0
    await hall.walk(said(ItemRetracted(item_id=asked[0]["item_id"]), session))
    assert (await hall.rows(scores))[0]["quiz_score"] == 0
    for each in asked[1:]:
        await hall.walk(said(ItemRetracted(item_id=each["item_id"]), session))
    assert (await hall.rows(scores))[0]["quiz_score"] is None, "nothing of it counts any more"
    await settled(hall, session)


async def test_of_a_newest_attempt_that_counts_no_more_the_agents_say_nothing(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(LearningRequested(topic=TOPIC), session))
    asked = await answered(hall, session, right=False)
    assert (await states(hall, session))["feedback_text"]
    for each in asked:
        await hall.walk(said(ItemRetracted(item_id=each["item_id"]), session))
    found = await states(hall, session)
    assert (found["quiz_responses"], found["quiz_score"], found["feedback_text"]) == ([], 0.0, "")
    assert (found["error_patterns"], found["improvement_areas"]) == ([], [])


async def test_a_cycle_whose_quiz_has_no_question_left_does_not_wait_for_ever(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(LearningRequested(topic=TOPIC), session))
    quiz = (await learning(hall, session))["cycle_quiz"]
    asked = await questions(hall, quiz)
    *most, last = [said(ItemRetracted(item_id=each["item_id"]), session) for each in asked]
    await hall.walk(*most)
    assert (await learning(hall, session))["cycle_quiz"] == quiz
    await hall.walk(last)
    now = await learning(hall, session)
    assert (now["cycle_quiz"], now["phase"], now["routing"]) == (None, None, "AWAITING_INPUT")
    [line] = await hall.rows("select text from messages order by seq desc, timestamp desc limit 1")
    assert line["text"].startswith("All questions of this round's quiz were taken back")
    [row] = await hall.rows("select mastery_achieved, completed_at from learning_cycles")
    assert (row["mastery_achieved"], row["completed_at"] is not None) == (False, True)
    await settled(hall, session)


async def test_a_result_that_is_graded_by_a_corrected_key_shows_that_key(hall: Hall) -> None:
    quiz = await owner(hall, S)
    given = {name: right(name) for name in NAMES if name != "why"} | {"tide": "b"}
    handed = answers(quiz, uuid5(S, "attempt"), given)
    await walk(hall, said_at(handed, S, 1, uuid5(S, "results")))
    [before] = await hall.rows("select timestamp from results where item_id = %s", of(quiz, "tide"))
    [row] = await hall.rows("select body from items where item_id = %s", of(quiz, "tide"))
    item = MultipleChoice.model_validate(row["body"]).model_copy(update={"answer": "b"})
    await walk(hall, said_at(ItemEdited(item=item), S, 30, uuid5(S, "corrected")))
    [result] = await hall.rows("select timestamp from results where item_id = %s", item.item_id)
    assert result["timestamp"] > before["timestamp"], "what is shown is the text of that time"


def test_what_a_later_attempt_found_weak_stays_so_when_an_earlier_one_is_graded_again() -> None:
    state = POSITIONS["feedback"].model_copy(update={"focus": ["a"]})
    grading = POSITIONS["grading a round"].model_copy(update={"focus": ["a", "c"]})
    seen = Observation(if_known=0.1, if_unknown=0.9)
    later = datetime.fromisoformat(TIME).replace(year=2030)
    other = Witness(ordinal=0, concept="a", observation=seen, correct=False, at=later, attempt_id=UUID(int=99))
    evidence = Evidence(at=datetime.fromisoformat(TIME), others=[other], before=["a", "b", "c"])
    event = Graded(attempt_id=UUID(int=70), score=1, assessed=["a", "b"], weak=["b"])
    meta = Meta(id=uuid5(SESSION, "again"), seq=9, time=TIME, command=only(grading), evidence=evidence)
    assert decide(grading, event, meta).state.focus == ["b", "a"], "c was asked by nothing that counts"
    assert state.focus == ["a"]


def test_a_second_answer_about_a_stage_that_is_over_raises_nothing() -> None:
    diagnosing = POSITIONS["diagnosing"]
    failing = StepFailed(problem=problem(Code.MODEL_FAILED, "It failed."), final=True)
    failed = fold(diagnosing, "failed", failing, only(diagnosing)).state
    assert failed.unfinished
    attempt = KnownAttempt(attempt_id=UUID(int=71), quiz_id=failed.cycle.quiz_id if failed.cycle else S, left=0)
    recalled = ItemRecalled(item_id=UUID(int=5), what="retracted")
    meta = Meta(id=uuid5(SESSION, "recall"), seq=9, time=TIME, practice=KnownPractice(attempts=[attempt]))
    after = decide(failed, recalled, meta)
    assert after.asks == [], "the learner's retry will ask for it"
    again = decide(after.state, RetryRequested(version=2), meta.model_copy(update={"id": uuid5(SESSION, "r")}))
    assert again.kept or after.state.unfinished
    explaining = POSITIONS["explaining"]
    assert explaining.cycle
    for phase, event in (
        ("QUIZ_ACTIVE", ExplanationIn(concepts=["a"])),
        ("TUTOR_EXPLAINING", DiagnosisIn(level="beginner")),
    ):
        state = explaining.model_copy(update={"cycle": explaining.cycle.model_copy(update={"phase": phase})})
        if isinstance(event, DiagnosisIn):
            step = state.open[only(state)].changed(kind="diagnose", params=DiagnoseParams(topic="", concepts=["a"]))
            state = state.model_copy(update={"open": {only(state): step}})
        decision = fold(state, "twice", event, only(state))
        assert (decision.state.open, decision.asks) == ({}, [])


@pytest.mark.parametrize("kind", ["retracted", "corrected"])
def test_a_recall_of_something_else_moves_no_cycle(kind: str) -> None:
    recalled = ItemRecalled.model_validate({"item_id": UUID(int=5), "what": kind})
    for state in POSITIONS.values():
        assert not fold(state, "recalled", recalled).kept


async def test_a_command_about_many_concepts_leaves_out_the_least_relevant_rather_than_grow_too_large(
    hall: Hall,
) -> None:
    session = await hall.ready()
    await hall.walk(said(AimsSet(goals=["ж" * 5000] * 20), session))
    digest = (await hall.rows("select digest from readings where digest is not null limit 1"))[0]["digest"]
    [term, *_] = digest["terms"]
    many = [
        {**term, "term": f"{'ж' * 600} {n}", "definition": "𐍈" * 300, "relevance": "High" if n < 9 else "Low"}
        for n in range(250)
    ]
    told = json.dumps({**digest, "terms": many})
    await hall.connection.execute("update readings set digest = %s::json where digest is not null", (told,))
    [plan] = await hall.tell(said(PathRequested(), session))
    command = command_of(plan)
    assert isinstance(command, PlanPath)
    assert len(plan.value) < MAX_MESSAGE_BYTES
    assert 50 < len(command.places) < 250
    assert {f"{'ж' * 600} {n}" for n in range(9)} <= {place.concept for place in command.places}
    assert {len(goal) for goal in command.goals} == {200}
