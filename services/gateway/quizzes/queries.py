"""What the gateway reads of quizzes: their questions, attempts and grades, and how far a learner has come in one.

Whose session it is must have been asked before.
"""

from typing import Annotated
from uuid import UUID

from fastapi import Depends

from contracts.grading import Answer, QuizResults
from contracts.problems import Code
from contracts.session import QuizRequested, Status
from services.chassis.problems import failed
from services.gateway.access.standing import Standing, runs
from services.gateway.database import Queries, Row

QUIZZES = """
select q.quiz_id, q.number, q.ready, q.complete, q.shortfall, q.refused, q.purpose, q.exam,
  (select count(*) from attempt_view a where a.quiz_id = q.quiz_id and a.session_id = q.session_id) as attempted
from quiz_view q where q.session_id = %(session)s and q.purpose <> 'lesson' order by q.number"""

# A lesson's questions are asked in the conversation, one at a time: they are no quiz to take.
QUESTIONS = """
select i.body, i.quiz_id, i.repeat from question_view i join quiz_view q using (quiz_id)
where i.session_id = %(session)s and i.accepted and i.state in ('live', 'approved') and q.ready
  and q.purpose <> 'lesson'
  and (%(quiz)s::uuid is null or i.quiz_id = %(quiz)s::uuid)
order by q.number, i.ordinal offset %(offset)s limit %(limit)s"""

WRITTEN = """
select item_id from question_view where session_id = %(session)s and quiz_id = %(quiz)s and accepted"""

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
# too; None for one that was not. The item, and so its history, may be another session's of the course. `told`: what the
# tutor quoted last before the quiz.
_RESULT = """
select r.*, coalesce((select h.before from item_history_view h
    where h.item_id = r.item_id and h.action = 'edited' and h.outcome = 'done'
      and h.timestamp > r.timestamp order by h.timestamp limit 1), i.body) as item,
  case when i.state = 'retracted' then coalesce((select h.reason from item_history_view h
    where h.item_id = r.item_id and h.action = 'retracted' and h.outcome = 'done'
    order by h.timestamp desc limit 1), '') end as retracted, (
  select m.quotes from message_view m
  where m.session_id = r.session_id and m.role = 'tutor' and json_array_length(m.quotes) > 0 and m.seq <= (
    select min(o.seq) from message_view o where o.session_id = r.session_id and o.quiz_id = r.quiz_id)
  order by m.seq desc, m.timestamp desc limit 1) as told
from result_view r join item_view i on i.item_id = r.item_id"""

RESULTS = f"""{_RESULT} join attempt_view a using (attempt_id)
where r.session_id = %(session)s and (%(attempt)s::uuid is null or r.attempt_id = %(attempt)s::uuid)
order by a.submitted_at, r.attempt_id, r.ordinal offset %(offset)s limit %(limit)s"""

GIVEN_RESULTS = f"""{_RESULT} join given_view g using (attempt_id)
where r.session_id = %(session)s and r.quiz_id = %(quiz)s order by r.ordinal"""

NEWEST_RESULT = f"""{_RESULT}
where r.session_id = %(session)s and r.quiz_id = %(quiz)s and r.item_id = %(item)s
  and (%(attempt)s::uuid is null or r.attempt_id = %(attempt)s::uuid)
order by r.timestamp desc, r.result_id limit 1"""

# Answers given singly to an attempt that is not handed in: taken by the orchestrator, or accepted and still under way.
GIVEN = """
select g.value as answer, 0 as later, g.n from given_view v,
  lateral json_array_elements(v.answers) with ordinality g(value, n)
where v.session_id = %(session)s and v.attempt_id = %(attempt)s
union all
select message -> 'answer', 1, row_number() over (order by accepted_at) from intake
where session_id = %(session)s and type = 'pensum.session.answer_given.v1'
  and message ->> 'attempt_id' = %(attempt)s::text
  and not exists (select from known_message k where k.message_id = intake.message_id)
order by later, n"""

# That the orchestrator knows an answer and has none to this question, or the question is asked no more, while the
# attempt is not handed in.
REFUSED = """
select from known_message k where k.message_id = %(message)s
  and not exists (select from attempt_view a where a.attempt_id = %(attempt)s)
  and (not exists (select from given_view v, lateral json_array_elements(v.answers) g
         where v.session_id = %(session)s and v.attempt_id = %(attempt)s and g ->> 'item_id' = %(item)s::text)
       or not exists (select from question_view q where q.session_id = %(session)s and q.quiz_id = %(quiz)s
         and q.item_id = %(item)s and q.accepted and q.state in ('live', 'approved')))"""

