"""Search: passages of a session's documents, by the words of a question."""

import asyncio
from typing import Annotated
from urllib.parse import quote

from fastapi import Query

from services.gateway.access.standing import OpenSession
from services.gateway.documents.queries import DocumentQueries
from services.gateway.http.bodies import router
from services.gateway.http.language import ReaderLanguage
from services.gateway.http.problems import broken
from services.gateway.http.replies import NOT_YET
from services.gateway.messaging.requests import where
from services.gateway.search import views
from services.gateway.search.queries import PassageQueries
from services.gateway.search.schemas import Passages
from services.search.stored import Search, apart

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
    limit: Few = 10,
) -> Passages:
    """Passages of all documents of the course that hold words of a question, in any form or misspelt, best first."""
    if not q.strip():
        raise broken("q", "is empty.")
    id = session.session_id
    counted = await rows.counted(id)
    if not counted and not await documents.blocks(id, 0, 1):
        session.not_yet(where(id, f"/search?q={quote(q)}"))
    # Words are weighed and sentences ranked beside the loop: for a long text that takes tenths of a second.
    asked = await asyncio.to_thread(Search, q, counted)
    found = await rows.candidates(asked.asks(id)) if asked.asks_anything else []
    hits = apart(await asyncio.to_thread(asked.hits, found))
    papers = {row["sha256"]: row for row in await documents.of_session(id)}
    return Passages(
        passages=[views.passage(hit, papers) for hit in hits[:limit]],
        total=len(hits),
        words=views.words(asked.words, hits[:limit], asked.languages),
        languages=asked.languages,
        notice=views.notice(q, asked.languages, language),
    )
