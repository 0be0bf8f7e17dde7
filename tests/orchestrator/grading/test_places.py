"""What notes may tell of the text: where it stands, and no key that another question asks for."""

import json
from typing import Any
from uuid import uuid4

import pytest
from pydantic import TypeAdapter

from contracts.coaching import WriteNotes
from contracts.documents import Block, PageKind
from contracts.items import Cloze, Item, MultipleChoice
from contracts.message import Phrase
from services.chassis.storage.database import Connection
from services.orchestrator.grading.places import still_asks
from services.orchestrator.items.places import placed
from services.orchestrator.workflow.state import State
from services.search.stored import searchable
from tests.standins.messages import Hall, all_answers, command_of, said
from tests.standins.workers.writing import ORIGIN

ITEM: TypeAdapter[Item] = TypeAdapter(Item)
QUOTE = "The neap tide is the smallest tide, about 0.5 m."


def gap(key: str, start: int = 0, end: int = 48, block: str = "p1b0", **fields: Any) -> Cloze:
    proof = {
        "document_sha256": "0" * 64,
        "block_id": block,
        "block_sha256": "0" * 64,
        "source_page": 1,
        "start": start,
        "end": end,
        "quote": QUOTE,
    }
    told: dict[str, Any] = {"concept": "tide", "difficulty": "EASY", "question": "____", "proof": proof, "answer": key}
    return Cloze.model_validate({"item_id": uuid4(), "quiz_id": uuid4(), "origin": ORIGIN, **told, **fields})


@pytest.mark.parametrize(
    ("other", "asks"),
    [
        (gap("moon", 10, 20), True),
        (gap("moon", 48, 60), False),
        (gap("moon", 10, 20, "p1b1"), False),
        (gap("Neap Tide", 0, 9, "p1b1"), True),
        (gap("moon", 0, 9, "p1b1", accepted=["0.5 m"]), True),
        (gap("neap", 0, 9, "p1b1"), True),
        (gap("small", 0, 9, "p1b1"), False),
        (gap("tide", 0, 9, "p1b1"), False),
    ],
    ids=["same words", "behind", "elsewhere", "its answer", "accepted", "a word", "part of a word", "the concept"],
)
def test_a_question_asks_for_what_a_quote_tells(other: Cloze, *, asks: bool) -> None:
    assert still_asks(other, gap("smallest")) == asks


def test_the_option_of_a_choice_is_its_answer() -> None:
    options = [{"option_id": "a", "text": "neap tide"}, {"option_id": "b", "text": "ebb"}]
    asked = gap("x", 0, 9, "p1b1").model_dump(exclude={"type", "accepted"})
    for key, asks in (("a", True), ("b", False)):
        choice = MultipleChoice.model_validate({**asked, "options": options, "answer": key})
        assert still_asks(choice, gap("smallest")) == asks


async def ordered(hall: Hall) -> WriteNotes:
    """The notes that are ordered once a first attempt is graded."""
    session = await hall.ready()
    waiting = await hall.tell(said(await hall.answers(session), session))
    while waiting:
        command = command_of(waiting[0])
        if isinstance(command, WriteNotes):
            return command
        waiting = await hall.tell(*all_answers(waiting[0]))
    raise AssertionError("no notes were ordered")


async def test_each_answer_comes_with_its_place_and_what_the_text_says(hall: Hall, connection: Connection) -> None:
    places = (await ordered(hall)).places
    rows = await hall.rows("select r.answer, i.body from results r join items i using (item_id) order by r.ordinal")
    for place, row in zip(places, rows, strict=True):
        proof = row["body"]["proof"]
        assert (str(place.item_id), place.type) == (row["body"]["item_id"], row["body"]["type"])
        assert (place.source_page, place.given, place.quote) == (proof["source_page"], row["answer"], proof["quote"])
        assert place.page_kind == "page"


@pytest.mark.parametrize("place", [0, 1, -1])
async def test_the_topic_of_a_round_comes_first_then_what_is_nearest_to_be_mastered(
    hall: Hall, connection: Connection, place: int
) -> None:
    session = await hall.ready()
    waiting = await hall.tell(said(await hall.answers(session), session))
    names = {row["concept"] for row in await hall.rows("select body ->> 'concept' as concept from items")}
    topic = sorted(names)[place]
    await connection.execute(
        """insert into learning_cycles
             (tenant_id, user_id, cycle_id, session_id, topic, cycle_number, quiz_id, started_at)
           select tenant_id, user_id, quiz_id, session_id, %s, 1, quiz_id, now() from quizzes""",
        [topic.upper()],
    )
    while not isinstance(command_of(waiting[0]), WriteNotes):
        waiting = await hall.tell(*all_answers(waiting[0]))
    first, *others = command_of(waiting[0]).standings
    assert (first.concept, len(others)) == (topic, len(names) - 1)
    assert [each.needed for each in others] == sorted(each.needed for each in others)


async def test_what_a_question_that_was_not_answered_asks_for_is_not_told(hall: Hall, connection: Connection) -> None:
    session = await hall.ready()
    waiting = await hall.tell(said(await hall.answers(session), session))
    # Another question of the course, about the words of the first.
    await connection.execute(
        """insert into items select (jsonb_populate_record(null::items, to_jsonb(i) || jsonb_build_object(
             'item_id', %s::text, 'body', (i.body::jsonb || jsonb_build_object('item_id', %s::text))))).*
           from items i where i.item_id = (select item_id from quiz_items order by ordinal limit 1)""",
        (str(other := uuid4()), str(other)),
    )
    first = (await hall.rows("select item_id from quiz_items order by ordinal limit 1"))[0]["item_id"]
    while not isinstance(command_of(waiting[0]), WriteNotes):
        waiting = await hall.tell(*all_answers(waiting[0]))
    places = command_of(waiting[0]).places
    assert {place.item_id: bool(place.quote) for place in places} == {
        place.item_id: place.item_id != first for place in places
    }
    assert first in {place.item_id for place in places}


