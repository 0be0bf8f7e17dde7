"""Built commands meet their contracts, replay and resend tell the truth, and the `pensum` verbs print it."""

import asyncio
import json
from collections.abc import Callable, Sequence
from uuid import uuid4

import pytest

from contracts.coaching import WriteMaterial, WriteNotes
from contracts.digest import DigestDocument
from contracts.documents import Block, Box, DocMeta, Emphasis
from contracts.grading import GradeQuiz
from contracts.quizzes import QuizSpec, ValidateItems
from contracts.reading import ReadDocument, StoredReading
from contracts.session import ForgetRequested, QuizRequested
from contracts.topics import MAX_MESSAGE_BYTES
from services.chassis.broker.outgoing import Outgoing
from services.chassis.settings import Settings
from services.chassis.storage.database import Connection
from services.orchestrator import commands
from services.orchestrator.batch.replay import replay
from services.orchestrator.outbox.resend import resend
from services.reader.digest.assembly import digested
from tests.standins.messages import Hall, Rec, all_answers, command_of, envelope_of, said, submitted, timeout


async def every_command(hall: Hall) -> dict[type, Outgoing]:
    """One of each kind, as a session sends them."""
    session, found = uuid4(), {}
    waiting = await hall.tell(submitted(session))
    while waiting:
        command = waiting.pop()
        found[type(command_of(command))] = command
        waiting += await hall.tell(*all_answers(command))
        if not waiting and GradeQuiz not in found:
            waiting += await hall.tell(said(await hall.answers(session), session))
    return found


async def test_commands_of_every_kind_are_read_by_their_contracts(hall: Hall) -> None:
    found = await every_command(hall)
    assert set(found) == {ReadDocument, DigestDocument, WriteMaterial, ValidateItems, GradeQuiz, WriteNotes}
    write, validate = command_of(found[WriteMaterial]), command_of(found[ValidateItems])
    assert [block.block_id for block in write.blocks] == ["p1b0", "p1b1", "p2b0", "p2b1"]
    assert write.handover.metadata.session_id == envelope_of(found[WriteMaterial]).subject
    assert {block.block_id for block in validate.blocks} >= {item.proof.block_id for item in validate.items}
    notes = command_of(found[WriteNotes]).evaluation
    assert (notes.score, notes.weak_concepts) == (0.75, ["term10"])
    assert [concept.concept for concept in notes.concepts] == ["term10", "term11", "term20", "term21"]


async def test_a_specification_chooses_the_blocks_and_what_was_asked_is_told(hall: Hall) -> None:
    session = await hall.ready()
    spec = QuizSpec(blocks_to_assess=["p1b1"], num_questions=1)
    [write] = await hall.tell(said(QuizRequested(quiz_spec=spec), session))
    told = command_of(write)
    assert [block.block_id for block in told.blocks] == ["p1b1"]
    assert told.quiz_spec == spec
    assert sorted(asked.answer for asked in told.asked) == ["term10", "term11", "term20", "term21"]


@pytest.mark.parametrize("letter", ["a", "ж"])
async def test_all_that_the_digest_of_a_long_book_names_goes_into_one_command(hall: Hall, letter: str) -> None:
    session = await hall.ready()
    [reading] = await hall.rows("select reading_id, tenant_id, user_id from readings where digest is not null")
    box = Box(x0=72.25, y0=144.5, x1=523.75, y1=176.125)
    book = [
        block
        for n in range(3000)
        for block in (
            Block(
                block_id=f"h{n}-0a1b2c", text=f"{letter * 110} {n}", kind="heading", box=box, document_sha256="5" * 64
            ),
            Block(
                block_id=f"p{n}-0a1b2c",
                text=f"The {letter * 12} of glacier {n} carries stones and sand slowly down the long valley.",
                box=box,
                emphasis=[Emphasis(start=4, end=16, style="bold")],
                document_sha256="5" * 64,
            ),
        )
    ]
    kept = StoredReading(doc_meta=DocMeta(title="T", language="en"), document_sha256="5" * 64, reader="r", blocks=book)
    digest = digested(kept)
    for n, block in enumerate(book):
        await hall.connection.execute(
            """insert into blocks (reading_id, tenant_id, user_id, block_id, part, ordinal, source_page, body)
               values (%s, %s, %s, %s, 9, %s, 1, %s::json)""",
            (*reading.values(), block.block_id, n, block.model_dump_json(exclude_none=True)),
        )
    await hall.connection.execute("update readings set digest = %s::json", (digest.write().decode(),))
    [write] = await hall.tell(said(QuizRequested(), session))
    assert len(write.value) < MAX_MESSAGE_BYTES
    told = command_of(write)
    assert [block.block_id for block in told.blocks] == digest.blocks
    assert len(told.blocks) > 800
    sent = {block.block_id: block for block in book}
    assert all(block == sent[block.block_id].model_copy(update={"box": None}) for block in told.blocks)
    assert len(told.headings) > 100


