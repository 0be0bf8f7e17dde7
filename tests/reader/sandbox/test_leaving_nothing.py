"""Whoever dies by kill -9 while text is recognised (child, fork server or Reader): no process and no file is left."""

import contextlib
import glob
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from services.reader.sandbox.scratch import Scratch
from tests.standins.documents.scans import scan, text_pages, text_pdf
from tests.standins.installed import needs_tesseract

READER = """
import asyncio, sys
from pathlib import Path
from tests.reader.harness import Blobs, Service, Telling
from services.reader.sandbox.pool import Children
async def main():
    async with Children(1) as children:
        service = Service(children, Blobs(Path(sys.argv[1])), Telling())
        data = Path(sys.argv[2]).read_bytes()
        plan = await service.planned(data)
        print(children.server_pid, flush=True)
        while True:
            await asyncio.gather(service.range(data, plan, 1), return_exceptions=True)
            if sys.argv[3] == "child":
                await asyncio.sleep(60)
asyncio.run(main())
"""

VICTIMS = ("child", "server", "reader")


@pytest.fixture
def reader(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    (tmp_path / "scan.pdf").write_bytes(scan(text_pdf(text_pages(2))))
    (tmp_path / "tmp").mkdir()
    running = subprocess.Popen(
        [sys.executable, "-c", READER, str(tmp_path / "blobs"), str(tmp_path / "scan.pdf"), request.param],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.getcwd(), "TMPDIR": str(tmp_path / "tmp")},
    )
    yield running, tmp_path / "tmp"
    running.kill()
    running.wait()
    assert running.stdout is not None
    running.stdout.close()


def within(seconds: float, holds: object) -> bool:
    deadline = time.monotonic() + seconds
    while not holds():  # type: ignore[operator]
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def programs(folder: Path) -> dict[psutil.Process, tuple[str, int]]:
    """Processes at work in a scratch folder (those whose working folder lies there): name and parent of each."""
    found = {}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.cwd().startswith(str(folder)) and process.status() != psutil.STATUS_ZOMBIE:
                found[process] = process.name(), process.ppid()
    return found


def lives(process: psutil.Process) -> bool:
    """Whether it still runs; it may go while one looks."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@needs_tesseract
@pytest.mark.parametrize(("reader", "victim"), [(who, who) for who in VICTIMS], indirect=["reader"])
def test_nothing_is_left_of_a_recognition_that_is_killed(
    reader: tuple[subprocess.Popen[str], Path], victim: str
) -> None:
    running, folder = reader
    assert running.stdout is not None
    server = psutil.Process(int(running.stdout.readline()))
    assert within(20, lambda: any("tesseract" in name for name, _ in programs(folder).values())), (
        "no tesseract was seen"
    )
    at_work = programs(folder)
    (child,) = [each for each, (name, parent) in at_work.items() if "tesseract" not in name and parent == server.pid]
    assert list(folder.glob("pensum-reader-*/*/*"))
    os.kill({"child": child.pid, "server": server.pid, "reader": running.pid}[victim], signal.SIGKILL)
    assert within(20, lambda: not any(map(lives, at_work)))
    if victim == "child":
        assert within(20, lambda: not glob.glob("pensum-reader-*/*/", root_dir=folder))
    elif victim == "reader":
        assert within(20, lambda: not glob.glob("pensum-reader-*/*/", root_dir=folder))
        held = Scratch(folder)
        assert [each.parent for each in folder.glob("pensum-reader-*/lock")] == [held.root]
        held.close()
        assert not list(folder.glob("pensum-reader-*"))


def test_the_folder_of_a_reader_that_lives_is_not_swept(tmp_path: Path) -> None:
    first = Scratch(tmp_path)
    job = first.folder()
    second = Scratch(tmp_path)
    assert job.exists()
    first.close()
    assert not first.root.exists()
    assert second.root.exists()
    second.close()
