"""Apache Kafka as the house runs it: starts, creates the topics, carries a message, keeps it, ends with its parent."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer

from contracts.topics import TOPICS
from services.console.java import jars
from services.console.java.jars import JavaError
from services.console.java.kafka import Kafka, create_topics, fetch


@pytest.fixture(scope="module")
def kafka(java: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kafka]:
    with Kafka(tmp_path_factory.mktemp("a house") / "kafka") as kafka:
        yield kafka


async def send(kafka: Kafka, value: bytes) -> None:
    async with AIOKafkaProducer(bootstrap_servers=kafka.bootstrap, acks="all", enable_idempotence=True) as producer:
        await producer.send_and_wait("session.inputs", value, key=b"key")


async def received(kafka: Kafka, count: int) -> list[bytes | None]:
    consumer = AIOKafkaConsumer(
        "session.inputs",
        bootstrap_servers=kafka.bootstrap,
        group_id=f"test-{time.time_ns()}",
        auto_offset_reset="earliest",
        session_timeout_ms=3000,
        heartbeat_interval_ms=500,
        enable_auto_commit=False,
    )
    async with consumer, asyncio.timeout(30):
        return [(await consumer.getone()).value for _ in range(count)]


@pytest.mark.kafka
async def test_the_topics_of_the_table_are_created_once(kafka: Kafka) -> None:
    await create_topics(kafka.bootstrap)
    assert await create_topics(kafka.bootstrap) == []
    from confluent_kafka.admin import AdminClient

    there = AdminClient({"bootstrap.servers": kafka.bootstrap}).list_topics(timeout=10).topics
    assert {topic.name: topic.partitions for topic in TOPICS} == {
        name: len(topic.partitions) for name, topic in there.items() if not name.startswith("__")
    }


@pytest.mark.kafka
async def test_a_message_survives_a_kill_of_the_broker_and_clients_find_it_at_the_same_address(kafka: Kafka) -> None:
    await create_topics(kafka.bootstrap)
    await send(kafka, b"before")
    address, pid = kafka.bootstrap, kafka.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert kafka.process is not None
    assert kafka.process.wait(30) == -signal.SIGKILL
    assert not kafka.alive()
    kafka.start()
    assert kafka.bootstrap == address
    await send(kafka, b"after")
    assert sorted(value or b"" for value in await received(kafka, 2)) == [b"after", b"before"]


@pytest.mark.kafka
def test_the_broker_ends_with_a_parent_that_is_killed(kafka: Kafka, tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from services.console.java.kafka import Kafka; "
        "kafka = Kafka(Path(sys.argv[1])); kafka.launch(); print(kafka.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert running(pid)
        parent.kill()
    deadline = time.monotonic() + 30
    while running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not running(pid)


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.kafka
def test_its_classes_are_kept_at_an_end_in_order_and_rubbish_in_their_place_stops_nothing(
    kafka: Kafka, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / fetch().name).symlink_to(fetch())
    monkeypatch.setenv("PENSUM_CACHE", str(tmp_path / "cache"))
    with Kafka(tmp_path / "first"):
        assert not [*tmp_path.glob("cache/*.jsa*")]
    (kept,) = tmp_path.glob("cache/*.jsa*")
    assert kept.name.startswith(fetch().name)
    assert kept.stat().st_size > 1_000_000
    kept.write_bytes(b"rubbish")
    with Kafka(tmp_path / "second") as second:
        assert second.is_ready()
    assert kept.read_bytes() == b"rubbish"  # It is nobody's here to mend: another Java makes another file.


def test_without_java_and_maven_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PENSUM_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(JavaError, match=r"Maven is missing: run deploy/setup\.sh kafka"):
        fetch()
    with pytest.raises(JavaError, match=r"Java 17 is missing: run deploy/setup\.sh kafka"):
        jars.java()


def test_where_the_pom_is_missing_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(JavaError, match=r"pom\.xml is missing: Pensum is not installed as a whole"):
        fetch(tmp_path)


def test_a_fetch_that_fails_leaves_no_folder_in_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "mvn").write_text("#!/bin/sh\necho '[ERROR] Failed to execute goal nobody answers' ; exit 1\n")
    (tmp_path / "mvn").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("PENSUM_CACHE", str(tmp_path / "cache"))
    with pytest.raises(JavaError, match=r"cannot be fetched from Maven Central: nobody answers"):
        jars.of_artifact("a:b:1", "b-1")
    assert list((tmp_path / "cache").iterdir()) == []
