"""Manual review, to look at: what waits for a person, why, and a page with its words."""

import asyncio
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query, Response

from contracts.views import Accepted, ReviewPage, ReviewView
from services.gateway.access.bearer import Anyone
from services.gateway.database import Row
from services.gateway.desk import AtDesk, where
from services.gateway.documents.queries import chosen
from services.gateway.http.paging import Place, place
from services.gateway.http.problems import PROBLEMS
from services.gateway.http.replies import Reviews, json_of, not_yet, unknown
from services.gateway.review import views

routes = APIRouter(prefix="/v1", tags=["review"], responses=PROBLEMS)
Sha = Annotated[str | None, Query(alias="document", pattern="^[0-9a-f]{64}$")]
PageNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]


@routes.get("/reviews", response_model=Reviews)
async def reviews(
    desk: AtDesk, who: Anyone, limit: Annotated[int, Query(ge=1, le=200)] = 50, cursor: str | None = None
) -> Response:
    """Your documents that wait for a person, newest first: held by the quality gate, or with pages left out."""
    found = await desk.papers.waiting(who, place(cursor), limit + 1)
    shown = found[:limit]
    following = _after(shown[-1]) if len(found) > limit else None
    return json_of(Reviews(reviews=[views.line(paper) for paper in shown], next=following))


@routes.get("/sessions/{session_id}/review", response_model=ReviewView, responses={202: {"model": Accepted}})
async def review(desk: AtDesk, who: Anyone, session_id: UUID, sha: Sha = None) -> Response:
    """A document's review: why, the numbers by page, and what was done so far."""
    standing = await desk.views.standing(who, session_id)
    papers = await desk.papers.of(session_id)
    if not papers:
        return await not_yet(desk.views, who, standing, where(session_id, "/review"))
    paper = chosen(papers, sha)
    return json_of(views.view(paper, standing.status, await desk.papers.history(session_id, paper["sha256"])))


@routes.get("/sessions/{session_id}/review/pages/{page}", response_model=ReviewPage)
async def review_page(desk: AtDesk, who: Anyone, session_id: UUID, page: PageNumber, sha: Sha = None) -> Response:
    """A page under review: its text, its words with confidences and boxes, and where its picture is."""
    await desk.views.standing(who, session_id)
    paper = chosen(await desk.papers.of(session_id), sha)
    quality, reading = views.quality(paper, page), paper["reading"]
    if quality is None or reading is None:
        unknown("page to review")
    correction = await desk.papers.correction(session_id, paper["sha256"], page)
    picture = where(session_id, f"/pages/{page}.png?document={paper['sha256']}")

    def read() -> ReviewPage:
        corrected = desk.blobs.read(correction).decode() if correction else None
        return views.page_of(desk.blobs.read(reading), corrected, quality, picture)

    return json_of(await asyncio.to_thread(read))


def _after(paper: Row) -> str:
    return Place(paper["since"], paper["session_id"], paper["sha256"]).cursor()