async def test_what_the_document_asks_itself_is_read_where_its_concept_is_introduced(
    hall: Hall, connection: Connection
) -> None:
    session = await hall.ready()
    waiting = await hall.tell(said(await hall.answers(session), session))
    (place,) = await hall.rows("select * from concept_place_view order by ordinal desc limit 1")
    options = [{"option_id": "a", "text": "The ebb"}, {"option_id": "no", "text": "The flood"}]
    told = {"type": "multiple_choice", "options": options, "answer": "a", "concept": place["concept"]}
    await connection.execute(
        """update items set body = jsonb_set((body::jsonb || %s::jsonb), '{proof}',
             (body::jsonb -> 'proof') || '{"quote": "the ebb", "source_page": 9}')
           where item_id = (select item_id from quiz_items order by ordinal limit 1)""",
        [json.dumps(told)],
    )
    while not isinstance(command_of(waiting[0]), WriteNotes):
        waiting = await hall.tell(*all_answers(waiting[0]))
    found, *others = command_of(waiting[0]).places
    assert (found.printed, found.given, found.quote) == (True, "The flood", "the ebb")
    assert (found.heading, found.source_page) == (place["section"], place["source_page"])
    assert not any(each.printed for each in others)


async def test_it_is_read_under_the_heading_that_names_its_key(hall: Hall, connection: Connection) -> None:
    session = await hall.ready()
    waiting = await hall.tell(said(await hall.answers(session), session))
    options = [{"option_id": "a", "text": "The ebb"}, {"option_id": "no", "text": "The flood"}]
    told = {"type": "multiple_choice", "options": options, "answer": "a"}
    await connection.execute(
        """update items set answer_text = 'The ebb', body = jsonb_set((body::jsonb || %s::jsonb), '{proof}',
             (body::jsonb -> 'proof') || '{"quote": "The ebb.", "source_page": 9}')
           where item_id = (select item_id from quiz_items order by ordinal limit 1)""",
        [json.dumps(told)],
    )
    blocks = await hall.rows("select * from blocks where body ->> 'kind' <> 'heading' order by part, ordinal limit 2")
    for row, kind, text, page in (
        (blocks[0], "paragraph", "Sailors wait for the ebb.", 3),
        (blocks[1], "heading", "The Ebb and its Dangers", 4),
    ):
        await connection.execute(
            "update blocks set body = (body::jsonb || %s::jsonb)::json where reading_id = %s and block_id = %s",
            [json.dumps({"kind": kind, "text": text, "source_page": page}), row["reading_id"], row["block_id"]],
        )
    while not isinstance(command_of(waiting[0]), WriteNotes):
        waiting = await hall.tell(*all_answers(waiting[0]))
    found, *_ = command_of(waiting[0]).places
    assert (found.printed, found.heading, found.source_page) == (True, "The Ebb and its Dangers", 4)


async def test_it_is_read_where_the_text_has_most_of_its_words_where_nothing_names_its_key(
    hall: Hall, connection: Connection
) -> None:
    session = await hall.ready()
    waiting = await hall.tell(said(await hall.answers(session), session))
    options = [{"option_id": "a", "text": "Coffee"}, {"option_id": "no", "text": "Dikes"}]
    told = {"type": "multiple_choice", "options": options, "answer": "a", "question": "What does not hold back floods?"}
    await connection.execute(
        """update items set answer_text = 'Coffee', body = jsonb_set((body::jsonb || %s::jsonb), '{proof}',
             (body::jsonb -> 'proof') || '{"quote": "Coffee", "source_page": 9}')
           where item_id = (select item_id from quiz_items order by ordinal limit 1)""",
        [json.dumps(told)],
    )
    row, *_ = await hall.rows(
        "select * from blocks where body ->> 'kind' <> 'heading' order by part, ordinal desc limit 1"
    )
    block = Block.model_validate({**row["body"], "text": "Floods are held back by dikes.", "source_page": 7})
    await connection.execute(
        "update blocks set body = %s::json, terms = %s::tsvector where reading_id = %s and block_id = %s",
        [block.model_dump_json(), *searchable([block], "en"), row["reading_id"], row["block_id"]],
    )
    while not isinstance(command_of(waiting[0]), WriteNotes):
        waiting = await hall.tell(*all_answers(waiting[0]))
    found, *_ = command_of(waiting[0]).places
    assert (found.printed, found.source_page) == (True, 7)


@pytest.mark.parametrize("kind", ["page", "section"])
async def test_items_of_documents_without_pages_come_with_what_they_stand_under(
    hall: Hall, connection: Connection, kind: PageKind
) -> None:
    session = await hall.ready()
    stored = (await hall.row(session))["state"]
    stored["papers"][0]["doc_meta"]["page_kind"] = kind
    state = State.model_validate(stored)
    await connection.execute(
        """update blocks set body = body::jsonb || '{"kind": "heading", "text": "Tides"}'
           where (part, ordinal) = (select part, ordinal from blocks order by part, ordinal limit 1)"""
    )
    bodies = [row["body"] for row in await hall.rows("select body::text as body from items")]
    told = [ITEM.validate_json(each) for each in await placed(connection, state, bodies)]
    if kind == "page":
        assert told == [ITEM.validate_json(each) for each in bodies]
    else:
        assert {str(item.proof.at) for item in told} == {str(Phrase.quoted("Tides"))}
