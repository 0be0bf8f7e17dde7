"""The protocol's rules 2 to 6, each on the real shell and the real Postgres."""

from collections.abc import Sequence
from uuid import uuid4

import psycopg
import pytest

from contracts.documents import DocMeta, Part
from contracts.reading import ReaderOutput
from contracts.session import ForgetRequested, QuizRequested
from contracts.topics import MAX_MESSAGE_BYTES
from services.chassis.broker.outgoing import Outgoing
from services.chassis.storage.database import Connection, connect
from services.orchestrator.batch.handle import Shell
from services.orchestrator.documents.events import Digested
from tests.standins.breaking import Refusing, breaking_at, home, unbuildable_at
from tests.standins.messages import Hall, all_answers, answer, envelope_of, said, submitted, timeout
from tests.standins.workers.services import blocks


async def test_rule_2_known_is_what_is_journaled_parked_or_of_a_forgotten_session(hall: Hall) -> None:
    session, parked_id, late = await hall.ready(), uuid4(), uuid4()
    known = "select message_id from known_message"
    journaled = {row["message_id"] for row in await hall.rows("select message_id from journal")}
    assert journaled == {row["message_id"] for row in await hall.rows(known)}
    out = await hall.tell(said(QuizRequested(), uuid4(), parked_id))
    await hall.tell(*home(out))
    assert parked_id in {row["message_id"] for row in await hall.rows(known)}
    await hall.tell(said(ForgetRequested(), session))
    await hall.connection.execute(
        """insert into intake select 't', 'u', %s, %s, 'POST', '/', 'k', '', '', '{}', '{}', null,
           now(), now(), 0, false""",
        (late, session),
    )
    assert late in {row["message_id"] for row in await hall.rows(known)}


async def test_rule_3_a_batch_is_one_transaction(hall: Hall) -> None:
    sessions = [uuid4() for _ in range(5)]
    before = await hall.rows("select pg_current_xact_id()::text::bigint as id")
    await hall.tell(*map(submitted, sessions))
    written = {
        row["xmin"] for row in await hall.rows("select xmin::text from journal union select xmin::text from sessions")
    }
    assert len(written | {row["xmin"] for row in await hall.rows("select xmin::text from deadlines")}) == 1
    assert before
    assert await hall.count("deadlines") == 5


async def test_rule_3_what_stands_twice_in_a_batch_is_decided_once(hall: Hall) -> None:
    upload = submitted(uuid4())
    out = await hall.tell(upload, upload)
    assert len(out) == 1
    assert await hall.count("journal") == 1


async def test_rule_3_timeouts_come_last_so_an_answer_in_the_same_batch_wins(hall: Hall) -> None:
    [read] = await hall.tell(submitted(uuid4()))
    out = await hall.tell(timeout(read), *all_answers(read))
    assert [envelope_of(each).type for each in out] == ["pensum.reader.digest_document.v1"]
    [last] = await hall.rows("select type, commands from journal order by seq desc limit 1")
    assert last == {"type": "pensum.session.step_timed_out.v1", "commands": []}


async def test_rule_3_a_message_of_an_unknown_session_is_parked(hall: Hall) -> None:
    out = await hall.tell(said(QuizRequested(), uuid4()), submitted(uuid4()))
    assert sorted(each.topic for each in out) == ["reader.commands", "session.inputs.parked"]
    assert dict(out[0].headers)["pensum_reason"] == b"no such session"
    assert await hall.count("sessions") == 1


async def test_rule_3_an_invalid_message_is_parked_and_the_rest_folded(hall: Hall) -> None:
    upload = submitted(uuid4())
    out = await hall.tell(upload._replace(value=b'{"tenant_id": 1}'), submitted(uuid4()))
    assert sorted(each.topic for each in out) == ["reader.commands", "session.inputs.parked"]


async def test_rule_4_an_exception_out_of_decide_parks_that_message_alone(connection: Connection) -> None:
    hall = Hall(connection, decide=breaking_at(Digested))
    [digest] = await hall.walk(submitted(uuid4()), until="digest_document")
    out = await hall.tell(*all_answers(digest), submitted(uuid4()))
    assert sorted(each.topic for each in out) == ["reader.commands", "reader.outputs.parked"]
    assert b"RuntimeError('a bug')" in dict(next(iter(home(out))).headers)["pensum_reason"]
    await hall.walk(*home(out))
    failed = await hall.row(envelope_of(digest).subject)
    assert (failed["status"], failed["error"]["status"]) == ("failed", 500)


