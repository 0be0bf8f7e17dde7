"""Zipkin, a trace page without Docker: fetched once from Maven Central and run as a child of the house, in memory.

Listens on loopback only, which it does not by itself. Takes Zipkin's own JSON and no OTLP.
"""

from pathlib import Path
from typing import Self

from services.console.java import jars
from services.console.java.jvm import Jvm, answers, free_ports, is_free

VERSION = "3.5.1"
PORT = 9411


def fetch() -> Path:
    """Zipkin's jar, from the cache or, the first time, from Maven Central (131 MB)."""
    folder = jars.of_artifact(f"io.zipkin:zipkin-server:{VERSION}:jar:exec", f"zipkin-{VERSION}")
    return next(folder.glob("*.jar"))


class Zipkin:
    """A Zipkin whose log lies in the folder `data`, on its usual port where that is free. Traces end with it."""

    def __init__(self, data: Path) -> None:
        self.data = data.resolve()
        self.port = PORT
        self._jvm = Jvm("Zipkin", self.data / "zipkin.log")

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The page for people. A session is at `{url}/zipkin/traces/{its id's 32 hex digits}`."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def endpoint(self) -> str:
        """Where spans are posted (OTEL_EXPORTER_ZIPKIN_ENDPOINT)."""
        return f"{self.url}/api/v2/spans"

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._jvm.pid

    def start(self, timeout: float = 120.0) -> Self:
        """Start it and return when it serves (about 20 s); JavaError if it cannot within `timeout` s."""
        self.launch()
        self.wait_ready(timeout)
        return self

    def launch(self) -> None:
        """Fetch where that was not yet done, and begin the process."""
        jar = fetch()
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.port = PORT if is_free(PORT) else free_ports(1)[0]
        self._jvm.start(
            "-Xmx256m",
            "-jar",
            str(jar),
            "--armeria.ports[0].address=127.0.0.1",
            f"--armeria.ports[0].port={self.port}",
            "--armeria.ports[0].protocols[0]=http",
            environment={"STORAGE_TYPE": "mem"},
        )

    def wait_ready(self, timeout: float = 120.0) -> None:
        """Return when it takes spans and serves its page."""
        self._jvm.wait_until(lambda: answers(self.port), timeout)

    def is_ready(self) -> bool:
        """Whether it serves; JavaError if it has ended."""
        self._jvm.check()
        return answers(self.port)

    def stop(self) -> None:
        """End it; the traces are gone."""
        self._jvm.stop(patience=5.0)
