"""Apache Kafka without Docker: fetched once from Maven Central, formatted, and run as a child of the house.

One node, broker and controller in one (KRaft), on loopback. apache/ beside this file says which version and how
it is set; this file adds the addresses and the folder of one run. All it keeps lies in the folder it is given, and the
ports of the first start are taken again where they are free.
"""

import base64
import subprocess
import uuid
from pathlib import Path
from typing import Self
from xml.etree import ElementTree

from contracts.topics import TOPICS
from services.console.java import jars
from services.console.java.jars import JavaError
from services.console.java.jvm import Jvm, answers, free_ports, is_free

FOLDER = Path(__file__).parents[1] / "apache"
TOPIC_EXISTS = 36


def fetch(folder: Path = FOLDER) -> Path:
    """The folder with Apache Kafka's jars, from the cache or, the first time, from Maven Central (44 MB)."""
    pom = folder / "pom.xml"
    if not pom.exists():
        raise JavaError(f"{pom} is missing: Pensum is not installed as a whole.")
    version = ElementTree.parse(pom).findtext(".//{*}properties/{*}kafka.version")
    return jars.of_pom(pom, f"kafka-{version}")


class Kafka:
    """Apache Kafka over the folder `data`. `start()` is `launch()` and `wait_ready()`; both may be called again."""

    def __init__(self, data: Path, folder: Path = FOLDER) -> None:
        self.data = data.resolve()
        self.folder = folder
        self.port = 0
        self._jvm = Jvm("Apache Kafka", self.data / "kafka.log")
        self._draft: Path | None = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def bootstrap(self) -> str:
        """Where clients begin, "host:port"; known once launched."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        """The broker's process id while it runs."""
        return self._jvm.pid

    @property
    def process(self) -> subprocess.Popen[bytes] | None:
        """The broker's process, once launched."""
        return self._jvm.process

    def alive(self) -> bool:
        """Whether the broker's process runs (this also reaps it when it has ended)."""
        return self.pid is not None

    def start(self, timeout: float = 90.0) -> Self:
        """Start the broker and return when it serves clients; JavaError if it cannot within `timeout` s."""
        self.launch()
        self.wait_ready(timeout)
        return self

    def launch(self) -> None:
        """Fetch and format where that was not yet done, and begin the process. Blocks only for those two."""
        classpath = f"{fetch(self.folder)}/*"
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        logs = self.data / "logs"
        self.port, controller = self._ports()
        settings = self.data / "server.properties"
        settings.write_text(
            f"{(self.folder / 'server.properties').read_text()}\n"
            f"listeners=PLAINTEXT://127.0.0.1:{self.port},CONTROLLER://127.0.0.1:{controller}\n"
            f"advertised.listeners=PLAINTEXT://127.0.0.1:{self.port},CONTROLLER://127.0.0.1:{controller}\n"
            f"controller.quorum.bootstrap.servers=127.0.0.1:{controller}\n"
            f"log.dirs={str(logs).replace(chr(92), chr(92) * 2)}\n"
        )
        (self.data / "ports").write_text(f"{self.port} {controller}\n")
        if not (logs / "meta.properties").exists():
            self._format(classpath, settings)
        self._jvm.start(
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",  # A killed broker is back for half the CPU; a house asks little of it.
            self._class_data(),
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-Dorg.slf4j.simpleLogger.showDateTime=true",
            "-cp",
            classpath,
            "kafka.Kafka",
            str(settings),
        )

    def wait_ready(self, timeout: float = 90.0) -> None:
        """Return when the broker tells its metadata to a client."""
        self._jvm.wait_until(self._serves, timeout)

    def is_ready(self) -> bool:
        """Whether it listens, which it does once it can serve; JavaError if it has ended. Asks no Kafka client: those
        make threads, and who revives a broker also forks."""
        self._jvm.check()
        return answers(self.port)

    def stop(self) -> None:
        """End the broker in order (about a second; the first time on a machine four: it keeps its classes)."""
        in_order = self._jvm.stop(patience=15 if self._draft is None else 45)
        if self._draft is not None and self._draft.exists():
            if in_order:
                self._draft.replace(self._draft.with_name(self._draft.name.partition(".")[2]))
            else:
                self._draft.unlink()

    def _class_data(self) -> str:
        """The option that takes the classes as this very Java parsed them once, or keeps them at an end in order."""
        program = Path(jars.java()).resolve()
        kept = jars.cache() / f"{fetch(self.folder).name}-java-{program.stat().st_mtime_ns:x}.jsa"
        self._draft = None if kept.exists() else kept.with_name(f"{self.port}.{kept.name}")
        return f"-XX:ArchiveClassesAtExit={self._draft}" if self._draft else f"-XX:SharedArchiveFile={kept}"

    def _ports(self) -> tuple[int, int]:
        remembered = self.data / "ports"
        if remembered.exists():
            client, controller = map(int, remembered.read_text().split())
            if is_free(client) and is_free(controller):
                return client, controller
        client, controller = free_ports(2)
        return client, controller

    def _format(self, classpath: str, settings: Path) -> None:
        cluster = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        if cluster.startswith("-"):  # would be read as an option
            cluster = f"A{cluster[1:]}"
        tool = (
            "kafka.tools.StorageTool",
            "format",
            "--ignore-formatted",
            "--standalone",
            "-t",
            cluster,
            "-c",
            str(settings),
        )
        done = jars.run([jars.java(), "-cp", classpath, *tool], timeout=60)
        if done.returncode != 0:
            raise JavaError(f"Apache Kafka cannot use {self.data}: {(done.stderr or done.stdout)[-600:].strip()}")

    def _serves(self) -> bool:
        if not answers(self.port):
            return False
        from confluent_kafka import KafkaException
        from confluent_kafka.admin import AdminClient

        client = AdminClient({"bootstrap.servers": self.bootstrap, "log_level": 0, "socket.timeout.ms": 2000})
        try:
            return bool(client.list_topics(timeout=2).brokers)
        except KafkaException:
            return False


async def create_topics(bootstrap: str) -> list[str]:
    """Create those topics of the table that the broker does not have yet; their names. Harmless to repeat."""
    from aiokafka.admin import AIOKafkaAdminClient, NewTopic

    wanted = [
        NewTopic(topic.name, topic.partitions, 1, topic_configs={"retention.ms": str(topic.retention_ms)})
        for topic in TOPICS
    ]
    client = AIOKafkaAdminClient(bootstrap_servers=bootstrap)
    await client.start()
    try:
        response = await client.create_topics(wanted)
    finally:
        await client.close()
    created = []
    for name, code, message in response.topic_errors:
        if code == 0:
            created.append(name)
        elif code != TOPIC_EXISTS:
            raise RuntimeError(f"Topic {name} cannot be created: {message or f'Kafka error {code}'}")
    return created
