"""The gateway as it runs: on a socket, with its sweep, with the broker there or away, until it is told to end."""

import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition

from contracts.envelope import Envelope, first, reply
from contracts.problems import Code, problem
from contracts.reading import PageRendered, RenderPage
from contracts.session import SessionUpdated, Status
from services.chassis.process import at_rest
from services.chassis.process.starting import CannotStart
from services.chassis.process.web import listening
from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.console.embedded.broker import EmbeddedBroker
from services.console.embedded.postgres import Postgres
from services.console.house.migration import DATABASE
from services.gateway.app import SCRATCH_SECONDS, main
from tests.gateway.conftest import SECRET, token
from tests.gateway.messaging.test_waiting import ends
from tests.gateway.sessions.test_uploads import files
from tests.gateway.shelf import Shelf


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def broker() -> Iterator[EmbeddedBroker]:
    embedded = EmbeddedBroker().start()
    yield embedded
    embedded.stop()


@pytest.fixture
def settings(postgres: Postgres, tmp_path: Path) -> Settings:
    return Settings(
        kafka=f"127.0.0.1:{free_port()}",
        kafka_embedded=True,
        database=postgres.url("pensum_gateway", DATABASE),
        blobs=tmp_path,
        token_secret=SECRET,
        http_port=free_port(),
    )


@asynccontextmanager
async def serving(settings: Settings, tenant: str) -> AsyncIterator[httpx.AsyncClient]:
    """The service while it runs; it must be ready within 30 s and end within 30 s of being told."""
    ready = asyncio.Event()
    service = asyncio.create_task(main(settings, ready.set))
    async with asyncio.timeout(30):
        await ready.wait()
    headers = {"Authorization": f"Bearer {token(tenant, 'ann')}"}
    url = f"http://127.0.0.1:{settings.http_port}"
    async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False) as client:
        yield client
        assert not service.done()
        service.cancel()
        done, _ = await asyncio.wait({service}, timeout=30)
    assert done == {service}
    assert service.cancelled()


async def healthy(client: httpx.AsyncClient) -> None:
    for _ in range(200):
        if (await client.get("/healthz")).status_code == 200:
            return
        await asyncio.sleep(0.05)
    pytest.fail("the gateway did not become healthy")


async def test_it_takes_uploads_while_the_broker_is_away(settings: Settings, tenant: str) -> None:
    async with serving(settings, tenant) as client:
        assert (await client.get("/healthz")).status_code == 503
        told = await client.post("/v1/documents", files=files())
        assert told.status_code == 202
        assert (await client.get(told.headers["Location"])).json()["status"] == "accepted"


async def test_what_it_accepts_is_on_the_topic_and_a_wake_up_ends_a_wait(
    settings: Settings, broker: EmbeddedBroker, shelf: Shelf, tenant: str
) -> None:
    settings = settings.model_copy(update={"kafka": broker.bootstrap})
    producer = AIOKafkaProducer(bootstrap_servers=broker.bootstrap)
    consumer = AIOKafkaConsumer(bootstrap_servers=broker.bootstrap, auto_offset_reset="earliest")
    consumer.assign([TopicPartition("session.inputs", number) for number in range(4)])
    await producer.start()
    await consumer.start()
    async with serving(settings, tenant) as client:
        await healthy(client)
        headers = {"Prefer": "wait=20"}
        waits = asyncio.create_task(client.post("/v1/documents", files=files(), headers=headers, timeout=30))
        async with asyncio.timeout(30):
            async for record in consumer:
                if record.value and tenant.encode() in record.value:
                    break
        session = Envelope.from_headers(record.headers).subject
        assert record.key == str(session).encode()
        ends(shelf, str(session), tenant, Status.READY)
        message = SessionUpdated(session_id=session, version=5, status=Status.READY)
        told = first(message, id=uuid4(), source="test", session=session, traceparent=None)
        await producer.send_and_wait("session.updates", message.write(), headers=told.headers())
        answer = await waits
        assert (answer.status_code, UUID(answer.json()["session_id"])) == (200, session)
    await consumer.stop()
    await producer.stop()


