"""The protocol's rules 16 and 17, and two shells at once, on the real shell and the real Postgres."""

import asyncio
from uuid import UUID, uuid4

from contracts.session import ForgetRequested, QuizRequested, SessionUpdated
from services.chassis.storage.database import connect
from services.orchestrator.batch.replay import replay
from services.orchestrator.documents.forgetting import OF_THE_SESSION
from tests.standins.breaking import Pausing
from tests.standins.messages import Hall, all_answers, envelope_of, said, submitted


async def test_rule_16_each_version_is_told_with_status_and_no_content(hall: Hall) -> None:
    session = await hall.ready()
    told = [SessionUpdated.read(each.value) for each in hall.out if each.topic == "session.updates"]
    versions = [each.version for each in told]
    assert versions == sorted(set(versions))
    row = await hall.row(session)
    assert (told[-1].version, told[-1].status, told[-1].session_id) == (row["version"], "ready", session)
    assert {each.key for each in hall.out if each.topic == "session.updates"} == {str(session).encode()}


async def test_rule_17_the_tombstone_refuses_and_nothing_of_the_session_is_left(hall: Hall) -> None:
    session = await hall.ready()
    results = await hall.answers(session)
    [grade] = await hall.tell(said(results, session))
    for message_id, message in ((uuid4(), "{}"), (uuid4(), '{"answers": "the learner\'s"}')):
        await intake(hall, message_id, session, message)
    await hall.tell(said(ForgetRequested(), session))
    row = await hall.row(session)
    assert (row["status"], row["course_id"], row["state"]["forgotten"]) == ("forgotten", None, True)
    for statement in OF_THE_SESSION:
        table = statement.split()[2] if statement.startswith("delete") else ""
        assert not table or await hall.count(table, session) == 0, table
    for table in ("readings", "blocks", "documents", "courses"):
        assert await hall.count(table) == 0, table
    left = await hall.rows("select message::text as message, answer::text as answer, settled from intake")
    assert left == [{"message": "{}", "answer": "{}", "settled": True}] * 2
    assert await hall.tell(*all_answers(grade), said(QuizRequested(), session), submitted(session)) == []
    assert (await hall.row(session))["version"] == row["version"]
    assert await hall.count("journal") == await hall.count("results") == 0


async def test_rule_17_what_came_into_the_intake_late_is_emptied_when_it_is_refused(hall: Hall) -> None:
    session = await hall.ready()
    results, message = await hall.answers(session), uuid4()
    await hall.tell(said(ForgetRequested(), session))
    await intake(hall, message, session, results.write().decode())
    assert await hall.tell(said(results, session, message)) == []
    assert await hall.rows("select message, settled from intake") == [{"message": {}, "settled": True}]


async def intake(hall: Hall, message_id: UUID, session: UUID, message: str) -> None:
    await hall.connection.execute(
        """insert into intake (tenant_id, user_id, message_id, session_id, method, path, idempotency_key, body_sha256,
           type, message, answer, accepted_at, due_at, tries, settled)
           values ('t', 'u', %s, %s, 'POST', '/', %s, '', '', %s, '{"a": 1}', now(), now(), 0, false)""",
        (message_id, session, str(message_id), message),
    )


async def test_rule_17_a_reading_goes_with_its_owners_last_course_on_it(hall: Hall) -> None:
    first = await hall.ready()
    second = uuid4()
    out = await hall.tell(submitted(second))
    assert [envelope_of(each).type for each in out] == ["pensum.coach.write_material.v1"]
    await hall.walk(*all_answers(out[0]))
    assert await hall.count("readings") == 1
    await hall.tell(said(ForgetRequested(), first))
    assert (await hall.count("readings"), await hall.count("blocks"), await hall.count("courses")) == (1, 4, 1)
    assert len(await hall.tell(said(QuizRequested(), second))) == 1
    await hall.tell(said(ForgetRequested(), second))
    assert (await hall.count("readings"), await hall.count("blocks"), await hall.count("courses")) == (0, 0, 0)


async def test_another_owners_reading_of_the_same_bytes_is_not_used(hall: Hall) -> None:
    await hall.ready(user="one")
    out = await hall.tell(submitted(uuid4(), user="two"))
    assert [each.topic for each in out] == ["reader.commands"]


async def test_two_shells_over_the_same_messages_fold_each_once(hall: Hall, database: str) -> None:
    async with await connect(database) as second:
        other = Hall(second)
        sessions = [uuid4() for _ in range(8)]
        batch = [submitted(session) for session in sessions]
        while batch:
            marks = [len(hall.out), len(other.out)]
            await asyncio.gather(hall.tell(*batch), other.tell(*reversed(batch)))
            said_now = [*hall.out[marks[0] :], *other.out[marks[1] :]]
            commands = {envelope_of(each).id: each for each in said_now if each.topic.endswith(".commands")}
            batch = [record for each in commands.values() for record in all_answers(each)]
        for session in sessions:
            row, done = await hall.row(session), await replay(second, session)
            assert (row["status"], row["version"]) == ("ready", 6)
            assert done
            assert (done.rows, done.differs) == (6, "")
            assert await hall.count("items", session) == 4
        assert await hall.count("deadlines") == 0


async def test_a_session_that_another_shell_has_locked_is_waited_for(hall: Hall, database: str) -> None:
    """Without the lock both would decide on the same state, and one part of the reading would be lost."""
    [read] = await hall.tell(submitted(uuid4()))
    one, two = all_answers(read)
    async with await connect(database) as second:
        other = Hall(second)
        paused = Pausing(hall.connection)
        hall.shell.connection = paused  # type: ignore[assignment]
        first = asyncio.create_task(hall.tell(one))
        await paused.reached.wait()
        waiting = asyncio.create_task(other.tell(two))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        paused.go_on.set()
        assert await first == []
        assert [envelope_of(each).type for each in await waiting] == ["pensum.reader.digest_document.v1"]
        done = await replay(second, envelope_of(read).subject)
        assert done
        assert (done.rows, done.differs) == (3, "")
