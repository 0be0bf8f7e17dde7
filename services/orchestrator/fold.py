"""One batch in one transaction: lock, drop what is known, decide in order, write, and build what is to be published."""

import logging
import time
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from contracts.quizzes import ItemsValidated
from contracts.review import DocumentReplaced
from contracts.session import DocumentSubmitted, ForgetRequested, MessageParked
from services.chassis import telemetry
from services.chassis.broker import Outgoing
from services.chassis.database import Connection
from services.orchestrator import columns, rows
from services.orchestrator.arrive import Arrival, Aside, Unfit
from services.orchestrator.building import built
from services.orchestrator.decide.events import Event
from services.orchestrator.decide.lean import judged, lean
from services.orchestrator.decide.routing import decide
from services.orchestrator.decide.state import RULES, Ask, Decision, Meta, State
from services.orchestrator.forget import EMPTY_INTAKE
from services.orchestrator.held import Due, Guilty, Held
from services.orchestrator.known import Known, begin_sessions
from services.orchestrator.library import Library, Owned, owned_by
from services.orchestrator.outgoing import Waits, journaled, updated
from services.orchestrator.parking import keep_asides
from services.orchestrator.saving import save
from services.orchestrator.writes import Writes

log = logging.getLogger(__name__)
Decide = Callable[[State, Event, Meta], Decision]


