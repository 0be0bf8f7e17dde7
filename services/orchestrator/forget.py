"""Forgetting: a session's rows go, its own row stays as a tombstone.

A reading goes with its owner's last course on its document; files go later, one by one (`dropping.py`).
"""

from typing import LiteralString

from services.orchestrator.decide.state import State
from services.orchestrator.writes import Writes

EMPTY_INTAKE: LiteralString = "update intake set message = '{}', answer = '{}', settled = true where session_id = %s"
OF_THE_SESSION: tuple[LiteralString, ...] = (
    "delete from journal where session_id = %s",
    "delete from deadlines where session_id = %s",
    "delete from items where session_id = %s",
    "delete from flashcards where session_id = %s",
    "delete from item_history where session_id = %s",
    "delete from quizzes where session_id = %s",
    "delete from attempts where session_id = %s",
    "delete from results where session_id = %s",
    "delete from notes where session_id = %s",
    "delete from agent_runs where session_id = %s",
    "delete from agent_transitions where session_id = %s",
    "update parked set value = null, headers = '{}', reason = 'forgotten' where session_id = %s",
    EMPTY_INTAKE,
)
# All in one statement, so that each part sees what was there before it. A document of a course that somebody else's
# session still walks through stays; so does a reading while another course of its owner has the document.
ORPHANS: LiteralString = """
with whole as (
  select %(course)s::uuid as course_id
  where not exists (select from sessions where course_id = %(course)s and session_id <> %(session)s)
), papers as (
  delete from documents d using whole where d.course_id = whole.course_id
  returning d.sha256, d.blob, d.password
), gone as (
  delete from readings r where r.tenant_id = %(tenant)s and r.user_id = %(user)s
    and r.document_sha256 in (select sha256 from papers)
    and not exists (select from documents d where d.tenant_id = r.tenant_id and d.user_id = r.user_id
                    and d.sha256 = r.document_sha256 and d.course_id <> %(course)s)
  returning r.reading_id, r.document_sha256, r.blob, r.plan, r.corrections
), sets as (
  delete from readings r where r.document_sha256 = '' and r.reading_id in
    (select m.set_id from reading_members m join gone using (reading_id) where m.set_id <> m.reading_id)
  returning r.reading_id
), members as (
  delete from reading_members m where m.set_id in (select reading_id from gone union select reading_id from sets)
), texts as (
  delete from blocks b using gone where b.reading_id = gone.reading_id
), course as (
  delete from courses c using whole where c.course_id = whole.course_id
)
insert into dropped_blobs (tenant_id, user_id, name, document_sha256, due_at)
select %(tenant)s, %(user)s, name, min(sha256), now() from (
  select blob, sha256 from papers
  union all select 'pictures/' || sha256 || '/', sha256 from papers
  union all select password, null from papers
  union all select blob, document_sha256 from gone
  union all select plan, document_sha256 from gone
  union all select value, null from gone, json_each_text(coalesce(gone.corrections, '{}'))
  union all select name, sha256 from unnest(%(names)s::text[], %(hashes)s::text[]) as named(name, sha256)
) as found(name, sha256) where name is not null group by name
on conflict (name) do update set due_at = excluded.due_at"""


def forget(writes: Writes, state: State, own: tuple[str, str]) -> None:
    """Empties what the session holds, and notes which files are to go."""
    session = state.session_id
    for statement in OF_THE_SESSION:
        writes.then(statement, session)
    named: list[tuple[str, str | None]] = [(f"memo/{session}/", None), (f"corrections/{session}/", None)]
    for paper in state.papers:
        named += [(blob, paper.sha256) for blob in (paper.reading, paper.plan) if blob]
        named += [(blob, None) for blob in paper.corrections.values()]
    names, hashes = map(list, zip(*named, strict=True))
    tenant, user = own
    writes.then_named(
        ORPHANS, course=state.course_id, session=session, tenant=tenant, user=user, names=names, hashes=hashes
    )
    writes.then("update sessions set course_id = null where session_id = %s", session)
