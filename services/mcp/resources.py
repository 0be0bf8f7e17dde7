"""The resources: a person's sessions, of each its summary, concepts, pages and conversation, for an owner its items."""

from typing import Any
from uuid import UUID

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.types import ListResourcesResult, PaginatedRequestParams, Resource

from services.mcp import views
from services.mcp.errors import told
from services.mcp.house import Json, Refused
from services.mcp.tools import Call, Connect

JSON, MARKDOWN, PLAIN = "application/json", "text/markdown", "text/plain"
SESSIONS = "pensum://sessions"
AT_ONCE = 50


class Resources:
    """The resources over a house that is found for each reading."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect

    def add_to(self, server: MCPServer[Any]) -> None:
        """Registers each under its address."""
        one = SESSIONS + "/{session_id}"
        server.resource(SESSIONS + "{?cursor}", name="sessions", title="Your sessions", mime_type=JSON)(self.sessions)
        server.resource(one + "/summary", name="summary", title="A session's summary", mime_type=MARKDOWN)(self.summary)
        server.resource(one + "/concepts", name="concepts", title="A session's concepts", mime_type=JSON)(self.concepts)
        server.resource(one + "/pages/{page}", name="page", title="A page's text", mime_type=PLAIN)(self.page)
        server.resource(one + "/conversation", name="conversation", title="What was said", mime_type=JSON)(
            self.conversation
        )
        server.resource(one + "/items", name="items", title="Questions with keys, for the owner", mime_type=JSON)(
            self.items
        )
        server.middleware.append(self.listed)

    async def listed(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Answers `resources/list` with the person's own sessions, in pages."""
        if ctx.method != "resources/list":
            return await call_next(ctx)
        params = PaginatedRequestParams.model_validate(ctx.params or {})
        try:
            async with self._connect(ctx.request) as house:
                found = (await house.get("/sessions", limit=AT_ONCE, cursor=params.cursor)).body
        except Refused as refused:
            raise told(refused) from refused
        shown = [
            Resource(
                uri=f"{SESSIONS}/{each['session_id']}/summary",
                name=each["session_id"],
                title=each["title"] or each["filename"],
                description=f"Summary and key concepts of {each['filename']} ({each['status']}).",
                mime_type=MARKDOWN,
            )
            for each in found["sessions"]
        ]
        if params.cursor is None:
            shown.insert(0, Resource(uri=SESSIONS, name="sessions", title="Your sessions", mime_type=JSON))
        return ListResourcesResult(resources=shown, next_cursor=found["next"])

    async def sessions(self, ctx: Call, cursor: str | None = None) -> Json:
        """Your sessions, newest first, 50 at a time; `next` is the cursor of those after them."""
        found = await self._get(ctx, "/sessions", limit=AT_ONCE, cursor=cursor)
        names = ("session_id", "course_id", "title", "filename", "status", "created_at", "updated_at")
        return {"sessions": [{name: each[name] for name in names} for each in found["sessions"]], "next": found["next"]}

    async def summary(self, ctx: Call, session_id: str) -> str:
        """What a session's documents are about: summary, key concepts, sections."""
        shown = views.session(await self._get(ctx, f"/sessions/{_id(session_id)}"))
        lines = [f"# {shown.title}", "", shown.summary or f"There is no summary ({shown.status}). {shown.next}"]
        if shown.concepts:
            lines += ["", "## Concepts", "", *(f"- **{each.concept}**: {each.definition}" for each in shown.concepts)]
        if shown.sections:
            lines += ["", "## Sections", ""]
            lines += [f"- **{each.title}** ({each.where}): {each.summary}" for each in shown.sections]
        return "\n".join(lines) + "\n"

    async def concepts(self, ctx: Call, session_id: str) -> Json:
        """The key concepts, and how well the learner knows each."""
        session = _id(session_id)
        state = await self._get(ctx, f"/sessions/{session}")
        learner = await self._get(ctx, f"/sessions/{session}/learner")
        stands = views.learning(learner, None, settled=True)
        return {
            "concepts": [each.model_dump() for each in views.concepts(state)],
            "mastery": [each.model_dump() for each in stands.concepts],
            "mastery_threshold": stands.mastery_threshold,
            "topics": stands.topics,
        }

    async def page(self, ctx: Call, session_id: str, page: str) -> str:
        """A page's text, in paragraphs; what is no material (headers, contents, references) is left out."""
        if not (page.isascii() and page.isdigit() and 1 <= int(page[:9]) < 10**8):
            raise ResourceNotFoundError(f"There is no page “{page[:20]}”; pages are numbered from 1.")
        found, session = list[Json](), _id(session_id)
        while True:
            query = {"page": int(page), "offset": len(found), "limit": 500}
            more = (await self._get(ctx, f"/sessions/{session}/blocks", **query)).get("blocks", [])
            found += more
            if len(more) < query["limit"]:
                break
        if not found:
            raise ResourceNotFoundError(f"There is no text on page {int(page)}, or it is not read yet.")
        return "\n\n".join(each["text"] for each in found if each["material"]) + "\n"

    async def conversation(self, ctx: Call, session_id: str) -> Json:
        """The newest 50 lines of the conversation with the tutor, oldest first."""
        path = f"/sessions/{_id(session_id)}/messages"
        found = (await self._get(ctx, path, newest="true", limit=AT_ONCE))["messages"]
        return {"lines": [{"role": each["role"], **views.line(each).model_dump()} for each in found]}

    async def items(self, ctx: Call, session_id: str) -> Json:
        """All questions with their keys and proofs: for the owner's token alone."""
        return await self._get(ctx, f"/sessions/{_id(session_id)}/items")

    async def _get(self, ctx: Call, path: str, **query: str | int | None) -> Json:
        try:
            async with self._connect(ctx.request_context.request) as house:
                return (await house.get(path, **query)).body
        except Refused as refused:
            kind = ResourceNotFoundError if refused.problem["status"] == 404 else ResourceError
            raise kind(told(refused).message) from refused


def _id(session: str) -> UUID:
    try:
        return UUID(session)
    except ValueError:
        raise ResourceNotFoundError(f"There is no session “{session[:40]}”.") from None
