"""The Reader's side of its children: hands a job to the fork server, takes the frames, and ends what takes too long.

A child that dies, hangs or goes over its limits is news about the document (`Failure`), never the Reader's end.
"""

import asyncio
import contextlib
import errno
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import services
from contracts.problems import Code, Failure, Problem
from services.chassis import progress
from services.chassis.problems import failed
from services.chassis.process.fence import FIRST_USER, USERS
from services.reader.sandbox.environment import environment
from services.reader.sandbox.frames import EXPECT, HEADER, MOST_BYTES, Job, Kind, plain
from services.reader.sandbox.limits import Limit, cpu_of, over_limit
from services.reader.sandbox.scratch import Scratch
from services.reader.settings import ReaderSettings


class ChildBroke(RuntimeError):
    """A bug of ours in a child: its exception's kind and place, without a word of the document."""

    loggable = True


# A Reader uses one core per child; libraries that would take all of them are told so.
_SINGLE = {"OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}
REST_S = 150.0  # Later than a Reader that its house begins anew at rest, and this with it.
EXPECT_S = 2.0  # Whoever begins with it is not to wait for it.
_LOOK_AGAIN = 0.1  # seconds, at least, until a child that has passed its limit is looked at once more
OnPage = Callable[[int, int, list[int]], None]
OnFirst = Callable[[int, int, int], None]
"""Which pages can be read by themselves, the first and the last, and how many there are."""


@dataclass
class Outcome:
    """What a child sent: the blob to keep (or b""), messages as JSON in order, and figures that it measured."""

    kept: bytes = b""
    messages: list[bytes] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)


@dataclass
class _Progress:
    """Where a child was when it was last heard of."""

    limit: Limit
    pid: int = 0
    pidfd: int = -1
    page: int = 0
    since: float = field(default_factory=time.monotonic)
    cpu: float = 0.0
    """Processor seconds that it had used when it said its limit."""


class Children:
    """Runs jobs in children of a warm fork server, at most `most` at a time. Use as an async context manager.

    `grace`: seconds that a child has beyond its limits before it is ended from outside. `rest`: seconds without a job
    after which the fork server is replaced by one that holds nothing but what it starts with, a third of what the
    models take that jobs call for.
    """

    def __init__(self, most: int, *, grace: float = 5.0, rest: float = REST_S) -> None:
        self._grace, self._rest = grace, rest
        self._working = 0
        self._resting: asyncio.TimerHandle | None = None
        self._expecting: asyncio.TimerHandle | None = None
        self._turn = asyncio.Semaphore(most)
        self._server = _ForkServer()
        self._scratch: Scratch | None = None

    async def __aenter__(self) -> "Children":
        self._scratch = await asyncio.to_thread(Scratch)
        # Not in a thread: the fork server dies with the thread that started it.
        self._server.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._rest_no_more()
        if self._expecting is not None:
            self._expecting.cancel()
        await asyncio.to_thread(self._server.stop)
        if self._scratch is not None:
            await asyncio.to_thread(self._scratch.close)

    @property
    def server_pid(self) -> int | None:
        """The fork server's process id, while it runs."""
        return self._server.pid

    async def run(
        self,
        do: str,
        given: dict[str, Any],
        settings: ReaderSettings,
        *,
        seconds: float,
        writes: bool = False,
        on_page: OnPage | None = None,
        on_first: OnFirst | None = None,
    ) -> Outcome:
        """Does a job in a child of its own, which may take `seconds` of work in all.

        `writes`: it gets a scratch folder.

        Raises `Failure` (the document's; not final when the machine was busy or the child died), `ChildBroke` for a
        bug of ours, `OSError` (ENOSPC) where its scratch folder's disk is full.
        """
        async with self._turn:
            assert self._scratch is not None
            folder = await asyncio.to_thread(self._scratch.folder) if writes else None
            job: Job = {
                "do": do,
                "given": given,
                "settings": settings.model_dump(mode="json"),
                "seconds": seconds,
                "scratch": str(folder) if folder else None,
                "user": FIRST_USER + os.getpid() % USERS,
            }
            self._rest_no_more()
            self._working += 1
            try:
                return await self._run(job, on_page, on_first)
            finally:
                self._working -= 1
                if not self._working:
                    self._rest_after_this()
                if folder:
                    await asyncio.to_thread(self._scratch.remove, folder)

    def expect(self) -> None:
        """Has the fork server load soon what the first document needs; it is replaced at rest as after a job."""
        self._expecting = asyncio.get_running_loop().call_later(EXPECT_S, self._expect)

    def _expect(self) -> None:
        if not self._working and self._resting is None:
            self._server.expect()
            self._rest_after_this()

    def _rest_after_this(self) -> None:
        self._resting = asyncio.get_running_loop().call_later(self._rest, self._server.renew)

    def _rest_no_more(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    async def _run(self, job: Job, on_page: OnPage | None, on_first: OnFirst | None) -> Outcome:
        ours, theirs = socket.socketpair()
        last, word = os.pipe()
        try:
            self._server.hand_over(job, [theirs.fileno(), word])
        except OSError:
            ours.close()
            os.close(last)
            raise
        finally:
            theirs.close()
            os.close(word)
        ours.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=ours, limit=1 << 20)
        wall = job["settings"]["patience"] * job["seconds"]
        at = _Progress(Limit(seconds=job["seconds"], left=job["seconds"], wall=wall))
        try:
            return await self._listen(reader, at, on_page, on_first)
        except (asyncio.IncompleteReadError, ConnectionError):
            if _aborted(last):
                raise failed(Code.READING_LIMIT, "memory") from None
            if at.page:
                raise failed(Code.DAMAGED, "ended_at", page=at.page, final=False) from None
            raise failed(Code.DAMAGED, "ended", final=False) from None
        finally:
            _end(at)
            os.close(last)
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _listen(
        self, reader: asyncio.StreamReader, at: _Progress, on_page: OnPage | None, on_first: OnFirst | None
    ) -> Outcome:
        outcome = Outcome()
        while True:
            kind, body = await self._next(reader, at)
            progress.made()
            if kind is Kind.STARTED:
                at.pid = int(body)
                with contextlib.suppress(ProcessLookupError):
                    at.pidfd = os.pidfd_open(at.pid)
            elif kind is Kind.LIMIT:
                at.limit = Limit(*json.loads(body))
                at.page, at.since, at.cpu = at.limit.page or at.page, time.monotonic(), cpu_of(at.pid)
            elif kind is Kind.PAGE:
                done, total, *empty = json.loads(body)
                if on_page:
                    on_page(done, total, empty[0] if empty else [])
            elif kind is Kind.FIRST:
                if on_first:
                    on_first(*json.loads(body))
            elif kind is Kind.FIGURES:
                outcome.figures = json.loads(body)
            elif kind is Kind.KEPT:
                outcome.kept = body
            elif kind is Kind.MESSAGE:
                outcome.messages.append(body)
            elif kind is Kind.FAILED:
                said = json.loads(body)
                raise Failure(Problem.model_validate(said["problem"]), final=said["final"])
            elif kind is Kind.FULL:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            elif kind is Kind.BROKE:
                raise ChildBroke(body.decode("utf-8", "replace"))
            else:
                return outcome

    async def _next(self, reader: asyncio.StreamReader, at: _Progress) -> tuple[Kind, bytes]:
        """The next frame. Raises `Failure` for a child that goes on beyond its limit.

        A child ends itself at its limit. This is for one that hangs, or works, where no signal reaches it.
        """
        coming = asyncio.ensure_future(_frame(reader))
        worked = waited = 0.0
        try:
            while True:
                soon = min(at.limit.left - worked, at.limit.wall - waited) + self._grace
                await asyncio.wait({coming}, timeout=max(soon, _LOOK_AGAIN))
                if coming.done():
                    return coming.result()
                worked, waited = cpu_of(at.pid) - at.cpu, time.monotonic() - at.since
                if over := over_limit(at.limit, worked - self._grace, waited - self._grace):
                    raise over
        finally:
            coming.cancel()


