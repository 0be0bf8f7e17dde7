"""The embedded broker: the mock cluster inside librdkafka, in a process of its own (it contains asserts that abort).

It speaks the Kafka protocol on loopback and keeps everything in memory: when it dies all is gone, consumers do not
recover by themselves, and the house starts the services again. Its limits: messages under 1 MB, small backlogs, one
consumer a group, no transactions. By hand: `python -m services.console.embedded.broker` prints its address.
"""

import argparse
import contextlib
import ctypes
import importlib.util
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from services.chassis.process.lineage import die_with_parent
from services.console.embedded.admission import Door, number_of

ROOT = Path(__file__).resolve().parents[3]  # The folder that holds `services`, in a clone and in site-packages alike.
BROKER_ID = 1


class BrokerError(RuntimeError):
    """The embedded broker cannot run; the text is a sentence for the person at the terminal."""


class EmbeddedBroker:
    """The broker as a child process, with all of `topics` (name, partitions); by default those of the contracts.

    `start()` is `launch()` and `wait_ready()`; after a crash both may be called again and find the same port again
    where it is still free. Call from a thread that lives as long as the broker shall.
    """

    def __init__(self, topics: Sequence[tuple[str, int]] | None = None, port: int = 0) -> None:
        self._topics = declared_topics() if topics is None else topics
        self._port = port
        self._said = b""
        self.process: subprocess.Popen[bytes] | None = None
        self.bootstrap = ""
        """`127.0.0.1:port`, known once ready."""

    @property
    def pid(self) -> int | None:
        """The broker's process id while it runs."""
        return self.process.pid if self.alive() and self.process else None

    def alive(self) -> bool:
        """Whether the broker process runs (this also reaps it when it has ended)."""
        return self.process is not None and self.process.poll() is None

    def start(self, timeout: float = 10.0) -> "EmbeddedBroker":
        """Start the broker and return when it takes connections."""
        self.launch()
        self.wait_ready(timeout)
        return self

    def launch(self) -> None:
        """Begin: returns at once."""
        self.stop()
        self._said = b""
        topics = [f"{name}:{partitions}" for name, partitions in self._topics]
        options = ["--port", str(self._port), "--library", str(library()), "--parent", str(os.getpid())]
        # -S: it needs nothing outside the standard library, which halves its memory and its start.
        command = [sys.executable, "-S", "-m", __name__, *options, *topics]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True
        )

    def wait_ready(self, timeout: float = 10.0) -> None:
        """Return when `bootstrap` is known and every topic exists."""
        deadline = time.monotonic() + timeout
        while not self.is_ready(max(0.0, deadline - time.monotonic())):
            if time.monotonic() >= deadline:
                self.stop()
                raise BrokerError(f"The embedded Kafka broker was not ready after {timeout:.0f} s.")

    def is_ready(self, wait: float = 0.0) -> bool:
        """Whether it has said, within `wait` s, that it takes connections; BrokerError if it has ended."""
        assert self.process
        assert self.process.stdout
        if self._said.endswith(b"\n"):
            return True
        readable, _, _ = select.select([self.process.stdout], [], [], wait)
        if not readable:
            return False
        if not (more := os.read(self.process.stdout.fileno(), 256)):
            self.stop()
            raise BrokerError("The embedded Kafka broker did not start; its reason is on stderr.")
        self._said += more
        if not self._said.endswith(b"\n"):
            return False
        self.bootstrap = self._said.decode().strip()
        self._port = int(self.bootstrap.rpartition(":")[2])
        return True

    def stop(self) -> None:
        """End the broker and all it holds."""
        if self.process is None:
            return
        if self.alive():
            self.process.terminate()
            try:
                self.process.wait(3)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(3)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None


def declared_topics() -> list[tuple[str, int]]:
    """The topics of the house as (name, partitions)."""
    from contracts.topics import TOPICS

    return [(topic.name, topic.partitions) for topic in TOPICS]


def library() -> Path:
    """The librdkafka that ships in the confluent-kafka wheel (located only: importing the package is not needed)."""
    spec = importlib.util.find_spec("confluent_kafka")
    if spec is None or spec.origin is None:
        raise BrokerError("The embedded broker is missing: pip install confluent-kafka")
    package = Path(spec.origin).parent
    for pattern in ("confluent_kafka.libs/librdkafka*.so*", "confluent_kafka/.dylibs/librdkafka*.dylib"):
        for found in sorted(package.parent.glob(pattern)):
            return found
    raise BrokerError(f"The package confluent-kafka in {package} holds no librdkafka.")


