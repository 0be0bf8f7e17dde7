"""The gateway as an ASGI application: its routes, errors, page and health."""

from fastapi import FastAPI, Response
from fastapi.responses import JSONResponse

from services.chassis.process.health import report
from services.gateway.classes import results as class_results
from services.gateway.classes import routes as classes
from services.gateway.desk import Desk
from services.gateway.disputes import routes as disputes
from services.gateway.documents import routes as documents
from services.gateway.history import routes as history
from services.gateway.http.describing import describe
from services.gateway.http.page import Guarded, add_page
from services.gateway.http.problems import tell_problems
from services.gateway.http.tracing import Watched
from services.gateway.items import decisions as item_decisions
from services.gateway.items import routes as items
from services.gateway.learning import routes as learning
from services.gateway.logs import routes as logs
from services.gateway.material import routes as material
from services.gateway.quizzes import progress
from services.gateway.quizzes import routes as quizzes
from services.gateway.repetition import routes as repetition
from services.gateway.review import decisions as review_decisions
from services.gateway.review import routes as review
from services.gateway.sessions import routes as sessions
from services.gateway.uploads import routes as uploads

FEATURES = (
    uploads,
    history,
    logs,
    sessions,
    quizzes,
    progress,
    material,
    items,
    item_decisions,
    documents,
    review,
    review_decisions,
    repetition,
    disputes,
    learning,
    classes,
    class_results,
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
    for feature in FEATURES:
        app.include_router(feature.routes)
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
