"""Vectors of passages: asked for beside the sessions, kept once, forgotten with their text; a model that fails harms
nobody."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid4

import pytest

from contracts.agents import Spent
from contracts.digest import EmbedPassages, PassagesEmbedded, PassageVector
from contracts.documents import AgentRun
from contracts.envelope import first, reply
from contracts.problems import Code, problem
from contracts.session import ForgetRequested
from services.chassis.broker.outgoing import Outgoing
from services.orchestrator.documents.vectors import MOST_TRIES, patience, portion_id
from services.orchestrator.outbox.embedding import USUAL, Sizes, anew, embed, portions
from services.search.vectors import kept, packed
from tests.standins.messages import Hall, Rec, answer, command_of, document, envelope_of, said, submitted
from tests.standins.model.meaning import vector

MODEL = "small"
SPENT = Spent(role="search", model=MODEL, tokens_in=100, tokens_out=0)
RUN = AgentRun(
    timestamp=datetime.now(UTC),
    agent="search",
    duration_ms=1,
    input_hash="0" * 64,
    output_hash="0" * 64,
    tokens_used=100,
    spending=[SPENT],
)


def embedded(command: Outgoing, code: Code | None = None, **changed: Any) -> Rec:
    """What the Coach answers."""
    asked: EmbedPassages = command_of(command)
    vectors = [
        PassageVector(block_id=each.block_id, start=each.start, end=each.end, vector=packed(vector(each.text)))
        for each in asked.passages
    ]
    told: dict[str, Any] = {"reading_id": asked.reading_id, "model": asked.model}
    told |= {"vectors": vectors, "run": RUN} if code is None else {"problem": problem(code, "It did not.")}
    return answer(command, PassagesEmbedded(**{**told, **changed}))


async def turn(hall: Hall, model: str = MODEL, sizes: Sizes = USUAL) -> list[Outgoing]:
    """The commands of one turn."""
    before = len(hall.out)
    await embed(hall.connection, hall.publish, model, sizes=sizes)
    return hall.out[before:]


async def late(hall: Hall) -> None:
    """The time of all that waits has come."""
    await hall.connection.execute("update embeddings set due_at = now() where due_at is not null")


async def row(hall: Hall) -> dict[str, Any]:
    [found] = await hall.rows("select * from embeddings")
    return found


async def vectors(hall: Hall) -> list[dict[str, Any]]:
    return await hall.rows("select block_id, start, stop, vector, model from block_vectors order by 1, 2")


async def whole(hall: Hall, model: str = MODEL, sizes: Sizes = USUAL) -> int:
    """Asks and answers until all is there; how many commands that took."""
    count = 0
    while commands := await turn(hall, model, sizes):
        await hall.tell(*map(embedded, commands))
        count += len(commands)
    return count


async def test_each_passage_of_what_was_read_gets_its_vector_and_nothing_else_moves(hall: Hall) -> None:
    session = await hall.ready()
    before, journal = await hall.row(session), await hall.count("journal")
    [command] = await turn(hall)
    assert (command.topic, envelope_of(command).subject) == ("coach.embeddings", session)
    asked: EmbedPassages = command_of(command)
    assert [each.block_id for each in asked.passages] == ["p1b0", "p1b1", "p2b0", "p2b1"]
    assert asked.passages[0].text == "The term10 is fact 0 of part 1."
    assert await hall.tell(embedded(command)) == []
    found = await vectors(hall)
    assert [(each["block_id"], each["start"], each["stop"]) for each in found] == [
        (each.block_id, each.start, each.end) for each in asked.passages
    ]
    assert found[0]["vector"] == kept(packed(vector(asked.passages[0].text)))
    assert await turn(hall) == []
    assert (await row(hall))["done"]
    assert (await hall.row(session), await hall.count("journal")) == (before, journal)


async def test_what_it_took_is_the_sessions_and_once(hall: Hall) -> None:
    session = await hall.ready()
    [command] = await turn(hall)
    await hall.tell(embedded(command), embedded(command))
    await hall.tell(embedded(command))
    runs = await hall.rows("select * from agent_runs where session_id = %s and agent = 'search'", session)
    assert [(run["tokens_used"], run["spending"][0]["model"]) for run in runs] == [(100, MODEL)]
    assert len(await vectors(hall)) == 4


async def test_a_reading_of_many_blocks_comes_in_portions_that_leave_nothing_out(hall: Hall) -> None:
    await hall.ready()
    assert await whole(hall, sizes=Sizes(passages=1, at_once=2, blocks=3)) == 4
    assert [each["block_id"] for each in await vectors(hall)] == ["p1b0", "p1b1", "p2b0", "p2b1"]


async def test_a_long_block_goes_on_where_the_last_portion_ended(hall: Hall) -> None:
    await hall.ready()
    text = " ".join(f"Sentence number {number} is here." for number in range(20))
    await hall.connection.execute(
        "update blocks set body = (body::jsonb || jsonb_build_object('text', %s::text))::json where block_id = 'p1b1'",
        (text,),
    )
    await whole(hall, sizes=Sizes(passages=2, at_once=1))
    spans = [(each["start"], each["stop"]) for each in await vectors(hall) if each["block_id"] == "p1b1"]
    assert (spans[0][0], spans[-1][1]) == (0, len(text))
    assert len(spans) == 7
    assert all(before[1] < after[0] for before, after in pairwise(spans))


async def test_a_crash_before_publishing_or_a_lost_answer_asks_for_the_same_again(hall: Hall) -> None:
    await hall.ready()
    [command] = await turn(hall)
    assert await turn(hall) == []
    await late(hall)
    [again] = await turn(hall)
    assert (command_of(again), envelope_of(again).id) == (command_of(command), envelope_of(command).id)
    assert (envelope_of(command).attempt, envelope_of(again).attempt) == (1, 2)
    await hall.tell(embedded(command))
    await hall.tell(embedded(again))
    assert len(await vectors(hall)) == 4
    assert await hall.count("agent_runs") == len(await hall.rows("select distinct message_id from agent_runs"))


async def test_only_what_is_missing_is_asked_for_again(hall: Hall) -> None:
    one = Sizes(passages=1)
    await hall.ready()
    commands = await turn(hall, sizes=one)
    assert len(commands) == 4
    await hall.tell(*map(embedded, (commands[0], commands[2])), embedded(commands[3], Code.MODEL_UNAVAILABLE))
    await late(hall)
    again = await turn(hall, sizes=one)
    assert [envelope_of(each).id for each in again] == [envelope_of(commands[at]).id for at in (1, 3)]
    await hall.tell(*map(embedded, again))
    assert (len(await vectors(hall)), await turn(hall)) == (4, [])


@pytest.mark.parametrize("code", [Code.MODEL_REJECTED, Code.MODEL_REFUSED])
async def test_a_server_without_embeddings_is_asked_no_more_and_the_session_stays_whole(hall: Hall, code: Code) -> None:
    session = await hall.ready()
    before = await hall.row(session)
    [command] = await turn(hall)
    await hall.tell(embedded(command, code))
    await late(hall)
    assert await turn(hall) == []
    found = await row(hall)
    assert (found["due_at"], found["done"], found["problem"]) == (None, False, code)
    assert await hall.row(session) == before


async def test_a_model_that_is_away_is_asked_ever_more_seldom_and_at_last_no_more(hall: Hall) -> None:
    session = await hall.ready()
    before, sent = await hall.row(session), 0
    while commands := await turn(hall):
        sent += 1
        await hall.tell(embedded(commands[0], Code.MODEL_UNAVAILABLE))
        await late(hall)
    assert sent == MOST_TRIES + 1
    assert (await row(hall))["problem"] == Code.MODEL_UNAVAILABLE
    assert [patience(tries) for tries in range(8)] == [60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert await hall.row(session) == before
    await anew(hall.connection, MODEL)
    assert await whole(hall) == 1
    assert (await row(hall))["problem"] is None


async def test_another_model_makes_them_anew_and_the_old_ones_go_when_the_new_are_there(hall: Hall) -> None:
    await hall.ready()
    await whole(hall)
    [command] = await turn(hall, "large")
    assert {each["model"] for each in await vectors(hall)} == {MODEL}
    await hall.tell(embedded(command))
    assert await whole(hall, "large") == 0
    assert [each["model"] for each in await vectors(hall)] == ["large"] * 4
    assert [each["model"] for each in await hall.rows("select model from embeddings")] == ["large"]


async def test_bytes_that_were_read_before_are_not_asked_for_again(hall: Hall) -> None:
    await hall.ready()
    await whole(hall)
    await hall.ready()
    assert await turn(hall) == []


async def test_of_several_documents_each_gets_its_own(hall: Hall) -> None:
    await hall.ready(more=[document("b.pdf")])
    commands = await turn(hall)
    assert len({command_of(each).reading_id for each in commands}) == 2
    await hall.tell(*map(embedded, commands))
    assert len(await vectors(hall)) == 8


async def test_nothing_is_left_of_a_session_that_is_forgotten_whenever_its_vectors_come(hall: Hall) -> None:
    session = await hall.ready()
    [command] = await turn(hall)
    await hall.tell(said(ForgetRequested(), session), embedded(command))
    await hall.tell(embedded(command))
    assert [await hall.count(table) for table in ("embeddings", "block_vectors", "agent_runs")] == [0, 0, 0]
    assert await turn(hall) == []
    await hall.ready(session := uuid4())
    await whole(hall)
    assert len(await vectors(hall)) == 4
    await hall.tell(said(ForgetRequested(), session))
    assert [await hall.count(table) for table in ("embeddings", "block_vectors")] == [0, 0]


async def test_vectors_stay_with_a_reading_that_another_course_of_its_owner_has(hall: Hall) -> None:
    first = await hall.ready()
    await whole(hall)
    await hall.ready()
    await hall.tell(said(ForgetRequested(), first))
    assert len(await vectors(hall)) == 4


async def test_what_is_not_what_its_command_asked_for_is_put_aside(hall: Hall) -> None:
    await hall.ready()
    [command] = await turn(hall)
    stranger = command._replace(
        headers=[(name, str(uuid4()).encode() if name == "ce_id" else said) for name, said in command.headers]
    )
    foreign = [PassageVector(block_id="nowhere", start=0, end=4, vector=packed([1.0, 2.0]))]
    wrong = [
        embedded(stranger),
        embedded(command, reading_id=uuid4()),
        embedded(command, model="other"),
        embedded(command, vectors=foreign),
    ]
    parked = await hall.tell(*wrong)
    assert [each.topic for each in parked] == ["coach.outputs.parked"] * 4
    await hall.tell(*(Rec(*each) for each in parked))
    assert await vectors(hall) == []
    await hall.tell(embedded(stranger, Code.MODEL_REJECTED), embedded(command))
    assert len(await vectors(hall)) == 4


@pytest.mark.parametrize(
    "vectors",
    [b"[]", b'[{"block_id":"a","start":0,"end":1,"vector":"AAAA"}]', b'[{"block_id":"a","start":0,"end":1}]'],
)
async def test_an_invalid_answer_is_put_aside_and_the_passages_are_asked_for_again(hall: Hall, vectors: bytes) -> None:
    session = await hall.ready()
    before = await hall.row(session)
    [command] = await turn(hall)
    good = embedded(command)
    asked = command_of(command)
    value = b'{"reading_id":"%s","model":"small","vectors":%s}' % (str(asked.reading_id).encode(), vectors)
    parked = await hall.tell(good._replace(value=value))
    assert [each.topic for each in parked] == ["coach.outputs.parked"]
    await hall.tell(*(Rec(*each) for each in parked))
    assert (await hall.row(session))["status"] == before["status"]
    await late(hall)
    assert await whole(hall) == 1


async def test_a_number_that_postgres_cannot_hold_is_put_aside(hall: Hall) -> None:
    session = await hall.ready()
    reading = command_of((await turn(hall))[0]).reading_id
    huge = [PassageVector(block_id="p1b0", start=0, end=2**40, vector=packed([1.0]))]
    id = portion_id(reading, MODEL, huge)
    await hall.connection.execute("update embeddings set open = json_build_array(%s::text)", (str(id),))
    told = PassagesEmbedded(reading_id=reading, model=MODEL, vectors=huge)
    to = first(told, id=id, source="test", session=session, traceparent=None)
    headers = reply(told, to, source="coach", ordinal=0).headers()
    parked = await hall.tell(Rec("coach.outputs", b"k", told.write(), headers))
    assert [each.topic for each in parked] == ["coach.outputs.parked"]
    assert await vectors(hall) == []


def test_a_portion_has_one_id_wherever_it_is_made() -> None:
    rows: Sequence[dict[str, Any]] = [
        {"part": 1, "ordinal": n, "body": {"block_id": f"b{n}", "text": f"Sentence {n}. " * 9}, "heading": "H"}
        for n in range(40)
    ]
    reading = UUID(int=1)
    every = list(portions(rows, 0))
    assert len({each.id(reading, MODEL) for each in every}) == len(every) > 2
    part, ordinal, start = every[0].follows
    rest = list(portions([each for each in rows if (each["part"], each["ordinal"]) >= (part, ordinal)], start))
    assert [each.id(reading, MODEL) for each in rest] == [each.id(reading, MODEL) for each in every[1:]]
    assert every[0].id(reading, MODEL) != every[0].id(reading, "other")
    assert every[0].passages[0].text.startswith("H\nSentence 0.")


async def test_no_reading_is_asked_about_before_its_course_has_it(hall: Hall) -> None:
    await hall.walk(submitted(uuid4()), until="digest")
    assert await turn(hall) == []