ORDERED = "select from intake where session_id = %(session)s and answer ->> %(name)s = %(id)s::text and type = %(type)s"

# What was accepted last of a type, whether it has been decided on, and what the session is at: in one statement, since
# a session that was idle a moment ago may have begun with it.
TAKEN = """
select exists (select from known_message k where k.message_id = i.message_id) as decided, v.status,
  v.error is not null as failed
from intake i join session_view v using (session_id)
where i.session_id = %(session)s and i.type = %(type)s
  and (%(id)s::text is null or i.answer ->> 'quiz_id' = %(id)s::text)
order by i.accepted_at desc limit 1"""

AWAITED = "select learning ->> 'cycle_quiz' as quiz from session_view where session_id = %(session)s"

# The questions of a quiz, and whether this learner's answer in this very quiz is graded.
SITTING = """
select q.item_id, q.body, exists(select from result_view r
    where r.session_id = q.session_id and r.quiz_id = q.quiz_id and r.item_id = q.item_id) as answered
from question_view q where q.session_id = %(session)s and q.quiz_id = %(quiz)s and q.accepted
  and q.state in ('live', 'approved') order by q.ordinal, q.item_id"""

RESPONSES = """
select p.*, i.body from (
  select r.item_id, r.answer, r.is_correct, r.latency_sec, r.ordinal,
    dense_rank() over (order by a.submitted_at, a.attempt_id)::int as number
  from result_view r join attempt_view a using (attempt_id)
  where r.session_id = %(session)s and r.quiz_id = %(quiz)s and not r.void
  order by number desc, r.ordinal desc offset %(offset)s limit %(limit)s) p
join item_view i on i.item_id = p.item_id
order by p.number, p.ordinal"""

SCORE = """
select score from attempt_view where session_id = %(session)s and quiz_id = %(quiz)s and score is not null
order by submitted_at desc limit 1"""

# What was saved before the last attempt was handed in is of that attempt.
PROGRESS = """
select p.answers, p.question_index, p.paused, p.saved_at from quiz_progress_view p
where p.session_id = %(session)s and p.quiz_id = %(quiz)s
  and p.saved_at >= coalesce((select max(submitted_at) from attempt_view a
    where a.session_id = p.session_id and a.quiz_id = p.quiz_id), p.saved_at)"""

# A document that is read brings a quiz; a lesson brings what it asks.
LEARNT = """
select from quiz_view where session_id = %(session)s union all select from lesson_view where session_id = %(session)s
limit 1"""

MISSED = "select from missed_view where session_id = %(session)s limit 1"

DUE = "select from due_view where session_id = %(session)s and not asked and due <= now() limit 1"

RESULT = """
select r.undecided, r.void, (select g.by from ruling_view g where g.result_id = r.result_id) as ruled_by
from result_view r where r.session_id = %(session)s and r.result_id = %(result)s"""
ALL: int | None = None


