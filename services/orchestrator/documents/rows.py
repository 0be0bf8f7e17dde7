"""What reading leaves in rows: documents, readings, their blocks, and which readings make up a course."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.letter import Fields
from contracts.reading import ReaderOutput, ReadingHeld
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database import changes as changed
from services.orchestrator.database import columns as to
from services.orchestrator.database.writes import Writes
from services.orchestrator.documents.reading import of
from services.orchestrator.workflow.documents import Paper
from services.orchestrator.workflow.state import Ask, State

# How a block was read stays in the Reader's blob: it is more than the text.
_PLACES = {"lines", "words", "word_confidences"}


def dump(value: Fields, exclude: set[str] | None = None) -> str:
    """A value as its contract's JSON."""
    return value.model_dump_json(exclude_none=True, exclude=exclude)


def dump_all(values: Sequence[Fields]) -> str:
    """Several as a JSON array."""
    return f"[{','.join(map(dump, values))}]"


def document_row(
    writes: Writes, state: State, own: tuple[str, str], ordinal: int, paper: Paper, uploaded_at: datetime
) -> None:
    """A document of a course."""
    document = paper.document
    what = (document.filename, document.media_type, document.bytes, document.blob, uploaded_at)
    row = (state.course_id, document.sha256, *own, *what, ordinal, document.password, paper.reading_id)
    writes.insert(to.DOCUMENTS, *row)


def blocks(
    writes: Writes,
    arrival: Arrival,
    letter: ReaderOutput,
    before: State,
    after: State,
    own: tuple[str, str],
    now: datetime,
) -> None:
    """A part of a reading: its row with the first that comes, and its blocks, without what only a page shows."""
    reading, complete = arrival.envelope.cause, arrival.envelope.cause not in after.open
    part = letter.part.number if letter.part else 1
    sha256, *gathered = _gathered(before, reading)
    meta = dump(letter.doc_meta)
    row = (reading, *own, sha256, letter.reading, meta, complete, now, None, None, *gathered)
    writes.insert(to.READINGS, *row)
    writes.insert(to.MEMBERS, reading, reading, *own, 0)
    if part == 1:
        recognition = dump(letter.recognition) if letter.recognition else None
        writes.change(changed.READING_DESCRIBED, reading, letter.reader, recognition, dump_all(letter.notices))
    if complete:
        writes.change(changed.READING_COMPLETE, reading)
    for number, block in enumerate(letter.extracted_blocks):
        place = (part, number, block.source_page)
        writes.insert(to.BLOCKS, reading, block.block_id, *own, *place, dump(block, _PLACES))


def held(
    writes: Writes, arrival: Arrival, letter: ReadingHeld, before: State, own: tuple[str, str], now: datetime
) -> None:
    """A reading that the gate refused: what it saw, and no block."""
    reading = arrival.envelope.cause
    sha256, *gathered = _gathered(before, reading)
    what = (dump(letter.doc_meta), False, now, dump(letter.problem), dump(letter.recognition))
    writes.insert(to.READINGS, reading, *own, sha256, letter.reading, *what, *gathered)


def reading_set(writes: Writes, asked: Ask, own: tuple[str, str], now: datetime) -> None:
    """The row of a set of several readings, which will have their digest, and its members in their order."""
    members = asked.params.get("members", [])
    if len(members) < 2:
        return
    set_id, meta = UUID(asked.params["reading_id"]), json.dumps(asked.params["doc_meta"])
    writes.insert(to.READINGS, set_id, *own, "", None, meta, True, now, None, None, None, None, None)
    for ordinal, member in enumerate(members):
        writes.insert(to.MEMBERS, set_id, UUID(member), *own, ordinal)


def _gathered(before: State, command: UUID | None) -> tuple[Any, ...]:
    """The document's hash, and what its reading was gathered from: plan, ranges, corrections."""
    step = before.open[command] if command else None
    sha256 = of(step) if step else ""
    paper = next((paper for paper in before.papers if paper.sha256 == sha256), None)
    if step is None or step.kind != "gather" or paper is None:
        return (sha256, None, None, None)
    return (sha256, paper.plan, json.dumps(paper.ranges), json.dumps(step.params["corrections"]))
