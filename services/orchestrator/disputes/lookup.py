"""What the shell looks up of attempts, answers, rulings and disputes before it decides; kept up within the batch."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, LiteralString, Unpack
from uuid import UUID

from contracts.grading import (
    AnswerGiven,
    AnswerSelfGraded,
    CardReviewed,
    DisputeDecided,
    DisputeRaised,
    Evaluation,
    QuizResults,
)
from services.chassis.storage.database import Connection
from services.orchestrator.arrivals import Arrival
from services.orchestrator.classes.courses import Courses
from services.orchestrator.grading.lookup import Evidences, Wanted
from services.orchestrator.items.events import ItemRecalled
from services.orchestrator.learning.cycle import awaited
from services.orchestrator.workflow.attempts import KnownAttempt, KnownDispute, KnownPractice, KnownResult, ResultChange
from services.orchestrator.workflow.state import State

# The answers of an attempt that a grade may be about: to questions of its quiz.
_ANSWERED: LiteralString = """array(
  select q.item_id from quiz_items q join items i on i.item_id = q.item_id
  where q.quiz_id = a.quiz_id and i.accepted and q.item_id in (
    select (g ->> 'item_id')::uuid from json_array_elements(a.answers) g))"""
_ATTEMPTS: LiteralString = (
    "select a.session_id, a.attempt_id, a.quiz_id, "
    + _ANSWERED
    + """ as items from attempts a where a.session_id = any(%(sessions)s)
  and exists (select from quiz_items q where q.quiz_id = a.quiz_id and q.item_id = any(%(items)s))
order by a.submitted_at, a.attempt_id"""
)
_RATED: LiteralString = """select distinct session_id, card_id from review_events
                           where session_id = any(%(sessions)s) and card_id = any(%(items)s)"""
_ASKED: LiteralString = """select q.quiz_id, q.item_id from quiz_items q join items i on i.item_id = q.item_id
                           where q.quiz_id = any(%s) and i.accepted"""
_HANDED: LiteralString = "select attempt_id from attempts where attempt_id = any(%s) and not open"
_RETRACTED: LiteralString = "select item_id from items where item_id = any(%s) and state = 'retracted'"
_LEFT: LiteralString = _ASKED + " and i.state in ('live', 'approved')"
_LATER: LiteralString = (
    "select w.message_id, a.attempt_id, a.quiz_id, "
    + _ANSWERED
    + """ as items
from unnest(%s::uuid[], %s::uuid[], %s::uuid[], %s::timestamptz[]) as w(message_id, session_id, attempt_id, at)
join attempts a on a.session_id = w.session_id and (a.submitted_at, a.attempt_id) > (w.at, w.attempt_id)
order by a.submitted_at, a.attempt_id"""
)
_TOLD: LiteralString = """
select w.attempt_id as earlier, a.attempt_id, a.quiz_id
from unnest(%(attempts)s::uuid[]) as w(attempt_id) join attempts t on t.attempt_id = w.attempt_id
join attempts a on a.session_id = t.session_id and a.score is not null and not a.open
  and (a.submitted_at, a.attempt_id) > (t.submitted_at, t.attempt_id)
where exists (select from results r where r.attempt_id = a.attempt_id and not r.void and (r.concept = any(%(concepts)s)
                or r.concept in (select concept from results where attempt_id = t.attempt_id)))
order by a.submitted_at, a.attempt_id"""
_RESULT: LiteralString = """
r.result_id, r.session_id, r.attempt_id, r.quiz_id, r.item_id, r.void, coalesce(u.by, '') as ruled_by,
r.undecided or coalesce(u.by, '') = 'learner' as open
from results r left join rulings u on u.result_id = r.result_id"""
_RESULTS: LiteralString = "select " + _RESULT + " where r.result_id = any(%s)"
_NOTES: LiteralString = """
select n.session_id, n.attempt_id, n.ordinal from notes n
join unnest(%s::uuid[], %s::uuid[], %s::int[]) as w(session_id, attempt_id, ordinal)
  using (session_id, attempt_id, ordinal)"""
_DISPUTES: LiteralString = (
    """select d.dispute_id, d.of, d.decided_at, d.session_id as of_session, d.attempt_id as of_attempt, x.*
