"""docker-compose.yml without its engine: each service's exact command as a process, with its variables and addresses.

Kafka and Postgres come from testcontainers where a Docker engine answers, else from Apache Kafka's jars and the wheel
of Postgres. Without Docker and without Java the test is skipped.
"""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml
from psycopg.conninfo import conninfo_to_dict

from services.chassis.process.lineage import die_with_parent
from services.chassis.tokens import Claims, Role, signed
from tests.e2e.houses import PENSUM, clean_environment

ROOT = Path(__file__).parents[2]
CONTAINERS: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
SETUP = ("migrate", "topics")
SERVICES = ("orchestrator", "gateway", "reader", "coach", "evaluator", "assistant", "tasks")
READY_SECONDS = 90.0


@dataclass(frozen=True)
class Ground:
    """What the services stand on. `postgres`: a libpq URL of the superuser at the database `pensum`."""

    kafka: str
    postgres: str

    def database(self, composed: str) -> str:
        """The URL of compose's file, with this server in place of the container's.

        The services' passwords are compose's, as `migrate` sets them; the superuser's is the server's own.
        """
        login, password = re.findall(r"//([^:]+):([^@]+)@", composed)[0]
        at = conninfo_to_dict(self.postgres)
        if login == at["user"]:
            password = str(at["password"])
        where = f"host={quote(str(at['host']), safe='')}&port={at['port']}"
        return f"postgresql://{login}:{password}@/{at['dbname']}?{where}"


@dataclass
class Composed:
    """The running services. `more` is added to the variables of each."""

    folder: Path
    ground: Ground
    otlp: str | None = None
    more: Mapping[str, str] = field(default_factory=dict)
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    port: int = 0
    tasks_port: int = 0

    def __post_init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe, socket.create_server(("127.0.0.1", 0)) as other:
            self.port, self.tasks_port = probe.getsockname()[1], other.getsockname()[1]

    def environment(self, name: str) -> dict[str, str]:
        """The variables as compose gives them."""
        given = {variable: _filled(str(value)) for variable, value in CONTAINERS[name]["environment"].items()}
        ours = {
            "PENSUM_KAFKA": self.ground.kafka,
            "PENSUM_BLOBS": str(self.folder / "blobs"),
            "PENSUM_HEALTH_FILE": str(self.folder / f"{name}.alive"),  # Which the image sets.
        }
        if "PENSUM_DATABASE" in given:
            ours["PENSUM_DATABASE"] = self.ground.database(given["PENSUM_DATABASE"])
        if "PENSUM_HTTP_PORT" in given:
            port = self.tasks_port if name == "tasks" else self.port
            ours |= {"PENSUM_HTTP_HOST": "127.0.0.1", "PENSUM_HTTP_PORT": str(port)}
        if "PENSUM_TASKS_URL" in given:
            ours["PENSUM_TASKS_URL"] = f"http://127.0.0.1:{self.tasks_port}/mcp"
        if self.otlp:
            ours["OTEL_EXPORTER_OTLP_ENDPOINT"] = self.otlp
        else:
            given.pop("OTEL_EXPORTER_OTLP_ENDPOINT", None)
        return {**clean_environment(), **given, **ours, **self.more}

    def begin(self, name: str) -> subprocess.Popen[bytes]:
        """Start one service by its command."""
        program, *arguments = CONTAINERS[name]["command"]
        assert program == "pensum"
        with self.log(name).open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [str(PENSUM), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env=self.environment(name),
                start_new_session=True,
                preexec_fn=partial(die_with_parent, signal.SIGKILL, os.getpid()),
            )
        return self.processes[name]

    def start(self) -> None:
        """Tables and topics first, then every service; returns when all are ready."""
        (self.folder / "blobs").mkdir()
        for name in SETUP:
            assert self.begin(name).wait(60) == 0, self.log(name).read_text()
        for name in SERVICES:
            self.begin(name)
        for name in SERVICES:
            self.wait_ready(name)

    def wait_ready(self, name: str, times: int = 1) -> None:
        """Returns when the service has said so, `times` times in all."""
        deadline = time.monotonic() + READY_SECONDS
        while self.log(name).read_text().count('"message": "ready"') < times:
            assert self.processes[name].poll() is None, self.log(name).read_text()[-2000:]
            assert time.monotonic() < deadline, self.log(name).read_text()[-2000:]
            time.sleep(0.05)

    def stop(self) -> dict[str, int]:
        """Tell all to end; their exit statuses."""
        running = {name: process for name, process in self.processes.items() if process.poll() is None}
        for process in running.values():
            process.terminate()
        deadline = time.monotonic() + 15
        for process in running.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.1, deadline - time.monotonic()))
            if process.poll() is None:
                process.kill()
                process.wait()
        return {name: process.returncode for name, process in running.items()}

    def log(self, name: str) -> Path:
        """What a service says."""
        return self.folder / f"{name}.log"

    @property
    def url(self) -> str:
        """Of the gateway."""
        return f"http://127.0.0.1:{self.port}"

    def token(self, role: Role) -> str:
        """A bearer token."""
        secret = _filled(CONTAINERS["gateway"]["environment"]["PENSUM_TOKEN_SECRET"])
        return signed(Claims("home", "me", role), secret, days=1)


@contextlib.contextmanager
def ground(folder: Path) -> Iterator[Ground]:
    """Kafka and Postgres, from containers or from jars and wheel; skips where there is neither."""
    if _docker_answers():
        from testcontainers.community.kafka import KafkaContainer
        from testcontainers.community.postgres import PostgresContainer

        postgres = PostgresContainer(
            CONTAINERS["postgres"]["image"], username="postgres", password="laptop", dbname="pensum", driver=None
        )
        with KafkaContainer().with_kraft() as kafka, postgres:
            yield Ground(kafka.get_bootstrap_server(), postgres.get_connection_url())
        return
    if shutil.which("java") is None:
        pytest.skip("neither a Docker engine nor Java is here: deploy/setup.sh kafka")
    from services.console.embedded.postgres import Postgres
    from services.console.house.migration import DATABASE, create_database
    from services.console.java.jars import JavaError
    from services.console.java.kafka import Kafka, fetch

    try:
        fetch()
    except JavaError as error:
        pytest.skip(str(error))  # Nothing to run. What does not start afterwards is a failure.
    server, broker = Postgres(folder), Kafka(folder / "kafka")
    try:
        broker.launch()
        server.start()
        create_database(server.url())
        broker.wait_ready()
        yield Ground(broker.bootstrap, server.url("postgres", DATABASE))
    finally:
        broker.stop()
        server.stop()


def _docker_answers() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "info"], capture_output=True, timeout=20).returncode == 0


def _filled(value: str) -> str:
    """A variable's default in place of `${NAME:-default}`, as on a machine that sets none."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value)
