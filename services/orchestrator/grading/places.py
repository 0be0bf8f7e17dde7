"""Where the text has what an attempt asked, and what notes may tell of it: no key that a question still asks for."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, LiteralString
from uuid import UUID

from pydantic import TypeAdapter

from contracts.coaching import AnsweredPlace
from contracts.documents import PageKind
from contracts.items import Item, MultipleChoice
from services.chassis.storage.database import Connection
from services.orchestrator.documents.searching import search
from services.orchestrator.items.places import kinds_of
from services.orchestrator.workflow.state import State
from services.search.stored import Hit

_ITEM: TypeAdapter[Item] = TypeAdapter(Item)
# What the document asks itself is told where its key stands, in a heading before all, else where the text has most of
# its words, else where its concept is introduced.
_ANSWERED: LiteralString = """
with places as materialized (
  select concept, section, source_page, ordinal from concept_place_view where session_id = %(session)s)
select r.answer, i.body as item, b.body ->> 'start_sec' as start_sec, h.title as heading,
       k.source_page is null and not r.is_correct as sought,
       case when k.source_page is null then p.section else k.title end as home,
       coalesce(k.source_page, p.source_page) as home_page
from results r join items i using (item_id)
left join lateral (
  select b.* from reading_members m join blocks b using (reading_id)
  where m.set_id = %(reading)s and b.block_id = i.body -> 'proof' ->> 'block_id' limit 1
) b on true
left join lateral (
  select x.body ->> 'text' as title from blocks x
  where x.reading_id = b.reading_id and x.body ->> 'kind' = 'heading' and (x.part, x.ordinal) <= (b.part, b.ordinal)
  order by x.part desc, x.ordinal desc limit 1
) h on true
left join lateral (
  select c.section, c.source_page from places c
  where lower(c.concept) = lower(i.body ->> 'concept') order by c.ordinal limit 1
) p on true
left join lateral (
  select (x.body ->> 'source_page')::int as source_page, over.title
  from reading_members m join blocks x using (reading_id)
  left join lateral (
    select y.body ->> 'text' as title from blocks y
    where y.reading_id = x.reading_id and y.body ->> 'kind' = 'heading' and (y.part, y.ordinal) <= (x.part, x.ordinal)
    order by y.part desc, y.ordinal desc limit 1
  ) over on true
  where m.set_id = %(reading)s and i.body ->> 'type' = 'multiple_choice' and length(i.answer_text) > %(least)s
    and rtrim(lower(i.body #>> '{proof,quote}'), ' .') = rtrim(lower(i.answer_text), ' .')
    and x.body ->> 'exercise_part' is null and coalesce((x.body ->> 'material')::boolean, true)
    and strpos(lower(x.body ->> 'text'), rtrim(lower(i.answer_text), ' .')) > 0
  order by x.body ->> 'kind' = 'heading' desc, m.ordinal, x.part, x.ordinal limit 1
) k on true
where r.attempt_id = %(attempt)s and not r.void order by r.ordinal"""
_LEAST = 4
_SHORT, _HALF = 3, 0.5  # words of an option; and how much of a question a passage that teaches it holds
# What the attempt itself asked is told with its results.
_OTHERS: LiteralString = """
select i.body as item from items i
where i.course_id = %(course)s and i.accepted and i.state in ('live', 'approved')
  and i.item_id not in (select item_id from results where attempt_id = %(attempt)s)"""


async def places_of(connection: Connection, state: State, attempt: UUID) -> list[AnsweredPlace]:
    """A place for each answer that counts."""
    about = {"session": state.session_id, "reading": state.reading_id, "course": state.course_id}
    values = {**about, "attempt": attempt, "least": _LEAST}
    rows = await (await connection.execute(_ANSWERED, values)).fetchall()
    others = [_item(row) for row in await (await connection.execute(_OTHERS, values)).fetchall()]
    items, kinds = [_item(row) for row in rows], kinds_of(state)
    sought = [item for row, item in zip(rows, items, strict=True) if row["sought"] and item.is_printed]
    hits = await search(connection, state.session_id, [_words_of(item) for item in sought])
    taught = {item.item_id: _home(best) for item, best in zip(sought, hits, strict=True)}
    return [
        _place({**row, **taught.get(item.item_id, {})}, item, others, kinds)
        for row, item in zip(rows, items, strict=True)
    ]


def _words_of(item: Item) -> str:
    """By which one finds where the text teaches what a printed question asks."""
    words = [option.text for option in item.options] if isinstance(item, MultipleChoice) else []
    if any(len(each.split()) > _SHORT for each in words):
        words = [item.answer_text]  # Long options that are wrong would lead to what they speak of.
    return " ".join([item.question, *words])


def _home(hits: Sequence[Hit]) -> dict[str, Any]:
    """Heading and page of the best passage; none: it has less than half of what is asked."""
    best = next(iter(hits), None)
    if best is None or best.found.share < _HALF:
        return {}
    return {"home": best.place.passage.heading, "home_page": best.place.block.source_page}


def _place(row: Mapping[str, Any], item: Item, others: Sequence[Item], kinds: Mapping[str, PageKind]) -> AnsweredPlace:
    said = item.said(row["answer"]) if item.type != "true_false" else None
    printed = item.is_printed
    # Where the document asks is nothing to read: what teaches it stands elsewhere.
    away = printed and row["home_page"] is not None
    return AnsweredPlace(
        item_id=item.item_id,
        type=item.type,
        heading=(row["home"] if away else row["heading"]) or "",
        source_page=row["home_page"] if away else item.proof.source_page,
        page_kind=kinds.get(item.proof.document_sha256, "page"),
        start_sec=float(row["start_sec"]) if row["start_sec"] is not None else None,
        given=said or "",
        quote="" if any(still_asks(other, item) for other in others) else item.proof.quote,
        printed=printed,
    )


def still_asks(other: Item, item: Item) -> bool:
    """Whether another question asks for what the item's quote tells: about the same words of the text, or for an answer
    that stands in them. A concept's own name tells nothing: notes are headed by it."""
    mine, theirs = item.proof, other.proof
    if mine.block_id == theirs.block_id and mine.start < theirs.end and theirs.start < mine.end:
        return True
    keys = {words.casefold() for words in (other.answer_text, *other.answer_words)} - {item.concept.casefold()}
    return any(re.search(rf"(?<!\w){re.escape(key)}(?!\w)", mine.quote.casefold()) for key in keys if key)


def _item(row: Mapping[str, Any]) -> Item:
    return _ITEM.validate_python(row["item"], extra="ignore")