from disputes d left join lateral (select """
    + _RESULT
    + """ where r.result_id = d.result_id) x on true where d.dispute_id = any(%s)"""
)


@dataclass
class _Handed:
    attempt_id: UUID
    quiz_id: UUID
    items: frozenset[UUID]


@dataclass
class Practice:
    """By session: attempts that a recall may touch, and what was rated; by id: results and disputes; what is void.

    `asked`: quizzes and items that answers are handed in to. `waiting`: by session the quiz that its cycle waits for,
    and what it still asks. `handed`: attempts that were handed in before.
    """

    attempts: dict[UUID, list[_Handed]] = field(default_factory=dict)
    rated: set[tuple[UUID, UUID]] = field(default_factory=set)
    void: set[UUID] = field(default_factory=set)
    asked: set[tuple[UUID, UUID]] = field(default_factory=set)
    waiting: dict[UUID, tuple[UUID, set[UUID]]] = field(default_factory=dict)
    later: dict[UUID, list[_Handed]] = field(default_factory=dict)
    told: dict[UUID, list[KnownAttempt]] = field(default_factory=dict)
    results: dict[UUID, tuple[UUID, KnownResult]] = field(default_factory=dict)
    disputes: dict[UUID, tuple[UUID, KnownDispute]] = field(default_factory=dict)
    notes: set[tuple[UUID, UUID, int]] = field(default_factory=set)
    handed: set[UUID] = field(default_factory=set)

    async def load(
        self, connection: Connection, arrivals: Sequence[Arrival], courses: Courses, states: Mapping[UUID, State]
    ) -> list[Wanted]:
        """Looks up what these arrivals need, and nothing where they need nothing; attempts that may be emptied."""
        emptied: list[Wanted] = []
        items = courses.items(arrivals)
        handed = [one for one in arrivals if isinstance(one.message, QuizResults)]
        given = [one.message for one in arrivals if isinstance(one.message, AnswerGiven)]
        if items:
            values = {"sessions": courses.told, "items": items}
            for row in await (await connection.execute(_ATTEMPTS, values)).fetchall():
                self.attempts.setdefault(row["session_id"], []).append(_handed(row))
            for row in await (await connection.execute(_RATED, values)).fetchall():
                self.rated.add((row["session_id"], row["card_id"]))
            await self._waiting(connection, {id: quiz for id in courses.told if (quiz := awaited(states[id]))})
        answered = {item for attempts in self.attempts.values() for one in attempts for item in one.items}
        answered |= {answer.item_id for one in handed for answer in _results(one).answers}
        answered |= {one.answer.item_id for one in given}
        if answered:
            self.void = {
                r["item_id"] for r in await (await connection.execute(_RETRACTED, (list(answered),))).fetchall()
            }
        for session, attempts in self.attempts.items():
            emptied += [
                Wanted(session, one.attempt_id, frozenset()) for one in attempts if not one.items - self.void - {*items}
            ]
        if quizzes := [*(_results(one).quiz_id for one in handed), *(one.quiz_id for one in given)]:
            found = await connection.execute(_ASKED, (quizzes,))
            self.asked = {(row["quiz_id"], row["item_id"]) for row in await found.fetchall()}
        of = [*(_results(one).attempt_id for one in handed), *(one.attempt_id for one in given)]
        if of:
            found = await connection.execute(_HANDED, (of,))
            self.handed = {row["attempt_id"] for row in await found.fetchall()}
        if handed:
            await self._later(connection, handed)
        await self._ruled(connection, arrivals)
        await self._told(connection, arrivals, [each.attempt for each in emptied])
        return emptied

    def of(self, arrival: Arrival, evidences: Evidences) -> KnownPractice | None:
        """What is known of the practice that a message is about; None for any other message."""
        message, session = arrival.message, arrival.session
        match message:
            case ItemRecalled(item_id=item):
                gone = {"retracted": self.void | {item}, "reinstated": self.void - {item}}.get(message.what, self.void)
                answered = [
                    one
                    for one in self.attempts.get(session, [])
                    if item in one.items and (item not in self.void or message.what != "corrected")
                ]
                # None of those that it empties bears witness beside another of them.
                empty = {one.attempt_id for one in answered if not one.items - gone}
                attempts = [
                    KnownAttempt(
                        attempt_id=one.attempt_id,
                        quiz_id=one.quiz_id,
                        left=len(one.items - gone),
                        evidence=evidences.of(session, one.attempt_id, (), empty) if one.attempt_id in empty else None,
                    )
                    for one in answered
                ]
                told = [each for one in attempts if not one.left for each in self.told.get(one.attempt_id, [])]
                quiz, asks = self.waiting.get(session, (None, set[UUID]()))
                bare = quiz if item in asks and not asks - gone - self.void else None
                reviewed = (session, item) in self.rated
                return KnownPractice(attempts=attempts, reviewed=reviewed, told=told, bare=bare)
            case Evaluation():
                told = self.told.get(message.attempt_id, [])
                return KnownPractice(told=told) if told else None
            case QuizResults():
                given = self._given(message) - self.void
                later = [
                    KnownAttempt(attempt_id=one.attempt_id, quiz_id=one.quiz_id, left=1)
                    for one in self.later.get(arrival.envelope.id, [])
                    if one.items & given
                ]
                return KnownPractice(counting=len(given), later=later, handed=message.attempt_id in self.handed)
            case AnswerGiven(quiz_id=quiz_id, attempt_id=attempt, answer=answer):
                counts = (quiz_id, answer.item_id) in self.asked and answer.item_id not in self.void
                return KnownPractice(counting=int(counts), handed=attempt in self.handed)
            case AnswerSelfGraded(result_id=result) | DisputeRaised(result_id=UUID() as result):
                return KnownPractice(result=self._result(session, result))
            case DisputeRaised(attempt_id=UUID() as attempt, note=int() as note):
                return KnownPractice(note=(session, attempt, note) in self.notes)
            case DisputeDecided():
                whose, dispute = self.disputes.get(message.dispute_id, (None, None))
                return KnownPractice(dispute=dispute if whose == session else None)
        return None

    def kept(self, arrival: Arrival) -> None:
        """A message was taken within this batch: what it changes counts for those after it."""
        message, session = arrival.message, arrival.session
        match message:
            case QuizResults(attempt_id=UUID() as attempt):
                self.handed.add(attempt)
                self._answered(session, attempt, message.quiz_id, self._given(message))
            case AnswerGiven(attempt_id=attempt, quiz_id=quiz, answer=answer):
                self._answered(session, attempt, quiz, frozenset({answer.item_id}))
            case CardReviewed():
                self.rated.add((session, message.card_id))
            case DisputeDecided():
                whose, dispute = self.disputes[message.dispute_id]
                self.disputes[message.dispute_id] = (whose, dispute.changed(decided_at=arrival.envelope.time))
                if dispute.result is not None and (message.decision == "upheld" or dispute.result.ruled_by == "owner"):
                    result, ruled_by = dispute.result.result_id, "owner" if message.decision == "upheld" else ""
                    self._changed(lambda one: one.result_id == result, ruled_by=ruled_by)

    def emptied(self, attempt: UUID) -> None:
        """Nothing of an attempt counts any more since this batch: it has no notes."""
        for earlier, told in self.told.items():
            self.told[earlier] = [one for one in told if one.attempt_id != attempt]

    def retracted(self, item: UUID) -> None:
        """An item was taken back within this batch."""
        self.void.add(item)
        self._changed(lambda one: one.item_id == item, void=True)

    def reinstated(self, item: UUID) -> None:
        """One that was taken back counts again since this batch."""
        self.void.discard(item)
        self._changed(lambda one: one.item_id == item, void=False)

    def _changed(self, which: Callable[[KnownResult], bool], **how: Unpack[ResultChange]) -> None:
        """What became of answers within this batch, wherever they are known."""
        for id, (session, known) in self.results.items():
            if which(known):
                self.results[id] = (session, known.changed(**how))
        for id, (session, dispute) in self.disputes.items():
            if dispute.result is not None and which(dispute.result):
                result = dispute.result.changed(**how)
                self.disputes[id] = (session, dispute.changed(result=result))

    def _answered(self, session: UUID, attempt: UUID, quiz: UUID, items: frozenset[UUID]) -> None:
        """An attempt's answers within this batch; it may have had some before."""
        there = self.attempts.setdefault(session, [])
        before = next((one for one in there if one.attempt_id == attempt), None)
        if before is not None:
            there.remove(before)
            items |= before.items
        there.append(_Handed(attempt, quiz, items))

    def _given(self, message: QuizResults) -> frozenset[UUID]:
        """The items among those answered that the quiz asks."""
        return frozenset(one.item_id for one in message.answers if (message.quiz_id, one.item_id) in self.asked)

    def _result(self, session: UUID, result: UUID) -> KnownResult | None:
        whose, known = self.results.get(result, (None, None))
        return known if whose == session else None

    async def _waiting(self, connection: Connection, quizzes: Mapping[UUID, UUID]) -> None:
        if not quizzes:
            return
        left: dict[UUID, set[UUID]] = {}
        for row in await (await connection.execute(_LEFT, (list(quizzes.values()),))).fetchall():
            left.setdefault(row["quiz_id"], set()).add(row["item_id"])
        self.waiting = {session: (quiz, left.get(quiz, set())) for session, quiz in quizzes.items()}

    async def _later(self, connection: Connection, handed: Sequence[Arrival]) -> None:
        columns = [[one.envelope.id for one in handed], [one.session for one in handed]]
        attempts, times = [_results(one).attempt_id for one in handed], [one.envelope.time for one in handed]
        for row in await (await connection.execute(_LATER, (*columns, attempts, times))).fetchall():
            self.later.setdefault(row["message_id"], []).append(_handed(row))

    async def _told(self, connection: Connection, arrivals: Sequence[Arrival], emptied: list[UUID]) -> None:
        grades = [one.message for one in arrivals if isinstance(one.message, Evaluation)]
        attempts = [*emptied, *(grade.attempt_id for grade in grades)]
        if not attempts:
            return
        concepts = sorted({answer.concept for grade in grades for answer in grade.answers})
        found = await connection.execute(_TOLD, {"attempts": attempts, "concepts": concepts})
        for row in await found.fetchall():
            later = KnownAttempt(attempt_id=row["attempt_id"], quiz_id=row["quiz_id"], left=1)
            self.told.setdefault(row["earlier"], []).append(later)

    async def _ruled(self, connection: Connection, arrivals: Sequence[Arrival]) -> None:
        messages = [one.message for one in arrivals]
        ids = [one.result_id for one in messages if isinstance(one, AnswerSelfGraded | DisputeRaised) and one.result_id]
        if ids:
            for row in await (await connection.execute(_RESULTS, (ids,))).fetchall():
                self.results[row["result_id"]] = (row["session_id"], _result_of(row))
        of_notes = [
            (one.session, message.attempt_id, message.note)
            for one in arrivals
            if isinstance(message := one.message, DisputeRaised) and message.note is not None
        ]
        if of_notes:
            found = await connection.execute(_NOTES, tuple(map(list, zip(*of_notes, strict=True))))
            self.notes = {(row["session_id"], row["attempt_id"], row["ordinal"]) for row in await found.fetchall()}
        decided = [one.dispute_id for one in messages if isinstance(one, DisputeDecided)]
        for row in await (await connection.execute(_DISPUTES, (decided,))).fetchall() if decided else ():
            dispute = KnownDispute(
                dispute_id=row["dispute_id"],
                of=row["of"],
                decided_at=_utc(row["decided_at"]),
                result=_result_of(row) if row["result_id"] is not None else None,
                note_of=row["of_attempt"] if row["of"] == "note" else None,
            )
            self.disputes[row["dispute_id"]] = (row["of_session"], dispute)


def _results(arrival: Arrival) -> QuizResults:
    assert isinstance(arrival.message, QuizResults)
    return arrival.message


def _handed(row: dict[str, Any]) -> _Handed:
    return _Handed(row["attempt_id"], row["quiz_id"], frozenset(row["items"]))


def _result_of(row: dict[str, Any]) -> KnownResult:
    return KnownResult.model_validate({name: row[name] for name in KnownResult.model_fields})


def _utc(at: datetime | None) -> datetime | None:
    return at.astimezone(UTC) if at else None
