"""Search: passages of a session's documents, by the words of a question and, where there are vectors, its meaning."""

import asyncio
from typing import Annotated
from urllib.parse import quote
from uuid import UUID

from fastapi import Query

from services.gateway.access.standing import OpenSession
from services.gateway.documents.queries import DocumentQueries
from services.gateway.http.bodies import router
from services.gateway.http.language import ReaderLanguage
from services.gateway.http.problems import broken
from services.gateway.http.replies import NOT_YET
from services.gateway.messaging.requests import where
from services.gateway.search import views
from services.gateway.search.meaning import HasMeanings, Meanings
from services.gateway.search.queries import PassageQueries
from services.gateway.search.queries import Passages as PassagesOfSession
from services.gateway.search.schemas import Passages
from services.search.merging import joined, nearest
from services.search.stored import Hit, Search, apart

routes = router("/v1/sessions/{session_id}", "search")
Question = Annotated[str, Query(min_length=1, max_length=500, pattern=r"^[^\x00]*$")]
Few = Annotated[int, Query(ge=1, le=50)]


@routes.get("/search", responses=NOT_YET)
async def search(
    session: OpenSession,
    rows: PassageQueries,
    documents: DocumentQueries,
    q: Question,
    language: ReaderLanguage,
    meanings: HasMeanings,
    limit: Few = 10,
) -> Passages:
    """Passages of all documents of the course that hold words of a question, in any form or misspelt, or that are near
    to it by their meaning, where the house has a model for that; best first."""
    if not q.strip():
        raise broken("q", "blank")
    id = session.session_id
    counted = await rows.counted(id)
    if not counted and not await documents.blocks(id, 0, 1):
        session.not_yet(where(id, f"/search?q={quote(q)}"))
    # Words are weighed and sentences ranked beside the loop: for a long text that takes tenths of a second.
    asked = await asyncio.to_thread(Search, q, counted)
    found = await rows.candidates(asked.asks(id)) if asked.asks_anything else []
    hits = await asyncio.to_thread(asked.hits, found)
    foreign = views.is_foreign(q, asked.languages)
    by_meaning: views.ByMeaning = "no"
    if meanings.model and counted:
        hits, by_meaning = await _with_meaning(id, q, hits, foreign, rows, meanings)
    hits = apart(hits)
    papers = {row["sha256"]: row for row in await documents.of_session(id)}
    scanned = any(row["recognition"] for row in papers.values())
    doubted = [row["body"] for row in await rows.unsure(id)] if scanned else []
    likely = await asyncio.to_thread(asked.unsure, [body["text"] for body in doubted])
    unsure = [views.unsure(doubted[each.number], papers) for each in views.better(likely, hits[:limit])]
    another = not (hits or unsure) and await asyncio.to_thread(views.asks_another, q, language, asked.languages)
    return Passages(
        passages=[views.passage(hit, papers) for hit in hits[:limit]],
        unsure=unsure,
        total=len(hits),
        words=views.words(asked.words, hits[:limit], asked.languages),
        languages=asked.languages,
        notice=views.notice(q, asked.languages, language, foreign or another, by_meaning, unsure),
    )


async def _with_meaning(
    session: UUID, question: str, hits: list[Hit], foreign: bool, rows: PassagesOfSession, meanings: Meanings
) -> tuple[list[Hit], views.ByMeaning]:
    """What words have found, joined with what is near by meaning, and how that went."""
    documents = await rows.embedded(session, meanings.model)
    there = views.by_meaning(documents)
    if not documents:
        return hits, there
    direction = await meanings.of(session, " ".join(question.split()))
    if direction is None:
        return hits, "away" if there == "yes" else there
    compared = await rows.near(session, meanings.model, direction)
    near = await asyncio.to_thread(nearest, direction, compared)
    if not near:
        return hits, "unmade" if there == "yes" else there
    blocks = await rows.named(session, near)
    return await asyncio.to_thread(joined, hits, near, blocks, foreign), there
