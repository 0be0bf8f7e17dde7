"""Answers graded one by one: each is evidence once and final; handing in the rest is as if all had come at once."""

import random
from uuid import UUID, uuid4, uuid5

from contracts.editing import ItemRetracted
from contracts.grading import Answer, AnswerGiven
from contracts.session import QuizRequested
from services.console.embedded.postgres import Postgres
from tests.orchestrator.grading.classroom import ITEMS, answers, muddle, of, outcome, owner, right, said_at, walk
from tests.standins import database as databases
from tests.standins.messages import Hall, Rec

SESSION, ATTEMPT = UUID(int=51), UUID(int=52)
SAME = ("attempts", "results", "concept_mastery", "error_patterns", "knowledge_gaps", "notes", "standings")
"""Of the outcome; what is given singly rates its item earlier."""
GIVEN = {**{name: right(name) for name in ITEMS}, "moon": "c", "why": "It pulls the water.", "ebb": "flow"}


def given(quiz: UUID, attempt: UUID, name: str, minutes: float, session: UUID, said: str | None = None) -> Rec:
    answer = Answer(item_id=of(quiz, name), answer=GIVEN[name] if said is None else said, latency_sec=9)
    message = AnswerGiven(quiz_id=quiz, attempt_id=attempt, answer=answer)
    return said_at(message, session, minutes, uuid4())


async def test_an_answer_is_graded_at_once_and_moves_mastery_and_no_notes_are_written(hall: Hall) -> None:
    session, attempt = uuid4(), uuid4()
    quiz = await owner(hall, session)
    await walk(hall, given(quiz, attempt, "tide", 1, session))
    [result] = await hall.rows("select item_id, credit, attempt_id from results where session_id = %s", session)
    assert (result["item_id"], result["credit"], result["attempt_id"]) == (of(quiz, "tide"), 1, attempt)
    [tide] = await hall.rows("select answers, correct from concept_mastery where session_id = %s", session)
    assert (tide["answers"], tide["correct"]) == (1, 1)
    assert await hall.rows("select 1 from notes where session_id = %s", session) == []
    assert await hall.rows("select 1 from attempt_view where session_id = %s", session) == [], "it is not handed in"
    [row] = await hall.rows("select status from sessions where session_id = %s", session)
    assert row["status"] == "ready"


async def test_given_twice_the_first_counts_and_handing_in_changes_nothing_that_was_given(hall: Hall) -> None:
    session, attempt = uuid4(), uuid4()
    quiz = await owner(hall, session)
    await walk(hall, given(quiz, attempt, "tide", 1, session), given(quiz, attempt, "tide", 2, session, "b"))
    await walk(hall, given(quiz, attempt, "tide", 3, session, "c"))
    whole = {**GIVEN, "tide": "b"}
    await walk(hall, said_at(answers(quiz, attempt, whole), session, 4, uuid4()))
    rows = await hall.rows("select item_id, answer, credit from results where attempt_id = %s", attempt)
    told = {row["item_id"]: (row["answer"], row["credit"]) for row in rows}
    assert (len(rows), told[of(quiz, "tide")]) == (len(ITEMS), ("a", 1))
    [handed] = await hall.rows("select open, answers from attempts where attempt_id = %s", attempt)
    assert (handed["open"], handed["answers"][0]["answer"]) == (False, "a")
    await walk(hall, given(quiz, attempt, "ebb", 5, session, "ebb"))
    [late] = await hall.rows("select credit from results where item_id = %s", of(quiz, "ebb"))
    assert late["credit"] == 0, "what comes after the attempt is handed in changes nothing"


async def test_what_is_handed_in_has_no_score_until_all_of_it_is_graded(hall: Hall) -> None:
    session, attempt = uuid4(), uuid4()
    quiz = await owner(hall, session)
    await walk(hall, given(quiz, attempt, "tide", 1, session))
    score = "select score, graded_at from attempts where attempt_id = %s"
    [before] = await hall.rows(score, attempt)
    assert before["score"] == 1
    await hall.tell(said_at(answers(quiz, attempt, GIVEN), session, 2, uuid4()))
    [waiting] = await hall.rows(score, attempt)
    assert (waiting["score"], waiting["graded_at"]) == (None, None)


async def test_singly_in_any_order_then_handed_in_comes_to_the_same_as_all_at_once(
    hall: Hall, postgres: Postgres
) -> None:
    quiz = await owner(hall, SESSION)
    whole = said_at(answers(quiz, ATTEMPT, GIVEN), SESSION, 9, uuid5(SESSION, "in"))
    await walk(hall, whole)
    at_once = await outcome(hall)
    for seed in range(4):
        rng = random.Random(seed)
        databases.empty(postgres)
        hall.shell = type(hall.shell)(hall.connection, hall.publish)
        await owner(hall, SESSION)
        names = rng.sample(list(GIVEN), k=rng.randint(1, len(GIVEN)))
        await muddle(hall, rng, [given(quiz, ATTEMPT, name, 1 + n / 10, SESSION) for n, name in enumerate(names)])
        await walk(hall, whole)
        singly = await outcome(hall)
        for table in SAME:
            assert singly[table] == at_once[table], (seed, names, table)


