"""The shell around `decide`: one transaction for what is there, then publish, then acknowledge.

The only place that commits.
Rules 3 to 8 of the protocol live here. It knows nothing of learning and trusts nothing but the row lock.
"""

import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

import psycopg

from contracts.digest import PassagesEmbedded
from contracts.session import StepProgressed
from contracts.topics import parked as parked_topic
from services.chassis.broker.dead_letters import session_of
from services.chassis.broker.outgoing import Outgoing
from services.chassis.logs.json_lines import about
from services.chassis.process.kill_points import passes
from services.chassis.storage.blobs import Blobs
from services.chassis.storage.database import Connection
from services.orchestrator.arrivals import COUNTS_AS, PARKED, Arrival, Aside, Record, Unfit, arrive, aside
from services.orchestrator.batch.fold import Batch, Decide
from services.orchestrator.batch.locked import Guilty, States
from services.orchestrator.decide.routing import decide
from services.orchestrator.documents.dropped_files import drop_blobs
from services.orchestrator.documents.vectors import keep_vectors, misfit
from services.orchestrator.outbox.deadlines import Publish, postpone
from services.orchestrator.outbox.outgoing import Waits
from services.orchestrator.runs.log_lines import log_decided

log = logging.getLogger(__name__)
REMEMBERED = 4096
REPEATS = 5
# Without a SQLSTATE too: psycopg refuses by itself what Postgres cannot hold, U+0000 in text for one.
THE_MESSAGES_FAULT = (psycopg.DataError, psycopg.IntegrityError)


