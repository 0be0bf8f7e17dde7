"""What a course was asked before, and what was refused or rewritten: told to authors and to the Evaluator.

Newest first and within what a message has left, so that a command stays small however long a session goes on.
"""

from collections.abc import Mapping
from typing import Any, LiteralString

from pydantic import TypeAdapter

from contracts.items import Flashcard, Item
from contracts.quizzes import Refusal, Refused
from contracts.topics import MAX_MESSAGE_BYTES
from services.chassis.storage.database import Connection
from services.orchestrator.database.queries import array

TOLD_BYTES, REFUSED_BYTES, OWNERS_BYTES, MARGIN_BYTES = 32_000, 16_000, 4_000, 2_000
# No more than these fit into so many bytes: of a long session no more texts are read than are told.
_TOLD_AT_MOST = TOLD_BYTES // 80

# Both kinds of material with the same names: questions and cards.
QUESTIONS: LiteralString = """(select item_id as id, quiz_id, session_id, course_id, ordinal, batch, body, accepted,
    reasons, state, answer_text from items) m"""
CARDS: LiteralString = """(select card_id as id, quiz_id, session_id, course_id, ordinal, batch, body, accepted,
    reasons, state, body ->> 'answer' as answer_text from flashcards) m"""
_TOLD: LiteralString = """json_build_object('question', body ->> 'question', 'answer', answer_text,
    'quote', body -> 'proof' ->> 'quote'"""
_TOLD_BESIDE: LiteralString = (
    "json_strip_nulls("
    + _TOLD
    + """, 'beside', nullif(exists (
            select from quiz_items z where z.quiz_id = %(quiz)s and z.item_id = m.id), false),
        'level', case when m.quiz_id = %(quiz)s then body ->> 'level' end))"""
)
# What a course has been asked, the session itself first, and this quiz as far as an order or a part may know of it;
# within so many bytes.
_ASKED: LiteralString = (
    """
select told::text as body from (
  select told, sum(octet_length(told::text)) over (order by session_id = %(session)s desc, number desc, batch desc,
    ordinal, id) as bytes
  from (select number, batch, ordinal, id, session_id, """
    + _TOLD_BESIDE
    + """ as told from (
          select m.*, coalesce(q.number, 0) as number from {material} left join quizzes q using (quiz_id)
          where m.course_id = (select course_id from sessions where session_id = %(session)s) and {which}
          order by m.session_id = %(session)s desc, q.number desc, m.batch desc, m.ordinal, m.id limit %(most)s) m) m
) newest where bytes <= %(bytes)s"""
)
OF_EARLIER_ORDERS: LiteralString = "m.accepted and (m.quiz_id <> %(quiz)s or m.batch <= %(before)s)"
# Parts of one round are judged side by side: one that is not judged yet counts for those after it.
OF_EARLIER_PARTS: LiteralString = """((m.accepted and (m.quiz_id <> %(quiz)s or m.batch < %(batch)s))
    or (m.quiz_id = %(quiz)s and m.accepted is null and m.batch > %(before)s and m.batch < %(batch)s))"""
OF_OTHER_QUIZZES: LiteralString = "m.accepted and m.quiz_id <> %(quiz)s"
OF_OTHERS: LiteralString = "m.accepted and m.state in ('live', 'approved') and m.id <> %(item)s::uuid"
_REFUSED: LiteralString = (
    """
select told::text as body from (
  select told, sum(octet_length(told::text)) over (order by batch desc, ordinal, id) as bytes
  from (select m.*, """
    + _TOLD
    + """, 'item_id', m.id, 'reasons', (
          select json_agg(json_build_object('code', w.value ->> 'code', 'sentence', w.value ->> 'sentence'))
          from json_array_elements(reasons) w)) as told from {material}
        where m.quiz_id = %(quiz)s and not m.accepted and m.batch <= %(before)s) m
) newest where bytes <= %(bytes)s"""
)

# The item that is to be written anew, with the owner's reason; then the texts that edits took the place of.
_OWNERS: LiteralString = """
select m.body::text, h.reason from item_history h join {material} on m.id = h.item_id
where h.message_id = %(wish)s and h.reason <> ''"""
_REWRITTEN: LiteralString = """
select h.before::text as body, %(rewritten)s as reason from item_history h join {material} on m.id = h.item_id
where m.quiz_id = %(quiz)s and h.action = 'edited' and h.outcome = 'done' and h.before is not null
order by h.timestamp desc, h.message_id limit 20"""
REWRITTEN = "The owner rewrote it."
_ITEM: TypeAdapter[Item] = TypeAdapter(Item)


def room_in(fields: Mapping[str, str | None]) -> int:
    """How many bytes a message has left."""
    return max(0, MAX_MESSAGE_BYTES - MARGIN_BYTES - sum(len((body or "").encode()) for body in fields.values()))


async def asked_before(
    connection: Connection, room: int, which: LiteralString | None, **values: Any
) -> dict[str, str | None]:
    """What was asked before, and which cards there are; without `which`: none are."""
    if which is None:
        return {"asked": array(()), "cards": array(())}
    values = {"quiz": None, **values, "bytes": min(TOLD_BYTES, room // 3), "most": _TOLD_AT_MOST}
    both = await both_kinds(connection, _ASKED, values, which=which)
    asked, cards = ([row["body"] for row in rows] for rows in both)
    return {"asked": array(asked), "cards": array(cards)}


async def refused_before(connection: Connection, room: int, **values: Any) -> list[str]:
    """What was refused of a quiz so far, with the reasons."""
    values |= {"bytes": min(REFUSED_BYTES, room // 2)}
    return [row["body"] for rows in await both_kinds(connection, _REFUSED, values) for row in rows]


async def owners_refused(connection: Connection, room: int, card: bool, **values: Any) -> list[str]:
    """What the owner did not want: the item to be written anew, and texts that were edited since. As `Refused`.

    An edited item keeps its id, so its first text must not be written again.
    """
    left, found = min(OWNERS_BYTES, room // 4), list[str]()
    for statement in (_OWNERS, _REWRITTEN):
        told = statement.format(material=CARDS if card else QUESTIONS)
        rows = await (await connection.execute(told.encode(), values | {"rewritten": REWRITTEN})).fetchall()
        for row in rows:
            said = _refused_by_owner(row["body"], row["reason"], card).model_dump_json()
            left -= len(said.encode())
            if left < 0:
                return found
            found.append(said)
    return found


def _refused_by_owner(body: str, reason: str, card: bool) -> Refused:
    one = Flashcard.model_validate_json(body) if card else _ITEM.validate_json(body)
    answer = one.answer if isinstance(one, Flashcard) else one.answer_text
    why = [Refusal(code="owner", sentence=reason)]
    return Refused(question=one.question, answer=answer, quote=one.proof.quote, reasons=why)


async def both_kinds(
    connection: Connection, statement: LiteralString, values: Mapping[str, Any], **how: LiteralString
) -> list[list[dict[str, Any]]]:
    """The rows of a query over `{material}`, of the questions and of the cards: asked both before either is awaited."""
    found = [
        await connection.execute(statement.format(material=kind, **how).encode(), values) for kind in (QUESTIONS, CARDS)
    ]
    return [await each.fetchall() for each in found]
