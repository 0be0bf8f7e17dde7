"""What the gateway reads: the orchestrator's views, always for one person.

`standing` and `session` ask whose session it is; everything else is asked only after one of them has answered.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from contracts.problems import Code, Problem, failure
from contracts.session import Status
from services.gateway.access.bearer import Who
from services.gateway.database import Row, Rows
from services.gateway.http.paging import Place
from services.gateway.items.withheld import OPEN_KEYS, TELLS_A_KEY
from services.gateway.logs.spending import SPENT

MINE = "session_id = %(session)s and tenant_id = %(tenant)s and user_id = %(user)s"

STANDING = f"select status, version, forgotten_at from session_view where {MINE}"

SESSION = f"""
select v.*,
  (select count(*) from block_view where session_id = v.session_id) as blocks,
  (select count(*) from question_view i join quiz_view q using (quiz_id)
    where i.session_id = v.session_id and i.accepted and i.state in ('live', 'approved') and q.ready) as questions,
  (select count(*) from card_view f where f.session_id = v.session_id and f.accepted
    and f.state in ('live', 'approved')) as flashcards,
  (select count(*) from quiz_view where session_id = v.session_id and ready) as quizzes,
  (select count(*) from attempt_view where session_id = v.session_id) as attempts,
  (select count(*) from result_view where session_id = v.session_id) as results,
  (select count(*) from note_view where session_id = v.session_id) as notes,
  ({SPENT} v.session_id) as spending
from session_view v where {MINE}"""

# The title of a scan that did not pass is recognised text: it is shown in the review alone.
SESSIONS = """
select session_id, course_id, status, version, filename, created_at, updated_at,
  case when status = 'pending_review' or error ->> 'code' in ('low_confidence', 'review_rejected') then ''
    else doc_meta ->> 'title' end as title
from session_view
where tenant_id = %(tenant)s and user_id = %(user)s and forgotten_at is null
  and (%(before)s::timestamptz is null or (created_at, session_id) < (%(before)s::timestamptz, %(last)s::uuid))
order by created_at desc, session_id desc limit %(limit)s"""

BLOCKS = """
select body from block_view where session_id = %(session)s
  and (%(page)s::int is null or source_page = %(page)s::int)
  and (%(block)s::text is null or block_id = %(block)s::text)
order by part, ordinal offset %(offset)s limit %(limit)s"""

KNOWN_BLOCKS = "select block_id from block_view where session_id = %(session)s and block_id = any(%(blocks)s::text[])"

QUIZZES = """
select q.quiz_id, q.number, q.ready, q.complete, q.shortfall, q.refused, q.purpose,
  (select count(*) from attempt_view a where a.quiz_id = q.quiz_id and a.session_id = q.session_id) as attempted
from quiz_view q where q.session_id = %(session)s order by q.number"""

QUESTIONS = """
select i.body, i.quiz_id, i.repeat from question_view i join quiz_view q using (quiz_id)
where i.session_id = %(session)s and i.accepted and i.state in ('live', 'approved') and q.ready
  and (%(quiz)s::uuid is null or i.quiz_id = %(quiz)s::uuid)
order by q.number, i.ordinal offset %(offset)s limit %(limit)s"""

WRITTEN = """
select item_id from question_view where session_id = %(session)s and quiz_id = %(quiz)s and accepted"""

CARDS = f"""
with mine as (select %(session)s::uuid as session_id),
{OPEN_KEYS}
select c.body, %(learner)s::bool and {TELLS_A_KEY} as waits from card_view c left join quiz_view q using (quiz_id)
where c.session_id = %(session)s and c.accepted and c.state in ('live', 'approved')
order by q.number, c.ordinal, c.card_id"""

ATTEMPT = "select score, graded_at from attempt_view where session_id = %(session)s and attempt_id = %(attempt)s"

# Answers that have an attempt's id: taken by the orchestrator, or accepted and still under way.
HANDED_IN = """
select session_id, quiz_id, answers from attempt_view where attempt_id = %(attempt)s::uuid
union all
select session_id, (message ->> 'quiz_id')::uuid, message -> 'answers' from intake
where session_id = %(session)s and type = 'pensum.session.quiz_results.v1'
  and message ->> 'attempt_id' = %(attempt)s::text
limit 1"""

# The item as it was graded: as it stood before the first edit after that. Why an item was taken back is in its history
# too; None for one that was not. The item, and so its history, may be another session's of the course.
RESULTS = """
select r.*, coalesce((select h.before from item_history_view h
    where h.item_id = r.item_id and h.action = 'edited' and h.outcome = 'done'
      and h.timestamp > r.timestamp order by h.timestamp limit 1), i.body) as item,
  case when i.state = 'retracted' then coalesce((select h.reason from item_history_view h
    where h.item_id = r.item_id and h.action = 'retracted' and h.outcome = 'done'
    order by h.timestamp desc limit 1), '') end as retracted
