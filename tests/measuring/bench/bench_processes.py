"""The processes of a house, what they spend, and a house begun by the very command that people use."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from services.console.house.folder import Folder, Running

PENSUM = str(Path(sys.executable).with_name("pensum"))
Spent = dict[str, float]


def groups(supervisor: int) -> dict[str, list[psutil.Process]]:
    """The processes of a house by part: `house` is the supervisor, then `postgres`, `broker` and each service."""
    root = psutil.Process(supervisor)
    found = {"house": [root]}
    for child in root.children():
        with contextlib.suppress(psutil.NoSuchProcess):
            found[_part(child)] = [child, *child.children(recursive=True)]
    return found


def _part(process: psutil.Process) -> str:
    told = " ".join(process.cmdline())
    if "pensum serve " in told:
        return told.split("pensum serve ")[1].split()[0]
    return "postgres" if "postgres" in told.split(" ")[0] else "broker"


def spent(supervisor: int) -> Spent:
    """CPU so far of each part, in ms: its processes and those that they have outlived."""
    found: Spent = {}
    for part, processes in groups(supervisor).items():
        total = 0.0
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                times = process.cpu_times()
                reaped = times.children_user + times.children_system if part != "house" else 0.0
                total += times.user + times.system + reaped
        found[part] = total * 1000
    return found


def since(before: Spent, after: Spent) -> Spent:
    """What each part spent in between, in ms."""
    return {part: after[part] - before.get(part, 0.0) for part in after}


def pss(supervisor: int) -> Spent:
    """Memory of each part in MB: shared pages are shared out among those that share them."""
    found: Spent = {}
    for part, processes in groups(supervisor).items():
        found[part] = sum(_pss_kb(process.pid) for process in processes) / 1024
    return found


def _pss_kb(pid: int) -> float:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return float(line.split()[1])
    return 0.0


def service(supervisor: int, name: str) -> int:
    """The process id of a service."""
    return groups(supervisor)[name][0].pid


def age(pid: int) -> float:
    """Seconds since a process began."""
    return time.time() - psutil.Process(pid).create_time()


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A data folder for the time."""
    with tempfile.TemporaryDirectory(prefix="pensum-bench-", ignore_cleanup_errors=True) as name:
        os.chmod(name, 0o711)  # Root's Postgres runs as somebody else.
        yield Path(name) / "house"


@contextlib.contextmanager
def up(data: Path, *options: str, patience: float = 90.0) -> Iterator[Running]:
    """`pensum up` on `data` until the context ends."""
    process = begin(data, *options)
    try:
        yield ready(process, data, patience)
    finally:
        end(process)


def begin(data: Path, *options: str) -> subprocess.Popen[str]:
    """`pensum up`, just begun."""
    command = [PENSUM, "up", "--data", str(data), *options]
    nothing = subprocess.DEVNULL
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=nothing, text=True, stdin=nothing)


def ready(process: subprocess.Popen[str], data: Path, patience: float = 90.0) -> Running:
    """The house once `house.json` tells of it."""
    deadline = time.monotonic() + patience
    while (found := Folder(data).running()) is None:
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"`pensum up` did not get ready on {data}.")
        time.sleep(0.005)
    return found


def end(process: subprocess.Popen[str]) -> None:
    """As Ctrl-C does."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(40)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
