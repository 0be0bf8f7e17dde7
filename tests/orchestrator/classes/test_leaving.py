"""Who leaves a class takes along what is theirs, and harms nobody."""

from uuid import uuid4, uuid5

from contracts.editing import ItemRetracted
from contracts.session import ForgetRequested, QuizRequested
from tests.orchestrator.classes.pupils import S, handed, joining, pupil, shared
from tests.orchestrator.grading.classroom import ITEMS, answers, of, right, said_at, walk
from tests.standins.messages import Hall, said


async def test_a_learner_who_is_forgotten_leaves_the_course_as_it_is(hall: Hall) -> None:
    quiz = await shared(hall)
    await hall.tell(joining(1), joining(2))
    await walk(hall, await handed(hall, 1))
    await walk(hall, said(QuizRequested(), pupil(1)))
    before = {
        table: await hall.count(table) for table in ("documents", "readings", "blocks", "courses", "course_shares")
    }
    await hall.tell(said(ForgetRequested(), pupil(1)))
    assert before == {table: await hall.count(table) for table in before}
    assert await hall.count("items", S) == len(ITEMS)
    assert await hall.count("dropped_blobs") == 2
    for table in (
        "quizzes",
        "quiz_items",
        "attempts",
        "results",
        "items",
        "schedules",
        "notes",
        "concept_mastery",
        "agent_state",
    ):
        assert await hall.count(table, pupil(1)) == 0, table
    row = await hall.row(pupil(1))
    assert (row["name"], row["course_id"]) == ("", None)
    out = await hall.tell(said_at(ItemRetracted(item_id=of(quiz, "tide")), S, 60, uuid5(S, "retract")))
    assert out == []
    assert await hall.count("journal", pupil(1)) == 0


async def test_an_owner_who_is_forgotten_leaves_what_others_learn_from_and_the_last_takes_it_along(hall: Hall) -> None:
    quiz = await shared(hall)
    await hall.tell(joining(1))
    await hall.tell(said(ForgetRequested(), S))
    assert (await hall.row(S))["status"] == "forgotten"
    assert (await hall.count("courses"), await hall.count("readings"), await hall.count("items")) == (1, 1, len(ITEMS))
    assert len(await hall.rows("select from card_view where session_id = %s", pupil(1))) == 1
    given = {name: right(name) for name in ITEMS if name != "why"}
    [own] = await hall.rows("select quiz_id from quizzes where session_id = %s", pupil(1))
    results = answers(quiz, uuid4(), given).model_copy(update={"quiz_id": own["quiz_id"]})
    await walk(hall, said(results, pupil(1)))
    assert await hall.count("results", pupil(1)) == len(given)
    assert await hall.tell(joining(2, 1)) == []
    assert (await hall.row(pupil(2)))["status"] == "failed"
    await hall.tell(said(ForgetRequested(), pupil(1)))
    for table in ("courses", "documents", "readings", "blocks", "items", "flashcards", "quiz_items", "course_shares"):
        assert await hall.count(table) == 0, table
