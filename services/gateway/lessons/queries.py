"""What the gateway reads of lessons: what became of a turn, those that were told, and where the newest lesson stands.

Whose session it is must have been asked before.
"""

from typing import Annotated, Any
from uuid import UUID, uuid5

from fastapi import Depends

from contracts.learning import MessageSent
from contracts.lessons import LessonRequested
from contracts.session import RetryRequested
from contracts.views.lessons import LessonView
from services.gateway.database import Queries, Row
from services.gateway.lessons import views

GUIDELINE = "select title, course_id from guideline_view where guideline_id = %(guideline)s"

# `key`: of the question that waits, to see that its concept does not tell it.
NEWEST = """
select l.*, (select i.answer_text from item_view i where i.item_id = (l.question ->> 'item_id')::uuid) as key
from lesson_view l where l.session_id = %(session)s order by l.created_at desc, l.lesson_id desc limit 1"""

# Also one that was accepted and is not begun yet.
ANY = """
select from lesson_view where session_id = %(session)s
union all select from intake where session_id = %(session)s and type = %(type)s and not settled
limit 1"""

# All in one statement, so that what it says holds at one moment: else a turn that is over in between looks lost.
# A message that comes before there is a plan has the first turn for its answer. `tried_again`: what failed will be, as
# soon as what was accepted is taken: a retry, or the learner's next message.
BECAME = """
select v.status, v.error, v.progress is null and v.status <> 'accepted' as still, m.message_id is not null as said,
  exists (select from known_message k where k.message_id = %(turn)s) as known,
  v.status = 'failed' and exists (
    select from intake i where i.session_id = v.session_id and i.type = any(%(tries)s) and not i.settled
      and not exists (select from known_message k where k.message_id = i.message_id)) as tried_again,
  (select row_to_json(t) from lesson_turn_view t where t.session_id = v.session_id and t.turn_id = %(turn)s) as turn,
  (select row_to_json(l) from (
    select w.ended, w.mastery_score, w.progress,
      case when f.completed_at >= m.timestamp then row_to_json(f) end as first
    from lesson_view w
    left join lesson_turn_view f on f.session_id = w.session_id and f.turn_id = w.lesson_id
    where w.session_id = v.session_id order by w.created_at desc, w.lesson_id desc limit 1) l) as lesson,
  (select coalesce(json_agg(s), '[]'::json) from (
    select a.text, a.phrase from message_view a
    where a.session_id = v.session_id and a.role = 'tutor' and (a.in_reply_to = %(turn)s or a.message_id = %(first)s
      or a.in_reply_to is null and a.phrase ->> 'code' = 'conversation.failed' and a.timestamp >= (
        select w.created_at from lesson_view w where w.lesson_id = %(turn)s))
    order by a.seq, a.timestamp) s) as lines
from session_view v left join message_view m on m.session_id = v.session_id and m.message_id = %(turn)s
where v.session_id = %(session)s"""

# A message of the learner's, or a wish for a lesson: taken, or accepted and still under way.
ASKED = """
select from intake where session_id = %(session)s and message_id = %(turn)s and type = any(%(types)s)
union all select from message_view where session_id = %(session)s and message_id = %(turn)s and role = 'learner'
union all select from lesson_view where session_id = %(session)s and lesson_id = %(turn)s
union all select from lesson_turn_view where session_id = %(session)s and turn_id = %(turn)s
limit 1"""

HERE = "session_id = %(session)s and message is not null and completed_at is not null"
TOLD = f"{HERE} and seq > %(after)s"
TURNS = f"select * from lesson_turn_view where {TOLD} order by seq offset %(offset)s limit %(limit)s"
COUNTED = f"select count(*) as total from lesson_turn_view where {TOLD}"

LAST = f"select coalesce(max(seq), -1)::int as last from lesson_turn_view where {HERE}"
TOLD_TURN = f"select from lesson_turn_view where {HERE} and turn_id = %(turn)s"
MARK = """
select l.lesson_id, l.updated_at, v.status = 'planning' as replans,
  exists (select from lesson_turn_view t where t.lesson_id = l.lesson_id and t.completed_at is null) as open
from lesson_view l join session_view v using (session_id)
where l.session_id = %(session)s order by l.created_at desc, l.lesson_id desc limit 1"""