async def test_an_exam_takes_none_and_neither_does_a_question_that_was_taken_back(hall: Hall) -> None:
    session, attempt = uuid4(), uuid4()
    quiz = await owner(hall, session)
    await walk(hall, said_at(QuizRequested(exam=True), session, 0, uuid5(session, "exam")))
    [exam] = await hall.rows("select quiz_id from quizzes where session_id = %s and exam", session)
    await walk(hall, given(exam["quiz_id"], attempt, "tide", 1, session))
    await walk(hall, said_at(ItemRetracted(item_id=of(quiz, "tide"), reason="wrong"), session, 2, uuid4()))
    await walk(hall, given(quiz, attempt, "tide", 3, session), given(quiz, attempt, "moon", 3, session))
    rows = await hall.rows("select item_id from results where session_id = %s", session)
    assert [row["item_id"] for row in rows] == [of(quiz, "moon")]


async def test_what_was_given_is_graded_without_what_is_taken_back_later(hall: Hall) -> None:
    session, attempt = uuid4(), uuid4()
    quiz = await owner(hall, session)
    await walk(hall, given(quiz, attempt, "tide", 1, session), given(quiz, attempt, "moon", 1.1, session))
    await walk(hall, said_at(ItemRetracted(item_id=of(quiz, "tide"), reason="wrong"), session, 2, uuid4()))
    [tide] = await hall.rows("select void from results where item_id = %s", of(quiz, "tide"))
    assert tide["void"]
    assert [row["concept"] for row in await hall.rows("select concept from concept_mastery where answers > 0")] == [
        "Moon"
    ]


async def test_due_questions_become_a_quiz_that_is_answered_singly(hall: Hall) -> None:
    session, attempt, again = uuid4(), uuid4(), uuid4()
    quiz = await owner(hall, session)
    await walk(hall, said_at(answers(quiz, attempt, GIVEN), session, 1, uuid4()))
    await walk(hall, said_at(QuizRequested(practice="due"), session, 60 * 24 * 30, uuid4()))
    [due] = await hall.rows("select quiz_id from quizzes where purpose = 'due'")
    asked = await hall.rows(
        "select item_id, repeat from quiz_items where quiz_id = %s order by ordinal", due["quiz_id"]
    )
    assert [row["repeat"] for row in asked] == [True] * len(ITEMS)
    message = AnswerGiven(quiz_id=due["quiz_id"], attempt_id=again, answer=Answer(item_id=of(quiz, "tide"), answer="a"))
    before = await hall.rows("select due from schedules where card_id = %s", of(quiz, "tide"))
    await walk(hall, said_at(message, session, 60 * 24 * 30 + 1, uuid4()))
    after = await hall.rows("select due from schedules where card_id = %s", of(quiz, "tide"))
    assert after[0]["due"] > before[0]["due"]


async def test_what_is_due_is_one_and_the_same_to_gateway_and_orchestrator(hall: Hall) -> None:
    """The gateway asks `due_view` whether there is anything; the quiz has what stands there."""
    session, month = uuid4(), 60 * 24 * 30
    quiz = await owner(hall, session)

    async def due() -> set[UUID]:
        rows = await hall.rows("select item_id from due_view where session_id = %s and not asked", session)
        return {row["item_id"] for row in rows}

    async def practised(minute: int) -> set[UUID]:
        cause = uuid4()
        await walk(hall, said_at(QuizRequested(practice="due"), session, minute, cause))
        rows = await hall.rows("select item_id from quiz_items where quiz_id = %s", uuid5(cause, "quiz"))
        return {row["item_id"] for row in rows}

    assert await due() == set() == await practised(1), "nothing was answered"
    await walk(hall, said_at(answers(quiz, uuid4(), GIVEN), session, 2, uuid4()))
    await walk(hall, said_at(ItemRetracted(item_id=of(quiz, "tide"), reason="wrong"), session, 3, uuid4()))
    assert of(quiz, "tide") not in await due(), "it cannot be asked"
    assert len(there := await due()) == len(ITEMS) - 1
    assert await practised(month) == there
    assert await due() == set() == await practised(month + 1), "the open quiz asks all of it"


async def test_what_was_given_wrongly_is_practised_though_its_quiz_is_still_open(hall: Hall) -> None:
    session, attempt, practised = uuid4(), uuid4(), uuid4()
    quiz = await owner(hall, session)
    await walk(hall, given(quiz, attempt, "ebb", 1, session), given(quiz, attempt, "why", 2, session))
    await walk(hall, said_at(QuizRequested(practice="mistakes"), session, 3, practised))
    rows = await hall.rows("select item_id from quiz_items where quiz_id = %s", uuid5(practised, "quiz"))
    assert [row["item_id"] for row in rows] == [of(quiz, "ebb")], "and not what nobody could judge"
    missed = await hall.rows("select item_id from missed_view where session_id = %s", session)
    assert missed == rows
