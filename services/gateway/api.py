"""The gateway as an ASGI application: its routes, errors, page and health."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields
from typing import Any

from fastapi import FastAPI, Response
from fastapi.responses import JSONResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute

from services.chassis.process.health import report
from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.gateway.access.quotas import Quotas
from services.gateway.access.recent import Unmoved
from services.gateway.classes import routes as classes
from services.gateway.conversations import routes as conversations
from services.gateway.curriculum import routes as curriculum
from services.gateway.database import Rows
from services.gateway.disputes import routes as disputes
from services.gateway.documents import routes as documents
from services.gateway.documents.pictures import Drawings
from services.gateway.history import routes as history
from services.gateway.http.coming import Announced
from services.gateway.http.page import Guarded, add_page
from services.gateway.http.problems import ProblemDetails, tell_problems
from services.gateway.http.replies import answer_early
from services.gateway.http.tracing import Watched
from services.gateway.items import routes as items
from services.gateway.learning import routes as learning
from services.gateway.lessons import routes as lessons
from services.gateway.lessons import socket as lesson_socket
from services.gateway.library import routes as library
from services.gateway.mcp import routes as mcp
from services.gateway.messaging.intake import Intake
from services.gateway.messaging.waiting import Waiters
from services.gateway.notes import routes as notes
from services.gateway.quizzes import routes as quizzes
from services.gateway.repetition import routes as repetition
from services.gateway.review import routes as review
from services.gateway.runs import routes as runs
from services.gateway.search import routes as search
from services.gateway.search.meaning import Meanings
from services.gateway.sessions import routes as sessions
from services.gateway.sessions import uploads
from services.gateway.tutor import routes as tutor

FEATURES = (
    uploads,
    history,
    runs,
    sessions,
    documents,
    search,
    quizzes,
    notes,
    items,
    review,
    repetition,
    disputes,
    learning,
    lessons,
    lesson_socket,
    tutor,
    classes,
    curriculum,
    library,
    mcp,
    conversations,
)
"""In their order: what has a name of its own below `/sessions` comes before the sessions by id."""


@dataclass(frozen=True)
class Resources:
    """What the dependencies hand out, made once by `app.py` or a test: each is found under its own name.

    `reasons`: why the gateway is not ready, by what is in the way; empty when it is. `comes`: called when somebody
    opens the page or asks for something.
    """

    settings: Settings
    rows: Rows
    intake: Intake
    waiters: Waiters
    blobs: Blobs
    drawings: Drawings
    meanings: Meanings
    quotas: Quotas
    reasons: Callable[[], Awaitable[dict[str, str]]]
    comes: Callable[[], None] = lambda: None

    def provide(self, app: FastAPI) -> None:
        """Puts each where it is looked for."""
        for field in fields(self):
            setattr(app.state, field.name, getattr(self, field.name))


class Gateway(FastAPI):
    """FastAPI, whose document knows the schema that every problem has."""

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI 3.1 document, made once."""
        if self.openapi_schema is None:
            schema = ProblemDetails.model_json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
            nested = schema.pop("$defs", {})
            super().openapi()["components"]["schemas"] |= {**nested, "ProblemDetails": schema}
        return super().openapi()


def create_app(resources: Resources) -> FastAPI:
    """The application over its parts; it starts and ends none of them."""
    # A router that is included has all its routes built anew, at the first request to each application.
    routes: list[BaseRoute] = [route for feature in FEATURES for route in feature.routes.routes]
    app = Gateway(
        title="Pensum",
        version="1",
        description="Turns any document into a course that checks itself.",
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        routes=routes,
    )
    resources.provide(app)
    tell_problems(app)
    answer_early(app)
    add_page(app)
    app.add_middleware(GZipMiddleware, minimum_size=2048, compresslevel=5)
    app.add_middleware(Announced)
    app.add_middleware(Unmoved)
    app.add_middleware(Guarded)
    app.add_middleware(Watched)

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> Response:
        """The status of `/readyz`, as it was told before there was one."""
        fine = not await resources.reasons()
        return JSONResponse({"status": "ok" if fine else "unavailable"}, 200 if fine else 503)

    @app.get("/livez", include_in_schema=False)
    async def livez() -> Response:
        """200 while the process answers at all: else it should be started again."""
        return JSONResponse({"status": "ok"})

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> Response:
        """200 while database, broker and disk are there, else 503 with what is not."""
        said = report("gateway", await resources.reasons())
        return JSONResponse(said, 200 if said["ready"] else 503)

    return app