async def test_who_waits_is_answered_when_it_ends(settings: Settings, tenant: str) -> None:
    async with serving(settings, tenant) as client:
        upload = client.build_request("POST", "/v1/documents", files=files(), headers={"Prefer": "wait=50"}, timeout=60)
        waits = asyncio.create_task(client.send(upload))
        for _ in range(600):
            if (await client.get("/v1/sessions")).json()["sessions"]:
                break
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        assert not waits.done()
    assert (await waits).status_code == 202


async def test_at_rest_its_connections_are_new_ones(settings: Settings, tenant: str, postgres: Postgres) -> None:
    def backends() -> set[int]:
        with psycopg.connect(postgres.url("postgres", DATABASE)) as connection:
            asked = "select pid from pg_stat_activity where usename = 'pensum_gateway'"
            return {pid for (pid,) in connection.execute(asked)}

    others = backends()
    async with serving(settings, tenant) as client:
        assert (await client.get("/v1/sessions")).status_code == 200
        before = backends() - others
        assert before
        at_rest.let_go()
        for _ in range(1_000):
            if (now := backends() - others) and not now & before:
                break
            await asyncio.sleep(0.02)
        assert now
        assert not now & before
        assert (await client.get("/v1/sessions")).status_code == 200


async def test_a_taken_port_and_a_missing_secret_end_it(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", settings.http_port)), pytest.raises(CannotStart, match="is taken"):
        await main(settings, lambda: None)
    with pytest.raises(CannotStart, match="PENSUM_TOKEN_SECRET"):
        await main(settings.model_copy(update={"token_secret": ""}), lambda: None)


def test_an_answer_does_not_wait_for_the_acknowledgement_of_its_headers() -> None:
    bound = listening(Settings(http_port=0))
    with bound, socket.create_connection(bound.getsockname()), bound.accept()[0] as taken:
        assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def test_what_a_killed_upload_left_in_scratch_is_swept_at_the_start(settings: Settings, tenant: str) -> None:
    blobs = Blobs(settings.blobs)
    old, fresh = blobs.scratch(), blobs.scratch()
    os.utime(old, (0, time.time() - SCRATCH_SECONDS - 60))
    async with serving(settings, tenant):
        for _ in range(100):
            if not old.exists():
                break
            await asyncio.sleep(0.02)
    assert (old.exists(), fresh.exists()) == (False, True)


async def test_a_picture_drawn_elsewhere_ends_the_wait_for_it(
    settings: Settings, broker: EmbeddedBroker, shelf: Shelf, tenant: str
) -> None:
    settings = settings.model_copy(update={"kafka": broker.bootstrap})
    kept = shelf.session(tenant, "ann")
    consumer = AIOKafkaConsumer(bootstrap_servers=broker.bootstrap, auto_offset_reset="earliest")
    consumer.assign([TopicPartition("reader.pictures", number) for number in range(4)])
    producer = AIOKafkaProducer(bootstrap_servers=broker.bootstrap)
    await producer.start()
    await consumer.start()
    async with serving(settings, tenant) as client:
        await healthy(client)
        waits = asyncio.create_task(client.get(f"/v1/sessions/{kept.session}/pages/1.png", timeout=60))
        async with asyncio.timeout(30):
            record = await consumer.getone()
        asked, envelope = RenderPage.read(record.value), Envelope.from_headers(record.headers)
        told = PageRendered(picture=asked.picture, problem=problem(Code.ENCRYPTED, "It is locked."))
        headers = reply(told, envelope, source="test", ordinal=0).headers()
        await producer.send_and_wait("session.updates", told.write(), headers=headers)
        async with asyncio.timeout(30):
            answer = await waits
        assert (answer.status_code, answer.json()["detail"]) == (422, "It is locked.")
    await consumer.stop()
    await producer.stop()