async def test_rule_4_a_message_whose_command_cannot_be_built_is_parked_and_the_rest_is_folded(
    connection: Connection,
) -> None:
    hall = Hall(connection, decide=unbuildable_at(Digested))
    bad, good = uuid4(), uuid4()
    [digest] = await hall.walk(submitted(bad), until="digest")
    out = await hall.tell(*all_answers(digest), submitted(good))
    assert [message.topic for message in out] == ["reader.outputs.parked", "reader.commands"]
    assert envelope_of(out[1]).subject == good
    assert b"cannot be built" in dict(out[0].headers)["pensum_reason"]
    await hall.tell(*home(out))
    assert (await hall.row(bad))["error"]["status"] == 500


async def test_rule_4_what_postgres_cannot_hold_is_the_messages_fault(hall: Hall) -> None:
    """U+0000 is valid JSON and no text of Postgres: the document's title goes into a column of text."""
    [read] = await hall.tell(submitted(uuid4()))
    meta = DocMeta(title="a\0b", language="en")
    output = ReaderOutput(extracted_blocks=blocks(1), doc_meta=meta, reading="readings/a.json")
    [digest] = await hall.tell(answer(read, output))
    other = uuid4()
    out = await hall.tell(*all_answers(digest), submitted(other))
    assert sorted(each.topic for each in out) == ["reader.commands", "reader.outputs.parked"]
    assert (await hall.row(other))["status"] == "reading"
    await hall.tell(*home(out))
    assert (await hall.row(envelope_of(digest).subject))["status"] == "failed"


async def test_rule_4_so_is_what_psycopg_refuses_before_postgres_sees_it(hall: Hall) -> None:
    """Such an error has no SQLSTATE."""
    session = uuid4()
    bad, good = submitted(session, user="a\0b"), submitted(uuid4())
    assert sorted(each.topic for each in await hall.tell(bad, good)) == ["reader.commands", "session.inputs.parked"]


@pytest.mark.parametrize("error", [psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure])
async def test_rule_4_class_40_is_repeated(connection: Connection, error: type[psycopg.Error]) -> None:
    hall = Hall(connection)
    hall.shell.connection = Refusing(connection, error, 2)  # type: ignore[assignment]
    assert [each.topic for each in await hall.tell(submitted(uuid4()))] == ["reader.commands"]
    assert await hall.count("journal") == 1


async def test_rule_4_any_other_error_of_postgres_ends_the_process(connection: Connection) -> None:
    hall = Hall(connection)
    hall.shell.connection = Refusing(connection, psycopg.errors.DiskFull, 1)  # type: ignore[assignment]
    with pytest.raises(psycopg.errors.DiskFull):
        await hall.tell(submitted(uuid4()))
    assert hall.out == []
    assert await hall.count("sessions") == 0


async def test_rule_4_an_error_of_the_broker_ends_the_process(connection: Connection) -> None:
    async def away(messages: Sequence[Outgoing]) -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await Shell(connection, away).handle([submitted(uuid4())])


async def test_rule_5_a_command_too_large_parks_its_cause(hall: Hall) -> None:
    [read] = await hall.tell(submitted(uuid4()))
    big = [
        answer(
            read,
            ReaderOutput(
                extracted_blocks=blocks(number, size=110_000),
                doc_meta=DocMeta(title="Big", language="en"),
                part=Part(number=number, of=3),
                reading="readings/a.json",
            ),
            number,
        )
        for number in (1, 2, 3)
    ]
    [digest] = await hall.tell(*big)
    digested = all_answers(digest, parts=3)
    other = submitted(uuid4())
    out = await hall.tell(*digested, other)
    assert sorted(each.topic for each in out) == ["reader.commands", "reader.outputs.parked"]
    assert f"over {MAX_MESSAGE_BYTES}".encode() in dict(home(out)[0].headers)["pensum_reason"]


async def test_rule_5_a_command_whose_rows_are_gone_is_skipped(hall: Hall) -> None:
    session = await hall.ready()
    await hall.connection.execute("delete from blocks")
    assert await hall.tell(said(QuizRequested(), session)) == []
    assert (await hall.row(session))["status"] == "writing"


async def test_rule_6_nothing_is_published_before_the_commit(connection: Connection, database: str) -> None:
    seen = []
    async with await connect(database) as other:

        async def publish(messages: Sequence[Outgoing]) -> None:
            found = await other.execute("select count(*) as n from journal, deadlines")
            seen.append(((await found.fetchone()) or {})["n"])

        await Shell(connection, publish).handle([submitted(uuid4())])
    assert seen == [1]


async def test_rule_6_only_commands_still_open_are_published(hall: Hall) -> None:
    """One batch opens a step and forgets the session: nothing goes out."""
    session = uuid4()
    assert await hall.tell(submitted(session), said(ForgetRequested(), session)) == []
