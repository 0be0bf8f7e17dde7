"""The Reader's side of its children: hands a job to the nursery, takes the frames, and ends what takes too long.

A child that dies, hangs or goes over its limits is news about the document (`Failure`), never the Reader's end.
"""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import services
from contracts.problems import Code, Failure, Problem, failure
from services.reader.frames import HEADER, MOST_BYTES, Job, Kind, plain

OnPage = Callable[[int, int, list[int]], None]


@dataclass
class Outcome:
    """What a child sent: the reading to keep (or b""), and letters as JSON, in order."""

    kept: bytes = b""
    letters: list[bytes] = field(default_factory=list)


@dataclass
class _Progress:
    """Where a child was when it was last heard of."""

    pid: int = 0
    pidfd: int = -1
    page: int = 0
    heard: float = field(default_factory=time.monotonic)


class Children:
    """Runs jobs in children of a warm nursery, at most `most` at a time. Use as an async context manager.

    `grace`: seconds that a child has beyond its limits before it is ended from outside.
    """

    def __init__(self, most: int, *, grace: float = 5.0) -> None:
        self._grace = grace
        self._turn = asyncio.Semaphore(most)
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    async def __aenter__(self) -> "Children":
        self._start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self._stop)

    @property
    def nursery_pid(self) -> int | None:
        """The nursery's process id, while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    async def run(self, job: Job, *, seconds: float, page_seconds: float, on_page: OnPage | None = None) -> Outcome:
        """Does a job in a child of its own.

        Raises `Failure` (the document's; `final=False` when the child had to be ended or died), `RuntimeError` with
        the child's traceback for a bug of ours.
        """
        async with self._turn:
            ours, theirs = socket.socketpair()
            try:
                self._hand_over(job, theirs)
            except OSError:
                ours.close()
                raise
            finally:
                theirs.close()
            ours.setblocking(False)
            reader, writer = await asyncio.open_connection(sock=ours, limit=1 << 20)
            at = _Progress()
            started = time.monotonic()
            try:
                async with asyncio.timeout(seconds + self._grace):
                    return await _listen(reader, at, on_page)
            except TimeoutError:
                raise _too_slow(at, seconds, page_seconds, whole=True) from None
            except (asyncio.IncompleteReadError, ConnectionError):
                silent, lived = time.monotonic() - at.heard, time.monotonic() - started
                if lived >= 0.98 * seconds or silent >= 0.98 * page_seconds:
                    raise _too_slow(at, seconds, page_seconds, whole=lived >= 0.98 * seconds) from None
                raise failure(
                    Code.DAMAGED, f"Reading the document ended abruptly{_place(at)}; it may be damaged.", final=False
                ) from None
            finally:
                _end(at)
                writer.close()
                with contextlib.suppress(ConnectionError):
                    await writer.wait_closed()

    def _hand_over(self, job: Job, theirs: socket.socket) -> None:
        """Sends the job; a nursery that is gone is started again, once."""
        for again in (True, False):
            if self.nursery_pid is None:
                self._stop()
                self._start()
            assert self._control is not None
            try:
                socket.send_fds(self._control, [plain(job)], [theirs.fileno()])
                return
            except (BrokenPipeError, ConnectionResetError):
                self._stop()
                if not again:
                    raise

    def _start(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        root = str(Path(services.__path__[0]).parent)
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            # -P: a folder that happens to hold a `contracts.py` must not stand in for ours.
            [
                sys.executable,
                "-P",
                "-W",
                "ignore",
                "-m",
                "services.reader.nursery",
                str(theirs.fileno()),
                str(os.getpid()),
            ],
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OMP_NUM_THREADS": "1"},
            start_new_session=True,
        )
        theirs.close()
        self._control = ours

    def _stop(self) -> None:
        """Ends the nursery and with it its children."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            try:
                self._process.wait(1)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None


async def _listen(reader: asyncio.StreamReader, at: _Progress, on_page: OnPage | None) -> Outcome:
    outcome = Outcome()
    while True:
        kind_byte, length = HEADER.unpack(await reader.readexactly(HEADER.size))
        kind = Kind(kind_byte.decode())
        if length > MOST_BYTES:
            raise RuntimeError(f"a child sent {length} bytes at once")
        body = await reader.readexactly(length)
        at.heard = time.monotonic()
        if kind is Kind.STARTED:
            at.pid = int(body)
            with contextlib.suppress(ProcessLookupError):
                at.pidfd = os.pidfd_open(at.pid)
        elif kind is Kind.PAGE:
            done, total, *empty = json.loads(body)
            at.page = min(done + 1, total)
            if on_page:
                on_page(done, total, empty[0] if empty else [])
        elif kind is Kind.KEPT:
            outcome.kept = body
        elif kind is Kind.LETTER:
            outcome.letters.append(body)
        elif kind is Kind.FAILED:
            raise Failure(Problem.model_validate_json(body))
        elif kind is Kind.BROKE:
            raise RuntimeError(f"a child of the Reader broke:\n{body.decode('utf-8', 'replace')}")
        else:
            return outcome


def _end(at: _Progress) -> None:
    """Kills the child if it still runs; one that has left already is not there to be hit."""
    if at.pidfd >= 0:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(at.pidfd, signal.SIGKILL)
        os.close(at.pidfd)
        at.pidfd = -1


def _place(at: _Progress) -> str:
    return f" at page {at.page}" if at.page else ""


def _too_slow(at: _Progress, seconds: float, page_seconds: float, *, whole: bool) -> Failure:
    limit = seconds if whole else page_seconds
    what = "The document" if whole or not at.page else f"Page {at.page}"
    return failure(
        Code.READING_LIMIT, f"{what} took longer to read than {limit:g} seconds{_place(at) if whole else ''}.",
        final=False, seconds=limit, page=at.page,
    )  # fmt: skip
