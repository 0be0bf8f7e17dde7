"""What recalls, disputes and rulings change."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.orchestrator.database.rows import Change


@dataclass(slots=True, kw_only=True)
class Unruled(Change):
    result_id: UUID
    statement = "delete from rulings u using {rows} where u.result_id = r.result_id and u.by = 'owner'"


@dataclass(slots=True, kw_only=True)
class Disputed(Change):
    dispute_id: UUID
    session_id: UUID
    tenant_id: str
    user_id: str
    of: str
    result_id: UUID | None
    attempt_id: UUID | None
    note: int | None
    reason: str
    raised_at: datetime
    statement = """
       insert into disputes (dispute_id, session_id, tenant_id, user_id, of, result_id, attempt_id, note, subject,
         reason, state, decided_by, decision_reason, raised_at)
       select r.dispute_id, r.session_id, r.tenant_id, r.user_id, r.of, r.result_id,
         coalesce(r.attempt_id, (select t.attempt_id from results t where t.result_id = r.result_id)), r.note,
         coalesce((select n.note from notes n where n.session_id = r.session_id and n.attempt_id = r.attempt_id
                   and n.ordinal = r.note), ''), r.reason, 'open', '', '', r.raised_at
       from {rows} on conflict do nothing"""


@dataclass(slots=True, kw_only=True)
class DisputeSettled(Change):
    dispute_id: UUID
    state: str
    credit: float | None
    decided_by: str
    reason: str
    decided_at: datetime
    last_of = ("dispute_id",)
    statement = """
       update disputes d set state = r.state, credit = r.credit, decided_by = r.decided_by, decision_reason = r.reason,
         decided_at = r.decided_at
       from {rows} where d.dispute_id = r.dispute_id"""


@dataclass(slots=True, kw_only=True)
class Recalled(Change):
    """What becomes of a session's rows about an item that is recalled; after everything else, so that it finds all of
    them."""

    message_id: UUID
    attempt_id: UUID
    session_id: UUID
    tenant_id: str
    user_id: str
    item_id: UUID
    what: str
    reason: str
    timestamp: datetime
    statement = """
       insert into recalls (message_id, attempt_id, session_id, tenant_id, user_id, item_id, what, reason, timestamp,
         score_before)
       select r.message_id, r.attempt_id, r.session_id, r.tenant_id, r.user_id, r.item_id, r.what, r.reason,
         r.timestamp, a.score
       from {rows} join attempts a on a.attempt_id = r.attempt_id on conflict do nothing"""


@dataclass(slots=True, kw_only=True)
class Voided(Change):
    session_id: UUID
    item_id: UUID
    statement = """with r as (select * from {rows}), unrated as (
         delete from review_events v using r where v.session_id = r.session_id and v.card_id = r.item_id
       ), outdated as (
         update schedules s set last_event = null from r where s.session_id = r.session_id and s.card_id = r.item_id
       )
       update results t set void = true from r where t.session_id = r.session_id and t.item_id = r.item_id"""


@dataclass(slots=True, kw_only=True)
class Unvoided(Change):
    """What was rated with the item went with it: schedules are folded anew once its answers are graded again."""

    session_id: UUID
    item_id: UUID
    statement = """update results t set void = false from {rows}
       where t.session_id = r.session_id and t.item_id = r.item_id"""


@dataclass(slots=True, kw_only=True)
class Corrected(Change):
    session_id: UUID
    item_id: UUID
    statement = """delete from rulings u using {rows}
       where u.session_id = r.session_id and u.item_id = r.item_id and u.by not in ('owner', 'learner')"""


@dataclass(slots=True, kw_only=True)
class Emptied(Change):
    attempt_id: UUID
    at: datetime
    statement = """with r as (select * from {rows}), patterns as (
         delete from error_patterns p using r where p.attempt_id = r.attempt_id
       ), gaps as (
         delete from knowledge_gaps g using r where g.attempt_id = r.attempt_id
       ), told as (
         delete from notes n using r where n.attempt_id = r.attempt_id
       )
       update attempts t set score = null, weak_concepts = '[]', improvement_areas = '[]',
         graded_at = coalesce(t.graded_at, r.at)
       from r where t.attempt_id = r.attempt_id"""
