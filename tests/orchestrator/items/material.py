"""What tests look at of a session's material: its quiz, its items, their history."""

from typing import Any
from uuid import UUID, uuid4

from contracts.items import Cloze
from contracts.message import Message
from services.chassis.broker.outgoing import Outgoing
from tests.standins.messages import Hall, said, submitted

LONG = "long.pdf"


async def writing(hall: Hall, file: str = LONG) -> Outgoing:
    """The order for the first quiz of a document that is written in two parts."""
    [write] = await hall.walk(submitted(uuid4(), file=file), until="write_material")
    return write


async def items(hall: Hall, session: UUID, view: str = "item_view") -> list[dict[str, Any]]:
    """What a learner would be asked."""
    where = "session_id = %s and accepted and state in ('live', 'approved') order by ordinal"
    return await hall.rows(f"select * from {view} where {where}", session)


async def quiz(hall: Hall) -> dict[str, Any]:
    return (await hall.rows("select * from quiz_view"))[0]


async def history(hall: Hall) -> list[dict[str, Any]]:
    return await hall.rows("select * from item_history_view order by timestamp, message_id")


async def wish(hall: Hall, session: UUID, message: Message) -> None:
    """An owner's wish, and all that follows."""
    await hall.walk(said(message, session))


async def first(hall: Hall, session: UUID) -> Cloze:
    return Cloze.model_validate((await items(hall, session))[0]["body"])
