"""A course for a class: shared, joined, recalled for all at once, and left without harm to others."""

import asyncio
import time
from uuid import uuid5

from contracts.editing import ItemDecided, ItemRetracted
from contracts.session import CourseClosed, CourseShared, QuizRequested
from services.chassis.storage.database import connect
from services.orchestrator.batch.replay import replay
from tests.orchestrator.classes.pupils import COURSE, OTHER, S, handed, joining, pupil, shared
from tests.orchestrator.grading.classroom import ITEMS, of, replies, said_at, walk
from tests.standins.messages import Hall, all_answers, envelope_of, said


async def test_who_joins_is_asked_the_owners_first_quiz_at_once(hall: Hall) -> None:
    await shared(hall)
    assert await hall.tell(joining(1)) == []
    row = await hall.row(pupil(1))
    assert (row["status"], row["course_id"], row["name"], row["user_id"]) == ("ready", COURSE, "Pupil 1", "pupil 1")
    [quiz] = await hall.rows("select * from quizzes where session_id = %s", pupil(1))
    assert (quiz["purpose"], quiz["ready"], quiz["complete"], quiz["number"]) == ("joined", True, True, 1)
    mine = await hall.rows("select item_id from question_view where session_id = %s order by ordinal", pupil(1))
    owners = await hall.rows("select item_id from question_view where session_id = %s order by ordinal", S)
    assert mine == owners
    assert len(mine) == len(ITEMS)
    assert len(await hall.rows("select from card_view where session_id = %s", pupil(1))) == 1
    [view] = await hall.rows("select * from session_view where session_id = %s", pupil(1))
    assert (view["filename"], view["reading_id"] is not None, view["name"]) == ("a.pdf", True, "Pupil 1")
    await hall.tell(joining(1))
    assert (await hall.row(pupil(1)))["version"] == row["version"]


async def test_nobody_joins_a_course_that_is_closed_or_by_an_older_code(hall: Hall) -> None:
    await shared(hall)
    await walk(hall, said_at(CourseShared(code=OTHER), S, 5, uuid5(S, "share again")))
    await hall.tell(joining(1, 10), joining(2, 2), joining(3, 10, OTHER))
    await walk(hall, said_at(CourseClosed(), S, 20, uuid5(S, "close")))
    await hall.tell(joining(4, 30, OTHER))
    told = [(await hall.row(pupil(n)))["status"] for n in (1, 2, 3, 4)]
    assert told == ["failed", "ready", "ready", "failed"]
    assert (await hall.row(pupil(1)))["error"]["status"] == 404
    assert (await hall.row(pupil(4)))["course_id"] is None
    [code, other] = await hall.rows("select code, closed_at from course_shares order by code")
    assert code["closed_at"] is not None
    assert other["closed_at"] is not None


async def test_a_closing_that_comes_in_before_the_code_that_it_closes_closes_it(hall: Hall) -> None:
    await shared(hall)
    closing = said_at(CourseClosed(), S, 20, uuid5(S, "close"))
    await walk(hall, closing)
    await walk(hall, said_at(CourseShared(code=OTHER), S, 5, uuid5(S, "share late")))
    await walk(hall, said_at(CourseShared(code="BCDE2345"), S, 30, uuid5(S, "share anew")))
    rows = await hall.rows("select code, closed_at from course_shares where closed_at is null")
    assert [row["code"] for row in rows] == ["BCDE2345"]
    await hall.tell(joining(1, 25, OTHER), joining(2, 31, "BCDE2345"))
    assert [(await hall.row(pupil(n)))["status"] for n in (1, 2)] == ["failed", "ready"]


async def test_a_retraction_reaches_every_learner_in_one_transaction(hall: Hall) -> None:
    quiz = await shared(hall)
    await hall.tell(*[joining(n) for n in range(3)])
    for n in range(2):
        await walk(hall, await handed(hall, n, wrong="tide" if n else "moon"))
    out = await hall.tell(said_at(ItemRetracted(item_id=of(quiz, "tide"), reason="Bad."), S, 60, uuid5(S, "retract")))
    assert sorted(envelope_of(each).subject for each in out) == [pupil(0), pupil(1)]
    voids = await hall.rows("select session_id from results where void")
    assert len(voids) == 2
    again = await hall.tell(said_at(ItemRetracted(item_id=of(quiz, "tide"), reason="Bad."), S, 60, uuid5(S, "retract")))
    assert again == []
    fresh = Hall(hall.connection)  # Another process finds the duplicate: what is open goes out again, everywhere.
    assert (
        len(
            await fresh.tell(
                said_at(ItemRetracted(item_id=of(quiz, "tide"), reason="Bad."), S, 60, uuid5(S, "retract"))
            )
        )
        == 2
    )
    await walk(hall, *[record for each in out for record in replies(each, list(ITEMS))])
    recalls = await hall.rows("select session_id, score_before, score_after from recalls order by session_id")
    assert [row["session_id"] for row in recalls] == [pupil(0), pupil(1)]
    assert recalls[1]["score_after"] == 1.0 > recalls[1]["score_before"]
    for row in await hall.rows("select session_id from sessions"):
        done = await replay(hall.connection, row["session_id"])
        assert done
        assert done.differs == ""
    [left] = await hall.rows(
        "select count(*) as n from question_view where session_id = %s and state = 'live'", pupil(2)
    )
    assert left["n"] == len(ITEMS) - 1


