"""Which rows are changed, for `writes.py`: one statement a kind, whatever the number of sessions in the batch.

Each works on `r`, the rows given as an array a column; `{rows}` stands for them. No row is changed twice by one kind in
one batch, and no kind reads what another one writes, so their order is free.
"""

from dataclasses import dataclass
from typing import LiteralString


@dataclass(frozen=True, eq=False)
class Change:
    """A statement over rows, and the rows' columns with their Postgres types; JSON comes as text.

    `last`: of rows with the same first value the last one counts.
    """

    columns: dict[str, str]
    statement: LiteralString
    last: bool = False


SESSION = Change(
    {
        "session_id": "uuid",
        "state": "text",
        "status": "text",
        "version": "int",
        "progress": "text",
        "error": "text",
        "focus_areas": "text",
        "updated_at": "timestamptz",
        "course_id": "uuid",
        "forgotten_at": "timestamptz",
        "learning": "text",
    },
    """update sessions s set state = r.state::json, status = r.status, version = r.version,
       progress = r.progress::json, error = r.error::json, focus_areas = r.focus_areas::json,
       updated_at = r.updated_at, course_id = coalesce(r.course_id, s.course_id), forgotten_at = r.forgotten_at,
       learning = r.learning::json
       from {rows} where s.session_id = r.session_id""",
)
DEADLINE_MET = Change(
    {"command_id": "uuid"},
    "delete from deadlines d using {rows} where d.command_id = r.command_id",
)
DEADLINE = Change(
    {
        "command_id": "uuid",
        "session_id": "uuid",
        "tenant_id": "text",
        "user_id": "text",
        "attempt": "int",
        "silence": "float8",
        "limit": "float8",
        "traceparent": "text",
    },
    """insert into deadlines (command_id, session_id, tenant_id, user_id, attempt, due_at, traceparent, silence_s,
         limit_at)
       select distinct on (r.command_id) r.command_id, r.session_id, r.tenant_id, r.user_id, r.attempt,
              now() + make_interval(secs => r.silence), r.traceparent, r.silence, now() + make_interval(secs => r.limit)
       from {rows}
       on conflict (command_id) do update set attempt = excluded.attempt, due_at = excluded.due_at,
         silence_s = excluded.silence_s, limit_at = excluded.limit_at""",
)
READING_COMPLETE = Change(
    {"reading_id": "uuid"},
    "update readings t set complete = true from {rows} where t.reading_id = r.reading_id",
)
READING_DESCRIBED = Change(
    {"reading_id": "uuid", "reader": "text", "recognition": "text", "notices": "text"},
    """update readings t set reader = r.reader, recognition = r.recognition::json, notices = r.notices::json
       from {rows} where t.reading_id = r.reading_id""",
)
DOCUMENT = Change(
    {
        "course_id": "uuid",
        "sha256": "text",
        "filename": "text",
        "password": "text",
        "ordinal": "int",
        "reading_id": "uuid",
        "review": "text",
    },
    """update documents t set filename = r.filename, password = r.password, ordinal = r.ordinal,
              reading_id = r.reading_id, review = r.review, replaced_at = null
       from {rows} where t.course_id = r.course_id and t.sha256 = r.sha256""",
)
DOCUMENT_REPLACED = Change(
    {"course_id": "uuid", "sha256": "text", "replaced_at": "timestamptz"},
    """update documents t set replaced_at = r.replaced_at from {rows}
       where t.course_id = r.course_id and t.sha256 = r.sha256""",
)
READING_DIGESTED = Change(
    {"reading_id": "uuid", "digest": "text"},
    "update readings t set digest = r.digest::json from {rows} where t.reading_id = r.reading_id",
)
COURSE_READ = Change(
    {"course_id": "uuid", "reading_id": "uuid", "title": "text"},
    "update courses t set reading_id = r.reading_id, title = r.title from {rows} where t.course_id = r.course_id",
)
_VERDICT = {"quiz_id": "uuid", "id": "uuid", "accepted": "bool", "reasons": "text"}
ITEM_JUDGED = Change(
    _VERDICT,
    """update items t set accepted = r.accepted, reasons = r.reasons::json from {rows}
       where t.quiz_id = r.quiz_id and t.item_id = r.id""",
)
CARD_JUDGED = Change(
    _VERDICT,
    """update flashcards t set accepted = r.accepted, reasons = r.reasons::json from {rows}
       where t.quiz_id = r.quiz_id and t.card_id = r.id""",
)
_STATE = {"id": "uuid", "state": "text"}
ITEM_STATE = Change(_STATE, "update items t set state = r.state from {rows} where t.item_id = r.id", last=True)
CARD_STATE = Change(_STATE, "update flashcards t set state = r.state from {rows} where t.card_id = r.id", last=True)
# All in one statement, so that each part sees the texts as they were. `by`: what came in a regenerated one's place.
WISH_SETTLED = Change(
    {"message_id": "uuid", "outcome": "text", "reasons": "text", "by": "uuid"},
    """with r as (select * from {rows}),
       wishes as (
         select h.message_id, h.item_id, h.action, h.after, h.answer_text, r.outcome = 'done' as done, r.by
         from r join item_history h using (message_id)
       ), edited_items as (
         update items t set body = w.after, answer_text = w.answer_text, revision = t.revision + 1 from wishes w
         where w.done and w.action = 'edited' and t.item_id = w.item_id
       ), edited_cards as (
         update flashcards t set body = w.after, revision = t.revision + 1 from wishes w
         where w.done and w.action = 'edited' and t.card_id = w.item_id
       ), placed_items as (
         update items t set ordinal = o.ordinal from wishes w join items o on o.item_id = w.item_id
         where w.done and w.action = 'regenerated' and t.item_id = w.by
       ), asked as (
         insert into quiz_items (quiz_id, item_id, session_id, tenant_id, user_id, ordinal, repeat)
         select q.quiz_id, w.by, q.session_id, q.tenant_id, q.user_id, q.ordinal, false
         from wishes w join quiz_items q on q.item_id = w.item_id
         where w.done and w.action = 'regenerated' and w.by is not null
         on conflict (quiz_id, item_id) do update set ordinal = excluded.ordinal
       ), placed_cards as (
         update flashcards t set ordinal = o.ordinal from wishes w join flashcards o on o.card_id = w.item_id
         where w.done and w.action = 'regenerated' and t.card_id = w.by
       )
       update item_history h set outcome = r.outcome, reasons = r.reasons::json,
         before = coalesce((select body from items where item_id = h.item_id),
                           (select body from flashcards where card_id = h.item_id)),
         after = coalesce(h.after, (select body from items where item_id = r.by),
                          (select body from flashcards where card_id = r.by))
       from r where h.message_id = r.message_id""",
    last=True,
)
QUIZ_TOLD = Change(
    {"quiz_id": "uuid", "shortfall": "text"},
    "update quizzes t set shortfall = r.shortfall::json from {rows} where t.quiz_id = r.quiz_id",
    last=True,
)
# After all others, when the batch is saved. What the Coach told stays for kinds that `shortfall` says nothing of; so
# does what it told beside the numbers (`contracts.quizzes.BESIDE`).
QUIZ = Change(
    {"quiz_id": "uuid", "ready": "bool", "complete": "bool", "refused": "text", "shortfall": "text", "own": "text"},
    """update quizzes t set ready = r.ready, complete = r.complete, refused = r.refused::json,
       shortfall = (select coalesce(json_agg(e), '[]') from (
         select e from json_array_elements(t.shortfall) e where not r.own::jsonb ? (e ->> 'of')
           or e ->> 'code' in ('difficulty', 'focus_not_in_text')
         union all select e from json_array_elements(r.shortfall::json) e) each(e))
       from {rows} where t.quiz_id = r.quiz_id""",
)
