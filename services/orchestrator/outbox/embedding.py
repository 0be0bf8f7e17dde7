"""Asks for vectors of what was read, where a model for that is named: some passages of a reading at a time, in order.

Beside the sessions: nobody waits for it, and a model that fails costs a search its meaning and nothing else.
1. A reading of a course has a row by model, which says where its next passages begin. What is asked for is known by
   where it begins, so asking again asks for the same, under the same ids: the Coach answers from its memo.
2. A row is leased before its commands are published. Where no answer comes they go out again, with doubling waits, and
   after `MOST_TRIES` no more until the orchestrator is started again.
3. When another model is named, all readings get rows of it; the vectors of the old one go when those of the new are all
   there.
"""

import asyncio
import itertools
import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, LiteralString
from uuid import UUID

from contracts.digest import MOST_PASSAGES, EmbedPassages, PassageText
from contracts.documents import Block
from contracts.envelope import Envelope
from contracts.problems import Code
from services.chassis.broker.outgoing import Outgoing
from services.chassis.logs.json_lines import about
from services.chassis.storage.database import Connection
from services.chassis.tracing import telemetry
from services.orchestrator.documents.library import LOCK
from services.orchestrator.documents.vectors import MOST_TRIES, named, patience, portion_id
from services.orchestrator.outbox.deadlines import Publish
from services.orchestrator.outbox.outgoing import SOURCE, owner_of
from services.search.vectors import said_of, windows_of

TOPIC = "coach.embeddings"
LOOK_TURNS = 4
MOST_BYTES = 120_000
log = logging.getLogger(__name__)
# Of a course that nobody walks through any more nothing is asked: whose run would it be?
_NEW: LiteralString = """
select distinct on (r.reading_id) r.reading_id, r.tenant_id, r.user_id, r.document_sha256
from courses c join reading_members m on m.set_id = c.reading_id
join readings r on r.reading_id = m.reading_id and r.complete and r.document_sha256 <> ''
where not exists (select from embeddings e where e.reading_id = r.reading_id and e.model = %(model)s)
  and exists (select from sessions s where s.course_id = c.course_id and s.forgotten_at is null)
limit %(most)s"""
_BEGIN: LiteralString = """
insert into embeddings (tenant_id, user_id, reading_id, model, part, ordinal, start, follow, open, tries, due_at, done)
select tenant_id, user_id, reading_id, %(model)s, 0, 0, 0, '[]', '[]', 0, now(), false from readings
where reading_id = any(%(readings)s) on conflict do nothing"""
_DUE: LiteralString = """
select e.*, s.session_id from embeddings e
left join lateral (
  select s.session_id from reading_members m join courses c on c.reading_id = m.set_id
  join sessions s on s.course_id = c.course_id and s.forgotten_at is null
  where m.reading_id = e.reading_id
  order by (s.tenant_id, s.user_id) = (e.tenant_id, e.user_id) desc, s.created_at limit 1
) s on true
where e.model = %(model)s and e.due_at <= now() order by e.due_at limit %(most)s for update of e skip locked"""
_BLOCKS: LiteralString = """
select b.part, b.ordinal, b.body, coalesce((
  select h.body ->> 'text' from blocks h
  where h.reading_id = b.reading_id and (h.body ->> 'kind') = 'heading' and (h.part, h.ordinal) <= (b.part, b.ordinal)
  order by h.part desc, h.ordinal desc limit 1), '') as heading
from blocks b
where b.reading_id = %(reading)s and b.terms is not null and (b.part, b.ordinal) >= (%(part)s, %(ordinal)s)
order by b.part, b.ordinal limit %(most)s"""
_SENT: LiteralString = """
update embeddings set open = %(open)s::json, follow = %(follow)s::json, tries = %(tries)s,
  due_at = now() + make_interval(secs => %(wait)s)
where reading_id = %(reading)s and model = %(model)s"""
_OVER: LiteralString = """
update embeddings set due_at = null, done = %(done)s, open = %(open)s::json, problem = %(problem)s
where reading_id = %(reading)s and model = %(model)s"""
_OLDER: tuple[LiteralString, ...] = (
    "delete from block_vectors where reading_id = %s and model <> %s",
    "delete from embeddings where reading_id = %s and model <> %s",
)
_ANEW: LiteralString = "update embeddings set due_at = now(), tries = 0 where model = %s and not done"
_GONE: LiteralString = "delete from embeddings where reading_id = %(reading)s and model = %(model)s"


@dataclass(frozen=True)
class Sizes:
    """How much is taken at a time: passages of a command, commands of a reading that are under way, blocks that are
    looked at for them, readings that are asked about in a turn."""

    passages: int = MOST_PASSAGES
    at_once: int = 8
    blocks: int = 256
    readings: int = 8


USUAL = Sizes()


@dataclass(frozen=True)
class Portion:
    """What one command asks for. `follows`: where the passages after it begin (part, ordinal, code point)."""

    passages: tuple[PassageText, ...]
    follows: tuple[int, int, int]

    def id(self, reading: UUID, model: str) -> UUID:
        """The same for the same passages."""
        return portion_id(reading, model, self.passages)


