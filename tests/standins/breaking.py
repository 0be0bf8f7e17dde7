"""A `decide` with a bug in it, a connection that fails, and how parked messages come home."""

import asyncio
from collections.abc import Sequence
from typing import Any

import psycopg

from services.chassis.broker.outgoing import Outgoing
from services.chassis.storage.database import Connection
from services.orchestrator.decide.events import Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.workflow.params import Params
from services.orchestrator.workflow.state import Decision, Meta, State
from tests.standins.messages import Rec


def breaking_at(kind: type) -> Any:
    """A `decide` with a bug in it."""

    def broken(state: State, event: Event, meta: Meta) -> Decision:
        if isinstance(event, kind):
            raise RuntimeError("a bug")
        return decide(state, event, meta)

    return broken


def unbuildable_at(kind: type) -> Any:
    """A `decide` whose commands lack what they are built from."""

    def broken(state: State, event: Event, meta: Meta) -> Decision:
        decision = decide(state, event, meta)
        if not isinstance(event, kind):
            return decision
        return decision.model_copy(
            update={"asks": [ask.model_copy(update={"params": Params()}) for ask in decision.asks]}
        )

    return broken


def home(parked: Sequence[Outgoing]) -> list[Rec]:
    """Parked messages as they come to the orchestrator."""
    return [Rec(*message) for message in parked if message.topic.endswith(".parked")]


class Refusing:
    """A connection that fails a statement with a SQLSTATE, some times over."""

    def __init__(self, connection: Connection, error: type[psycopg.Error], times: int) -> None:
        self._connection, self._error, self.times = connection, error, times

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def execute(self, statement: Any, *values: Any) -> Any:
        if self.times and b"insert into journal" in (statement if isinstance(statement, bytes) else b""):
            self.times -= 1
            raise self._error
        return await self._connection.execute(statement, *values)


class Pausing:
    """A connection that stops within its transaction until it may go on."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.reached, self.go_on = asyncio.Event(), asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def execute(self, statement: Any, *values: Any) -> Any:
        if b"insert into journal" in (statement if isinstance(statement, bytes) else b""):
            self.reached.set()
            await self.go_on.wait()
        return await self._connection.execute(statement, *values)
