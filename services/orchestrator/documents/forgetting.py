"""Forgetting: a session's rows go, its own row stays as a tombstone.

A reading goes with its owner's last course on its document; files go later, one by one (`dropped_files.py`). A course
that others learn from stays with what they are asked, also when its owner is forgotten; who joined leaves it as it is.
"""

from typing import LiteralString

from services.orchestrator.database.rows import Own
from services.orchestrator.database.writes import Writes
from services.orchestrator.history import figures
from services.orchestrator.workflow.state import State

EMPTY_INTAKE: LiteralString = "update intake set message = '{}', answer = '{}', settled = true where session_id = %s"
# What others of the course are asked, or learn by, is the course's, and its owner's.
SHARED: tuple[LiteralString, ...] = (
    """update items i set tenant_id = c.tenant_id, user_id = c.user_id from courses c
       where i.session_id = %s and c.course_id = i.course_id
         and exists (select from quiz_items q where q.item_id = i.item_id and q.session_id <> i.session_id)""",
)
OF_THE_SESSION: tuple[LiteralString, ...] = (
    "delete from journal where session_id = %s",
    "delete from deadlines where session_id = %s",
    """delete from items where session_id = %s and not exists (
         select from quiz_items q where q.item_id = items.item_id and q.session_id <> items.session_id)""",
    """delete from flashcards where session_id = %s and not exists (
         select from courses c join sessions s on s.course_id = c.course_id where c.course_id = flashcards.course_id
           and s.session_id <> flashcards.session_id and c.user_id = flashcards.user_id)""",
    "delete from item_history where session_id = %s",
    "delete from quizzes where session_id = %s",
    "delete from quiz_items where session_id = %s",
    "delete from quiz_progress where session_id = %s",
    "delete from attempts where session_id = %s",
    "delete from results where session_id = %s",
    "delete from rulings where session_id = %s",
    "delete from disputes where session_id = %s",
    "delete from recalls where session_id = %s",
    "delete from notes where session_id = %s",
    "delete from review_events where session_id = %s",
    "delete from schedules where session_id = %s",
    "delete from concept_mastery where session_id = %s",
    "delete from evidence_sums where session_id = %s",
    "delete from mastery_history where session_id = %s",
    "delete from knowledge_gaps where session_id = %s",
    "delete from error_patterns where session_id = %s",
    "delete from learning_cycles where session_id = %s",
    "delete from diagnostic_results where session_id = %s",
    "delete from agent_state where session_id = %s",
    "delete from messages where session_id = %s",
    "delete from assistant_states where session_id = %s",
    "delete from lessons where session_id = %s",
    "delete from lesson_wishes where session_id = %s",
    "delete from lesson_plans where session_id = %s",
    "delete from lesson_turns where session_id = %s",
    "delete from course_shares where session_id = %s",
    "delete from agent_runs where session_id = %s",
    "delete from agent_transitions where session_id = %s",
    "update parked set value = null, headers = '{}', reason = 'forgotten' where session_id = %s",
    EMPTY_INTAKE,
)
# All in one statement, so that each part sees what was there before it. A document of a course that somebody else's
# session still walks through stays; so does a reading while another course of its owner has the document. Whoever goes
# last takes the course with them, whosever it was.
ORPHANS: LiteralString = """
with whole as (
  select %(course)s::uuid as course_id
  where not exists (select from sessions where course_id = %(course)s and session_id <> %(session)s)
), owner as (
  select tenant_id, user_id from courses where course_id = %(course)s
  union all select %(tenant)s::text, %(user)s::text where not exists (select from courses where course_id = %(course)s)
), questions as (
  delete from items i using whole where i.course_id = whole.course_id
), cards as (
  delete from flashcards f using whole where f.course_id = whole.course_id
), codes as (
  delete from course_shares h using whole where h.course_id = whole.course_id
), papers as (
  delete from documents d using whole where d.course_id = whole.course_id
  returning d.sha256, d.blob, d.password
), gone as (
  delete from readings r using owner where r.tenant_id = owner.tenant_id and r.user_id = owner.user_id
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
), directions as (
  delete from block_vectors v using gone where v.reading_id = gone.reading_id
), embedded as (
  delete from embeddings e using gone where e.reading_id = gone.reading_id
), course as (
  delete from courses c using whole where c.course_id = whole.course_id
)
insert into dropped_blobs (tenant_id, user_id, name, document_sha256, due_at)
select %(tenant)s::text, %(user)s::text, name, min(sha256), now() from (
  select blob, sha256 from papers
  union all select 'pictures/' || sha256 || '/', sha256 from papers
  union all select password, null from papers
  union all select blob, document_sha256 from gone
  union all select plan, document_sha256 from gone
  union all select value, null from gone, json_each_text(coalesce(gone.corrections, '{}'))
  union all select name, sha256 from unnest(%(names)s::text[], %(hashes)s::text[]) as named(name, sha256)
) as found(name, sha256) where name is not null group by name
on conflict (name) do update set due_at = excluded.due_at"""


def forget(writes: Writes, state: State, own: Own) -> None:
    """Empties what the session holds, and notes which files are to go."""
    session = state.session_id
    for statement in (*SHARED, *OF_THE_SESSION):
        writes.then(statement, session)
    named: list[tuple[str, str | None]] = [(f"memo/{session}/", None), (f"corrections/{session}/", None)]
    for paper in () if state.joined else state.papers:
        named += [(blob, paper.sha256) for blob in (paper.reading, paper.plan) if blob]
        named += [(blob, None) for blob in paper.corrections.values()]
    names, hashes = map(list, zip(*named, strict=True))
    tenant, user = own["tenant_id"], own["user_id"]
    writes.then_named(
        ORPHANS, course=state.course_id, session=session, tenant=tenant, user=user, names=names, hashes=hashes
    )
    writes.then("update sessions set course_id = null, name = '', learning = null where session_id = %s", session)
    figures.forgotten(writes, session)
