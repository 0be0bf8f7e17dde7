"""The protocol's rules 7 to 9, each on the real shell and the real Postgres."""

import json
from collections.abc import Sequence
from uuid import UUID, uuid4, uuid5

import psycopg
import pytest

from contracts.envelope import command_id
from contracts.session import MessageParked, QuizRequested
from services.chassis.broker.outgoing import Outgoing
from services.chassis.storage.database import Connection
from services.orchestrator.outbox.resend import resend
from tests.standins.breaking import Refusing, breaking_at, home
from tests.standins.messages import Hall, Rec, all_answers, command_of, envelope_of, said, submitted, timeout


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


async def test_rule_7_what_has_grown_too_large_meanwhile_is_not_sent_again(
    hall: Hall, connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    session = await hall.ready()
    quiz = said(QuizRequested(), session)
    assert len(await hall.tell(quiz)) == 1
    await connection.execute("update blocks set body = jsonb_set(body::jsonb, '{text}', to_jsonb(repeat('x', 300000)))")
    assert await Hall(connection).tell(quiz) == []
    assert "not sent again" in caplog.text
    sent: list[Outgoing] = []

    async def publish(messages: Sequence[Outgoing]) -> None:
        sent.extend(messages)

    assert await resend(connection, publish) == 0
    assert sent == []


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


async def test_rule_8_what_the_database_refuses_of_its_telling_leaves_its_row_too(hall: Hall) -> None:
    session = await hall.ready()
    out = await hall.tell(said(QuizRequested(), session)._replace(value=b"[]"))
    hall.shell.connection = Refusing(hall.connection, psycopg.errors.StringDataRightTruncation, 1)  # type: ignore[assignment]
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
