"""Spaced repetition: what is due over all documents, a review of a card or an item, and what will be due."""

from datetime import date, timedelta
from typing import Annotated
from uuid import UUID

from fastapi import Query

from contracts.grading import CardReviewed
from contracts.items import Flashcard
from contracts.views.learners import DueCard, DueView, Forecast, ForecastDay
from contracts.views.sessions import Accepted
from services.gateway.access.bearer import Anyone
from services.gateway.access.standing import SessionAccess
from services.gateway.database import Row
from services.gateway.http.bodies import JsonBody, router
from services.gateway.http.paging import Fewer
from services.gateway.http.replies import WRITTEN, unknown
from services.gateway.items import views
from services.gateway.messaging.requests import Begun, answer
from services.gateway.repetition.queries import ScheduleQueries
from services.gateway.repetition.schemas import Recalled

routes = router("/v1/reviews", "repetition")
SHOWN = ("card_id", "session_id", "kind", "due", "state", "reviews", "lapses", "stability", "difficulty")


@routes.get("/due")
async def due(
    who: Anyone, rows: ScheduleQueries, sessions: SessionAccess, limit: Fewer = 20, session_id: UUID | None = None
) -> DueView:
    """Cards and answered items that are due now: the most overdue first, what is new last."""
    if session_id is not None:
        await sessions.standing(who, session_id)
    found = await rows.due(who, session_id, limit)
    total, new = (found[0]["total"], found[0]["new"]) if found else (0, 0)
    waiting = await rows.waiting(who, session_id)
    return DueView(due=[_due(row) for row in found], total=total, new=new, waiting=waiting)


@routes.get("/forecast")
async def forecast(
    who: Anyone,
    rows: ScheduleQueries,
    sessions: SessionAccess,
    days: Annotated[int, Query(ge=1, le=365)] = 14,
    session_id: UUID | None = None,
) -> Forecast:
    """How many fall due on each day (UTC) from today; what is overdue or new counts for today."""
    if session_id is not None:
        await sessions.standing(who, session_id)
    found = await rows.by_day(who, session_id)
    counts: dict[date, int] = {row["day"]: row["due"] for row in found}
    today: date = found[0]["today"]
    shown = [today + timedelta(days=number) for number in range(days)]
    later = sum(many for day, many in counts.items() if day > shown[-1])
    told = [ForecastDay(day=day.isoformat(), due=counts.get(day, 0)) for day in shown]
    return Forecast(days=told, later=later, due_now=sum(row["due_now"] for row in found))


@routes.post("/{card_id}", status_code=202, responses=WRITTEN)
async def review_card(
    who: Anyone,
    card_id: UUID,
    change: Begun,
    wish: JsonBody[Recalled],
    rows: ScheduleQueries,
    sessions: SessionAccess,
) -> Accepted:
    """Say how well you recalled a card, or an item that you have answered: it is due again when FSRS has it."""
    session = await sessions.standing(who, wish.session_id)
    await change.once()
    session.open_to_learn()
    if not await rows.held(who, wish.session_id, card_id):
        unknown("no_card_or_item")
    told = answer(wish.session_id).model_copy(update={"url": f"/v1/reviews/due?session_id={wish.session_id}"})
    return await change.accept(CardReviewed(card_id=card_id, rating=wish.rating), told)


def _due(row: Row) -> DueCard:
    shown = {name: row[name] for name in SHOWN}
    if row["kind"] == "card":
        card = Flashcard.model_validate(row["body"], extra="ignore")
        return DueCard(**shown, question=card.question, answer=card.answer, concept=card.concept, proof=card.proof)
    item = views.item(row["body"])
    return DueCard(
        **shown,
        type=item.type,
        question=views.posed(item),
        answer=item.answer_text,
        concept=item.concept,
        proof=item.proof,
        options=getattr(item, "options", []),
        prompts=getattr(item, "prompts", []),
    )
