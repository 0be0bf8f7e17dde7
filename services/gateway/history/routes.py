"""A person's learning over all documents: history, figures, scorecard, progress by section; and a session's summary."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import AwareDatetime

from contracts.mastery import SURE, ErrorPattern
from contracts.session import Status
from contracts.views.history import (
    History,
    HistoryLine,
    ProgressView,
    Scorecard,
    ScorecardConcept,
    ScorecardSession,
    Stats,
    SubtopicProgress,
    Subtopics,
    Summary,
)
from services.gateway.access.bearer import Anyone
from services.gateway.access.standing import OpenSession
from services.gateway.database import Row
from services.gateway.history.progress import progress
from services.gateway.history.queries import RecordQueries
from services.gateway.http.bodies import router
from services.gateway.http.language import ReaderLanguage, said
from services.gateway.http.paging import Fewer, Limit, Offset, page_of, place
from services.gateway.learning.advice import advised, practised
from services.gateway.learning.queries import LearnerQueries
from services.gateway.lessons.queries import LessonQueries
from services.gateway.lessons.summing import completed, suggestions
from services.gateway.repetition.queries import ScheduleQueries
from services.gateway.runs.queries import LogQueries

routes = router("/v1/sessions", "history")
Topic = Annotated[str | None, Query(max_length=200, pattern=r"^[^\x00]*$")]


@routes.get("/history")
async def history(
    who: Anyone,
    records: RecordQueries,
    limit: Fewer = 50,
    cursor: str | None = None,
    status: Status | None = None,
    topic: Topic = None,
    since: AwareDatetime | None = None,
    until: AwareDatetime | None = None,
) -> History:
    """Your sessions with what you did in them, newest first: begun from `since` to before `until`, of a status.

    `topic`: words of the title or of a topic that was learnt. `score`: the mean of the attempts' scores.
    """
    filters = {"status": status, "topic": topic or None, "since": since, "until": until}
    found, total = await records.history(who, filters, place(cursor), limit + 1)
    shown, following = page_of(found, limit)
    lines = [HistoryLine(**{**row, "status": Status(row["status"])}) for row in shown]
    return History(sessions=lines, total=total, next=following)


@routes.get("/stats")
async def stats(who: Anyone, records: RecordQueries, schedules: ScheduleQueries) -> Stats:
    """Your figures over all documents. Days are UTC's; a streak is of days up to today or yesterday."""
    row = await records.stats(who)
    days = await records.days(who)
    decided = row.pop("decided")
    return Stats(
        **row,
        accuracy=row["correct"] / decided if decided else None,
        reviews_due=await schedules.total(who),
        days_active=len(days),
        streak_days=streak(days),
    )


@routes.get("/scorecard")
async def scorecard(
    who: Anyone, records: RecordQueries, session_id: UUID | None = None, offset: Offset = 0, limit: Fewer = 50
) -> Scorecard:
    """Every document with a graded attempt, newest first: how it went, what is mastered, and what is not yet."""
    found = await records.scored(who, session_id, offset, limit)
    ids = [row["session_id"] for row in found]
    trend, last = defaultdict[UUID, list[float]](list), dict[UUID, UUID]()
    for row in await records.trend(ids) if ids else ():
        trend[row["session_id"]].append(row["score"])
        last[row["session_id"]] = row["attempt_id"]
    concepts, patterns = defaultdict[UUID, list[Row]](list), defaultdict[UUID, list[Row]](list)
    for row in await records.standings(ids) if ids else ():
        concepts[row["session_id"]].append(row)
    for row in await records.patterns(list(last.values())) if last else ():
        patterns[row["attempt_id"]].append(row)
    told = [
        ScorecardSession(
            session_id=id,
            title=row["title"],
            mastery_score=row["mastery_score"],
            score=sum(trend[id]) / len(trend[id]) if trend[id] else None,
            trend=trend[id],
            strengths=[_concept(one) for one in concepts[id] if one["mastered"]],
            weaknesses=[_concept(one) for one in concepts[id] if not one["mastered"]],
            subtopic=row["subtopic"],
            patterns=[ErrorPattern.model_validate(one, extra="ignore") for one in patterns[last[id]]],
        )
        for row in found
        for id in (row["session_id"],)
    ]
    return Scorecard(sessions=told, total=found[0]["total"] if found else 0)


