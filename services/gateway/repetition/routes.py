"""Spaced repetition: what is due over all documents, a review of a card or an item, and what will be due."""

from datetime import date, timedelta
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response

from contracts.grading import CardReviewed
from contracts.items import Flashcard
from contracts.learner_views import DueCard, DueView, Forecast, ForecastDay
from contracts.views import Accepted
from services.chassis.process.kill_points import point
from services.gateway.access.bearer import Anyone
from services.gateway.database import Row
from services.gateway.desk import AtDesk, answer, body_of, take
from services.gateway.http.bodies import Recalled
from services.gateway.http.describing import takes
from services.gateway.http.problems import PROBLEMS
from services.gateway.http.replies import accepted, json_of, open_to_learn, unknown
from services.gateway.items import views
from services.gateway.messaging.intake import Asked, sha256

routes = APIRouter(prefix="/v1/reviews", tags=["reviews"], responses=PROBLEMS)
SHOWN = ("card_id", "session_id", "kind", "due", "state", "reviews", "lapses", "stability", "difficulty")


@routes.get("/due", response_model=DueView)
async def due(
    desk: AtDesk, who: Anyone, limit: Annotated[int, Query(ge=1, le=200)] = 20, session_id: UUID | None = None
) -> Response:
    """Cards and answered items that are due now: the most overdue first, what is new last."""
    if session_id is not None:
        await desk.views.standing(who, session_id)
    found = await desk.study.schedules.due(who, session_id, limit)
    total, new = (found[0]["total"], found[0]["new"]) if found else (0, 0)
    waiting = await desk.study.schedules.waiting(who, session_id)
    return json_of(DueView(due=[_due(row) for row in found], total=total, new=new, waiting=waiting))


@routes.get("/forecast", response_model=Forecast)
async def forecast(
    desk: AtDesk, who: Anyone, days: Annotated[int, Query(ge=1, le=365)] = 14, session_id: UUID | None = None
) -> Response:
    """How many fall due on each day (UTC) from today; what is overdue or new counts for today."""
    if session_id is not None:
        await desk.views.standing(who, session_id)
    rows = await desk.study.schedules.by_day(who, session_id)
    counts: dict[date, int] = {row["day"]: row["due"] for row in rows}
    today: date = rows[0]["today"]
    shown = [today + timedelta(days=number) for number in range(days)]
    later = sum(many for day, many in counts.items() if day > shown[-1])
    told = [ForecastDay(day=day.isoformat(), due=counts.get(day, 0)) for day in shown]
    return json_of(Forecast(days=told, later=later))


@routes.post("/{card_id}", status_code=202, response_model=Accepted, openapi_extra=takes("Recalled"))
async def review(request: Request, desk: AtDesk, who: Anyone, card_id: UUID) -> Response:
    """Say how well you recalled a card, or an item that you have answered: it is due again when FSRS has it."""
    asked, body = Asked.of(request, who), await body_of(request)
    said = Recalled.model_validate_json(body, strict=True)
    standing = await desk.views.standing(who, said.session_id)
    point("received")
    if before := await desk.intake.earlier(asked, sha256(body)):
        return accepted(before)
    await open_to_learn(desk.views, who, standing)
    if not await desk.study.schedules.held(who, said.session_id, card_id):
        unknown("card or answered item")
    letter = CardReviewed(card_id=card_id, rating=said.rating)
    told = answer(said.session_id).model_copy(update={"url": f"/v1/reviews/due?session_id={said.session_id}"})
    taken = await take(desk, asked, sha256(body), letter, told)
    point("acknowledged")
    return accepted(taken)


def _due(row: Row) -> DueCard:
    shown = {name: row[name] for name in SHOWN}
    if row["kind"] == "card":
        card = Flashcard.model_validate(row["body"], extra="ignore")
        return DueCard(**shown, question=card.question, answer=card.answer, concept=card.concept, proof=card.proof)
    item = views.item(row["body"])
    return DueCard(
        **shown,
        type=item.type,
        question=views.asks(item),
        answer=item.answer_text,
        concept=item.concept,
        proof=item.proof,
        options=getattr(item, "options", []),
        prompts=getattr(item, "prompts", []),
    )
