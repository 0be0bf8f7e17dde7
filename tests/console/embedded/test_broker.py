"""The embedded broker carries messages with all declared topics, returns to its port, and ends with its owner."""

import asyncio
import contextlib
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition

from contracts.topics import TOPICS
from services.console.embedded.admission import UNSEEN, Door, owner, shows_ours
from services.console.embedded.broker import EmbeddedBroker

PARTITIONS = 3


@pytest.fixture
def broker() -> Iterator[EmbeddedBroker]:
    embedded = EmbeddedBroker([("walk", PARTITIONS), ("other", 1)]).start()
    yield embedded
    embedded.stop()


async def walk(bootstrap: str, texts: set[bytes]) -> tuple[set[bytes], int | None]:
    """Send the texts round the partitions and read them back; they, and the offset committed for the first one."""
    partitions = [TopicPartition("walk", number) for number in range(PARTITIONS)]
    producer = AIOKafkaProducer(bootstrap_servers=bootstrap, acks="all")
    consumer = AIOKafkaConsumer(
        bootstrap_servers=bootstrap, group_id="service", enable_auto_commit=False, auto_offset_reset="earliest"
    )
    consumer.assign(partitions)
    await producer.start()
    await consumer.start()
    try:
        for number, text in enumerate(sorted(texts)):
            await producer.send_and_wait("walk", text, partition=number % PARTITIONS)
        got: set[bytes] = set()
        async with asyncio.timeout(30):
            while len(got) < len(texts):
                got.add((await consumer.getone()).value)
        await consumer.commit()
        return got, await consumer.committed(partitions[0])
    finally:
        await consumer.stop()
        await producer.stop()


async def test_messages_pass_through_every_partition(broker: EmbeddedBroker) -> None:
    texts = {f"{number:02}".encode() for number in range(9)}
    assert await walk(broker.bootstrap, texts) == (texts, 3)


async def test_it_comes_back_on_its_port_after_a_crash_and_has_forgotten_all(broker: EmbeddedBroker) -> None:
    await walk(broker.bootstrap, {b"before"})
    before = broker.bootstrap
    assert broker.pid
    assert broker.process
    os.kill(broker.pid, signal.SIGKILL)
    broker.process.wait(30)
    broker.start()
    assert broker.bootstrap == before
    assert await walk(broker.bootstrap, {b"after"}) == ({b"after"}, 1)


async def test_a_taken_port_costs_the_port_and_not_the_broker(broker: EmbeddedBroker) -> None:
    other = EmbeddedBroker([("walk", PARTITIONS)], port=int(broker.bootstrap.rpartition(":")[2])).start()
    try:
        assert other.bootstrap != broker.bootstrap
        assert await walk(other.bootstrap, {b"mine"}) == ({b"mine"}, 1)
    finally:
        other.stop()


def tried(bootstrap: str, user: int | None) -> str:
    """What a process of this user gets for asking the broker which requests it knows (ApiVersions)."""
    host, _, port = bootstrap.rpartition(":")
    code = (
        "import socket; socket.setdefaulttimeout(5);"
        f"broker = socket.create_connection(('{host}', {port}));"
        r"broker.sendall(b'\0\0\0\x0c\0\x12\0\0\0\0\0\x07\0\2me');"
        r"print('answered' if broker.recv(8)[4:] == b'\0\0\0\7' else 'closed')"
    )
    python = shutil.which("python3", path="/usr/bin:/bin") or pytest.skip("no Python that another user could run")
    done = subprocess.run([python, "-S", "-c", code], user=user, group=user, capture_output=True, text=True, cwd="/")
    return done.stdout.strip() or done.stderr.strip().rpartition("\n")[2].partition(":")[0]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_another_user_of_the_machine_is_turned_away(broker: EmbeddedBroker) -> None:
    assert tried(broker.bootstrap, None) == "answered"
    assert tried(broker.bootstrap, 65534) in ("closed", "ConnectionResetError", "BrokenPipeError")
    assert tried(broker.bootstrap, None) == "answered"