async def test_two_hundred_learners_are_told_about_as_soon_as_their_answers_were_taken(hall: Hall) -> None:
    quiz = await shared(hall)
    await hall.tell(*[joining(n) for n in range(200)])
    given = [await handed(hall, n, wrong="tide" if n % 2 else "") for n in range(200)]
    started = time.perf_counter()
    out = await hall.tell(*given)
    taken = time.perf_counter() - started
    graded = await hall.tell(*[record for each in out for record in replies(each, list(ITEMS))])
    await hall.tell(*[record for each in graded for record in replies(each, list(ITEMS))])
    started = time.perf_counter()
    out = await hall.tell(said_at(ItemRetracted(item_id=of(quiz, "tide"), reason="Bad."), S, 60, uuid5(S, "retract")))
    spent = time.perf_counter() - started
    assert len(out) == 200
    print(f"\nretraction with 200 learners: {spent:.2f} s, taking their answers: {taken:.2f} s")
    assert spent < 8 * taken, "one by one it would take two hundred times a statement"
    graded = await hall.tell(*[record for each in out for record in replies(each, list(ITEMS))])
    await hall.tell(*[record for each in graded for record in replies(each, list(ITEMS))])
    [told] = await hall.rows("select count(*) as n, min(score_after) as least from recalls")
    assert (told["n"], told["least"]) == (200, 1.0)
    assert await hall.count("deadlines") == 0


async def test_who_joined_may_not_write_about_items_and_changes_nothing_of_the_course(hall: Hall) -> None:
    quiz = await shared(hall)
    await hall.tell(joining(1))
    for message in (
        ItemRetracted(item_id=of(quiz, "tide")),
        ItemDecided(item_id=of(quiz, "ebb"), decision="deleted"),
        CourseClosed(),
    ):
        assert await hall.tell(said(message, pupil(1))) == []
    assert await hall.rows("select from items where state <> 'live'") == []
    assert await hall.rows("select from course_shares where closed_at is not null") == []


async def test_a_quiz_of_a_learners_own_belongs_to_the_course_and_its_owner_reaches_it(hall: Hall) -> None:
    await shared(hall)
    await hall.tell(joining(1))
    await walk(hall, said(QuizRequested(), pupil(1)))
    own = await hall.rows("select item_id, course_id from items where session_id = %s", pupil(1))
    assert {row["course_id"] for row in own} == {COURSE}
    item = own[0]["item_id"]
    await walk(hall, said(ItemRetracted(item_id=item), S))
    assert (await hall.rows("select state from items where item_id = %s", item))[0]["state"] == "retracted"


async def test_who_joins_during_a_retraction_waits_and_finds_it_done(hall: Hall, database: str) -> None:
    quiz = await shared(hall)
    async with await connect(database) as second:
        other = Hall(second)
        async with hall.connection.transaction():
            await hall.connection.execute("select from courses for update")
            task = asyncio.create_task(other.tell(joining(1)))
            await asyncio.sleep(0.2)
            assert not task.done()
            await hall.connection.execute(
                "update items set state = 'retracted' where item_id = %s", (of(quiz, "tide"),)
            )
        await task
        [row] = await hall.rows("select count(*) as n from quiz_items where session_id = %s", pupil(1))
        assert row["n"] == len(ITEMS) - 1


async def test_what_rooms_answer_to_a_joined_session_is_folded_like_any_other(hall: Hall) -> None:
    await shared(hall)
    await hall.tell(joining(1))
    [write] = await hall.tell(said(QuizRequested(), pupil(1)))
    assert envelope_of(write).type == "pensum.coach.write_material.v1"
    assert len(all_answers(write)) >= 1


async def test_a_retraction_keeps_no_other_course_waiting_and_joins_with_answers_under_way(
    hall: Hall, database: str
) -> None:
    """Two shells at once, again and again: what came in is graded without the item in the end, whoever was first."""
    quiz = await shared(hall)
    elsewhere = await hall.ready(user="another owner")
    await hall.tell(*[joining(n) for n in range(6)])
    async with await connect(database) as second, await connect(database) as third:
        other, apart = Hall(second), Hall(third)
        retract = said_at(ItemRetracted(item_id=of(quiz, "tide")), S, 60, uuid5(S, "retract"))
        handed_in = [await handed(hall, n) for n in range(6)]
        async with hall.connection.transaction():
            await hall.connection.execute("select from courses where course_id = %s for update", (COURSE,))
            waiting = asyncio.create_task(other.tell(retract))
            assert len(await asyncio.wait_for(apart.tell(said(QuizRequested(), elsewhere)), 30)) == 1
            assert len(await asyncio.wait_for(apart.tell(*handed_in[:3]), 30)) == 3
            assert not waiting.done()
        await waiting
        await asyncio.gather(other.tell(*handed_in[3:]), apart.tell(*reversed(handed_in)))
        every = [each for one in (other, apart) for each in one.out if each.topic == "evaluator.commands"]
        await walk(hall, *[record for each in every for record in replies(each, list(ITEMS))])
    assert await hall.rows("select from results where item_id = %s and not void", of(quiz, "tide")) == []
    graded = await hall.rows("select count(*) as n from attempts where score = 1.0")
    assert graded == [{"n": 6}]
    assert {row["status"] for row in await hall.rows("select status from sessions")} == {"ready", "writing"}
