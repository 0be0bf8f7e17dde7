"""What a session holds to read: text, cards, results, notes, and for its owner every item with its key."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response

from contracts.quizzes import QuizResults
from contracts.views import Accepted
from services.gateway import show
from services.gateway.desk import AtDesk, where
from services.gateway.problems import PROBLEMS
from services.gateway.replies import (
    Blocks,
    Flashcards,
    Items,
    JudgedCard,
    Notes,
    Results,
    json_of,
    not_yet,
    open_to_learn,
    unknown,
)
from services.gateway.sessions import Limit, Offset
from services.gateway.who import Anyone, Owner

WAITS = {**PROBLEMS, 202: {"model": Accepted, "description": "Not there yet: ask again after Retry-After."}}
routes = APIRouter(prefix="/v1/sessions/{session_id}", tags=["material"], responses=WAITS)


@routes.get("/items", response_model=Items)
async def items(desk: AtDesk, who: Owner, session_id: UUID) -> Response:
    """Every item and card with answers, quotes and spans, refused ones too. For the owner."""
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    quizzes = await desk.views.quizzes(session_id)
    if not any(row["ready"] for row in quizzes):
        return await not_yet(desk.views, who, standing, where(session_id, "/items"))
    refused: dict[str, int] = {}
    for row in quizzes:
        for code, count in row["refused"].items():
            refused[code] = refused.get(code, 0) + count
    cards = [
        JudgedCard(card=show.card(row), accepted=row["accepted"], reasons=show.reasons(row))
        for row in await desk.views.cards(session_id)
    ]
    written = [show.owner_item(row) for row in await desk.views.items(session_id)]
    return json_of(Items(items=written, flashcards=cards, refused=refused))


@routes.get("/flashcards", response_model=Flashcards)
async def flashcards(desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """The accepted flashcards, each with its place in the text."""
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    ready = any(row["ready"] for row in await desk.views.quizzes(session_id))
    if not ready:
        return await not_yet(desk.views, who, standing, where(session_id, "/flashcards"))
    cards = [show.card(row) for row in await desk.views.cards(session_id) if row["accepted"]]
    return json_of(Flashcards(flashcards=cards))


@routes.get("/results", response_model=Results)
async def results(desk: AtDesk, who: Anyone, session_id: UUID, attempt_id: UUID | None = None) -> Response:
    """Graded answers with keys and proofs: of one attempt, or of all, oldest first."""
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    score = None
    if attempt_id is not None:
        attempt = await desk.views.attempt(session_id, attempt_id)
        if attempt is None and not await desk.views.ordered(
            session_id, QuizResults.letter_type, "attempt_id", attempt_id
        ):
            unknown("attempt")
        if attempt is None or attempt["score"] is None:
            return await not_yet(desk.views, who, standing, where(session_id, f"/results?attempt_id={attempt_id}"))
        score = attempt["score"]
    found = [show.result(row) for row in await desk.views.results(session_id, attempt_id)]
    if not found and not await desk.views.quizzes(session_id):
        return await not_yet(desk.views, who, standing, where(session_id, "/results"))
    return json_of(Results(results=found, score=score))


@routes.get("/notes", response_model=Notes)
async def notes(desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """What the Coach says about your attempts, oldest first."""
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    found = [show.note(row) for row in await desk.views.notes(session_id)]
    if not found and (standing.runs or not await desk.views.quizzes(session_id)):
        return await not_yet(desk.views, who, standing, where(session_id, "/notes"))
    return json_of(Notes(notes=found))


@routes.get("/blocks", response_model=Blocks)
async def blocks(
    desk: AtDesk,
    who: Anyone,
    session_id: UUID,
    page: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    block_id: Annotated[str | None, Query(max_length=200, pattern=r"^[^\x00]*$")] = None,
    offset: Offset = 0,
    limit: Limit = 100,
) -> Response:
    """Blocks of the text: all, of one page (from 1), or one by its id."""
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    found = await desk.views.blocks(session_id, offset, limit, page, block_id)
    if not found and not await desk.views.blocks(session_id, 0, 1):
        return await not_yet(desk.views, who, standing, where(session_id, "/blocks"))
    return json_of(Blocks(blocks=[show.block(row) for row in found]))
