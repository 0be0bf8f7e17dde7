"""What is looked up before a message of a lesson is decided: its guideline, whose learner's part becomes a course.

A guideline's course is everybody's who is taught by it: its text is read already, and its tasks are items. It is made
when the first lesson wants it, and again after the last one was forgotten; one that is imported anew is another course.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, LiteralString
from uuid import UUID

from contracts.documents import DocMeta, Document
from contracts.lessons import LessonRequested
from services.chassis.storage.database import Connection
from services.orchestrator.arrivals import Arrival
from services.orchestrator.workflow.documents import Paper
from services.orchestrator.workflow.lessons import KnownGuideline

OWNER = "curriculum"
"""Whose course a guideline's is: a tenant that nobody has a token of."""

_GUIDELINES: LiteralString = """
select g.guideline_id, g.title, g.language, g.sha256, g.objectives,
  md5(g.guideline_id::text || g.sha256)::uuid as course_id,
  md5(g.guideline_id::text || g.sha256 || 'reading')::uuid as reading_id
from teaching_guidelines g where g.guideline_id = any(%s) order by g.guideline_id"""
_LOCK: LiteralString = "select course_id from courses where course_id = any(%s) order by course_id for update"
_COURSE: LiteralString = """
insert into courses (course_id, tenant_id, user_id, title, reading_id, created_at)
values (%(course)s, %(owner)s, %(owner)s, %(title)s, %(reading)s, now()) on conflict do nothing"""
_REST: tuple[LiteralString, ...] = (
    """insert into documents (course_id, tenant_id, user_id, sha256, filename, media_type, bytes, blob, uploaded_at,
         ordinal, reading_id)
       values (%(course)s, %(owner)s, %(owner)s, %(sha256)s, %(filename)s, 'text/markdown', %(bytes)s, %(sha256)s,
         now(), 0, %(reading)s) on conflict do nothing""",
    """insert into readings (reading_id, tenant_id, user_id, document_sha256, doc_meta, digest, complete, created_at,
         reader)
       select %(reading)s, %(owner)s, %(owner)s, %(sha256)s, %(meta)s::json, g.material -> 'digest', true, now(),
         'curriculum'
       from teaching_guidelines g where g.guideline_id = %(guideline)s on conflict do nothing""",
    """insert into reading_members (set_id, reading_id, tenant_id, user_id, ordinal)
       values (%(reading)s, %(reading)s, %(owner)s, %(owner)s, 0) on conflict do nothing""",
    """insert into blocks (reading_id, block_id, tenant_id, user_id, part, ordinal, source_page, body, terms)
       select %(reading)s, b.value ->> 'block_id', %(owner)s, %(owner)s, 1, b.n - 1,
         (b.value ->> 'source_page')::int, b.value, (g.material -> 'terms' ->> (b.n - 1)::int)::tsvector
       from teaching_guidelines g cross join lateral json_array_elements(g.material -> 'blocks')
         with ordinality b(value, n)
       where g.guideline_id = %(guideline)s on conflict do nothing""",
    """insert into items (item_id, quiz_id, session_id, course_id, tenant_id, user_id, ordinal, body, accepted, reasons,
         answer_text)
       select md5(%(course)s::text || (i.value ->> 'item_id'))::uuid, %(course)s, %(course)s, %(course)s, %(owner)s,
         %(owner)s, i.n - 1,
         (i.value::jsonb || jsonb_build_object('item_id', md5(%(course)s::text || (i.value ->> 'item_id'))::uuid,
           'quiz_id', %(course)s::uuid))::json,
         true, '[]', coalesce(
           (select o.value ->> 'text' from json_array_elements(
              case when json_typeof(i.value -> 'options') = 'array' then i.value -> 'options' end) o
            where o.value ->> 'option_id' = i.value ->> 'answer'), i.value ->> 'answer', '')
       from teaching_guidelines g cross join lateral json_array_elements(g.material -> 'items')
         with ordinality i(value, n)
       where g.guideline_id = %(guideline)s on conflict do nothing""",
)


@dataclass
class Guidelines:
    """The guidelines of the lessons that begin in this batch, with their courses, by id."""

    known: dict[UUID, KnownGuideline] = field(default_factory=dict)

    async def load(self, connection: Connection, arrivals: Sequence[Arrival]) -> None:
        """Opens and locks the courses of the guidelines that these lessons are taught by, in key order."""
        wanted = [_wanted(arrival) for arrival in arrivals]
        ids = sorted({each for each in wanted if each is not None})
        if not ids:
            return
        rows = await (await connection.execute(_GUIDELINES, (ids,))).fetchall()
        for row in sorted(rows, key=lambda row: row["course_id"]):
            await _open(connection, row)
            self.known[row["guideline_id"]] = _known(row)

    def of(self, arrival: Arrival) -> KnownGuideline | None:
        """The guideline of the lesson that a message begins."""
        wanted = _wanted(arrival)
        return self.known.get(wanted) if wanted else None


def item_of(course: UUID | None, task: str) -> UUID:
    """The item that a guideline's task is in a course, as Postgres derives it."""
    return UUID(hashlib.md5(f"{course}{task}".encode(), usedforsecurity=False).hexdigest())


def _wanted(arrival: Arrival) -> UUID | None:
    message = arrival.message
    return message.goal.guideline_id if isinstance(message, LessonRequested) and message.begins else None


async def _open(connection: Connection, row: dict[str, Any]) -> None:
    """The course, made if it is not there. Whoever forgets its last lesson has the lock until it is gone."""
    paper = _paper(row)
    values = {
        "course": row["course_id"],
        "reading": row["reading_id"],
        "guideline": row["guideline_id"],
        "owner": OWNER,
        "title": row["title"],
        "sha256": row["sha256"],
        "filename": paper.document.filename,
        "bytes": paper.document.bytes,
        "meta": paper.doc_meta.model_dump_json(exclude_none=True) if paper.doc_meta else "{}",
    }
    made = await connection.execute(_COURSE, values)
    locked = await (await connection.execute(_LOCK, ([row["course_id"]],))).fetchone()
    if locked is None:  # It went while we waited.
        made = await connection.execute(_COURSE, values)
    if made.rowcount:
        for statement in _REST:
            await connection.execute(statement, values)


def _known(row: dict[str, Any]) -> KnownGuideline:
    return KnownGuideline(
        guideline_id=row["guideline_id"],
        course_id=row["course_id"],
        reading_id=row["reading_id"],
        papers=[_paper(row)],
        concepts=list(dict.fromkeys(each["concept"] for each in row["objectives"])),
    )


def _paper(row: dict[str, Any]) -> Paper:
    """The learner's part as the document of a session."""
    name = f"{row['title']}.md"
    document = Document(sha256=row["sha256"], filename=name, media_type="text/markdown", bytes=1, blob=row["sha256"])
    meta = DocMeta(title=row["title"], language=row["language"])
    return Paper(document=document, reading_id=row["reading_id"], doc_meta=meta, read=True)
