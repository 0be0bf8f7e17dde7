"""What owners change of items and cards."""

from dataclasses import dataclass
from uuid import UUID

from services.orchestrator.database.rows import Change, Json


@dataclass(slots=True, kw_only=True)
class ItemState(Change):
    id: UUID
    state: str
    last_of = ("id",)
    statement = "update items t set state = r.state from {rows} where t.item_id = r.id"


@dataclass(slots=True, kw_only=True)
class CardState(Change):
    id: UUID
    state: str
    last_of = ("id",)
    statement = "update flashcards t set state = r.state from {rows} where t.card_id = r.id"


@dataclass(slots=True, kw_only=True)
class WishSettled(Change):
    """All in one statement, so that each part sees the texts as they were. `by`: what came in a regenerated one's
    place."""

    message_id: UUID
    outcome: str
    reasons: Json
    by: UUID | None
    last_of = ("message_id",)
    statement = """with r as (select * from {rows}),
       wishes as (
         select h.message_id, h.item_id, h.action, h.after, h.answer_text, r.outcome = 'done' as done, r.by
         from r join item_history h using (message_id)
       ), edited_items as (
         update items t set body = w.after, answer_text = w.answer_text, revision = t.revision + 1 from wishes w
         where w.done and w.action = 'edited' and t.item_id = w.item_id
       ), edited_cards as (
         update flashcards t set body = w.after, revision = t.revision + 1 from wishes w
         where w.done and w.action = 'edited' and t.card_id = w.item_id
       ), added as (
         insert into items (item_id, quiz_id, session_id, course_id, tenant_id, user_id, ordinal, body, batch,
           answer_text, accepted, reasons)
         select w.item_id, q.quiz_id, q.session_id, q.course_id, q.tenant_id, q.user_id, n.ordinal, w.after, 0,
           w.answer_text, true, '[]'
         from wishes w join quizzes q on q.quiz_id = (w.after ->> 'quiz_id')::uuid, lateral (
           select coalesce(max(o.ordinal), -1) + 1 as ordinal from quiz_items o where o.quiz_id = q.quiz_id) n
         where w.done and w.action = 'added'
         on conflict do nothing returning item_id, quiz_id, session_id, tenant_id, user_id, ordinal
       ), added_asked as (
         insert into quiz_items (quiz_id, item_id, session_id, tenant_id, user_id, ordinal, repeat)
         select quiz_id, item_id, session_id, tenant_id, user_id, ordinal, false from added on conflict do nothing
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
       from r where h.message_id = r.message_id"""
