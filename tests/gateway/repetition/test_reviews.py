"""Reviews: what is due, what will be, and a rating."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest

from contracts.grading import CardReviewed
from contracts.problems import Code
from contracts.session import Status
from contracts.views.learners import DueView, Forecast
from tests.gateway.conftest import Sent
from tests.gateway.kinds import every_type
from tests.gateway.learnt import scheduled
from tests.gateway.shelf import Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"), made=every_type)


async def due(ann: httpx.AsyncClient, query: str = "") -> DueView:
    return DueView.model_validate_json((await ann.get(f"/v1/reviews/due?{query}")).content)


async def test_a_new_card_is_due_and_an_item_only_once_it_is_answered(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    for item in kept.items:
        scheduled(shelf, kept, item.item_id, "item")
    told = await due(ann)
    assert ([one.card_id for one in told.due], told.total, told.new) == ([kept.card], 1, 1)
    assert (told.due[0].state, told.due[0].stability, told.due[0].answer) == ("new", None, "the pigment")
    shelf.attempt(kept, many=1)
    told = await due(ann)
    assert [(one.kind, one.card_id) for one in told.due] == [("item", kept.items[0].item_id), ("card", kept.card)]
    first = told.due[0]
    assert (first.type, first.answer, len(first.options)) == ("multiple_choice", "leaf", 3)
    assert (first.state, first.reviews, first.lapses, first.stability, first.difficulty) == ("review", 2, 1, 3.5, 5.0)


async def test_a_card_stays_when_the_quiz_it_came_with_is_gone(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    shelf.quiz(kept, number=2)
    shelf.ask("delete from quizzes where quiz_id = %(q)s", q=kept.quiz)
    assert (await due(ann)).new == 2
    told = (await ann.get(f"/v1/sessions/{kept.session}/flashcards")).json()["flashcards"]
    assert [one["card_id"] for one in told][-1] == str(kept.card)


async def test_the_most_overdue_comes_first_and_what_is_new_last(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept
) -> None:
    shelf.attempt(kept, many=3)
    for item, hours in zip(kept.items, (-1, -30, 5), strict=False):
        scheduled(shelf, kept, item.item_id, "item", hours=hours)
    other = shelf.quiz(shelf.session(tenant, "ann"))
    scheduled(shelf, other, other.card, "card", hours=-10)
    told = await due(ann)
    wanted = [kept.items[1].item_id, other.card, kept.items[0].item_id, kept.card]
    assert ([one.card_id for one in told.due], told.total, told.new) == (wanted, 4, 1)
    first = await due(ann, "limit=1")
    assert ([one.card_id for one in first.due], first.total, first.new) == (wanted[:1], 4, 1)
    only = await due(ann, f"session_id={other.session}")
    assert ([one.card_id for one in only.due], only.total) == ([other.card], 1)


async def test_what_was_removed_or_waits_for_review_is_not_due(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, kept: Kept
) -> None:
    shelf.attempt(kept, many=2)
    for item in kept.items[:2]:
        scheduled(shelf, kept, item.item_id, "item")
    shelf.state(kept.items[0].item_id, "retracted")
    shelf.ask("update results set void = true where item_id = %(i)s", i=kept.items[1].item_id)
    shelf.state(kept.card, "deleted", "flashcards")
    shelf.quiz(shelf.session(tenant, "ann", status=Status.PENDING_REVIEW, error=Code.LOW_CONFIDENCE))
    shelf.quiz(shelf.session(tenant, "ann", status=Status.VALIDATING), ready=False)
    assert (await due(ann)).total == 0


async def test_the_forecast_counts_by_day_and_what_is_overdue_today(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    shelf.attempt(kept, many=4)
    for item, hours in zip(kept.items, (-50, 24, 48, 24 * 20), strict=False):
        scheduled(shelf, kept, item.item_id, "item", hours=hours)
    today = datetime.now(UTC).date()
    told = Forecast.model_validate_json((await ann.get("/v1/reviews/forecast")).content)
    assert [one.day for one in told.days] == [(today + timedelta(days=n)).isoformat() for n in range(14)]
    assert ([one.due for one in told.days[:4]], told.later) == ([2, 1, 1, 0], 1)
    total = DueView.model_validate_json((await ann.get("/v1/reviews/due")).content).total
    assert told.due_now == total == 2, "what is due now is one count, wherever it is told"
    short = Forecast.model_validate_json((await ann.get("/v1/reviews/forecast?days=1")).content)
    assert ([one.due for one in short.days], short.later) == ([2], 3)


async def test_a_rating_is_a_message_of_its_session(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, kept: Kept
) -> None:
    shelf.attempt(kept, many=1)
    headers = {"Idempotency-Key": "rated"}
    for id in (kept.card, kept.items[0].item_id):
        body = {"rating": "hard", "session_id": str(kept.session)}
        for _ in range(2):
            answer = await ann.post(f"/v1/reviews/{id}", json=body, headers=headers)
            assert (answer.status_code, answer.json()["session_id"]) == (202, str(kept.session))
    messages = [CardReviewed.read(one.value) for one in sent.messages]
    assert messages == [CardReviewed(card_id=id, rating="hard") for id in (kept.card, kept.items[0].item_id)]
    assert {one.key for one in sent.messages} == {str(kept.session).encode()}


async def test_what_cannot_be_rated(ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, tenant: str, kept: Kept) -> None:
    async def rate(id: Any, **body: Any) -> httpx.Response:
        return await ann.post(f"/v1/reviews/{id}", json={"rating": "good", "session_id": str(kept.session), **body})

    other = shelf.quiz(shelf.session(tenant, "ann"))
    foreign = shelf.quiz(shelf.session(tenant, "bob"))
    for id in (uuid4(), other.card, kept.items[0].item_id, "none"):
        assert (await rate(id)).status_code == 404
    assert (await rate(foreign.card, session_id=str(foreign.session))).status_code == 404
    for field, value in (("rating", "fine"), ("session_id", "mine"), ("ease", 2)):
        wrong = await rate(kept.card, **{field: value})
        assert (wrong.status_code, wrong.json()["fields"]) == (400, [field])
    for query in ("due?limit=0", "due?session_id=x", "forecast?days=0", "forecast?days=366"):
        assert (await ann.get(f"/v1/reviews/{query}")).status_code == 400, query
    assert (await ann.get(f"/v1/reviews/due?session_id={foreign.session}")).status_code == 404
    assert sent.messages == []