async def _frame(reader: asyncio.StreamReader) -> tuple[Kind, bytes]:
    kind, length = HEADER.unpack(await reader.readexactly(HEADER.size))
    if length > MOST_BYTES:
        raise RuntimeError(f"a child sent {length} bytes at once")
    return Kind(kind.decode()), await reader.readexactly(length)


def _aborted(last: int) -> bool:
    """Whether what a child wrote last is that it aborts: so PDFium ends a process that gets no more memory."""
    os.set_blocking(last, False)
    with contextlib.suppress(BlockingIOError):
        return os.read(last, 1 << 16)[-1:] == bytes([signal.SIGABRT])
    return False


def _end(at: _Progress) -> None:
    """Kills the child if it still runs; one that has left already is not hit. Its reaper does the rest."""
    if at.pidfd >= 0:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(at.pidfd, signal.SIGKILL)
        os.close(at.pidfd)
        at.pidfd = -1


class _ForkServer:
    """The fork server's process and the socket to it."""

    def __init__(self) -> None:
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """Its process id, while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def hand_over(self, job: Job, theirs: Sequence[int]) -> None:
        """Sends the job and the child's ends: of a socket for frames, and of a pipe for its last word.

        A fork server that is gone is started again, once.
        """
        for again in (True, False):
            if self.pid is None:
                self.stop()
                self.start()
            assert self._control is not None
            try:
                socket.send_fds(self._control, [plain(job)], theirs)
                return
            except (BrokenPipeError, ConnectionResetError):
                self.stop()
                if not again:
                    raise

    def expect(self) -> None:
        """Has it load what the first document needs, unless it is gone: then that waits for the document."""
        if self._control is not None:
            with contextlib.suppress(OSError):
                self._control.send(EXPECT, socket.MSG_DONTWAIT)

    def start(self) -> None:
        """Starts it; it takes jobs as soon as it is warm."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        root = str(Path(services.__path__[0]).parent)
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        # -P: a folder that happens to hold a `contracts.py` must not stand in for ours.
        command = [sys.executable, "-P", "-W", "ignore", "-m", "services.reader.forkserver"]
        self._process = subprocess.Popen(
            [*command, str(theirs.fileno()), str(os.getpid())],
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**environment(), "PYTHONPATH": os.pathsep.join(paths), **_SINGLE},
            start_new_session=True,
        )
        theirs.close()
        self._control = ours

    def renew(self) -> None:
        """Replaces it by one that has loaded nothing for a job yet."""
        self.stop()
        self.start()

    def stop(self) -> None:
        """Ends it and with it its children."""
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