PLANS = (
    "select plan_version, todo_list, reason from lesson_plan_view where lesson_id = %(lesson)s order by plan_version"
)

# The turns of a lesson as they count in its state, oldest first.
COUNTING = """
select question, labels, standings, completed_at from lesson_turn_view where lesson_id = %(lesson)s order by seq"""

SAID = "select message_id, text from message_view where session_id = %(session)s and message_id = any(%(ids)s::uuid[])"

UNDER_WAY = "select status from session_view where session_id = %(session)s"


class Lessons(Queries):
    """Rows of lessons."""

    async def guideline(self, guideline: UUID) -> Row | None:
        """The guideline's title, and the course that its learner's part becomes."""
        return await self._rows.one(GUIDELINE, {"guideline": guideline})

    async def newest(self, session: UUID) -> Row | None:
        """The lesson that was begun last, with what it was begun with."""
        return await self._rows.one(NEWEST, {"session": session})

    async def any(self, session: UUID) -> bool:
        """Whether there is a lesson, or one is asked for."""
        return await self._rows.one(ANY, {"session": session, "type": LessonRequested.type_name}) is not None

    async def became(self, session: UUID, turn: UUID) -> Row | None:
        """All that tells what became of a turn."""
        values = {"session": session, "turn": turn, "first": uuid5(turn, "said:0")}
        return await self._rows.one(BECAME, {**values, "tries": [MessageSent.type_name, RetryRequested.type_name]})

    async def asked(self, session: UUID, turn: UUID) -> bool:
        """Whether anybody asked for the turn."""
        types = [MessageSent.type_name, LessonRequested.type_name]
        return await self._rows.one(ASKED, {"session": session, "turn": turn, "types": types}) is not None

    async def turns(self, session: UUID, after: int = -1, offset: int = 0, limit: int = 100) -> list[Row]:
        """The turns that were told, oldest first; those after a place in the session."""
        return await self._rows.all(TURNS, {"session": session, "after": after, "offset": offset, "limit": limit})

    async def counted(self, session: UUID, after: int = -1) -> int:
        """How many there are."""
        row = await self._rows.one(COUNTED, {"session": session, "after": after})
        return row["total"] if row else 0

    async def last(self, session: UUID) -> int:
        """The place of the last turn that was told; -1 before the first."""
        row = await self._rows.one(LAST, {"session": session})
        return row["last"] if row else -1

    async def told(self, session: UUID, turn: UUID) -> bool:
        """Whether it is one of the turns that were told."""
        return await self._rows.one(TOLD_TURN, {"session": session, "turn": turn}) is not None

    async def mark(self, session: UUID) -> tuple[Any, ...] | None:
        """What changes when the newest lesson's view does; None: there is none."""
        row = await self._rows.one(MARK, {"session": session})
        return (row["lesson_id"], row["updated_at"], row["replans"], row["open"]) if row else None

    async def plans(self, lesson: UUID) -> list[Row]:
        """Every version of the lesson's plan."""
        return await self._rows.all(PLANS, {"lesson": lesson})

    async def counting(self, lesson: UUID) -> list[Row]:
        """What its turns count for."""
        return await self._rows.all(COUNTING, {"lesson": lesson})

    async def said(self, session: UUID, messages: list[UUID]) -> list[str]:
        """What the learner's messages say, in the order in which they are asked for."""
        found = await self._rows.all(SAID, {"session": session, "ids": messages}) if messages else []
        texts = {row["message_id"]: row["text"] for row in found}
        return [texts[message] for message in messages if message in texts]

    async def status(self, session: UUID) -> str:
        """Where the session stands, in a word."""
        row = await self._rows.one(UNDER_WAY, {"session": session})
        return row["status"] if row else ""

    async def view(self, session: UUID, language: str | None) -> LessonView | None:
        """Where the newest lesson stands; None: there was none."""
        lesson = await self.newest(session)
        if lesson is None:
            return None
        id: UUID = lesson["lesson_id"]
        waits = lesson["question"] or {"previous": []}
        return views.lesson(
            views.Sitting(
                lesson=lesson,
                plans=await self.plans(id),
                turns=await self.counting(id),
                answers=await self.said(session, [UUID(each) for each in waits["previous"]]),
                status=await self.status(session),
                language=language,
            )
        )


LessonQueries = Annotated[Lessons, Depends(Lessons.of)]