@dataclass
class Batch:
    """Arrivals and put-aside messages of one turn. After `build`, `out` and `unfit` are to be published."""

    connection: Connection
    waits: Waits
    arrivals: Sequence[Arrival]
    asides: Sequence[Aside]
    published: Container[tuple[UUID, int]]
    decide: Decide = decide
    held: dict[UUID, Held] = field(default_factory=dict)
    known: Known = field(default_factory=Known)
    library: Library = field(default_factory=Library)
    due: list[Due] = field(default_factory=list)
    unfit: list[Unfit] = field(default_factory=list)
    out: list[Outgoing] = field(default_factory=list)
    rows_published: list[tuple[UUID, int]] = field(default_factory=list)
    writes: Writes = field(default_factory=Writes)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def all(self) -> list[Arrival]:
        """In order of arrival, what was put aside after it, timeouts last."""
        found = [*self.arrivals, *(put.arrival for put in self.asides if put.arrival)]
        return sorted(found, key=lambda arrival: arrival.is_timeout)

    async def load(self) -> None:
        """Locks the sessions in key order and looks up what is known."""
        arrivals = self.all
        await begin_sessions(self.connection, arrivals, self.now)
        await self.known.load(self.connection, arrivals)
        for row in self.known.sessions:
            state = State.model_validate(row["state"] or {"session_id": row["session_id"]})
            self.held[row["session_id"]] = Held(state, row["version"], state, row["tenant_id"], row["user_id"])
        forgotten = [arrival.session for arrival in arrivals if isinstance(arrival.letter, ForgetRequested)]
        touched = await owned_by(self.connection, forgotten) if forgotten else []
        uploads = [owned for arrival in arrivals if (owned := self._documents(arrival))]
        await self.library.load(self.connection, touched, uploads)

    def fold(self) -> None:
        """Decides each message once."""
        seen: set[tuple[UUID, UUID]] = set()
        for arrival in self.all:
            held = self.held.get(arrival.session)
            key = (arrival.session, arrival.envelope.id)
            if held is None:
                if not isinstance(arrival.letter, MessageParked):
                    self.unfit.append(Unfit(arrival.record, "no such session"))
            elif held.state.forgotten:
                self.writes.then(EMPTY_INTAKE, arrival.session)  # What was accepted while it was being forgotten.
            elif key in seen:
                continue
            elif row := self.known.rows.get(key):
                seen.add(key)
                self._again(held, row)
            else:
                seen.add(key)
                self._decide(held, arrival)

    def _again(self, held: Held, row: dict[str, Any]) -> None:
        """A duplicate decides nothing; its row's open commands go out again, unless this process has published them."""
        place = (held.state.session_id, row["seq"])
        if place in self.published:
            return
        self.rows_published.append(place)
        for ask in map(Ask.model_validate, row["commands"]):
            self.due.append(Due(held, ask, row["message_id"], row["traceparent"], None))
        if row["seq"] == held.version:
            held.touched = True
            held.traceparent = row["traceparent"]

    def _decide(self, held: Held, arrival: Arrival) -> None:
        envelope = arrival.envelope
        parent = envelope.traceparent
        started = time.perf_counter()
        try:
            event = self._event(arrival)
            meta = self._meta(arrival, held.version + 1)
            with telemetry.span(f"{envelope.type} process", parent=parent, **_attributes(arrival)) as span:
                decision = self.decide(held.state, event, meta)
                traceparent = span.traceparent
        except Exception as error:
            log.exception("deciding %s failed", envelope.type)
            if not isinstance(arrival.letter, MessageParked):
                self.unfit.append(Unfit(arrival.record, f"deciding it failed: {error!r}"))
            return
        spent = (time.perf_counter() - started) * 1000
        self._take(held, arrival, event, meta, decision, traceparent, spent)

    def _take(
        self,
        held: Held,
        arrival: Arrival,
        event: Event,
        meta: Meta,
        decision: Decision,
        traceparent: str | None,
        spent: float,
    ) -> None:
        before = held.state
        held.state, held.traceparent = decision.state, traceparent
        held.moved = held.touched = True
        held.version += 1
        own = (decision.state.tenant_id or held.tenant, decision.state.user_id or held.user)
        self.writes.insert(
            columns.JOURNAL,
            arrival.session,
            held.version,
            arrival.envelope.id,
            *own,
            arrival.letter.letter_type,
            meta.model_dump_json(exclude_none=True),
            event.model_dump_json(exclude_none=True),
            journaled(decision.asks),
            traceparent,
            RULES,
            spent,
            self.now,
            decision.kept,
        )
        self.rows_published.append((arrival.session, held.version))
        if decision.kept:
            try:
                rows.keep(self.writes, arrival, before, decision, self.now)
            except Exception as error:
                raise Guilty(arrival, f"its rows cannot be made: {error!r}") from error
        step = before.open.get(cause) if (cause := arrival.envelope.cause) else None
        if step is not None and step.kind == "check" and any(each.outcome == "done" for each in decision.settled):
            self.known.edited(arrival.session, UUID(step.params["item_id"]))
        for ask in decision.asks:
            self.due.append(Due(held, ask, arrival.envelope.id, traceparent, arrival))

    def _event(self, arrival: Arrival) -> Event:
        if isinstance(arrival.letter, ItemsValidated):
            return judged(arrival.letter, self.known.cards)
        return lean(arrival.letter)

    def _meta(self, arrival: Arrival, seq: int) -> Meta:
        envelope = arrival.envelope
        readings, whole = self.library.of(self._documents(arrival))
        return Meta(
            id=envelope.id,
            seq=seq,
            time=envelope.time.isoformat(),
            command=envelope.cause,
            attempt=envelope.attempt,
            readings=readings,
            whole=whole,
            item=self.known.item(arrival),
        )

    def _documents(self, arrival: Arrival) -> list[Owned]:
        """The documents that a message brings, with their owner."""
        match arrival.letter:
            case DocumentSubmitted() as letter:
                documents = (letter.document, *letter.more)
                return [(letter.tenant_id, letter.user_id, document.sha256) for document in documents]
            case DocumentReplaced(document=document) if (held := self.held.get(arrival.session)) is not None:
                return [(held.tenant, held.user, document.sha256)]
        return []

    @property
    def forgot(self) -> bool:
        """Whether this batch emptied a session: there are files to drop."""
        return any(held.state.forgotten and not held.before.forgotten for held in self.held.values())

    async def write(self) -> None:
        """States, journal, rows, and in the same transaction the deadlines of the commands."""
        keep_asides(self.writes, self.asides, self.held, self.now)
        for held in self.held.values():
            if held.moved:
                save(self.writes, held, self.waits, self.now)
        await self.writes.run(self.connection)

    async def build(self) -> None:
        """Builds and measures the commands; then a wake-up for each session that moved."""
        self.out += await built(self.connection, self.due)
        self.out += [updated(held.state, held.version, held.traceparent) for held in self.held.values() if held.touched]


def _attributes(arrival: Arrival) -> dict[str, Any]:
    return {
        "messaging.system": "kafka",
        "messaging.operation.type": "process",
        "messaging.destination.name": arrival.record.topic,
        "messaging.message.id": str(arrival.envelope.id),
        "session.id": str(arrival.session),
    }
