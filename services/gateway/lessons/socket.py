"""A lesson over a WebSocket: the learner's messages come in, turns and the lesson's state go out.

In: `{"type": "chat", "payload": {"message": "...", "key": "..."}}`; with the same `key` it is the same, said once. Out:
`typing` once it is taken, `assistant` for each turn, `state_update`, and `error` with a problem: what is wrong with a
message is said, and the connection stays. The turns after `?after=` (a turn's `seq`) are told first; without it those
from now on. The token comes in the header or as `?token=`, which the connection takes out of the address before anybody
sees it. Once it has expired an `error` says so and the connection is closed with 4401.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse
from pydantic import Field, ValidationError

from contracts.documents import Text
from contracts.learning import MessageSent
from contracts.message import Fields
from contracts.problems import Code, Failure, Problem, contract_problem
from contracts.session import Status
from contracts.views.lessons import LessonBegun, TurnView
from services.chassis.logs.json_lines import now_about
from services.chassis.problems import failed
from services.chassis.tracing import telemetry
from services.gateway.access.bearer import Who, holding, who_of
from services.gateway.access.quotas import Quotas
from services.gateway.access.standing import Standings
from services.gateway.database import Rows
from services.gateway.http.connections import TOKEN
from services.gateway.http.language import in_language, wished
from services.gateway.http.problems import MEDIA_TYPE, broken
from services.gateway.lessons import views
from services.gateway.lessons.queries import Lessons
from services.gateway.lessons.stream import Following
from services.gateway.messaging.intake import KEY_LENGTH, Asked, Intake, sha256
from services.gateway.messaging.requests import answer
from services.gateway.messaging.waiting import Waiters

routes = APIRouter()
MOST_WAITING = 20
"""Messages of one connection whose turns are not told yet."""
LOOK_SECONDS = 1.0
GOING, TOKEN_ENDED = 1001, 4401
"""Codes to close with: the gateway or the client goes; the token no longer holds."""
ROUTE = "/v1/sessions/ws/{session_id}"


class Chat(Fields):
    """What the learner says. `key`: as an Idempotency-Key."""

    message: Text = Field(max_length=4000)
    key: str | None = Field(default=None, min_length=1, max_length=KEY_LENGTH)


class Frame(Fields):
    """A message of the client's."""

    type: Literal["chat"]
    payload: Chat


