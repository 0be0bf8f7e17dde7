"""What reading leaves in rows: documents, readings, their blocks, and which readings make up a course."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from contracts.digest import DocumentDigested
from contracts.reading import ReaderOutput, ReadingHeld
from contracts.session import DocumentSubmitted
from services.orchestrator.arrivals import Arrival
from services.orchestrator.database.rows import Json, Own, Terms, as_json, dump, dump_all
from services.orchestrator.database.writes import Writes
from services.orchestrator.documents.changes import CourseRead, ReadingComplete, ReadingDescribed, ReadingDigested
from services.orchestrator.documents.reading import of
from services.orchestrator.documents.tables import BlockRow, Course, CourseDocument, Reading, ReadingMember
from services.orchestrator.workflow.documents import Paper
from services.orchestrator.workflow.params import BeginParams, DigestParams, GatherParams
from services.orchestrator.workflow.stages import BEGINNING
from services.orchestrator.workflow.state import Ask, State
from services.search.stored import searchable

# How a block was read stays in the Reader's blob: it is more than the text.
_PLACES = {"lines", "words", "word_confidences"}


class _Gathered(TypedDict):
    """The document's hash, and what its reading was gathered from."""

    document_sha256: str
    plan: str | None
    ranges: Json | None
    corrections: Json | None


def submitted(writes: Writes, message: DocumentSubmitted, state: State, own: Own, now: datetime) -> None:
    """A course, and its documents."""
    assert state.course_id is not None
    title, reading = message.document.filename, state.reading_id
    writes.insert(Course(**own, course_id=state.course_id, title=title, reading_id=reading, created_at=now))
    for ordinal, paper in enumerate(state.papers):
        document_row(writes, state, own, ordinal, paper, message.uploaded_at)


def document_row(writes: Writes, state: State, own: Own, ordinal: int, paper: Paper, uploaded_at: datetime) -> None:
    """A document of a course."""
    assert state.course_id is not None
    document = paper.document
    writes.insert(
        CourseDocument(
            **own,
            course_id=state.course_id,
            sha256=document.sha256,
            filename=document.filename,
            media_type=document.media_type,
            bytes=document.bytes,
            blob=document.blob,
            uploaded_at=uploaded_at,
            ordinal=ordinal,
            password=document.password,
            reading_id=paper.reading_id,
        )
    )


def blocks(
    writes: Writes, arrival: Arrival, message: ReaderOutput, before: State, after: State, own: Own, now: datetime
) -> None:
    """A part of a reading: its row with the first that comes, and its blocks, without what only a page shows.

    The reading of a document's beginning is never complete, so nobody uses it again.
    """
    reading = _command(arrival)
    beginning = isinstance(before.open[reading].params, BeginParams)
    complete, meta = reading not in after.open and not beginning, dump(message.doc_meta)
    part = message.part.number if message.part else 1
    writes.insert(
        Reading(
            **own,
            **_gathered(before, reading),
            reading_id=reading,
            blob=message.reading,
            doc_meta=meta,
            complete=complete,
            created_at=now,
        )
    )
    writes.insert(ReadingMember(**own, set_id=reading, reading_id=reading, ordinal=0))
    if part == 1:
        recognition = dump(message.recognition) if message.recognition else None
        notices = dump_all(message.notices)
        writes.change(
            ReadingDescribed(reading_id=reading, reader=message.reader, recognition=recognition, notices=notices)
        )
    if complete:
        writes.change(ReadingComplete(reading_id=reading))
    terms = searchable(message.extracted_blocks, message.doc_meta.language)
    for number, (block, found_by) in enumerate(zip(message.extracted_blocks, terms, strict=True)):
        writes.insert(
            BlockRow(
                **own,
                reading_id=reading,
                block_id=block.block_id,
                part=part,
                ordinal=number,
                source_page=block.source_page,
                body=dump(block, _PLACES),
                terms=None if found_by is None else Terms(found_by),
            )
        )


def held(writes: Writes, arrival: Arrival, message: ReadingHeld, before: State, own: Own, now: datetime) -> None:
    """A reading that the gate refused: what it saw, and no block."""
    reading = _command(arrival)
    writes.insert(
        Reading(
            **own,
            **_gathered(before, reading),
            reading_id=reading,
            blob=message.reading,
            doc_meta=dump(message.doc_meta),
            complete=False,
            created_at=now,
            problem=dump(message.problem),
            recognition=dump(message.recognition),
        )
    )


def digested(writes: Writes, arrival: Arrival, message: DocumentDigested, before: State, state: State) -> None:
    """The digest, and the course's title by it; of a document's beginning the digest alone."""
    step = arrival.step(before)
    if step is not None and step.journey == BEGINNING and isinstance(step.params, DigestParams):
        if step.params.reading_id is not None:
            writes.change(ReadingDigested(reading_id=step.params.reading_id, digest=dump(message, {"run"})))
        return
    assert state.reading_id is not None
    assert state.course_id is not None
    about = state.papers[0].doc_meta if state.papers else None
    writes.change(ReadingDigested(reading_id=state.reading_id, digest=dump(message, {"run"})))
    title = about.title if about else ""
    writes.change(CourseRead(course_id=state.course_id, reading_id=state.reading_id, title=title))


def reading_set(writes: Writes, asked: Ask, own: Own, now: datetime) -> None:
    """The row of a set of several readings, which will have their digest, and its members in their order."""
    params = asked.params
    if not isinstance(params, DigestParams) or len(params.members) < 2 or params.reading_id is None:
        return
    set_id, meta = params.reading_id, dump(params.doc_meta) if params.doc_meta else Json("{}")
    writes.insert(Reading(**own, reading_id=set_id, document_sha256="", doc_meta=meta, complete=True, created_at=now))
    for ordinal, member in enumerate(params.members):
        writes.insert(ReadingMember(**own, set_id=set_id, reading_id=member, ordinal=ordinal))


def _command(arrival: Arrival) -> UUID:
    """The command that a reading answers: the reading's id."""
    assert arrival.envelope.cause is not None
    return arrival.envelope.cause


def _gathered(before: State, command: UUID) -> _Gathered:
    step = before.open[command]
    sha256 = of(step)
    paper = next((paper for paper in before.papers if paper.sha256 == sha256), None)
    if not isinstance(step.params, GatherParams) or paper is None:
        return {"document_sha256": sha256, "plan": None, "ranges": None, "corrections": None}
    ranges, corrections = as_json(paper.ranges), as_json(step.params.corrections)
    return {"document_sha256": sha256, "plan": paper.plan, "ranges": ranges, "corrections": corrections}
