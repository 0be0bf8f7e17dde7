"""A document's text, and pictures of its pages: drawn by a Reader when first asked for, kept by their name."""

import hashlib
import json
from typing import Annotated, Any
from uuid import UUID

from fastapi import Path, Query, Response

from contracts.documents import Document
from contracts.problems import Code
from contracts.reading import Highlight, RenderPage
from services.chassis.problems import failed
from services.gateway.access.standing import OpenSession, SessionHere
from services.gateway.database import Row
from services.gateway.documents import views
from services.gateway.documents.pictures import HasDrawings
from services.gateway.documents.queries import DocumentQueries, chosen
from services.gateway.documents.schemas import Blocks
from services.gateway.http.bodies import router
from services.gateway.http.paging import Limit, Offset
from services.gateway.http.problems import broken
from services.gateway.http.replies import ETAG, NOT_YET, IfNoneMatch, matches, unknown
from services.gateway.messaging.requests import where

PNG = "image/png"
KEPT = {"Cache-Control": "private, max-age=86400", "Vary": "Authorization"}
DRAWS: dict[int | str, dict[str, Any]] = {
    200: {"content": {PNG: {}}, "headers": ETAG},
    304: {"description": "Nothing has changed.", "headers": ETAG},
}
routes = router("/v1/sessions/{session_id}", "documents")
Sha = Annotated[str | None, Query(alias="document", pattern="^[0-9a-f]{64}$")]
PageNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
Width = Annotated[int, Query(ge=50, le=4000)]
BlockId = Annotated[str | None, Query(min_length=1, max_length=200, pattern=r"^[^\x00]*$")]
Span = Annotated[int | None, Query(ge=0, le=2**31 - 1)]


@routes.get("/blocks", responses=NOT_YET)
async def blocks(
    session: OpenSession,
    documents: DocumentQueries,
    page: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    block_id: Annotated[str | None, Query(max_length=200, pattern=r"^[^\x00]*$")] = None,
    offset: Offset = 0,
    limit: Limit = 100,
) -> Blocks:
    """Blocks of the text: all, of one page (from 1), or one by its id."""
    id = session.session_id
    found = await documents.blocks(id, offset, limit, page, block_id)
    if not found and not await documents.blocks(id, 0, 1):
        session.not_yet(where(id, "/blocks"))
    return Blocks(blocks=[views.block(row) for row in found])


@routes.get("/pages/{page}.png", response_class=Response, responses=DRAWS)
async def picture(
    session: SessionHere,
    documents: DocumentQueries,
    drawings: HasDrawings,
    page: PageNumber,
    sha: Sha = None,
    width: Width = 1000,
    block: BlockId = None,
    start: Span = None,
    end: Span = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """A page as PNG, `width` pixels wide; a block, or a span of it (code points, half open), is marked."""
    session_id = session.session_id
    if (start is None) != (end is None) or (start is not None and end is not None and (block is None or start >= end)):
        raise broken("start, end", "span", fields=["start", "end"])
    papers = await documents.of_session(session_id)
    marked = await _marked(documents, session_id, page, block) if block is not None else None
    paper = chosen(papers, sha or marked) if sha or marked else _first(papers)
    if marked is not None and marked != paper["sha256"]:
        unknown("no_block_here")
    _check_page(paper, page)
    # A recognised page is shown as it was read: the reading knows how far it was turned.
    highlight = Highlight(reading=paper["reading"] if paper["recognition"] else None)
    if block is not None:
        highlight = Highlight(reading=paper["reading"], block_id=block, start=start, end=end)
    command = render(paper, page, width, highlight)
    headers = {"ETag": f'"{command.picture.rpartition("-")[2].removesuffix(".png")}"', **KEPT}
    if matches(if_none_match, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return Response(await drawings.picture(session_id, command), headers=headers, media_type=PNG)


def render(paper: Row, page: int, width: int, highlight: Highlight) -> RenderPage:
    """The order for a picture; its name holds all that shapes it, so that another picture has another name."""
    document = Document.model_validate({name: paper[name] for name in Document.model_fields})
    shaped = json.dumps([document.sha256, page, width, highlight.model_dump(mode="json")])
    name = f"pictures/{document.sha256}/{page}-{hashlib.sha256(shaped.encode()).hexdigest()[:32]}.png"
    return RenderPage(document=document, page=page, width=width, highlight=highlight, picture=name)


async def _marked(documents: DocumentQueries, session: UUID, page: int, block: str) -> str | None:
    """The document of a block, as far as the block names it. Raises `Failure` 404 unless it is on that page."""
    found = await documents.block(session, block)
    if found is None:
        unknown("no_block")
    if page not in (found["source_page"], *found["continues"]):
        raise failed(Code.NOT_FOUND, "block_elsewhere", at=found["source_page"], page=page)
    sha256: str | None = found["sha256"]
    return sha256


def _first(papers: list[Row]) -> Row:
    if not papers:
        raise failed(Code.NOT_FOUND, "not_taken_in")
    return papers[0]


def _check_page(paper: Row, page: int) -> None:
    """Raises `Failure` 404 for a page that the document surely does not have; of one not read yet the Reader knows."""
    meta = paper["doc_meta"]
    if meta is None:
        return
    if meta.get("pages") is None or meta.get("page_kind", "page") != "page":
        raise failed(Code.NOT_FOUND, "no_pages")
    if page > meta["pages"]:
        raise failed(Code.NOT_FOUND, "beyond_pages", meta["pages"], page=page, numbers={"pages": meta["pages"]})
