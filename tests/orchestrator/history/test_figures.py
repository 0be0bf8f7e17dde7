"""Sessions are counted when they are quiet, whoever moves is marked, and what is forgotten leaves nothing."""

import asyncio
from uuid import uuid4

from contracts.session import ForgetRequested, QuizRequested
from services.chassis.storage.database import connect
from services.orchestrator.history.figures import count
from services.orchestrator.outbox.deadlines import COUNT_TURNS
from tests.orchestrator.classes.pupils import S, handed, joining, pupil, shared
from tests.orchestrator.grading.classroom import walk
from tests.standins.messages import Hall, said

SUMS = "select sessions, documents, answers, quizzes_taken, cards_new from learner_figures where user_id = %s"


async def counted(hall: Hall) -> set[object]:
    """Counts all, and says which sessions that were."""
    marked = {row["session_id"] for row in await hall.rows("select session_id from sessions where uncounted")}
    while await count(hall.connection, 0):
        pass
    assert not await hall.rows("select from sessions where uncounted")
    wrong = await hall.rows("""
        select k.session_id from session_figures k full join session_figures_view v using (session_id)
        where to_jsonb(k) is distinct from to_jsonb(v)""")
    assert wrong == []
    return marked


async def test_a_session_that_moves_is_counted_again_and_no_other(hall: Hall) -> None:
    one, other = await hall.ready(), await hall.ready(uuid4())
    assert await counted(hall) == {one, other}
    await hall.tell(said(await hall.answers(one), one))
    assert await counted(hall) == {one}
    assert await counted(hall) == set()


async def test_what_moved_a_moment_ago_is_left_for_later(hall: Hall) -> None:
    await hall.ready()
    assert await count(hall.connection, 60) == 0
    assert await count(hall.connection, 0) == 1
    assert COUNT_TURNS > 1


async def test_what_an_owner_does_is_counted_for_all_who_learn_from_it(hall: Hall) -> None:
    await shared(hall)
    await hall.tell(joining(1), joining(2))
    await walk(hall, await handed(hall, 1))
    await counted(hall)
    await walk(hall, said(QuizRequested(), S))
    assert await counted(hall) >= {S, pupil(1), pupil(2)}
    await walk(hall, said(QuizRequested(), pupil(1)))
    assert await counted(hall) == {pupil(1)}


async def test_a_forgotten_session_leaves_no_figures(hall: Hall) -> None:
    await shared(hall)
    await hall.tell(joining(1))
    await walk(hall, await handed(hall, 1))
    await counted(hall)
    [before] = await hall.rows(SUMS, "pupil 1")
    assert (before["sessions"], before["documents"], before["quizzes_taken"]) == (1, 1, 1)
    await hall.tell(said(ForgetRequested(), pupil(1)))
    [after] = await hall.rows(SUMS, "pupil 1")
    assert set(after.values()) == {0}
    assert await hall.count("session_figures", pupil(1)) == 0
    assert await hall.rows("select from learner_counts where user_id = %s", "pupil 1") == []
    await counted(hall)


async def test_what_an_owner_does_while_a_session_is_counted_is_counted_afterwards(hall: Hall, database: str) -> None:
    await shared(hall)
    await hall.tell(joining(1))
    await walk(hall, await handed(hall, 1))
    await counted(hall)
    await walk(hall, said(QuizRequested(), pupil(1)))
    async with await connect(database) as other, other.transaction():
        assert await count(other, 0) == 1
        moving = asyncio.create_task(walk(hall, said(QuizRequested(), S)))
        await asyncio.wait([moving], timeout=1)
        assert not moving.done()
    await moving
    assert await counted(hall) >= {S, pupil(1)}


async def test_while_an_owner_is_at_work_who_learns_from_it_is_counted_later(hall: Hall, database: str) -> None:
    await shared(hall)
    await hall.tell(joining(1))
    await walk(hall, await handed(hall, 1))
    async with await connect(database) as other, other.transaction():
        await other.execute("select from sessions where session_id = %s for update", (S,))
        assert await count(hall.connection, 0) == 0
    assert await counted(hall) == {S, pupil(1)}
