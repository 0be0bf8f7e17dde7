"""The protocol's rules 2 to 9, each on the real shell and the real Postgres."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4, uuid5

import psycopg
import pytest

from contracts.documents import DocMeta, Part, ReaderOutput
from contracts.envelope import command_id
from contracts.session import ForgetRequested, MessageParked, QuizRequested
from contracts.topics import MAX_MESSAGE_BYTES
from services.chassis.broker import Outgoing
from services.chassis.database import Connection, connect
from services.orchestrator.decide.events import Digested, Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.decide.state import Decision, Meta, State
from services.orchestrator.handle import Shell
from tests.standins.letters import Hall, Rec, all_answers, answer, command_of, envelope_of, said, submitted, timeout
from tests.standins.rooms import blocks


def breaking_at(kind: type) -> Any:
    """A `decide` with a bug in it."""

    def broken(state: State, event: Event, meta: Meta) -> Decision:
        if isinstance(event, kind):
            raise RuntimeError("a bug")
        return decide(state, event, meta)

    return broken


def home(parked: Sequence[Outgoing]) -> list[Rec]:
    """Parked messages as they come to the orchestrator."""
    return [Rec(*message) for message in parked if message.topic.endswith(".parked")]


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


class Refusing:
    """A connection that fails a statement with a SQLSTATE, some times over."""

    def __init__(self, connection: Connection, error: type[psycopg.Error], times: int) -> None:
        self._connection, self._error, self.times = connection, error, times

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def execute(self, statement: Any, *values: Any) -> Any:
        if self.times and b"insert into journal" in (statement if isinstance(statement, bytes) else b""):
            self.times -= 1
            raise self._error
        return await self._connection.execute(statement, *values)


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
                extracted_blocks=blocks(number, size=60_000),
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


async def test_rule_7_a_duplicate_decides_nothing_and_sends_what_is_still_open_once_a_process(
    hall: Hall, connection: Connection
) -> None:
    upload = submitted(uuid4())
    first = await hall.tell(upload)
    assert await hall.tell(upload) == []
    other = Hall(connection)
    again = await other.tell(upload, upload)
    assert [envelope_of(each).id for each in again] == [envelope_of(each).id for each in first]
    assert [each.topic for each in other.out] == ["reader.commands", "session.updates"]
    assert await other.tell(upload) == []
    assert await hall.count("journal") == 1
    await other.walk(*all_answers(first[0]))
    third = Hall(connection)
    assert await third.tell(upload) == []
    assert third.out == []


async def test_rule_7_an_older_attempts_row_is_not_sent_again(hall: Hall, connection: Connection) -> None:
    upload = submitted(uuid4())
    [read] = await hall.tell(upload)
    late = timeout(read)
    [again] = await hall.tell(late)
    other = Hall(connection)
    assert await other.tell(upload) == []
    assert [envelope_of(each).attempt for each in await other.tell(late)] == [2] == [envelope_of(again).attempt]


async def test_rule_8_a_parked_beginning_fails_its_session(hall: Hall) -> None:
    session, upload = uuid4(), submitted(uuid4())
    upload = submitted(session)
    message = envelope_of(upload).id
    await hall.connection.execute(
        """insert into intake select 't', 'u', %s, %s, 'POST', '/', 'k', '', '', %s, '{}', null,
           now(), now(), 0, false""",
        (message, session, upload.value.decode()),
    )
    out = await hall.tell(upload._replace(value=b"{}"))
    await hall.tell(*home(out))
    row = await hall.row(session)
    assert (row["status"], row["tenant_id"], row["error"]["status"]) == ("failed", "t", 500)


async def test_rule_8_a_parked_command_fails_its_step_at_that_attempt_only(hall: Hall) -> None:
    [read] = await hall.tell(submitted(uuid4()))
    [again] = await hall.tell(timeout(read))

    def put_aside(command: Outgoing) -> Rec:
        reason = ("pensum_reason", b"a bug of the worker")
        return Rec("reader.commands.parked", command.key, command.value, [*command.headers, reason])

    await hall.tell(put_aside(read))
    assert (await hall.row(envelope_of(read).subject))["status"] == "reading"
    await hall.tell(put_aside(again))
    row = await hall.row(envelope_of(read).subject)
    assert row["status"] == "failed"
    assert "a bug of the worker" in row["error"]["detail"]
    assert await hall.count("parked") == 2


async def test_rule_8_a_learners_input_that_is_parked_is_told(hall: Hall) -> None:
    session = await hall.ready()
    out = await hall.tell(said(QuizRequested(), session)._replace(value=b"[]"))
    await hall.tell(*home(out))
    assert (await hall.row(session))["status"] == "failed"
    await hall.walk(said(QuizRequested(), session))
    assert (await hall.row(session))["status"] == "ready"


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [("ce_attempt", "²".encode()), ("ce_type", b"a\0b"), ("pensum_topic", b"x\0"), ("traceparent", b"\0")],
        [("ce_attempt", b"9" * 5000), ("ce_subject", b"\xff"), ("ce_id", b"no id")],
    ],
)
async def test_rule_8_a_parked_message_is_never_itself_parked(hall: Hall, headers: list[tuple[str, bytes]]) -> None:
    session = await hall.ready()
    told = [*headers, ("ce_subject", str(session).encode())]
    for record in (Rec("coach.outputs.parked", b"k", b"\0\xff", headers), Rec("coach.outputs.parked", b"", b"", told)):
        assert await hall.tell(record, record) == []
    assert await hall.count("parked") == 2
    assert (await hall.row(session))["status"] == "ready"


async def test_rule_8_a_bug_over_a_parked_message_leaves_its_row(connection: Connection) -> None:
    hall = Hall(connection, decide=breaking_at(MessageParked))
    session = await hall.ready()
    out = await hall.tell(said(QuizRequested(), session)._replace(value=b"[]"))
    assert await hall.tell(*home(out)) == []
    assert await hall.count("parked") == 1


async def test_rule_9_a_commands_id_derives_from_its_cause_and_an_attempt_keeps_it(hall: Hall) -> None:
    upload = submitted(uuid4())
    [read] = await hall.tell(upload)
    assert envelope_of(read).id == command_id(envelope_of(upload).id, 0)
    [again] = await hall.tell(timeout(read))
    assert (envelope_of(again).id, envelope_of(again).attempt) == (envelope_of(read).id, 2)
    assert envelope_of(again).cause == envelope_of(timeout(read)).id


async def test_a_quizs_id_derives_from_the_request(hall: Hall) -> None:
    session, message = await hall.ready(), uuid4()
    [write] = await hall.tell(said(QuizRequested(), session, message))
    assert command_of(write).quiz_id == uuid5(message, "quiz")
    journal = await hall.rows("select commands from journal where message_id = %s", message)
    assert UUID(journal[0]["commands"][0]["command"]) == envelope_of(write).id
    assert "term10" not in json.dumps(journal)
