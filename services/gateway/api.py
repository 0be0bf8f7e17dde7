"""The gateway as an ASGI application: its routes, errors, page and health."""

from fastapi import FastAPI, Response
from fastapi.responses import JSONResponse

from services.chassis.health import report
from services.gateway import (
    classroom,
    editing,
    histories,
    items,
    judging,
    learning,
    logs,
    material,
    pictures,
    practising,
    quizzes,
    recalling,
    review,
    reviewing,
    sessions,
    sharing,
    uploads,
)
from services.gateway.describing import describe
from services.gateway.desk import Desk
from services.gateway.page import Guarded, add_page
from services.gateway.problems import tell_problems
from services.gateway.watched import Watched

ROOMS = (
    uploads,
    histories,
    logs,
    sessions,
    quizzes,
    practising,
    material,
    items,
    editing,
    pictures,
    review,
    reviewing,
    recalling,
    judging,
    learning,
    sharing,
    classroom,
)
"""In their order: what has a name of its own below `/sessions` comes before the sessions by id."""


def create_app(desk: Desk) -> FastAPI:
    """The application over its parts; it starts and ends none of them."""
    app = FastAPI(
        title="Pensum",
        version="1",
        description="Turns any document into a course that checks itself.",
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.desk = desk
    for room in ROOMS:
        app.include_router(room.routes)
    tell_problems(app)
    add_page(app)
    app.add_middleware(Guarded)
    app.add_middleware(Watched)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign] # FastAPI's own way to change the document

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> Response:
        """The status of `/readyz`, as it was told before there was one."""
        fine = not await desk.reasons()
        return JSONResponse({"status": "ok" if fine else "unavailable"}, 200 if fine else 503)

    @app.get("/livez", include_in_schema=False)
    async def livez() -> Response:
        """200 while the process answers at all: else it should be started again."""
        return JSONResponse({"status": "ok"})

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> Response:
        """200 while database, broker and disk are there, else 503 with what is not."""
        said = report("gateway", await desk.reasons())
        return JSONResponse(said, 200 if said["ready"] else 503)

    return app
