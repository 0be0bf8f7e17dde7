"""Items and cards for their owner, to look at: with key and proof, their history, and what of the text they cover."""

import asyncio
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response

from contracts.digest import Term
from contracts.items import Flashcard, ItemType
from contracts.material_views import Coverage, ItemState, OwnerCard, OwnerItem
from contracts.views import Accepted
from services.gateway.access.bearer import Owner, Who
from services.gateway.database import Row
from services.gateway.desk import AtDesk, Desk, where
from services.gateway.http.problems import PROBLEMS
from services.gateway.http.replies import ItemHistory, Items, json_of, not_yet, open_to_learn, unknown
from services.gateway.items import views
from services.gateway.items.coverage import WORDS_AT_LEAST, coverage
from services.gateway.items.queries import Kind
from services.gateway.sessions.routes import Offset

WAITS = {**PROBLEMS, 202: {"model": Accepted, "description": "Not there yet: ask again after Retry-After."}}
LIMIT = 500
routes = APIRouter(prefix="/v1/sessions/{session_id}", tags=["items"], responses=PROBLEMS)
States = Annotated[list[ItemState], Query(alias="state")]
Types = Annotated[list[ItemType], Query(alias="type")]
Many = Annotated[int, Query(ge=1, le=LIMIT)]


@routes.get("/items", response_model=Items, responses=WAITS)
async def items(
    desk: AtDesk,
    who: Owner,
    session_id: UUID,
    quiz_id: UUID | None = None,
    state: States = [],  # noqa: B006 # FastAPI's own way for a list
    type: Types = [],  # noqa: B006
    offset: Offset = 0,
    limit: Many = LIMIT,
) -> Response:
    """Every item with key, proof and state, refused and removed ones too, in pages; with the first page the cards."""
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    quizzes = await desk.views.quizzes(session_id)
    if not any(row["ready"] for row in quizzes):
        return await not_yet(desk.views, who, standing, where(session_id, "/items"))
    refused: dict[str, int] = {}
    for row in quizzes:
        for code, count in row["refused"].items():
            refused[code] = refused.get(code, 0) + count
    found = await desk.holdings.items(session_id, quiz_id, state, type, offset, limit)
    cards = await desk.holdings.cards(session_id, quiz_id, state) if offset == 0 and not type else []
    told = Items(
        items=[views.owner_item(row) for row in found],
        total=found[0]["total"] if found else 0,
        flashcards=[views.owner_card(row) for row in cards],
        refused=refused,
    )
    return json_of(told)


@routes.get("/items/{item_id}", response_model=OwnerItem)
async def item(desk: AtDesk, who: Owner, session_id: UUID, item_id: UUID) -> Response:
    """An item; its ETag is its revision."""
    return await _one(desk, who, session_id, "items", item_id)


@routes.get("/flashcards/{card_id}", response_model=OwnerCard)
async def card(desk: AtDesk, who: Owner, session_id: UUID, card_id: UUID) -> Response:
    """A card; its ETag is its revision."""
    return await _one(desk, who, session_id, "flashcards", card_id)


@routes.get("/items/{item_id}/history", response_model=ItemHistory)
async def item_history(desk: AtDesk, who: Owner, session_id: UUID, item_id: UUID) -> Response:
    """What was done to an item, oldest first."""
    return await _history(desk, who, session_id, "items", item_id)


@routes.get("/flashcards/{card_id}/history", response_model=ItemHistory)
async def card_history(desk: AtDesk, who: Owner, session_id: UUID, card_id: UUID) -> Response:
    """What was done to a card, oldest first."""
    return await _history(desk, who, session_id, "flashcards", card_id)


@routes.get("/coverage", response_model=Coverage, responses=WAITS)
async def covered(desk: AtDesk, who: Owner, session_id: UUID) -> Response:
    """Which blocks of 40 words or more and which key terms are asked, and which not.

    An item or card covers the block of its proof; a matching or ordering item also those of its explanations' proofs.
    """
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    if not any(row["ready"] for row in await desk.views.quizzes(session_id)):
        return await not_yet(desk.views, who, standing, where(session_id, "/coverage"))
    blocks = await desk.holdings.eligible(session_id, WORDS_AT_LEAST)
    terms = await desk.holdings.terms(session_id)
    asked = await desk.holdings.resting(session_id, "items")
    cards = await desk.holdings.resting(session_id, "flashcards")

    def report() -> Response:
        found = coverage(
            blocks,
            [Term.model_validate(term, extra="ignore") for term in terms],
            [views.item(row["body"]) for row in asked],
            [Flashcard.model_validate(row["body"], extra="ignore") for row in cards],
        )
        return json_of(found)

    return await asyncio.to_thread(report)


async def held(desk: Desk, session: UUID, kind: Kind, id: UUID) -> Row:
    """The row of an item or a card. Raises `Failure` 404."""
    row = await desk.holdings.one(session, kind, id)
    if row is None:
        unknown("item" if kind == "items" else "card")
    return row


def owned(kind: Kind, row: Row) -> Response:
    """An item or a card as its owner sees it, with its revision as ETag."""
    shown = views.owner_item(row) if kind == "items" else views.owner_card(row)
    return json_of(shown, headers={"ETag": f'"{row["revision"]}"'})


async def _one(desk: Desk, who: Who, session: UUID, kind: Kind, id: UUID) -> Response:
    await open_to_learn(desk.views, who, await desk.views.standing(who, session))
    return owned(kind, await held(desk, session, kind, id))


async def _history(desk: Desk, who: Who, session: UUID, kind: Kind, id: UUID) -> Response:
    await open_to_learn(desk.views, who, await desk.views.standing(who, session))
    await held(desk, session, kind, id)
    return json_of(ItemHistory(history=[views.entry(row) for row in await desk.holdings.history(session, id)]))