def _load(path: str) -> ctypes.CDLL:
    lib = ctypes.CDLL(path)
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, result, arguments in (
        ("rd_kafka_conf_new", pointer, []),
        ("rd_kafka_conf_set", number, [pointer, text, text, text, ctypes.c_size_t]),
        ("rd_kafka_new", pointer, [number, pointer, text, ctypes.c_size_t]),
        ("rd_kafka_mock_cluster_new", pointer, [pointer, number]),
        ("rd_kafka_mock_cluster_bootstraps", text, [pointer]),
        ("rd_kafka_mock_cluster_destroy", None, [pointer]),
        ("rd_kafka_mock_topic_create", number, [pointer, text, number, number]),
        ("rd_kafka_mock_group_initial_rebalance_delay_ms", None, [pointer, ctypes.c_int32]),
        ("rd_kafka_mock_broker_set_host_port", None, [pointer, ctypes.c_int32, text, number]),
    ):
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


@contextlib.contextmanager
def _nudging(*knocks: Callable[[], object]) -> Iterator[None]:
    """Knock meanwhile: the mock's thread now and then sleeps a second over a command it was sent."""
    done = threading.Event()

    def knock() -> None:
        while not done.wait(0.005):
            for each in knocks:
                with contextlib.suppress(OSError):
                    each()

    thread = threading.Thread(target=knock)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _knock(port: int) -> None:
    socket.create_connection(("127.0.0.1", port), timeout=1).close()


def serve(topics: Iterable[tuple[str, int]], path: str, port: int) -> None:
    """Run the broker in this process until SIGTERM or SIGINT; prints `host:port` once every topic exists."""
    ends = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, ends)  # Before librdkafka makes its threads, which inherit the mask.
    lib, error = _load(path), ctypes.create_string_buffer(512)
    conf = lib.rd_kafka_conf_new()
    lib.rd_kafka_conf_set(conf, b"client.id", b"pensum-embedded", error, 512)
    lib.rd_kafka_conf_set(conf, b"log_level", b"4", error, 512)
    lib.rd_kafka_conf_set(conf, b"socket.nagle.disable", b"false", error, 512)  # The door sees to it.
    handle = lib.rd_kafka_new(0, conf, error, 512)
    cluster = lib.rd_kafka_mock_cluster_new(handle, 1) if handle else None
    if not cluster:
        raise BrokerError(f"librdkafka made no broker: {error.value.decode()}")
    drawn = int(lib.rd_kafka_mock_cluster_bootstraps(cluster).decode().rpartition(":")[2])
    # The mock cluster can only draw a port, and takes whoever comes. But it polls its listener by number.
    door = Door(number_of(drawn), port) if sys.platform == "linux" else None
    actual = door.port if door else drawn
    lib.rd_kafka_mock_broker_set_host_port(cluster, BROKER_ID, b"127.0.0.1", actual)
    lib.rd_kafka_mock_group_initial_rebalance_delay_ms(cluster, 1)
    with _nudging(partial(_knock, drawn), *([door.knock] if door else [])):
        for name, partitions in topics:
            if code := lib.rd_kafka_mock_topic_create(cluster, name.encode(), partitions, 1):
                raise BrokerError(f"The topic {name} could not be made (librdkafka error {code}).")
    if door:
        door.keep()
    print(f"127.0.0.1:{actual}", flush=True)
    signal.sigwait(ends)
    lib.rd_kafka_mock_cluster_destroy(cluster)


def main() -> None:
    """The command line; without topics those of the contracts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="listen there if it is free")
    parser.add_argument("--library", help="path of librdkafka")
    parser.add_argument("--parent", type=int, help="end when this process does")
    parser.add_argument("topics", nargs="*", metavar="NAME:PARTITIONS")
    given = parser.parse_args()
    if given.parent:
        die_with_parent(signal.SIGKILL, given.parent)
    pairs = [topic.rpartition(":") for topic in given.topics]
    topics = [(name, int(partitions)) for name, _, partitions in pairs] or ([] if given.parent else declared_topics())
    serve(topics, given.library or str(library()), given.port)
    os._exit(0)  # There is nothing to save, and librdkafka's own end can take seconds.


if __name__ == "__main__":
    main()
