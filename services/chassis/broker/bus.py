"""The bus: a service's way to say and to hear. FastStream's Kafka broker, and what it does not do by itself.

Publishing returns when everything is acknowledged. Consuming commits explicit offsets after the work. A handler that
raises, a consumer that died and a broker that stays away end `run()`: the process ends and the house starts it again.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from aiokafka import ConsumerRecord
from aiokafka.errors import KafkaError
from faststream.kafka import KafkaBroker
from faststream.kafka.subscriber.usecase import DefaultSubscriber

from services.chassis.broker.bell import Bell
from services.chassis.broker.connection import Running, connect, disconnect
from services.chassis.broker.consumers import Batches, Consumption, Each, Listening
from services.chassis.broker.idle import Brake
from services.chassis.broker.outgoing import Outgoing, sending
from services.chassis.process import kill_points
from services.chassis.process.health import Health, here
from services.chassis.settings import Settings

AWAY_S = 30.0
"""A broker that is away for longer ends the process. A Kafka that starts anew takes 3 s, under load over 10."""
PROBE_S = 4.0
log = logging.getLogger(__name__)


class BusLost(RuntimeError):
    """The broker, or this room's consumer of it, is gone."""

    loggable = True


class Bus:
    """Say what is to be consumed, then `run()`, or `start()` before it to publish at once."""

    def __init__(
        self,
        settings: Settings,
        service: str,
        *,
        away_s: float = AWAY_S,
        probe_s: float = PROBE_S,
        health: Health | None = None,
    ) -> None:
        kill_points.enter(service)
        self._trouble: str | None = "The broker is not there yet."
        (health or here()).watch("broker", self.trouble)
        self._away_s, self._probe_s = away_s, probe_s
        self._settings, self._service = settings, service
        self._wanted: list[Consumption] = []
        self._broker: KafkaBroker | None = None
        self._bell: Bell | None = None
        self._at_first_ring: Callable[[], object] | None = None
        self._running: Running = []
        self._tasks: list[asyncio.Task[None]] = []
        self._error: BaseException | None = None
        self._ended = asyncio.Event()
        self._starting = asyncio.Lock()

    def consume_batches(
        self,
        topics: Sequence[str],
        handle: Callable[[Sequence[ConsumerRecord]], Awaitable[None]],
        *,
        at_most: int = 200,
    ) -> None:
        """One message, or what is already there, at a time; committed when `handle` returns. An exception ends `run`.

        A batch keeps the order of each partition.
        """
        self._want(Batches(topics, handle, at_most))

    def consume_each(
        self, topics: Sequence[str], handle: Callable[[ConsumerRecord], Awaitable[None]], *, at_once: int
    ) -> None:
        """Messages side by side, at most `at_once`. An offset is committed when all before it in its partition is done.

        An exception out of `handle` ends `run`.
        """
        self._want(Each(topics, handle, at_once))

    def listen(self, topics: Sequence[str], handle: Callable[[ConsumerRecord], Awaitable[None]]) -> None:
        """What is said from now on, to every instance of the service; never committed."""
        self._wanted.append(Listening(topics, handle))

    def at_first_ring(self, do: Callable[[], object]) -> None:
        """Calls `do` once, when somebody else of the house rings for the first time, where it has a bell."""
        self._at_first_ring = do

    async def trouble(self) -> str | None:
        """Why it can neither publish nor consume just now, as a sentence; None while it can."""
        return self._trouble

    def _want(self, consumption: Batches | Each) -> None:
        taken = {topic for each in self._wanted if not isinstance(each, Listening) for topic in each.topics}
        if twice := taken & set(consumption.topics):
            raise ValueError(f"consumed twice, so that all in it would be done twice: {', '.join(sorted(twice))}")
        self._wanted.append(consumption)

    async def start(self) -> None:
        """Returns when the broker is there and all consumers run; tries again until then."""
        async with self._starting:
            if self._broker is not None:
                return
            self._broker, self._running = await connect(self._settings, self._service, self._wanted)
            self._trouble = None
            if self._settings.kafka_embedded and self._settings.data.is_dir():
                self._bell = Bell(self._settings.data, self._look)
            for consumption, subscriber in self._running:
                consumer = subscriber.consumer
                assert consumer is not None
                brake = Brake(consumer) if self._settings.kafka_embedded else None
                consumption.begin(consumer, brake, self._fail)
                if brake is not None:
                    self._tasks.append(asyncio.create_task(self._guard(brake.run())))
                self._tasks.append(asyncio.create_task(self._guard(self._watch(consumption, subscriber))))

    async def stop(self) -> None:
        """Ends all consumers and the producer; nothing unfinished is committed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        for consumption, subscriber in self._running:
            subscriber.running = False
            await consumption.end()
        self._running.clear()
        if self._bell is not None:
            self._bell.close()
            self._bell = None
        if self._broker is not None:
            broker, self._broker = self._broker, None
            self._trouble = "The broker is lost."
            await disconnect(broker)

    async def run(self) -> None:
        """Consumes until cancelled. Raises what a handler raised, or `BusLost`."""
        try:
            await self.start()
            await self._ended.wait()
            assert self._error is not None
            raise self._error
        finally:
            await self.stop()

    async def publish(self, messages: Sequence[Outgoing]) -> None:
        """Sends all and returns when all are acknowledged. Raises `KafkaError`, and then some may have been sent.

        Messages of one partition keep their order.
        """
        if self._broker is None:
            raise BusLost("the bus is not started")
        with sending(messages) as traced:
            await self._send(self._broker, traced)
        for consumption in self._wanted:
            if consumption.brake is not None:
                consumption.brake.stir()  # An answer may come soon.
        self.ring()

    def ring(self) -> None:
        """Whoever naps or rests in this house looks whether there is something, where it has a bell."""
        if self._bell is not None:
            self._bell.ring()

    async def _send(self, broker: KafkaBroker, messages: Sequence[Outgoing]) -> None:
        sent: list[asyncio.Future[Any]] = []
        try:
            for each in messages:
                future: Any = await broker.publish(
                    each.value, each.topic, key=each.key, headers=_texts(each.headers), no_confirm=True
                )
                sent.append(future)
        finally:
            outcomes = await asyncio.gather(*sent, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome

    def _look(self) -> None:
        do, self._at_first_ring = self._at_first_ring, None
        if do is not None:
            do()
        for consumption in self._wanted:
            if consumption.brake is not None:
                consumption.brake.look()

    def _fail(self, error: BaseException) -> None:
        self._error = self._error or error
        self._ended.set()

    async def _guard(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as error:
            self._fail(error)

    async def _watch(self, consumption: Consumption, subscriber: DefaultSubscriber) -> None:
        """Notice what nobody tells: a consumer whose loop ended, a broker that is away, one that lost everything."""
        away: float | None = None
        while True:
            await asyncio.sleep(self._probe_s)
            if all(task.done() for task in subscriber.tasks):
                raise BusLost("the consumer's loop has ended")
            seen = dict(consumption.seen)  # Taken first: what comes during the probe may lie behind its answer.
            try:
                async with asyncio.timeout(self._probe_s):
                    ends = await consumption.consumer.end_offsets(list(consumption.consumer.assignment()))
            except (KafkaError, OSError, TimeoutError) as error:
                away = away or time.monotonic()
                self._trouble = "The broker does not answer."
                if time.monotonic() - away > self._away_s:
                    raise BusLost(f"the broker at {self._settings.kafka} is away: {error!r}") from error
                continue
            away = self._trouble = None
            if any(ends[partition] < offset for partition, offset in seen.items() if partition in ends):
                raise BusLost("the broker has lost its messages")


def _texts(headers: Sequence[tuple[str, bytes]]) -> dict[str, str]:
    """Headers as FastStream takes them: a name once, and what is no UTF-8 (in a parked message) is replaced."""
    return {name: (value or b"").decode("utf-8", "replace") for name, value in headers}