def portions(rows: Sequence[dict[str, Any]], start: int, most: int = MOST_PASSAGES) -> Iterator[Portion]:
    """The passages of these blocks in portions; of the first block those from a code point on. Pure."""
    taken: list[PassageText] = []
    size = 0
    for row in rows:
        block = Block.model_validate(row["body"], extra="ignore")
        for window in windows_of(block):
            if row is rows[0] and window.start < start:
                continue
            text = said_of(block, window, row["heading"])
            # As ASCII: more than any way of writing it takes.
            if taken and (len(taken) == most or size + len(json.dumps(text)) > MOST_BYTES):
                yield Portion(tuple(taken), (row["part"], row["ordinal"], window.start))
                taken, size = [], 0
            size += len(json.dumps(text))
            taken.append(PassageText(block_id=block.block_id, start=window.start, end=window.end, text=text))
    if taken:
        yield Portion(tuple(taken), (rows[-1]["part"], rows[-1]["ordinal"] + 1, 0))


async def embed_for_ever(connection: Connection, publish: Publish, model: str, every: float = 0.5) -> None:
    """Until cancelled; what goes wrong ends the process. At its start it asks again for what was given up."""
    await anew(connection, model)
    for turn in itertools.count():
        await embed(connection, publish, model, look=turn % LOOK_TURNS == 0)
        await asyncio.sleep(every)


async def anew(connection: Connection, model: str) -> None:
    """What is not there yet is asked for now, also what was given up."""
    await connection.execute(_ANEW, (model,))


async def embed(connection: Connection, publish: Publish, model: str, look: bool = True, sizes: Sizes = USUAL) -> int:
    """One turn: readings that have no row get one (`look`), and what is due is asked for; how many commands."""
    if look:
        await _begin(connection, model, sizes)
    out: list[Outgoing] = []
    async with connection.transaction():
        due = await (await connection.execute(_DUE, {"model": model, "most": sizes.readings})).fetchall()
        for row in due:
            out += await _ask(connection, row, model, sizes)
    if out:
        await publish(out)
    return len(out)


async def _begin(connection: Connection, model: str, sizes: Sizes) -> None:
    """A row for each reading of a course that has none, unless it is being forgotten."""
    async with connection.transaction():
        new = await (await connection.execute(_NEW, {"model": model, "most": sizes.readings})).fetchall()
        if not new:
            return
        await connection.execute(LOCK, (sorted({named(row) for row in new}),))
        await connection.execute(_BEGIN, {"model": model, "readings": [row["reading_id"] for row in new]})


async def _ask(connection: Connection, row: dict[str, Any], model: str, sizes: Sizes) -> list[Outgoing]:
    """The commands that are due of a reading, leased; none where all is there, or nobody is to be asked again."""
    reading, under_way = row["reading_id"], set(row["open"])
    tries = row["tries"] + 1 if under_way else 0
    which = {"reading": reading, "model": model}
    if row["session_id"] is None:
        await connection.execute(_GONE, which)
        return []
    if tries > MOST_TRIES:
        problem = row["problem"] or str(Code.STEP_TIMED_OUT)
        await connection.execute(_OVER, {"done": False, "open": json.dumps(row["open"]), "problem": problem, **which})
        return []
    where = {"reading": reading, "part": row["part"], "ordinal": row["ordinal"], "most": sizes.blocks}
    blocks = await (await connection.execute(_BLOCKS, where)).fetchall()
    # A block that is not the one where it stopped is taken from its beginning.
    start = row["start"] if blocks and (blocks[0]["part"], blocks[0]["ordinal"]) == (row["part"], row["ordinal"]) else 0
    made = await asyncio.to_thread(lambda: list(portions(blocks, start, sizes.passages))[: sizes.at_once])
    if not made:
        await connection.execute(_OVER, {"done": True, "open": "[]", "problem": None, **which})
        for older in _OLDER:
            await connection.execute(older, (reading, model))
        return []
    ids = [(each, each.id(reading, model)) for each in made]
    sent = [(each, id) for each, id in ids if not under_way or str(id) in under_way] or ids
    values = {
        "open": json.dumps([str(id) for _, id in sent]),
        "follow": json.dumps(made[-1].follows),
        "tries": tries,
        "wait": patience(tries),
        **which,
    }
    await connection.execute(_SENT, values)
    with about(row["session_id"]):
        if tries:
            log.warning("vectors of passages were not made in time, or not at all", extra={"tries": tries})
    return [_command(row, model, each, id, tries + 1) for each, id in sent]


def _command(row: dict[str, Any], model: str, portion: Portion, id: UUID, attempt: int) -> Outgoing:
    message = EmbedPassages(reading_id=row["reading_id"], model=model, passages=list(portion.passages))
    envelope = Envelope(
        id=id,
        type=message.type_name,
        source=SOURCE,
        subject=row["session_id"],
        time=datetime.now(UTC),
        attempt=attempt,
        traceparent=telemetry.traceparent_of(row["session_id"]),
        owner=owner_of(row["tenant_id"], row["user_id"]),
    )
    return Outgoing(TOPIC, str(id).encode(), message.write(), envelope.headers())