class Conversation:
    """One connection. `waiting`: messages that were taken and have no turn yet, in their order; `taking`: the
    one that is being taken, until its turn is told. `spoken`: the language of what is refused; the documents' where
    the reader names none (`language`)."""

    def __init__(
        self,
        socket: WebSocket,
        who: Who,
        session: UUID,
        holds: Callable[[], bool],
        after: int,
        language: str | None,
        spoken: str | None,
    ) -> None:
        state = socket.app.state
        rows: Rows = state.rows
        self.intake: Intake = state.intake
        self.quotas: Quotas = state.quotas
        self.waiters: Waiters = state.waiters
        self.lessons, self.standings = Lessons(rows), Standings(rows)
        self._socket, self._who, self._session, self._language = socket, who, session, language
        self._spoken = spoken
        self._following = Following(self.lessons, self.waiters, session, holds, after, language)
        self._waiting: list[UUID] = []
        self._taking = set[UUID]()

    async def hear(self) -> int:
        """Takes what the client sends, until it goes."""
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(received.get("code", 1005))
            said = received.get("text")
            try:
                await self._take(received.get("bytes") or b"" if said is None else said)
            except Failure as wrong:
                await self._wrong(wrong.problem)

    async def tell(self) -> int:
        """Tells what happens, until the gateway or the token ends; the code to close with."""
        while not self.waiters.closed:
            found = await self._following.awaited(LOOK_SECONDS)
            if not self._following.holds():
                await self._wrong(failed(Code.UNAUTHENTICATED, "no_token").problem)
                return TOKEN_ENDED
            for one in found:
                if isinstance(one, TurnView):
                    self._waiting = [each for each in self._waiting if each != one.turn_id]
                    self._taking.discard(one.turn_id)
                    await self._send("assistant", one.model_dump(mode="json"))
                else:
                    await self._send("state_update", {"state": one.model_dump(mode="json")})
            await self._beside()
        return GOING

    async def _take(self, said: str | bytes) -> None:
        try:
            frame = Frame.model_validate_json(said, strict=True)
        except ValidationError as error:
            raise Failure(contract_problem(error)) from None
        if not self._following.holds():
            raise failed(Code.UNAUTHENTICATED, "no_token")
        chat = frame.payload
        if not chat.message.strip():
            raise broken("payload.message", "blank")
        standing = await self.standings.standing(self._who, self._session)
        standing.open_to_learn()
        if not await self.lessons.any(self._session):
            raise failed(Code.CONFLICT, "no_lesson")
        if len(self._waiting) >= MOST_WAITING:
            raise failed(Code.TOO_MANY_REQUESTS, "turns_waiting", limit=MOST_WAITING)
        asked = Asked(self._who, "WS", f"/v1/sessions/ws/{self._session}", chat.key)
        told = answer(self._session, f"/turns/{asked.message_id}", message_id=asked.message_id)
        hashed = sha256(chat.message.encode())
        taken = await self.intake.earlier(asked, hashed)
        if taken is None:
            parent = telemetry.traceparent_of(self._session)
            with telemetry.span("WS chat", parent=parent, kind="server", **{"http.route": ROUTE}) as spanned:
                async with self.quotas.message(self._who):
                    message, new = MessageSent(text=chat.message), standing.status == Status.ACCEPTED
                    self._taking = {asked.message_id}
                    await self.intake.accept(asked, hashed, message, told, spanned.traceparent, new=new)
            if asked.message_id not in self._taking:
                return  # Its turn came at once: nobody types any more.
            self._waiting.append(asked.message_id)
        await self._send("typing", {})

    async def _beside(self) -> None:
        """Tells what became of messages that have no turn: the conversation's own answer, or a problem."""
        for turn in list(self._waiting):
            try:
                found = views.became(
                    self._session, turn, await self.lessons.became(self._session, turn), self._language
                )
            except Failure as wrong:
                self._waiting.remove(turn)
                await self._wrong(wrong.problem)
                continue
            if found is None:
                return
            self._waiting.remove(turn)
            if not isinstance(found, LessonBegun) and not await self.lessons.told(self._session, turn):
                await self._send("assistant", {"turn_id": str(turn), "seq": None, **found.next_turn.model_dump()})

    async def _wrong(self, problem: Problem) -> None:
        path = f"/v1/sessions/ws/{self._session}"
        body = in_language(problem, self._spoken).body(trace_id=self._session, instance=path)
        await self._send("error", body)

    async def _send(self, type: str, payload: dict[str, Any]) -> None:
        await self._socket.send_text(json.dumps({"type": type, "payload": payload}, ensure_ascii=False))


After = Annotated[int | None, Query(ge=-1, le=2**31 - 1)]


@routes.websocket(ROUTE)
async def talk(socket: WebSocket, session_id: UUID, after: After = None) -> None:
    """A lesson over a WebSocket."""
    now_about(session_id)
    spoken = language = wished(socket.headers.get("accept-language", ""))
    try:
        token = socket.scope.get(TOKEN, "")
        who = who_of(socket, token)
        if who is None:
            raise failed(Code.UNAUTHENTICATED, "no_token")
        rows: Rows = socket.app.state.rows
        standings = Standings(rows)
        standing = await standings.standing(who, session_id)
        spoken = language or wished(await standings.language(who, session_id))
        standing.open_to_learn()
        if after is None:
            after = await Lessons(rows).last(session_id)
    except Failure as wrong:
        problem = in_language(wrong.problem, spoken)
        body = problem.body(trace_id=session_id, instance=f"/v1/sessions/ws/{session_id}")
        await socket.send_denial_response(JSONResponse(body, problem.status, media_type=MEDIA_TYPE))
        return
    await socket.accept()
    talks = Conversation(socket, who, session_id, holding(socket, token), after, language, spoken)
    code, both = GOING, [asyncio.create_task(talks.hear()), asyncio.create_task(talks.tell())]
    try:
        done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            with contextlib.suppress(WebSocketDisconnect):
                code = one.result()
    finally:
        for one in both:
            one.cancel()
        await asyncio.gather(*both, return_exceptions=True)
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # The client may have gone.
        await socket.close(code)
