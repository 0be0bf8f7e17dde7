"""What a session holds to read: text, cards, results and notes."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response

from contracts.material_views import ResultView
from contracts.quizzes import QuizResults
from services.gateway.access.bearer import Anyone, owners_only
from services.gateway.desk import AtDesk, where
from services.gateway.http.replies import (
    Blocks,
    Flashcards,
    Notes,
    OwnerCards,
    Results,
    json_of,
    not_yet,
    open_to_learn,
    unknown,
)
from services.gateway.items import views
from services.gateway.items.routes import LIMIT, WAITS, Many, States
from services.gateway.sessions import views as sessions_views
from services.gateway.sessions.routes import Limit, Offset

routes = APIRouter(prefix="/v1/sessions/{session_id}", tags=["material"], responses=WAITS)


@routes.get("/flashcards", response_model=Flashcards | OwnerCards)
async def flashcards(
    desk: AtDesk,
    who: Anyone,
    session_id: UUID,
    owner: bool = False,
    quiz_id: UUID | None = None,
    state: States = [],  # noqa: B006 # FastAPI's own way for a list
    offset: Offset = 0,
    limit: Many = LIMIT,
) -> Response:
    """The accepted flashcards, each with its place in the text.

    A card that would tell a learner the key of a question which is not answered yet waits; `waiting` counts these.

    With `owner` for the owner: refused and removed ones too, in pages, by quiz and state. Else the filters are unused.
    """
    if owner:
        owners_only(who)
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    if not any(row["ready"] for row in await desk.views.quizzes(session_id)):
        return await not_yet(desk.views, who, standing, where(session_id, "/flashcards"))
    if not owner:
        rows = await desk.views.cards(who, session_id)
        shown = [views.card(row) for row in rows if not row["waits"]]
        return json_of(Flashcards(flashcards=shown, waiting=len(rows) - len(shown)))
    found = await desk.holdings.cards(session_id, quiz_id, state, offset, limit)
    total = found[0]["total"] if found else 0
    return json_of(OwnerCards(flashcards=[views.owner_card(row) for row in found], total=total))


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
        if attempt is None or (attempt["score"] is None and attempt["graded_at"] is None):
            return await not_yet(desk.views, who, standing, where(session_id, f"/results?attempt_id={attempt_id}"))
        score = attempt["score"]
    found = [views.result(row) for row in await desk.views.results(session_id, attempt_id)]
    if not found and not await desk.views.quizzes(session_id):
        return await not_yet(desk.views, who, standing, where(session_id, "/results"))
    return json_of(Results(results=found, score=None if attempt_id is None else _counted(found, score)))


@routes.get("/notes", response_model=Notes)
async def notes(desk: AtDesk, who: Anyone, session_id: UUID) -> Response:
    """What the Coach says about your attempts, oldest first."""
    standing = await desk.views.standing(who, session_id)
    await open_to_learn(desk.views, who, standing)
    found = [sessions_views.note(row) for row in await desk.views.notes(session_id)]
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
    return json_of(Blocks(blocks=[sessions_views.block(row) for row in found]))


def _counted(found: Sequence[ResultView], score: float | None) -> float:
    """An attempt's score without what was taken back since; 0 where nothing is left that counts."""
    gone = [one.void or one.retracted is not None for one in found]
    if score is not None and not any(gone):
        return score
    credits = [one.credit for one, void in zip(found, gone, strict=True) if not (void or one.undecided)]
    return sum(credits) / len(credits) if credits else 0.0
