"""A service as a forked child: begun, watched, begun again with patience, ended.

The parent must be free of threads and event loops when it forks. What it has imported the child shares, which is why
a service is there again within a fraction of a second and costs little memory.
"""

import contextlib
import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from services.chassis.process.lineage import die_with_parent
from services.console.house.exit_reason import exit_reason

Entry = Callable[[int], int]
"""What a child runs: takes the descriptor to write a line to when ready, gives the exit status."""
LOG_LIMIT = 8 << 20


class Patience:
    """How long to wait before the next start: not at all after a life in which it served for a second.

    What dies before that waits from 0.1 s, doubling, up to 1 s; only after ten such deaths in a row up to 10 s.
    """

    CALM, FIRST, LIMIT, AGAIN_AND_AGAIN, LONGEST = 1.0, 0.1, 1.0, 10, 10.0

    def __init__(self) -> None:
        self._deaths = 0

    def after(self, lived: float, served: bool) -> float:
        """Seconds to wait after something that lived for `lived` seconds has died; whether it ever served in them."""
        if served and lived >= self.CALM:
            self._deaths = 0
            return 0.0
        self._deaths += 1
        beyond = max(0, self._deaths - self.AGAIN_AND_AGAIN)
        return float(
            min(self.LIMIT, self.FIRST * 2 ** min(self._deaths - 1, 4))
            if not beyond
            else min(self.LONGEST, self.LIMIT * 2 ** min(beyond, 4))
        )


class Child:
    """One service as a process of its own session: a Ctrl-C at the terminal reaches only the supervisor."""

    def __init__(self, name: str, entry: Entry, log: Path, fds: Callable[[], Iterable[int]]) -> None:
        """`fds` names the supervisor's descriptors that the child must not keep (locks, pipes)."""
        self.name, self.log = name, log
        self.pid: int | None = None
        self.ready = False
        self.deaths = 0
        self.due: float | None = None
        """When to start it again (monotonic clock); None while it runs or is not wanted."""
        self.rests = False
        """It was ended, or is ending, and is not wanted until something is said."""
        self.rested = False
        """It ended by itself, or was ended, at rest; not once it was woken."""
        self._served = self._broke = False
        self.ready_fd: int | None = None
        self._entry, self._fds = entry, fds
        self._patience = Patience()
        self.born = self._died = 0.0  # by the monotonic clock

    def start(self, env: Mapping[str, str]) -> None:
        """Fork; the child runs the entry with `env` as its whole environment."""
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
            self.log.replace(self.log.with_suffix(".log.1"))
        self.ready, self.rests, self.due, self.born = False, False, None, time.monotonic()
        parent = os.getpid()
        read, write = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            self._live(parent, env, {read, *self._fds()}, write)
        os.close(write)
        self.pid, self.ready_fd = pid, read

    def _live(self, parent: int, env: Mapping[str, str], close: Iterable[int], ready_fd: int) -> None:
        """The child's whole life; never returns into the supervisor's code."""
        status = 1
        try:
            die_with_parent(signal.SIGKILL, parent)
            os.setsid()
            signal.set_wakeup_fd(-1)
            for sig in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD):
                signal.signal(sig, signal.SIG_DFL)
            log = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            nothing = os.open(os.devnull, os.O_RDONLY)
            for source, target in ((nothing, 0), (log, 1), (log, 2)):
                os.dup2(source, target)
            for fd in {log, nothing, *close} - {0, 1, 2}:
                with contextlib.suppress(OSError):
                    os.close(fd)
            # Not the parent's objects: somebody may have put others in their place.
            sys.stdout, sys.stderr = (open(fd, "w", buffering=1, closefd=False) for fd in (1, 2))  # noqa: SIM115
            os.environ.clear()
            os.environ.update(env)
            gc.enable()
            status = self._entry(ready_fd)
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else 1
        except BaseException as error:
            from services.chassis.logs.redaction import traced

            print(traced(error), file=sys.stderr)
        finally:
            with contextlib.suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(status)

    def hear(self) -> float | None:
        """Read the ready pipe, which has something or has been closed; seconds since it broke, if it serves again."""
        if self.ready_fd is None:
            return None
        self.ready = bool(os.read(self.ready_fd, 64))
        self._forget_pipe()
        return time.monotonic() - self._died if self.ready and self._broke else None

    def has_ended(self) -> int | None:
        """Reap the child if it has ended: its status (negative: the signal that killed it), else None."""
        if self.pid is None:
            return None
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if pid == 0:
            return None
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)  # Whatever it started and left in its group.
        self.pid, self._served, self.ready = None, self.ready, False
        self._died = time.monotonic()
        self.deaths += 1
        self._forget_pipe()
        self._broke = (ended := os.waitstatus_to_exitcode(status)) != 0
        self.rested = not self._broke
        return ended

    def wait_for_turn(self) -> float:
        """Note when it may start again; the seconds until then."""
        wait = self._patience.after(self._died - self.born, self._served)
        self.due = self._died + wait
        return wait

    def rest(self) -> None:
        """End it, and leave it at that."""
        self.rests = True
        self.signal(signal.SIGTERM)

    def wake(self) -> None:
        """It is wanted again, if it rests: due at once, or when it has ended."""
        if self.rests:
            self.rests = self.rested = False
            self.due = time.monotonic() if self.pid is None else None

    def signal(self, sig: signal.Signals) -> None:
        """Send `sig` if it runs."""
        if self.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, sig)

    def exit_reason(self) -> str:
        """Why it ended, as a sentence out of its log."""
        return exit_reason(self.log)

    def _forget_pipe(self) -> None:
        if self.ready_fd is not None:
            os.close(self.ready_fd)
            self.ready_fd = None


def end_all(children: Iterable[Child], patience: float) -> None:
    """Tell all to end, and kill what has not after `patience` seconds."""
    left = [child for child in children if child.pid is not None]
    for child in left:
        child.signal(signal.SIGTERM)
    deadline = time.monotonic() + patience
    while left and time.monotonic() < deadline:
        left = [child for child in left if child.has_ended() is None]
        time.sleep(0.01 if left else 0)
    for child in left:
        child.signal(signal.SIGKILL)
    for child in left:
        while child.has_ended() is None:
            time.sleep(0.005)