async def test_a_replay_finds_what_was_changed_behind_the_journals_back(hall: Hall, connection: Connection) -> None:
    session = await hall.ready()
    done = await replay(connection, session)
    assert done
    assert (done.rows, done.differs) == (6, "")
    await connection.execute("update sessions set state = replace(state::text, '\"t\"', '\"x\"')::json")
    changed = await replay(connection, session)
    assert changed
    assert "not the one that the journal leads to" in changed.differs
    await connection.execute("update journal set commands = '[]' where seq = 1")
    bent = await replay(connection, session)
    assert bent
    assert bent.differs.startswith("row 1 (pensum.session.document_submitted.v1)")
    await connection.execute("update journal set rules = 0")
    older = await replay(connection, session)
    assert older
    assert (older.older, older.differs) == (6, "")
    assert await replay(connection, uuid4()) is None


async def test_resend_sends_what_is_open_as_it_was_sent(hall: Hall, connection: Connection) -> None:
    [read] = await hall.tell(submitted(uuid4()))
    [again] = await hall.tell(timeout(read))
    ready = await hall.ready()
    sent: list[Outgoing] = []

    async def publish(messages: Sequence[Outgoing]) -> None:
        sent.extend(messages)

    assert await resend(connection, publish) == 1
    [once] = sent
    assert (once.topic, once.key, once.value) == (again.topic, again.key, again.value)
    assert (envelope_of(once).id, envelope_of(once).attempt) == (envelope_of(again).id, 2)
    await hall.tell(said(ForgetRequested(), ready), *all_answers(read))
    sent.clear()
    assert await resend(connection, publish) == 1
    assert envelope_of(sent[0]).type == DigestDocument.type_name


async def test_no_text_stands_in_state_or_journal(hall: Hall) -> None:
    session = await hall.ready()
    await hall.walk(said(await hall.answers(session), session))
    told = json.dumps(
        [await hall.rows("select state from sessions"), await hall.rows("select message, commands, meta from journal")],
        default=str,
    )
    for text in ("is fact", "____", "Tides, in short", "Well done"):
        assert text not in told


async def test_the_agents_hand_over_as_seed_000_has_it(hall: Hall) -> None:
    session = await hall.ready()
    rows = await hall.rows("select from_agent, to_agent, message_excerpt from agent_transitions order by id")
    ways = [(row["from_agent"], row["to_agent"]) for row in rows]
    assert ways[0] == ("coordinator", "reader")
    assert ways[-1] == ("evaluator", "coordinator")
    assert all(len(row["message_excerpt"]) <= 100 for row in rows)
    assert {row["agent"] for row in await hall.rows("select agent from agent_log")} == {"coordinator"}
    assert await hall.count("agent_transitions", session) == len(rows)


async def test_the_verbs_print_what_is_there(hall: Hall, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    session = await hall.ready()
    out = await hall.tell(said(QuizRequested(), uuid4()))
    await hall.tell(Rec(*out[0]))
    settings = Settings(database=database)

    async def verb(call: Callable[..., int], *arguments: object) -> tuple[int, str]:
        code = await asyncio.to_thread(call, settings, *arguments)
        told = capsys.readouterr()
        return code, told.out + told.err

    [row] = await hall.rows("select parked_id from parked")
    code, told = await verb(commands.parked, None)
    assert code == 0
    assert str(row["parked_id"]) in told
    assert "no such session" in told
    code, told = await verb(commands.parked, str(row["parked_id"]))
    assert code == 0
    assert json.loads(told)["topic"] == "session.inputs"
    assert (await verb(commands.parked, str(uuid4())))[0] == (await verb(commands.parked, "x"))[0] == 1
    code, told = await verb(commands.replay, str(session))
    assert code == 0
    assert "6 rows folded" in told
    assert (await verb(commands.replay, str(uuid4())))[0] == (await verb(commands.replay, "x"))[0] == 1
    await hall.connection.execute("update journal set commands = '[]' where seq = 1")
    assert (await verb(commands.replay, str(session)))[0] == 1