@dataclass
class Shell:
    """Folds batches of records. `publish` returns when all is acknowledged; the caller then commits the offsets."""

    connection: Connection
    publish: Publish
    waits: Waits = field(default_factory=Waits)
    blobs: Blobs | None = None
    decide: Decide = decide
    _published: "OrderedDict[tuple[UUID, int], None]" = field(default_factory=OrderedDict)
    _known: States = field(default_factory=States)
    _forgot: bool = False

    async def handle(self, records: Sequence[Record]) -> None:
        """Everything about these records but their acknowledgement. Raises what is an outage: the process ends."""
        arrivals: list[Arrival] = []
        heard: list[Arrival] = []
        embedded: list[Arrival] = []
        asides: list[Aside] = []
        out: list[Outgoing] = []
        for record in records:
            if record.topic.endswith(PARKED):
                asides.append(aside(record))
            elif isinstance(read := arrive(record), Unfit):
                out.append(self._park(read))
            elif isinstance(read.message, StepProgressed):
                heard.append(read)
            elif isinstance(read.message, PassagesEmbedded):
                embedded.append(read)
            else:
                arrivals.append(read)
        out += await self._take(heard, embedded, arrivals, asides)
        await self._say(out)
        if self._forgot and self.blobs is not None:
            await drop_blobs(self.connection, self.blobs)
        self._forgot = False

    @passes(before="received", after="committed")
    async def _take(
        self,
        heard: Sequence[Arrival],
        embedded: Sequence[Arrival],
        arrivals: Sequence[Arrival],
        asides: Sequence[Aside],
    ) -> list[Outgoing]:
        """What is to be published of all that is now in the tables. What no session waits for comes last."""
        if heard:
            await postpone(self.connection, heard)
        out = await self._fold(arrivals, asides) if arrivals or asides else []
        for one in embedded:
            out += await self._keep(one)
        return out

    async def _keep(self, embedded: Arrival) -> list[Outgoing]:
        """Vectors are no step of a session: each answer in a transaction of its own, beside the journal."""
        if reason := misfit(embedded):
            return [self._park(Unfit(embedded.record, reason, "nothing"))]
        for turn in range(REPEATS):
            try:
                await keep_vectors(self.connection, embedded)
                return []
            except psycopg.Error as error:
                if _comes_again(error, turn):
                    continue
                return [self._park(Unfit(embedded.record, f"the database refuses it: {error}", "nothing", error))]
        raise AssertionError("unreachable")

    @passes(after="published")
    async def _say(self, out: Sequence[Outgoing]) -> None:
        if out:
            await self.publish(out)

    async def _fold(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> list[Outgoing]:
        """Folds all in one transaction; a guilty message is found by folding one by one, and parked."""
        for turn in range(REPEATS):
            try:
                return await self._transaction(arrivals, asides)
            except Guilty as guilty:
                rest = [arrival for arrival in arrivals if arrival is not guilty.arrival]
                if len(rest) < len(arrivals):
                    unfit = Unfit(guilty.arrival.record, guilty.reason, error=guilty.__cause__)
                    return [self._park(unfit), *await self._fold(rest, asides)]
                with about(guilty.arrival.session):
                    log.error("a parked message cannot be told to its session: %s", guilty.__cause__ or guilty.reason)
                told = [replace(put, arrival=None) if put.arrival is guilty.arrival else put for put in asides]
                return await self._fold(arrivals, told)
            except psycopg.Error as error:
                if _comes_again(error, turn):
                    continue
                if len(arrivals) + len(asides) > 1:
                    return await self._one_by_one(arrivals, asides)
                if asides:
                    return await self._row_alone(asides[0], error)
                return [self._park(Unfit(arrivals[0].record, f"the database refuses it: {error}", error=error))]
        raise AssertionError("unreachable")

    async def _one_by_one(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> list[Outgoing]:
        out: list[Outgoing] = []
        for arrival in sorted(arrivals, key=lambda arrival: arrival.is_timeout):
            out += await self._fold([arrival], [])
        for put in asides:
            out += await self._fold([], [put])
        return out

    async def _row_alone(self, put: Aside, error: psycopg.Error) -> list[Outgoing]:
        """A parked message is never parked again: what it tells its session is left out, its row is kept."""
        with about(put.session):
            log.error("a parked message cannot be told to its session: %s", error)
        return await self._fold([], [replace(put, arrival=None)]) if put.arrival is not None else []

    async def _transaction(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> list[Outgoing]:
        batch = self._batch(arrivals, asides)
        # The pipeline waits for no answer that nobody asks for: what is written goes out with the next question.
        async with self.connection.transaction(), self.connection.pipeline():
            await batch.load()
            batch.fold()
            await batch.write()
            await batch.build()
        log_decided(batch.runs)
        for row in batch.rows_published:
            self._published[row] = None
        for locked in batch.locked.values():
            if locked.moved:
                self._known.keep(locked)
        self._forgot |= batch.forgot
        while len(self._published) > REMEMBERED:
            self._published.popitem(last=False)
        return [self._park(unfit) for unfit in batch.unfit] + batch.out

    def _batch(self, arrivals: Sequence[Arrival], asides: Sequence[Aside]) -> Batch:
        return Batch(self.connection, self.waits, arrivals, asides, self._published, self.decide, self._known)

    def _park(self, unfit: Unfit) -> Outgoing:
        """The message as it came, on its parked topic, with the reason."""
        record = unfit.record
        reason = unfit.reason.encode()[:1024]
        with about(session_of(record)):
            log.error("parked a message of %s: %s", record.topic, unfit.error or unfit.reason)
        said = [("pensum_topic", record.topic.encode()), ("pensum_reason", reason)]
        headers = [*record.headers, *said, (COUNTS_AS, unfit.counts_as.encode())]
        return Outgoing(parked_topic(record.topic), record.key or b"", record.value or b"", headers)


def _comes_again(error: psycopg.Error, turn: int) -> bool:
    """Whether the transaction is tried once more, for another came between (class 40); else a message is at fault
    (22, 23). Raises what is neither: the database's own trouble."""
    kind = (error.sqlstate or "")[:2]
    if kind == "40" and turn + 1 < REPEATS:
        return True
    if kind not in ("22", "23") and not isinstance(error, THE_MESSAGES_FAULT):
        raise error
    return False
