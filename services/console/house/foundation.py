"""What a house's services stand on: its engines, started side by side, prepared with tables and topics, revived."""

import asyncio
import logging
import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from services.chassis.process.at_rest import BEGUN_ANEW
from services.console.embedded.broker import EmbeddedBroker
from services.console.embedded.logins import LOGINS
from services.console.embedded.postgres import Postgres
from services.console.house.child import Child, end_all
from services.console.house.engine import Engine, Watched
from services.console.house.folder import Folder, HouseError
from services.console.house.migration import DATABASE, Migration, create_database, registered

if TYPE_CHECKING:
    from services.console.java.zipkin import Zipkin

HOST = "127.0.0.1"
ASK_SECONDS = 0.02
MODELS = frozenset({"coach", "evaluator", "assistant"})
"""The services that ask a language model: no other is told its key."""
KEYS = frozenset({"PENSUM_MODEL_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"})
TASKS = frozenset({"tasks", "assistant"})
"""The services that know where the tasks are and sign and read the tokens for them."""
log = logging.getLogger(__name__)


class _Broker(Engine, Protocol):
    @property
    def bootstrap(self) -> str: ...


class Foundation:
    """The engines of one house. `fds` names the supervisor's descriptors that no child may keep."""

    def __init__(
        self,
        folder: Folder,
        kafka: bool,
        traces: bool,
        topics: Sequence[tuple[str, int]] | None,
        fds: Callable[[], Iterable[int]],
    ) -> None:
        self.folder, self.kafka_embedded = folder, not kafka
        self.postgres = Postgres(folder.path)
        self.broker = self._chosen_broker(kafka, topics)
        self.port = self.tasks_port = 0
        self._with_traces, self._fds = traces, fds
        self._zipkin: Zipkin | None = None
        self._watched: list[Watched] = []
        self._bootstrap = ""
        self.moved = False
        """Whether the broker has come back at another address in the last turn."""

    def launch(self, http_port: int) -> None:
        """Begin all engines and draw the ports of the gateway and of the tasks."""
        self._launch("Postgres", self.postgres)
        self._launch("the broker", self.broker)
        if self._with_traces:
            from services.console.java.zipkin import Zipkin

            self._zipkin = Zipkin(self.folder.path / "traces")
            self._launch("the trace page", self._zipkin)
        self.port = self.folder.port(http_port)
        self.tasks_port = self.folder.port(0, "tasks.port")

    def prepare(self, migration: Migration | None) -> None:
        """Wait for the engines, then make topics and tables, in children: what that imports no room inherits."""
        for watched in self._watched:
            watched.engine.wait_ready()
        self._bootstrap = self.broker.bootstrap
        if not self.kafka_embedded:
            from services.console.java.kafka import create_topics

            self._aside("topics", lambda: asyncio.run(create_topics(self.broker.bootstrap)))
        if migration := migration or registered():
            self._migrate(migration)

    @property
    def traces(self) -> str | None:
        """URL of the trace page, where there is one."""
        return self._zipkin.url if self._zipkin else None

    def look(self) -> bool:
        """One turn for each engine, side by side; True if the services must begin anew.

        They must where the broker died with all that it held, and where it could not come back to its port.
        """
        forgot = False
        for watched in self._watched:
            died = watched.look()
            forgot |= died and watched.engine is self.broker and self.kafka_embedded
        self.moved = self.broker.bootstrap not in ("", self._bootstrap)
        self._bootstrap = self.broker.bootstrap
        return forgot or self.moved

    def due(self) -> Iterable[float]:
        """When something is to be begun again, or to be asked again whether it serves."""
        for watched in self._watched:
            if watched.due is not None:
                yield watched.due
            elif not watched.serves:
                yield time.monotonic() + ASK_SECONDS

    def stop(self) -> None:
        """End the engines, the last begun first."""
        for watched in reversed(self._watched):
            watched.engine.stop()
        self._watched.clear()

    def environment(self, service: str) -> dict[str, str]:
        """The environment of a service: the caller's, and where everything is; of what is secret only what it uses."""
        login = LOGINS.get(service)
        ours = {
            "PENSUM_KAFKA": self.broker.bootstrap,
            "PENSUM_KAFKA_EMBEDDED": str(self.kafka_embedded).lower(),
            "PENSUM_DATABASE": self.postgres.url(login, DATABASE) if login else "",
            "PENSUM_DATABASE_WAIT": "30",  # Begun beside a Postgres that recovers, it serves as soon as that does.
            "PENSUM_DATA": str(self.folder.path),
            "PENSUM_BLOBS": str(self.folder.blobs),
            "PENSUM_ORDINAL": "0",
            "PENSUM_HTTP_HOST": HOST,
            "PENSUM_HTTP_PORT": str(self.tasks_port if service == "tasks" else self.port),
            "PENSUM_TOKEN_SECRET": self.folder.secret() if service == "gateway" else "",
            "PENSUM_TASKS_URL": f"http://{HOST}:{self.tasks_port}/mcp" if service in TASKS else "",
            "PENSUM_TASKS_SECRET": self.folder.secret("tasks.secret") if service in TASKS else "",
            "PENSUM_HEALTH_FILE": str(self.folder.health(service)),
            BEGUN_ANEW: "1",
            # Whose house runs elsewhere may have these set; a service here knows its own password alone.
            **{f"PENSUM_{other.upper()}_PASSWORD": "" for other in LOGINS},
        }
        if self._zipkin:
            ours["OTEL_EXPORTER_ZIPKIN_ENDPOINT"] = self._zipkin.endpoint
        theirs = {name: value for name, value in os.environ.items() if name not in KEYS or service in MODELS}
        return {**theirs, **ours}

    def _chosen_broker(self, kafka: bool, topics: Sequence[tuple[str, int]] | None) -> _Broker:
        if not kafka:
            return EmbeddedBroker(topics)
        from services.console.java.kafka import Kafka

        return Kafka(self.folder.path / "kafka")

    def _launch(self, name: str, engine: Engine) -> None:
        self._watched.append(Watched(name, engine))
        engine.launch()

    def _migrate(self, migration: Migration) -> None:
        stamp = self.folder.path / "migrated"
        if self.postgres.fresh:
            stamp.unlink(missing_ok=True)
        if stamp.exists() and stamp.read_text() == migration.version:
            return
        server, database = self.postgres.url(), self.postgres.url("postgres", DATABASE)

        def work() -> None:
            create_database(server)
            migration.run(database)

        self._aside("migrate", work)
        stamp.write_text(migration.version)

    def _aside(self, name: str, work: Callable[[], object]) -> None:
        def entry(_: int) -> int:
            work()
            return 0

        child = Child(name, entry, self.folder.logs / f"{name}.log", self._fds)
        child.start(self.environment(name))
        try:
            while (status := child.has_ended()) is None:
                time.sleep(0.005)
        finally:
            end_all([child], 0)
        if status != 0:
            raise HouseError(f"The step {name} failed: {child.exit_reason()} (log: {child.log})")
