"""What owners do to items in a walk, and whether each wish has ended as it had to."""

import random
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from contracts.editing import ItemDecided, ItemEdited, ItemRetracted, RegenerationRequested
from contracts.items import Cloze, Flashcard
from contracts.message import Message
from services.chassis.storage.database import Connection
from tests.standins.workers.writing import DRAFT

ACTS = ("edited", "edited badly", "deleted", "retracted", "regenerated")
_LIVE = """select item_id as id, body, false as card from items where session_id = %(session)s
             and accepted and state in ('live', 'approved')
           union all select card_id, body, true from flashcards where session_id = %(session)s
             and accepted and state in ('live', 'approved') order by id"""
_ENDED = """select h.item_id, h.action, h.outcome, h.reasons, h.before, h.after,
              coalesce(i.state, f.state) as state, coalesce(i.revision, f.revision) as revision,
              coalesce(i.body, f.body) as body, coalesce(i.ordinal, f.ordinal) as ordinal,
              (select count(*) from (select session_id, quiz_id, ordinal, accepted, state, false as card from items
                 union all select session_id, quiz_id, ordinal, accepted, state, true from flashcards) o
               where o.quiz_id = coalesce(i.quiz_id, f.quiz_id) and o.ordinal = coalesce(i.ordinal, f.ordinal)
                 and o.accepted and o.state = 'live' and o.card = (f.card_id is not null)) as in_place
            from item_history h left join items i using (item_id) left join flashcards f on f.card_id = h.item_id
            where h.session_id = %s"""
FAILED = {"unavailable", "step_timed_out"}
"""Codes of a wish that failed by a fault of the walk."""


@dataclass(frozen=True)
class Wish:
    """What was done to an item or card."""

    item: UUID
    act: str
    card: bool
    message: Message


async def wishes(connection: Connection, session: UUID, rng: random.Random) -> list[Wish]:
    """Up to four wishes, each about another item or card."""
    rows = await (await connection.execute(_LIVE, {"session": session})).fetchall()
    return [_wish(row, rng.choice(ACTS)) for row in rng.sample(rows, min(4, len(rows)))]


def _wish(row: dict[str, Any], act: str) -> Wish:
    item, card = row["id"], row["card"]
    match act:
        case "deleted":
            return Wish(item, act, card, ItemDecided(item_id=item, decision="deleted"))
        case "retracted":
            return Wish(item, act, card, ItemRetracted(item_id=item, reason="It is wrong."))
        case "regenerated":
            return Wish(item, act, card, RegenerationRequested(item_id=item))
    body = {**row["body"], "question": f"{DRAFT if act == 'edited badly' else 'Better: '}{row['body']['question']}"}
    if card:
        return Wish(item, act, card, ItemEdited(flashcard=Flashcard.model_validate(body)))
    return Wish(item, act, card, ItemEdited(item=Cloze.model_validate(body)))


def removed(done: list[Wish], card: bool) -> int:
    """How many fewer items, or cards, there are."""
    return sum(wish.act in ("deleted", "retracted") and wish.card == card for wish in done)


async def broken(connection: Connection, session: UUID, done: list[Wish]) -> list[str]:
    """What is wrong with how wishes ended."""
    rows = await (await connection.execute(_ENDED, (session,))).fetchall()
    found = {row["item_id"]: row for row in rows}
    if len(rows) != len(done) or set(found) != {wish.item for wish in done}:
        return [f"{len(done)} wishes have {len(rows)} entries"]
    return [f"{wish.act}: {found[wish.item]}" for wish in done if not _as_it_had_to(wish, found[wish.item])]


def _as_it_had_to(wish: Wish, row: dict[str, Any]) -> bool:
    codes: set[str] = {reason["code"] for reason in row["reasons"]}
    if row["outcome"] == "refused" and codes & FAILED and wish.act in ("edited", "edited badly", "regenerated"):
        return bool(row["state"] == "live" and row["revision"] == 1)
    match wish.act:
        case "edited":
            taken = row["body"] == row["after"] != row["before"]
            return bool(row["outcome"] == "done" and row["revision"] == 2 and taken and row["state"] == "live")
        case "edited badly":
            kept = row["body"] == row["before"] != row["after"]
            return bool(row["outcome"] == "refused" and row["revision"] == 1 and kept and codes == {"answer_leaked"})
        case "regenerated":
            return bool(row["outcome"] == "done" and row["state"] == "replaced" and row["in_place"] == 1)
    return bool(row["outcome"] == "done" and row["state"] == wish.act and not row["in_place"])
