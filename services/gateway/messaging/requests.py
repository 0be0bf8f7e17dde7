"""Requests that change something: written down once, however often they are sent.

A change is a dependency: `change: Once`. It takes the body and the Idempotency-Key, and where the same request came
before, that is answered again in place of the route. `Begun` is for a route whose body is not all that makes it the
same: it calls `once` itself.
"""

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Header, Request, Response

from contracts.message import Message
from contracts.session import Status
from contracts.views.sessions import Accepted
from services.gateway.access.bearer import Anyone
from services.gateway.http.bodies import body_of
from services.gateway.http.replies import RETRY, Answered, accepted
from services.gateway.http.tracing import opened
from services.gateway.messaging.intake import Asked, Intake, sha256

IdempotencyKey = Annotated[
    str | None,
    Header(alias="Idempotency-Key", description="1 to 200 characters: the same key is the same request, done once."),
]


async def _intake(request: Request) -> Intake:
    intake: Intake = request.app.state.intake
    return intake


HasIntake = Annotated[Intake, Depends(_intake)]


class ChangeRequest:
    """One request with its body. `hashed`: of all that makes it the same, once that is known."""

    def __init__(self, asked: Asked, body: bytes, intake: Intake, response: Response) -> None:
        self.asked, self.hashed = asked, sha256(body)
        self.response, self._body, self._intake = response, body, intake

    async def before(self, *more: bytes) -> Accepted | None:
        """What the same request was answered before; `more` than the body makes it the same. Raises `Failure` 422."""
        self.hashed = sha256(self._body, *more)
        return await self._intake.earlier(self.asked, self.hashed)

    async def once(self, *more: bytes) -> None:
        """Answers as before where the same request was taken already."""
        if taken := await self.before(*more):
            raise Answered(accepted(taken))

    async def accept(
        self, message: Message, told: Accepted, *, new: bool = False, root: bool = False, link: str | None = None
    ) -> Accepted:
        """Writes it down and sends its message. `new`: the session need not be in the journal yet; `root`: it begins
        with this, for whoever has the trace `link`."""
        traceparent = opened(told.session_id, root=root, link=link)
        taken = await self._intake.accept(self.asked, self.hashed, message, told, traceparent, new=new)
        self.response.headers.update({"Location": taken.url, **RETRY})
        return taken


async def _begun(
    request: Request, response: Response, who: Anyone, intake: HasIntake, key: IdempotencyKey = None
) -> ChangeRequest:
    asked = Asked(who, request.method, request.url.path, key)
    return ChangeRequest(asked, await body_of(request), intake, response)


Begun = Annotated[ChangeRequest, Depends(_begun)]


async def _once(change: Begun) -> ChangeRequest:
    await change.once()
    return change


Once = Annotated[ChangeRequest, Depends(_once)]


def where(session: UUID, rest: str = "") -> str:
    """A session's address, or that of a part of it."""
    return f"/v1/sessions/{session}{rest}"


def answer(session: UUID, rest: str = "", **ids: UUID) -> Accepted:
    """What a 202 says: it is written down, and this is where to look."""
    return Accepted(
        session_id=session,
        course_id=ids.get("course_id"),
        quiz_id=ids.get("quiz_id"),
        attempt_id=ids.get("attempt_id"),
        message_id=ids.get("message_id"),
        dispute_id=ids.get("dispute_id"),
        status=Status.ACCEPTED,
        trace_id=session.hex,
        url=where(session, rest),
    )