class Quizzes(Queries):
    """Rows of a session's quizzes."""

    async def quizzes(self, session: UUID) -> list[Row]:
        """Every quiz to take, in its order."""
        return await self._rows.all(QUIZZES, {"session": session})

    async def questions(
        self, session: UUID, quiz: UUID | None = None, offset: int = 0, limit: int | None = ALL
    ) -> list[Row]:
        """Bodies of the accepted items of ready quizzes, keys and all, without those that were removed."""
        return await self._rows.all(QUESTIONS, {"session": session, "quiz": quiz, "offset": offset, "limit": limit})

    async def written(self, session: UUID, quiz: UUID) -> set[UUID]:
        """Every item that ever was a question of the quiz, the removed ones too."""
        return {row["item_id"] for row in await self._rows.all(WRITTEN, {"session": session, "quiz": quiz})}

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

    async def given(self, session: UUID, attempt: UUID) -> dict[UUID, Answer]:
        """The answers that were given singly to an attempt that is not handed in, by item."""
        found: dict[UUID, Answer] = {}
        for row in await self._rows.all(GIVEN, {"session": session, "attempt": attempt}):
            answer = Answer.model_validate(row["answer"], extra="ignore")
            found.setdefault(answer.item_id, answer)
        return found

    async def refused(self, session: UUID, quiz: UUID, attempt: UUID, item: UUID, message: UUID) -> bool:
        """Whether a message with an answer was taken and counts for nothing: its question is gone."""
        values = {"session": session, "quiz": quiz, "attempt": attempt, "item": item, "message": message}
        return await self._rows.one(REFUSED, values) is not None

    async def given_results(self, session: UUID, quiz: UUID) -> list[Row]:
        """The grades of these answers, each with its item."""
        return await self._rows.all(GIVEN_RESULTS, {"session": session, "quiz": quiz})

    async def newest_result(self, session: UUID, quiz: UUID, item: UUID, attempt: UUID | None = None) -> Row | None:
        """The newest grade of an answer to a question of a quiz; `attempt`: in that one."""
        values = {"session": session, "quiz": quiz, "item": item, "attempt": attempt}
        return await self._rows.one(NEWEST_RESULT, values)

    async def ordered(self, session: UUID, type_name: str, name: str, id: UUID) -> bool:
        """Whether an accepted request has promised the thing of that id, which the views may not show yet."""
        values = {"session": session, "type": type_name, "name": name, "id": str(id)}
        return await self._rows.one(ORDERED, values) is not None

    async def awaits(self, session: UUID, quiz: UUID) -> bool:
        """Whether the learning cycle has ordered this quiz: it may not be begun yet."""
        row = await self._rows.one(AWAITED, {"session": session})
        return row is not None and row["quiz"] == str(quiz)

    async def sitting(self, session: UUID, quiz: UUID) -> list[Row]:
        """A quiz's items with their keys, and whether each is answered in it."""
        return await self._rows.all(SITTING, {"session": session, "quiz": quiz})

    async def responses(self, session: UUID, quiz: UUID, offset: int, limit: int) -> list[Row]:
        """A quiz's graded answers that count: a page that goes back from the newest, oldest first, each with the number
        of its attempt, from 1."""
        values = {"session": session, "quiz": quiz, "offset": offset, "limit": limit}
        return await self._rows.all(RESPONSES, values)

    async def score(self, session: UUID, quiz: UUID) -> float | None:
        """The score of the newest graded attempt at a quiz."""
        row = await self._rows.one(SCORE, {"session": session, "quiz": quiz})
        return row["score"] if row else None

    async def progress(self, session: UUID, quiz: UUID) -> Row | None:
        """The answers so far, if any were saved since the last attempt."""
        return await self._rows.one(PROGRESS, {"session": session, "quiz": quiz})

    async def missed(self, session: UUID) -> bool:
        """Whether an answer stands as wrong whose item can be asked."""
        return await self._rows.one(MISSED, {"session": session}) is not None

    async def due(self, session: UUID) -> bool:
        """Whether a question that was answered is due again, and no open quiz asks it."""
        return await self._rows.one(DUE, {"session": session}) is not None

    async def result(self, session: UUID, result: UUID) -> Row | None:
        """What is decided about a graded answer."""
        return await self._rows.one(RESULT, {"session": session, "result": result})

    async def under_way(self, session: UUID, quiz: UUID) -> bool:
        """Whether a quiz that is not begun is on its way, or failed: the learner asked for it, and the session has not
        come to its end with that, or the learning cycle did."""
        taken = await self._taken(session, QuizRequested.type_name, str(quiz))
        return (taken is not None and (_goes_on(taken) or taken["failed"])) or await self.awaits(session, quiz)

    async def handing_in(self, session: UUID) -> bool:
        """Whether answers were handed in, and something is still to happen with them."""
        taken = await self._taken(session, QuizResults.type_name, None)
        return taken is not None and _goes_on(taken)

    async def _taken(self, session: UUID, type: str, quiz: str | None) -> Row | None:
        return await self._rows.one(TAKEN, {"session": session, "type": type, "id": quiz})

    async def learnt(self, session: UUID) -> bool:
        """Whether there is anything to learn with: a quiz, or a lesson."""
        return await self._rows.one(LEARNT, {"session": session}) is not None

    async def ready_to_learn(self, session: Standing) -> None:
        """Raises `Failure` 422 while a document waits for review, and 409 before there is anything to learn with."""
        session.open_to_learn()
        if not await self.learnt(session.session_id):
            raise failed(Code.CONFLICT, "failed_before_quiz" if session.status == Status.FAILED else "before_quiz")


def _goes_on(taken: Row) -> bool:
    return not taken["decided"] or runs(Status(taken["status"]))


QuizQueries = Annotated[Quizzes, Depends(Quizzes.of)]