@routes.get("/subtopic-progress")
async def subtopics(
    who: Anyone, records: RecordQueries, session_id: UUID | None = None, offset: Offset = 0, limit: Limit = 100
) -> Subtopics:
    """Concepts mastered by section, in each document's order. `score`: the mean; a concept not asked counts 0."""
    found = await records.subtopics(who, session_id, offset, limit)
    told = [SubtopicProgress(**{name: row[name] for name in SubtopicProgress.model_fields}) for row in found]
    return Subtopics(subtopics=told, total=found[0]["total"] if found else 0)


@routes.get("/{session_id}/progress")
async def over_time(session: OpenSession, records: RecordQueries, learners: LearnerQueries) -> ProgressView:
    """How well each concept was known over time, with how far the next answer could have moved that; whether what the
    scores promised held; and the time it took. A question counts for 10 minutes at most."""
    id = session.session_id
    threshold = (await learners.learning(id)).get("mastery_threshold") or SURE
    return progress(id, threshold, await records.points(id), await records.spent(id), await records.worked(id))


@routes.get("/{session_id}/summary")
async def summary(
    session: OpenSession,
    learners: LearnerQueries,
    lessons: LessonQueries,
    logs: LogQueries,
    schedules: ScheduleQueries,
    who: Anyone,
    language: ReaderLanguage,
) -> Summary:
    """How a session went: rounds of learning completed, mastery, what was misunderstood, what to do next.

    Of the newest lesson, where there was one: how many steps of its plan are completed, and what it came to.
    """
    session_id = session.session_id
    state, learning = await learners.state(session_id), await learners.learning(session_id)
    done = [row for row in await learners.cycles(session_id) if row["completed"]]
    concepts = await learners.concepts(session_id)
    due = await schedules.counts(who, session_id)
    own = learning.get("language", "")
    agents = advised(state, concepts, language, own, due)
    advice = [*agents["remediation"], *agents["recommendations"]]
    advice += [agents["path_reasoning"]] if agents["path_reasoning"] else []
    lesson = await lessons.view(session_id, language)
    if lesson is not None:
        mastered = {row["concept"] for row in concepts if row["mastered"]}
        told = suggestions(lesson, mastered, language or own)
        return Summary(
            session_id=session_id,
            steps_completed=completed(lesson),
            mastery_score=lesson.mastery_score,
            misconceptions_seen=[each.id for each in lesson.misconceptions],
            suggestions=list(dict.fromkeys([*told, *advice])),
            spending=await logs.spending(session_id),
            intervention=lesson.ended == "intervention",
        )
    return Summary(
        session_id=session_id,
        steps_completed=len(done),
        mastery_score=learning.get("mastery_score") or 0.0,
        misconceptions_seen=[
            said(row["phrase"], row["description"], language)
            for row in await learners.gaps(session_id)
            if row["mistaken_for"]
        ],
        suggestions=list(dict.fromkeys(advice or practised(agents["improvement_areas"], concepts, language or own))),
        spending=await logs.spending(session_id),
    )


def streak(days: Sequence[Row]) -> int:
    """Days in a row, newest first, that end today or yesterday."""
    if not days or days[0]["today"] - days[0]["day"] > timedelta(days=1):
        return 0
    first = days[0]["day"]
    return next((n for n, row in enumerate(days) if row["day"] != first - timedelta(days=n)), len(days))


def _concept(row: Row) -> ScorecardConcept:
    return ScorecardConcept(**{name: row[name] for name in ScorecardConcept.model_fields})
