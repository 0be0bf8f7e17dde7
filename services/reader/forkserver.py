"""The warm process that the Reader's children are forked from: `python -m services.reader.forkserver FD PARENT`.

It has everything imported (OCR when the first page needs it) and has seen no document, so a child starts in
milliseconds and holds nothing of another one. What a document needs beside it loads with the first, or when it is
told to expect one. It is a program of its own and no fork of the Reader: it has neither its
memory nor its environment nor its connections, and no network. It takes a job (JSON) and a socket per message, forks,
and forgets. Each child does one job behind a fence of its own (`services/chassis/process/fence.py`) and under its own
limits: the kernel holds address space, processor time, and what it may write (nothing, or files of a limited size in
its scratch folder); `limits.py` holds the seconds. The Reader's death ends the fork server, the fork server's death
its children, and a child's death whatever it started (`reaper.py`).
"""

import contextlib
import gc
import json
import logging
import os
import resource
import signal
import socket
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

from setproctitle import setproctitle

from contracts.problems import Code, Failure
from services.chassis.logs.json_lines import log_json_lines
from services.chassis.logs.redaction import traced
from services.chassis.problems import failed
from services.chassis.process import fence
from services.chassis.process.lineage import die_with_parent
from services.chassis.storage.disk import is_full
from services.reader.jobs.registry import do, prepare, prepare_documents, read_by, warm
from services.reader.sandbox.frames import EXPECT, Job, Kind, Sink, frame
from services.reader.sandbox.reaper import watch

_MOST_JOB_BYTES = 1 << 20
# Short-lived trees of characters make the collector run often and find nothing.
_COLLECT_AFTER = 200_000
_GRACE_S = 30  # of processor time, beyond all of a job's seconds


def main() -> None:
    """Serves jobs until the Reader closes its end of the socket."""
    control = socket.socket(fileno=int(sys.argv[1]))
    fence.shut()
    die_with_parent(signal.SIGKILL, parent=int(sys.argv[2]))
    setproctitle("pensum reader fork server")
    log_json_lines("reader", logging.WARNING)
    warm()
    signal.signal(signal.SIGCHLD, _reap)  # by us: what they spent is then told of this process
    gc.collect()
    gc.freeze()
    me = os.getpid()
    while True:
        message, fds, _, _ = socket.recv_fds(control, _MOST_JOB_BYTES, 2)
        if not message:
            return
        if message == EXPECT:
            prepare_documents()
            continue
        job: Job = json.loads(message)
        prepare(job)
        ready, go = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                control.close()
                os.close(go)
                _child(job, fds, ready, me)
            finally:
                os._exit(1)
        for fd in (ready, *fds):
            os.close(fd)
        if job["scratch"]:
            watch(child, job["scratch"], [control.fileno(), go])
        os.close(go)  # The child begins: from here on nothing that it starts can outlive it.


def _reap(*_: object) -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _child(job: Job, fds: Sequence[int], ready: int, parent: int) -> None:
    """Does one job and leaves; never returns to the loop above."""
    fd, word = fds
    die_with_parent(signal.SIGKILL, parent=parent)
    os.setpgid(0, 0)
    os.read(ready, 1)
    os.close(ready)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _say_what_ends_it(word)
    setproctitle("pensum reader child")
    tell = _Pipe(socket.socket(fileno=fd))
    # Made beforehand: there may be no memory left to make it when it is needed.
    full = _failed(failed(Code.READING_LIMIT, "memory"))
    tell(Kind.STARTED, str(os.getpid()).encode())
    if job["scratch"]:
        os.environ["TMPDIR"] = tempfile.tempdir = job["scratch"]
        os.chdir(job["scratch"])
    fence.confine(parent, read_by(job), job["scratch"], job["user"])
    _limit(job)
    gc.set_threshold(_COLLECT_AFTER, 20, 20)
    try:
        do(job, tell)
        _still()
        tell(Kind.ENDED)
    except MemoryError:
        _still()
        tell(Kind.FAILED, full)
    except Failure as error:
        _still()
        tell(Kind.FAILED, _failed(error))
    except BaseException as error:
        _still()
        tell(*((Kind.FULL,) if is_full(error) else (Kind.BROKE, traced(error)[-4000:].encode())))
    os._exit(0)


def _say_what_ends_it(word: int) -> None:
    """From here on each signal that is handled is written to the pipe `word` as it comes, also one in the midst of C.

    A library that aborts (PDFium, where it gets no more memory) raises no exception, and nobody waits for a child.
    """
    os.set_blocking(word, False)
    signal.set_wakeup_fd(word, warn_on_full_buffer=False)
    signal.signal(signal.SIGABRT, lambda *_: None)


def _still() -> None:
    """No alarm any more: what ends the job is being said."""
    signal.setitimer(signal.ITIMER_REAL, 0)


class _Pipe(Sink):
    """Sends frames, each whole; `busy` while it does."""

    def __init__(self, pipe: socket.socket) -> None:
        self._pipe, self.busy = pipe, False

    def __call__(self, kind: Kind, body: bytes = b"") -> None:
        self.busy = True
        self._pipe.sendall(frame(kind, body))
        self.busy = False


def _limit(job: Job) -> None:
    settings = job["settings"]
    for what, most in (
        (resource.RLIMIT_AS, int(settings["memory_bytes"])),
        (resource.RLIMIT_FSIZE, int(settings["most_scratch_bytes"]) if job["scratch"] else 0),
        (resource.RLIMIT_CPU, int(job["seconds"]) + _GRACE_S),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, most))


def _failed(failed: Failure) -> bytes:
    said: dict[str, Any] = {"problem": failed.problem.model_dump(mode="json"), "final": failed.final}
    return json.dumps(said).encode()


if __name__ == "__main__":
    main()
