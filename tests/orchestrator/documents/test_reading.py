"""Long and several documents on the real shell and the real Postgres: rows, reuse, forgetting."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest

from contracts.coaching import WriteMaterial
from contracts.digest import DigestDocument
from contracts.quizzes import ValidateItems
from contracts.reading import GatherDocument, PageCorrected, ReadDocument, ReaderOutput, ReadPages
from contracts.session import ForgetRequested
from services.chassis.storage.blobs import Blobs
from services.chassis.storage.database import connect
from services.orchestrator.documents.dropped_files import drop_blobs
from services.orchestrator.documents.reading import AT_ONCE
from services.orchestrator.workflow.state import State
from tests.orchestrator.documents.scans import BAD, approve, held, papers
from tests.standins.breaking import Pausing
from tests.standins.messages import Hall, all_answers, command_of, document, said, submitted
from tests.standins.workers.services import blocks


async def test_ranges_are_read_side_by_side_and_gathered_once(hall: Hall) -> None:
    [read] = await hall.tell(submitted(uuid4(), file="long.pdf"))
    ranges = await hall.tell(*all_answers(read))
    assert [type(command_of(each)) for each in ranges] == [ReadPages] * AT_ONCE
    assert [command_of(each).number for each in ranges] == list(range(1, AT_ONCE + 1))
    more = await hall.tell(*[record for each in ranges for record in all_answers(each)])
    assert [command_of(each).number for each in more] == [17, 18]
    assert await hall.tell(*all_answers(more[1]), *all_answers(more[1])) == []
    [gather] = await hall.tell(*all_answers(more[0]))
    told = command_of(gather)
    assert isinstance(told, GatherDocument)
    assert (len(told.ranges), told.ranges[-1].last, told.approved, told.corrections) == (18, 36, False, [])
    progress = (await hall.rows("select progress from sessions"))[0]["progress"]
    assert (progress["step"], progress["pages_done"], progress["pages_total"]) == ("reading", 36, 36)


async def test_several_documents_are_read_each_by_itself_and_digested_together(hall: Hall) -> None:
    session, others = uuid4(), [document("long one.pdf"), document("c.pdf")]
    read = await hall.tell(submitted(session, more=others))
    assert [command_of(each).document.filename for each in read] == ["a.pdf", "long one.pdf", "c.pdf"]
    [digest] = await hall.walk(*[r for each in read for r in all_answers(each)], until="digest_document")
    told = command_of(digest)
    assert isinstance(told, DigestDocument)
    assert [told.reading, *told.more] == [
        "readings/stand-in.json",
        *(f"readings/{other.sha256}.json" for other in others),
    ]
    [write] = await hall.walk(*all_answers(digest), until="write_material")
    material = command_of(write)
    assert isinstance(material, WriteMaterial)
    wanted = [
        block.block_id
        for sha in ("", *(other.sha256 for other in others))
        for part in (1, 2)
        for block in (blocks(part, sha256=sha) if sha else blocks(part))
    ]
    assert [block.block_id for block in material.blocks] == wanted
    [validate] = await hall.walk(*all_answers(write), until="validate_items")
    checked = command_of(validate)
    assert isinstance(checked, ValidateItems)
    assert {block.document_sha256 for block in checked.blocks} == {None, *(other.sha256 for other in others)}
    await hall.walk(*all_answers(validate))
    assert (await hall.row(session))["status"] == "ready"
    shown = await hall.rows("select block_id from block_view order by part, ordinal")
    assert [row["block_id"] for row in shown] == wanted
    assert [paper["ordinal"] for paper in await papers(hall, session)] == [0, 1, 2]
    again = await hall.tell(submitted(uuid4(), more=others))
    assert [type(command_of(each)) for each in again] == [WriteMaterial]
    alone = await hall.tell(submitted(uuid4(), file="c.pdf"))
    assert [type(command_of(each)) for each in alone] == [DigestDocument]


async def test_what_a_person_approved_is_used_again_with_its_corrections(hall: Hall) -> None:
    first = await held(hall)
    message = PageCorrected(document_sha256=BAD.sha256, page=3, text="corrections/s/x", characters=1)
    await hall.tell(said(message, first))
    await hall.walk(*all_answers((await hall.tell(approve(first)))[0]))
    second = uuid4()
    [write] = await hall.tell(submitted(second, file=BAD.filename))
    assert isinstance(command_of(write), WriteMaterial)
    await hall.walk(*all_answers(write))
    [gather] = await hall.tell(approve(second))
    assert [each.text for each in command_of(gather).corrections] == ["corrections/s/x"]


async def test_a_reading_of_other_rules_than_the_newest_is_not_used_again(hall: Hall) -> None:
    await hall.ready()
    await hall.connection.execute("update readings set reader = 'pensum-reader/0 old'")
    assert [type(command_of(each)) for each in await hall.tell(submitted(uuid4()))] == [ReadDocument]
    await hall.connection.execute("update readings set reader = 'pensum-reader/2 nor'")
    await hall.ready(file="other.pdf")
    assert [type(command_of(each)) for each in await hall.tell(submitted(uuid4()))] == [ReadDocument]


async def test_rows_of_blocks_hold_no_lines_and_words(hall: Hall) -> None:
    [read] = await hall.tell(submitted(uuid4()))
    place = {"start": 0, "end": 3, "box": {"x0": 0, "y0": 0, "x1": 1, "y1": 1}}
    block: dict[str, Any] = {"block_id": "b", "text": "The tides", "confidence": 90, "word_confidences": [90, 90]}
    block |= {"lines": [place], "words": [{**place, "confidence": 90}]}
    meta = {"doc_meta": {"title": "", "language": "en"}, "reading": "r"}
    message = ReaderOutput.model_validate({"extracted_blocks": [block], **meta})
    [first, *_] = all_answers(read)
    await hall.tell(first._replace(value=message.write()))
    [row] = await hall.rows("select body, terms::text as terms from blocks")
    assert row["body"]["confidence"] == 90
    assert row["terms"] == "'the' 'tide'"
    assert not {"lines", "words", "word_confidences"} & set(row["body"])


async def test_forgetting_drops_every_file_once_nobody_needs_it_also_after_a_crash(hall: Hall, tmp_path: Any) -> None:
    store = Blobs(tmp_path)
    session = await held(hall)
    names = [BAD.blob, f"pictures/{BAD.sha256}/1-a.png", f"plans/{BAD.sha256[:40]}/1.json", f"memo/{session}/x"]
    names += [f"readings/{BAD.sha256}-held.json", f"corrections/{session}/a"]
    for name in names:
        store.create(name, b"x")
    other = uuid4()
    await hall.tell(submitted(other, file=BAD.filename, user="another"))
    await hall.tell(said(ForgetRequested(), session))  # This shell has no store: as if it had died after the commit.
    await drop_blobs(hall.connection, store)
    assert [name for name in names if not store.exists(name)] == names[3:4] + names[5:]
    await hall.tell(said(ForgetRequested(), other))
    await hall.connection.execute("update dropped_blobs set due_at = now()")
    await drop_blobs(hall.connection, store)
    assert [name for name in names if store.exists(name)] == []
    assert await hall.count("dropped_blobs") == 0


async def test_whoever_begins_on_bytes_waits_for_whoever_forgets_them(hall: Hall, database: str) -> None:
    """Else the reading would be used that is about to go, and the session would end in a 504."""
    first, second = await hall.ready(), uuid4()
    async with await connect(database) as opened:
        other, paused = Hall(opened), Pausing(hall.connection)
        hall.shell.connection = paused  # type: ignore[assignment]
        forgetting = asyncio.create_task(hall.tell(said(ForgetRequested(), first)))
        await paused.reached.wait()
        waiting = asyncio.create_task(other.tell(submitted(second)))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        paused.go_on.set()
        await forgetting
        assert [type(command_of(each)) for each in await waiting] == [ReadDocument]


OLD = {
    "session_id": str(uuid4()),
    "document": {"sha256": "0" * 64, "filename": "a", "media_type": "x", "bytes": 1, "blob": "documents/a"},
    "pages_done": 3,
    "pages_total": 9,
}
READ_STEP = {"kind": "read", "journey": "document", "params": {"document": OLD["document"]}}


@pytest.mark.parametrize(
    ("more", "read"),
    [
        ({"open": {str(uuid4()): READ_STEP}}, False),
        ({"open": {str(uuid4()): READ_STEP}, "parts": [1], "reading_id": str(uuid4())}, False),
        ({"reading_id": str(uuid4()), "reading_blob": "r", "doc_meta": {"title": "", "language": "en"}}, True),
    ],
)
def test_a_state_of_the_first_rules_is_read(more: dict[str, Any], read: bool) -> None:
    state = State.model_validate({**OLD, **more})
    [paper] = state.papers
    assert (paper.read, paper.parts, paper.pages_total) == (read, more.get("parts", []), 9)
    assert State.model_validate_json(state.model_dump_json(exclude_defaults=True)) == state
