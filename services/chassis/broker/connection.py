"""The connection to Kafka: FastStream's broker with a subscriber for each consumption, set for the broker it talks to.

What differs on the embedded broker: its groups take 6 s to notice a death, so all partitions are assigned by hand
(offsets are committed to the group all the same); its fetches are not woken, so they wait briefly; it knows no
idempotent producer.
"""

import asyncio
import contextlib
import logging
from collections.abc import Sequence

from aiokafka.coordinator.assignors.range import RangePartitionAssignor
from aiokafka.errors import KafkaError
from faststream import AckPolicy
from faststream.kafka import KafkaBroker, TopicPartition
from faststream.kafka.subscriber.usecase import DefaultSubscriber

from contracts.topics import TOPICS
from services.chassis.broker.consumers import Consumption, as_it_came, untouched
from services.chassis.broker.idle import FETCH_WAIT_MS
from services.chassis.settings import Settings, addresses

Running = list[tuple[Consumption, DefaultSubscriber]]
AGAIN_S, KNOCK_S = 0.2, 5.0
log = logging.getLogger(__name__)


async def connect(settings: Settings, service: str, wanted: Sequence[Consumption]) -> tuple[KafkaBroker, Running]:
    """A started broker and its subscribers; waits until there is one, and says once that it waits."""
    waiting = False
    while True:
        try:
            there = await _reach(settings.kafka)
            broker, running = build(settings.model_copy(update={"kafka": there}), service, wanted)
            try:
                await broker.start()
                return broker, running
            except BaseException:
                await disconnect(broker)
                raise
        except (KafkaError, OSError) as error:
            if not waiting:
                log.warning("The broker at %s is not there yet: %s", settings.kafka, error)
            waiting = True
            await asyncio.sleep(AGAIN_S)


async def disconnect(broker: KafkaBroker) -> None:
    """Ends its consumers and its producer, also when the other side is gone."""
    with contextlib.suppress(KafkaError, OSError):
        await broker.stop()


def build(settings: Settings, service: str, wanted: Sequence[Consumption]) -> tuple[KafkaBroker, Running]:
    """The same, not started."""
    embedded = settings.kafka_embedded
    broker = KafkaBroker(
        settings.kafka.split(","),
        client_id=f"pensum-{service}",
        acks="all",
        enable_idempotence=not embedded,
        max_batch_size=1 << 20,
        request_timeout_ms=10_000,
        allow_auto_create_topics=False,
        graceful_timeout=None,
        id_generator=lambda: "",  # No header of FastStream's beside our own.
        logger=None,
        apply_types=False,
    )
    running: Running = []
    for consumption in wanted:
        member = None if embedded or settings.ordinal is None else f"pensum.{service}-{settings.ordinal}"
        subscriber = broker.subscriber(
            *(() if embedded else consumption.topics),
            partitions=_partitions(consumption.topics) if embedded else (),
            group_id=f"pensum.{service}" if consumption.grouped else None,
            group_instance_id=member if consumption.grouped else None,
            auto_offset_reset="earliest" if consumption.grouped else "latest",
            ack_policy=AckPolicy.MANUAL,
            no_reply=True,
            fetch_max_wait_ms=FETCH_WAIT_MS if embedded else 500,
            consumer_timeout_ms=5_000,  # What concerns its loop wakes it; by default it also turns every 0.2 s.
            partition_assignment_strategy=(RangePartitionAssignor,),
            # A command may take longer than the default of 300 s, and a dead process is known by its heartbeats.
            max_poll_interval_ms=24 * 3600 * 1000,
            rebalance_timeout_ms=10_000,
            session_timeout_ms=6_000,
            heartbeat_interval_ms=500,
            listener=consumption.listener(),
            parser=as_it_came,
            decoder=untouched,
        )
        subscriber(consumption.on_record)
        running.append((consumption, subscriber))
    return broker, running


def _partitions(topics: Sequence[str]) -> list[TopicPartition]:
    counts = {topic.name: topic.partitions for topic in TOPICS}
    return [TopicPartition(topic, number) for topic in topics for number in range(counts[topic])]


async def _reach(servers: str) -> str:
    """Those of the addresses where somebody listens; returns with the first of them. Raises OSError where nobody does.

    Knock first: FastStream leaves a producer behind that could not connect, and the client asks the addresses one after
    the other, so that one whose machine is off would cost each of its connections 10 s.
    """
    knocks = {asyncio.create_task(_knock(host, port)): _address(host, port) for host, port in addresses(servers)}
    waiting = set(knocks)
    try:
        async with asyncio.timeout(KNOCK_S):
            while waiting:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if there := [knocks[task] for task in done if task.exception() is None]:
                    return ",".join(there)
        raise next(error for task in knocks if (error := task.exception()) is not None)
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*knocks, return_exceptions=True)


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


async def _knock(host: str, port: int) -> None:
    _, writer = await asyncio.open_connection(host, port)
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