from result_view r
join attempt_view a using (attempt_id) join item_view i on i.item_id = r.item_id
where r.session_id = %(session)s and (%(attempt)s::uuid is null or r.attempt_id = %(attempt)s::uuid)
order by a.submitted_at, r.attempt_id, r.ordinal offset %(offset)s limit %(limit)s"""

NOTES = """
select n.note, n.evidence, n.attempt_id, n.timestamp, n.ordinal, n.taken_back from note_view n
where n.session_id = %(session)s order by n.timestamp, n.attempt_id, n.ordinal offset %(offset)s limit %(limit)s"""

ORDERED = "select from intake where session_id = %(session)s and answer ->> %(name)s = %(id)s::text and type = %(type)s"
ALL: int | None = None


@dataclass(frozen=True)
class Standing:
    """Where a session stands."""

    session_id: UUID
    status: Status
    version: int

    @property
    def runs(self) -> bool:
        """Something is still to happen by itself."""
        return self.status not in (Status.READY, Status.FAILED, Status.PENDING_REVIEW)


class Views:
    """The views, read for one person at a time."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def standing(self, who: Who, session: UUID) -> Standing:
        """Where the person's session stands, at the price of one small query. Raises `Failure` 404."""
        row = await self._rows.one(STANDING, whose(who, session))
        checked(row)
        assert row
        return Standing(session, Status(row["status"]), row["version"])

    async def session(self, who: Who, session: UUID) -> Row:
        """The session's row and its totals. Raises `Failure` 404."""
        return checked(await self._rows.one(SESSION, whose(who, session)))

    async def error(self, who: Who, session: UUID) -> Problem | None:
        """Why the session failed."""
        row = await self._rows.one(f"select error from session_view where {MINE}", whose(who, session))
        return Problem.model_validate(row["error"], extra="ignore") if row and row["error"] else None

    async def sessions(self, who: Who, after: Place, limit: int) -> list[Row]:
        """The person's sessions, newest first, those that come after the place."""
        values = {"tenant": who.tenant, "user": who.user, "before": after.at, "last": after.session, "limit": limit}
        return await self._rows.all(SESSIONS, values)

    async def blocks(
        self, session: UUID, offset: int, limit: int, page: int | None = None, block: str | None = None
    ) -> list[Row]:
        """Bodies of blocks in reading order."""
        values = {"session": session, "page": page, "block": block, "offset": offset, "limit": limit}
        return await self._rows.all(BLOCKS, values)

    async def unknown_blocks(self, session: UUID, blocks: list[str]) -> list[str]:
        """Those of the block ids that the session's text does not have."""
        known = await self._rows.all(KNOWN_BLOCKS, {"session": session, "blocks": blocks})
        return sorted(set(blocks) - {row["block_id"] for row in known})

    async def quizzes(self, session: UUID) -> list[Row]:
        """Every quiz, in its order."""
        return await self._rows.all(QUIZZES, {"session": session})

    async def questions(
        self, session: UUID, quiz: UUID | None = None, offset: int = 0, limit: int | None = ALL
    ) -> list[Row]:
        """Bodies of the accepted items of ready quizzes, keys and all, without those that were removed."""
        return await self._rows.all(QUESTIONS, {"session": session, "quiz": quiz, "offset": offset, "limit": limit})

    async def written(self, session: UUID, quiz: UUID) -> set[UUID]:
        """Every item that ever was a question of the quiz, the removed ones too."""
        return {row["item_id"] for row in await self._rows.all(WRITTEN, {"session": session, "quiz": quiz})}

    async def cards(self, who: Who, session: UUID) -> list[Row]:
        """Bodies of the accepted cards. `waits`: to a learner it would tell the key of a question not answered yet."""
        return await self._rows.all(CARDS, {"session": session, "learner": who.role != "owner"})

    async def attempt(self, session: UUID, attempt: UUID) -> Row | None:
        """The attempt's score, and when it was graded."""
        return await self._rows.one(ATTEMPT, {"session": session, "attempt": attempt})

    async def handed_in(self, session: UUID, attempt: UUID) -> Row | None:
        """The quiz and the answers that were handed in under that id, be it in another session."""
        return await self._rows.one(HANDED_IN, {"session": session, "attempt": str(attempt)})

    async def results(
        self, session: UUID, attempt: UUID | None = None, offset: int = 0, limit: int | None = ALL
    ) -> list[Row]:
        """Graded answers, oldest attempt first, each with its item."""
        return await self._rows.all(RESULTS, {"session": session, "attempt": attempt, "offset": offset, "limit": limit})

    async def notes(self, session: UUID, offset: int = 0, limit: int | None = ALL) -> list[Row]:
        """Notes, oldest first."""
        return await self._rows.all(NOTES, {"session": session, "offset": offset, "limit": limit})

    async def ordered(self, session: UUID, letter_type: str, name: str, id: UUID) -> bool:
        """Whether an accepted request has promised the thing of that id, which the views may not show yet."""
        values = {"session": session, "type": letter_type, "name": name, "id": str(id)}
        return await self._rows.one(ORDERED, values) is not None


def whose(who: Who, session: UUID) -> dict[str, Any]:
    """Values that name the session and its person."""
    return {"session": session, "tenant": who.tenant, "user": who.user}


def checked(row: Row | None) -> Row:
    """The row. Raises `Failure` 404 where there is none for this person, or it was emptied."""
    if row is None:
        raise failure(Code.NOT_FOUND, "You have no such session.")
    if row["forgotten_at"] is not None:
        raise failure(Code.FORGOTTEN, "The session was forgotten; nothing of it is left.")
    return row
