"""What every route works with, put together once by `app.py` or a test."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request
from starlette.requests import ClientDisconnect

from contracts.letter import Letter
from contracts.problems import Code, failure
from contracts.session import Status
from contracts.views import Accepted
from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.gateway.classes.queries import Classes
from services.gateway.documents.pictures import Drawings
from services.gateway.documents.queries import Papers
from services.gateway.http.problems import too_large_body
from services.gateway.http.tracing import opened
from services.gateway.items.queries import Holdings
from services.gateway.limits.quotas import Quotas
from services.gateway.messaging.intake import Asked, Intake
from services.gateway.messaging.waiting import Waiters
from services.gateway.sessions.queries import Views
from services.gateway.study import Study

BODY_BYTES = 256 * 1024


@dataclass(frozen=True)
class Desk:
    """The gateway's parts. `reasons`: why it is not ready, by what is in the way; empty when it is."""

    settings: Settings
    views: Views
    intake: Intake
    waiters: Waiters
    blobs: Blobs
    papers: Papers
    drawings: Drawings
    holdings: Holdings
    classes: Classes
    study: Study
    reasons: Callable[[], Awaitable[dict[str, str]]]
    quotas: Quotas


async def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


AtDesk = Annotated[Desk, Depends(_desk)]


async def body_of(request: Request) -> bytes:
    """A JSON body of at most 256 KB. Raises `Failure` 413, and 400 when it broke off."""
    taken = bytearray()
    try:
        async for chunk in request.stream():
            taken += chunk
            if len(taken) > BODY_BYTES:
                raise too_large_body(BODY_BYTES)
    except ClientDisconnect:
        raise failure(Code.CONTRACT_BROKEN, "The request broke off.", fields=["(body)"]) from None
    return bytes(taken)


def where(session: UUID, rest: str = "") -> str:
    """A session's address, or that of a part of it."""
    return f"/v1/sessions/{session}{rest}"


def answer(session: UUID, rest: str = "", **ids: UUID) -> Accepted:
    """What a 202 says: it is written down, and this is where to look."""
    status, url = Status.ACCEPTED, where(session, rest)
    return Accepted(
        session_id=session,
        course_id=ids.get("course_id"),
        quiz_id=ids.get("quiz_id"),
        attempt_id=ids.get("attempt_id"),
        message_id=ids.get("message_id"),
        dispute_id=ids.get("dispute_id"),
        status=status,
        trace_id=session.hex,
        url=url,
    )


async def take(
    desk: Desk,
    asked: Asked,
    body_sha256: str,
    letter: Letter,
    told: Accepted,
    *,
    new: bool = False,
    begins: bool = False,
) -> Accepted:
    """Accepts a request about a session, in a span below its root. `begins`: the session begins with it: the root."""
    return await desk.intake.accept(asked, body_sha256, letter, told, opened(told.session_id, root=begins), new=new)
