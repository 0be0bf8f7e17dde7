"""A person's library: the shelf with how far each document has come, and a search in the text of all of them."""

import asyncio
from typing import Annotated

from fastapi import Query

from contracts.session import Status
from contracts.views.library import Library, LibraryHit, LibraryHits, LibraryLine, TagCount
from services.gateway.access.bearer import Anyone
from services.gateway.documents.queries import DocumentQueries
from services.gateway.http.bodies import router
from services.gateway.http.paging import Fewer, page_of, place
from services.gateway.http.problems import broken
from services.gateway.library.queries import ShelfQueries
from services.gateway.search import views
from services.gateway.search.queries import PassageQueries
from services.gateway.search.routes import Question
from services.search.stored import Search, apart
from services.search.words import asked_for

SHOWN = 3
"""So many passages of a document: its own search has them all."""
MOST_DOCUMENTS = 20
routes = router("/v1", "library")
Words = Annotated[str, Query(max_length=200, pattern=r"^[^\x00]*$")]
Tag = Annotated[str | None, Query(min_length=1, max_length=40, pattern=r"^[^\x00]*$")]


@routes.get("/library")
async def library(
    who: Anyone, rows: ShelfQueries, q: Words = "", tag: Tag = None, limit: Fewer = 50, cursor: str | None = None
) -> Library:
    """Your sessions, newest first, with how far each has come. `q`: words of the title, a file name or a tag."""
    found, total = await rows.lines(who, q.lower().split(), tag, place(cursor), limit + 1)
    shown, following = page_of(found, limit)
    names = [name for name in LibraryLine.model_fields if name != "status"]
    lines = [LibraryLine(status=Status(row["status"]), **{name: row[name] for name in names}) for row in shown]
    tags = [TagCount(**row) for row in await rows.tags(who)]
    return Library(sessions=lines, total=total, tags=tags, next=following)


@routes.get("/search")
async def search_all(
    who: Anyone,
    rows: ShelfQueries,
    passages: PassageQueries,
    documents: DocumentQueries,
    q: Question,
    limit: Annotated[int, Query(ge=1, le=MOST_DOCUMENTS)] = 10,
) -> LibraryHits:
    """Your documents whose text holds words of a question, in any form, with the best passages of each. A text that
    several of your sessions have is told once, of the newest. What is misspelt is found in a document's own search."""
    if not q.strip():
        raise broken("q", "blank")
    terms = sorted({term for language in await rows.languages(who) for _, term in asked_for(q, language)})
    hits = []
    for row in await rows.holding(who, terms, limit) if terms else ():
        id = row["session_id"]
        asked = await asyncio.to_thread(Search, q, await passages.counted(id))
        if not asked.asks_anything:
            continue
        found = apart(await asyncio.to_thread(asked.hits, await passages.candidates(asked.asks(id))))
        papers = {paper["sha256"]: paper for paper in await documents.of_session(id)}
        shown = [views.passage(hit, papers) for hit in found[:SHOWN]]
        hits.append(LibraryHit(session_id=id, title=row["title"], passages=shown, total=len(found)))
    hits = [hit for hit in hits if hit.passages]
    return LibraryHits(hits=sorted(hits, key=lambda hit: -hit.passages[0].share))