def test_who_has_gone_already_is_nobody_and_not_root() -> None:
    """The kernel writes user 0 for a connection that no process holds any more."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        client = socket.create_connection(server.getsockname())
        taken, address = server.accept()
        with taken:
            assert owner(address, taken.getsockname()) == os.geteuid()
            assert owner((address[0], address[1]), ("127.0.0.2", 1)) is None
            client.close()
            assert owner(address, taken.getsockname()) is None


@pytest.mark.parametrize("hidden", ["missing", "empty", "of another"])
def test_where_the_system_shows_nobodys_connections_all_are_let_in_and_one_line_says_so(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], hidden: str
) -> None:
    """As in a sandbox (gVisor): the door would else refuse the house's own services, and nothing would start."""
    table = tmp_path / "tcp"
    if hidden == "empty":
        table.write_text("  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n")
    if hidden == "of another":
        table.write_text("   0: 0100007F:1F90 0100007F:1F91 01 00000000:00000000 00:00000000 00000000 0 0 7\n")
    assert not shows_ours(table)
    with socket.create_server(("127.0.0.1", 0)) as cluster:  # It accepts by number, as the mock cluster does.
        door = Door(cluster.fileno(), 0, table)
        Thread(target=answer_twice, args=(cluster.fileno(),), daemon=True).start()
        door.keep()
        for _ in range(2):
            with socket.create_connection(("127.0.0.1", door.port), timeout=10) as client:
                client.sendall(b"hello")
                assert client.recv(5) == b"hello"
    said = capfd.readouterr().err.strip()
    assert said == UNSEEN
    assert "\n" not in said


def answer_twice(number: int) -> None:
    """Waits on numbers of sockets, accepts by one of them and sends back what comes by the others, as the mock does."""
    left = 2
    with socket.socket(fileno=os.dup(number)) as listening:
        held = [listening.fileno()]
        while left:
            poll = select.poll()
            for each in held:
                poll.register(each, select.POLLIN)
            for each, _ in poll.poll(1000):
                if each == listening.fileno():
                    held.append(listening.accept()[0].detach())
                    continue
                with contextlib.suppress(BlockingIOError):
                    if said := os.read(each, 5):
                        os.write(each, said)
                        left -= 1
                    else:
                        os.close(each)
                        held.remove(each)


def test_here_the_system_shows_our_connections(capfd: pytest.CaptureFixture[str], broker: EmbeddedBroker) -> None:
    assert shows_ours()
    assert tried_here(broker.bootstrap)
    assert UNSEEN not in capfd.readouterr().err


def test_who_comes_through_the_door_is_heard_at_once(broker: EmbeddedBroker) -> None:
    """The cluster's thread may just be waiting on the connection in whose place the client's was put."""
    assert tried_here(broker.bootstrap)
    begun, held = time.monotonic(), len(os.listdir(f"/proc/{broker.pid}/fd"))
    for _ in range(40):
        assert tried_here(broker.bootstrap)
    assert len(os.listdir(f"/proc/{broker.pid}/fd")) <= held + 3, "whoever has gone holds nothing"
    assert time.monotonic() - begun < 25, "a second each, if it only noticed by chance"


def test_who_says_nothing_yet_when_let_in_is_heard_as_soon_as_it_does(broker: EmbeddedBroker) -> None:
    """The cluster's thread waits already then, and must wait on the client and not on what stood in its place."""
    took = []
    for _ in range(8):
        begun = time.monotonic()
        assert tried_here(broker.bootstrap, silent=0.02)
        took.append(time.monotonic() - begun)
    assert sorted(took)[4] < 0.5, f"a second each, if it only noticed by chance: {took}"


def tried_here(bootstrap: str, silent: float = 0) -> bool:
    host, _, port = bootstrap.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=5) as client:
        time.sleep(silent)
        client.sendall(b"\0\0\0\x0c\0\x12\0\0\0\0\0\x07\0\2me")
        return client.recv(8)[4:] == b"\0\0\0\7"


async def test_all_topics_of_the_contracts_are_there() -> None:
    embedded = EmbeddedBroker().start()
    producer = AIOKafkaProducer(bootstrap_servers=embedded.bootstrap)
    await producer.start()
    try:
        metadata = await producer.client.fetch_all_metadata()
        found = {name: len(metadata.partitions_for_topic(name) or ()) for name in metadata.topics()}
        assert found == {topic.name: topic.partitions for topic in TOPICS}
    finally:
        await producer.stop()
        embedded.stop()


def test_it_ends_with_its_owner() -> None:
    code = (
        "import time; from services.console.embedded.broker import EmbeddedBroker;"
        "print(EmbeddedBroker([]).start().pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout
        pid = int(starter.stdout.readline())
        starter.kill()
    deadline = time.monotonic() + 5
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < deadline, "the broker outlived its owner"
        time.sleep(0.01)
