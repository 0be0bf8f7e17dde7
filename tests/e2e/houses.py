"""Houses as a person starts them: the `pensum` command as a process, and what it leaves behind."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

import psutil

from services.console.house.folder import Folder, Running
from services.console.study.client import Gateway

SAMPLES = Path(__file__).parents[2] / "services" / "gateway" / "web" / "samples"
PENSUM = Path(sys.executable).with_name("pensum")
START_SECONDS = 180.0
SERVICE_SECONDS = 30.0
UPLOAD_BYTES = 4_000_000
"""What the house that all tests share takes at most."""


def clean_environment() -> dict[str, str]:
    """The environment without what would lead a command elsewhere."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PENSUM_", "APP_LLM", "OTEL_"))}


def pensum(
    *arguments: str | Path, timeout: float = 200, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The command, run to its end; `env` is added to the variables."""
    command = [str(PENSUM), *map(str, arguments)]
    found = clean_environment() | dict(env or {})
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=found)


class Up:
    """A context in which `pensum up`, or another `command`, runs on `data`; entered once it has said `until`."""

    def __init__(
        self,
        data: Path,
        *options: str,
        env: Mapping[str, str] | None = None,
        command: str = "up",
        until: str = "Ctrl-C ends everything",
    ) -> None:
        self.data, self.options, self.env = data, options, dict(env or {})
        self._command, self._until = command, until
        self.said = data.with_name(f"{data.name}.out")
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        with self.said.open("wb") as out:
            command = [str(PENSUM), self._command, "--data", str(self.data), *self.options]
            env = clean_environment() | self.env
            self.process = subprocess.Popen(
                command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=env
            )
        deadline = time.monotonic() + START_SECONDS
        while self._until not in self.said.read_text():
            if self.process.poll() is not None or time.monotonic() > deadline:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.end(signal.SIGTERM)  # Whoever removes its folder meets nobody in it.
                self.process.kill()
                with contextlib.suppress(AssertionError):
                    assert_nothing_left(self.data)
                raise AssertionError(f"The house is not up: {self.said.read_text()}")
            time.sleep(0.02)
        return self

    def __exit__(self, *_: object) -> None:
        if self.process and self.process.poll() is None:
            self.end()

    def end(self, sig: signal.Signals = signal.SIGINT) -> int:
        """End it by a signal; its exit status."""
        assert self.process
        self.process.send_signal(sig)
        return self.process.wait(90)

    @property
    def house(self) -> Running:
        """What `house.json` says."""
        found = Folder(self.data).running()
        assert found
        return found

    def owner(self) -> Gateway:
        """A client of its gateway as the owner."""
        return Gateway(self.house.url, self.house.owner_token)

    def service(self, name: str) -> psutil.Process:
        """The process that serves this room now; one that has just died is waited for."""
        deadline = time.monotonic() + SERVICE_SECONDS
        while True:
            found = self.titles().get(f"pensum serve {name}")
            if found:
                return found
            assert time.monotonic() < deadline, f"nobody serves {name}"
            time.sleep(0.05)

    def family(self) -> list[psutil.Process]:
        """The supervisor and all that descends from it."""
        assert self.process
        supervisor = psutil.Process(self.process.pid)
        return [supervisor, *supervisor.children(recursive=True)]

    def titles(self) -> dict[str, psutil.Process]:
        """The family by command line."""
        return titles(self.family())


def titles(processes: Iterable[psutil.Process]) -> dict[str, psutil.Process]:
    """Processes by command line, without those that have ended since they were listed."""
    found = {}
    for each in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            found[" ".join(each.cmdline()).strip()] = each
    return found


def files_below(folder: Path) -> list[Path]:
    """The files in `folder` and below it. Others may go on removing there: `Path.rglob` of Python 3.11 raises then."""
    return [Path(within, name) for within, _, names in os.walk(folder) for name in names]


def left_behind(data: Path) -> list[str]:
    """The processes that still have to do with a data folder: by command line, working folder or an open file.

    Not by environment: a service's title has overwritten it.
    """
    around, found = str(data), []
    for process in psutil.process_iter():
        try:
            folder = Path(f"/proc/{process.pid}")
            named = (folder / "cmdline").read_bytes().decode(errors="replace")
            links = [os.readlink(each) for each in (folder / "cwd", *(folder / "fd").iterdir())]
        except OSError:
            continue
        if around in named or any(link.startswith(around) for link in links):
            found.append(f"{process.pid} {named}")
    return found


def assert_nothing_left(data: Path, family: list[psutil.Process] | None = None, seconds: float = 30) -> None:
    """All that a house consisted of is gone within `seconds`."""
    _, alive = psutil.wait_procs(family or [], timeout=seconds)
    assert alive == []
    deadline = time.monotonic() + seconds
    while found := left_behind(data):
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
