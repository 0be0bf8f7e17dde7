"""One batch in one transaction: lock, drop what is known, decide in order, write, and build what is to be published."""

import logging
import time
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from contracts.message import Message
from contracts.problems import Code
from contracts.session import MessageParked, StepFailed, StepTimedOut
from services.chassis.broker.outgoing import Outgoing
from services.chassis.logs.json_lines import about
from services.chassis.storage.database import Connection
from services.chassis.tracing import telemetry
from services.orchestrator.arrivals import Arrival, Aside, CountsAs, Unfit
from services.orchestrator.batch import rows
from services.orchestrator.batch.building import built
from services.orchestrator.batch.dead_letters import keep_asides
from services.orchestrator.batch.locked import Due, Guilty, LockedSession, States
from services.orchestrator.batch.lookup import Lookup
from services.orchestrator.batch.saving import save
from services.orchestrator.classes.courses import derived_id
from services.orchestrator.database.rows import Own, dump
from services.orchestrator.database.tables import JournalRow
from services.orchestrator.database.writes import Writes
from services.orchestrator.decide.events import Event
from services.orchestrator.decide.routing import decide
from services.orchestrator.documents.forgetting import EMPTY_INTAKE
from services.orchestrator.outbox.outgoing import Waits, journaled, updated
from services.orchestrator.repetition.rescheduling import reschedule
from services.orchestrator.runs.log_lines import Decided
from services.orchestrator.runs.rows import run_row
from services.orchestrator.workflow.state import RULES, Ask, Decision, Meta, State

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
    known: States = field(default_factory=States)
    lookup: Lookup = field(default_factory=Lookup)
    due: list[Due] = field(default_factory=list)
    unfit: list[Unfit] = field(default_factory=list)
    out: list[Outgoing] = field(default_factory=list)
    rows_published: list[tuple[UUID, int]] = field(default_factory=list)
    runs: list[Decided] = field(default_factory=list)
    writes: Writes = field(default_factory=Writes)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def all(self) -> list[Arrival]:
        """In order of arrival, what was put aside after it, timeouts last."""
        found = [*self.arrivals, *(put.arrival for put in self.asides if put.arrival)]
        return sorted(found, key=lambda arrival: arrival.is_timeout)

    @property
    def locked(self) -> dict[UUID, LockedSession]:
        """The locked sessions."""
        return self.lookup.locked

    async def load(self) -> None:
        """Locks what the batch is about in key order and looks up what is known."""
        await self.lookup.load(self.connection, self.all, self.now, self.known)

    def fold(self) -> None:
        """Decides each message once."""
        seen: set[tuple[UUID, UUID]] = set()
        for arrival in self.all:
            locked = self.locked.get(arrival.session)
            key = (arrival.session, arrival.envelope.id)
            if locked is None:
                if not isinstance(arrival.message, MessageParked):
                    self.unfit.append(Unfit(arrival.record, "no such session"))
            elif locked.state.forgotten:
                self.writes.then(EMPTY_INTAKE, arrival.session)  # What was accepted while it was being forgotten.
            elif key in seen:
                continue
            elif row := self.lookup.sessions.journaled.get(key):
                seen.add(key)
                self._again(locked, row)
                self._told_again(arrival)
            elif reason := self.lookup.misfit(arrival):
                counts_as: CountsAs = "nothing" if arrival.command else "failed"
                self.unfit.append(Unfit(arrival.record, reason, counts_as))
            else:
                seen.add(key)
                self._decide(locked, arrival)

    def _again(self, locked: LockedSession, row: dict[str, Any]) -> None:
        """A duplicate decides nothing; its row's open commands go out again, unless this process has published them."""
        place = (locked.state.session_id, row["seq"])
        if place in self.published:
            return
        self.rows_published.append(place)
        for ask in map(Ask.model_validate, row["commands"]):
            self.due.append(Due(locked, ask, row["message_id"], row["traceparent"], None))
        if row["seq"] == locked.version:
            locked.touched = True
            locked.traceparent = row["traceparent"]

    def _told_again(self, cause: Arrival) -> None:
        """What a duplicate told the other sessions of its course, likewise."""
        for session in self.lookup.courses.sessions.get(cause.envelope.id, []):
            row = self.lookup.sessions.journaled.get((session, derived_id(cause.envelope.id, session)))
            if row is not None and not self.locked[session].state.forgotten:
                self._again(self.locked[session], row)

    def _decide(self, locked: LockedSession, arrival: Arrival) -> None:
        with about(arrival.session):
            self._decide_one(locked, arrival)

    def _decide_one(self, locked: LockedSession, arrival: Arrival) -> None:
        envelope = arrival.envelope
        parent = envelope.traceparent
        started = time.perf_counter()
        try:
            event = self.lookup.event(arrival)
            meta = self.lookup.meta(arrival, locked.version + 1)
            name, named = f"process {arrival.record.topic}", _attributes(arrival)
            with telemetry.span(name, parent=parent, kind="consumer", **named) as span:
                decision = self.decide(locked.state, event, meta)
                traceparent = span.traceparent
                if decision.kept:
                    _mark(span, arrival.message)
        except Exception as error:
            log.exception("deciding %s failed", envelope.type)
            if arrival.derived_from is not None:
                raise Guilty(arrival, f"telling its course failed: {error!r}") from error
            spent, kind = (time.perf_counter() - started) * 1000, arrival.message.type_name
            self.runs.append(Decided(arrival.session, envelope.id, kind, "", "", 0, spent, type(error).__name__))
            if not isinstance(arrival.message, MessageParked):
                self.unfit.append(Unfit(arrival.record, f"deciding it failed: {error!r}", error=error))
            return
        spent = (time.perf_counter() - started) * 1000
        self._take(locked, arrival, event, meta, decision, traceparent, spent)

    def _take(
        self,
        locked: LockedSession,
        arrival: Arrival,
        event: Event,
        meta: Meta,
        decision: Decision,
        traceparent: str | None,
        spent: float,
    ) -> None:
        before = locked.state
        locked.state, locked.traceparent = decision.state, traceparent
        locked.moved = locked.touched = True
        locked.version += 1
        own = Own(tenant_id=decision.state.tenant_id or locked.tenant, user_id=decision.state.user_id or locked.user)
        said, asked = dump(event), journaled(decision.asks)
        count, id = len(decision.asks), arrival.envelope.id
        self.runs.append(Decided(arrival.session, id, arrival.message.type_name, said, asked, count, spent))
        self.writes.insert(
            JournalRow(
                **own,
                session_id=arrival.session,
                seq=locked.version,
                message_id=arrival.envelope.id,
                type=arrival.message.type_name,
                meta=dump(meta),
                message=said,
                commands=asked,
                traceparent=traceparent,
                rules=RULES,
                decide_ms=spent,
                received_at=self.now,
                kept=decision.kept,
            )
        )
        self.rows_published.append((arrival.session, locked.version))
        if decision.kept:
            try:
                rows.keep(self.writes, arrival, before, decision, self.now, meta)
            except Exception as error:
                raise Guilty(arrival, f"its rows cannot be made: {error!r}") from error
        elif isinstance(arrival.message, StepFailed):
            run_row(self.writes, arrival, before, own, self.now)  # It came too late, and what it took was spent.
        step = arrival.step(before)
        self.lookup.taken(arrival, event, decision, step)
        for ask in decision.asks:
            self.due.append(Due(locked, ask, arrival.envelope.id, traceparent, arrival))
        for told in self.lookup.courses.spread(arrival, step, decision):
            if not self.locked[told.session].state.forgotten:
                self._decide(self.locked[told.session], told)

    @property
    def forgot(self) -> bool:
        """Whether this batch emptied a session: there are files to drop."""
        return any(each.state.forgotten and not each.before.forgotten for each in self.locked.values())

    async def write(self) -> None:
        """States, journal, rows, and in the same transaction the deadlines of the commands."""
        keep_asides(self.writes, self.asides, self.locked, self.now)
        for locked in self.locked.values():
            if locked.moved:
                save(self.writes, locked, self.waits, self.now)
        await self.writes.run(self.connection)
        await reschedule(self.connection, self.writes.cards)

    async def build(self) -> None:
        """Builds and measures the commands; then a wake-up for each session that moved."""
        self.out += await built(self.connection, self.due)
        touched = [each for each in self.locked.values() if each.touched]
        self.out += [updated(each.state, each.version, each.traceparent) for each in touched]


def _attributes(arrival: Arrival) -> dict[str, Any]:
    return {
        "messaging.system": "kafka",
        "messaging.operation.type": "process",
        "messaging.operation.name": "process",
        "messaging.destination.name": arrival.record.topic,
        "messaging.consumer.group.name": "pensum.orchestrator",
        "messaging.message.id": str(arrival.envelope.id),
        "session.id": str(arrival.session),
        "pensum.letter": arrival.message.type_name,
        "pensum.attempt": arrival.envelope.attempt,
    }


def _mark(span: telemetry.Spanned, message: Message) -> None:
    """What happened to a step whose worker has no span of it; a worker that said that it failed has one."""
    if isinstance(message, StepTimedOut):
        span.failed(Code.STEP_TIMED_OUT, Code.STEP_TIMED_OUT)
    elif isinstance(message, MessageParked):
        span.failed("parked", Code.INTERNAL)
    elif isinstance(message, StepFailed):
        span.set(**{"pensum.problem.code": message.problem.code})
