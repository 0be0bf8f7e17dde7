"""The warm process that the Reader's children are forked from: `python -m services.reader.nursery FD PARENT`.

It has everything imported and has seen no document, so a child starts in milliseconds and holds nothing of another one.
It takes a job (JSON) and a socket per message, forks, and forgets. Each child does one job under its own limits, which
the kernel holds: address space, no file written, and an alarm that ends it without asking Python.
The Reader's death ends the nursery, the nursery's death its children.
"""

import gc
import json
import os
import resource
import signal
import socket
import sys
import traceback
from typing import Any

from setproctitle import setproctitle

from contracts.problems import Code, Failure, Problem, problem
from services.chassis.lineage import die_with_parent
from services.reader.frames import Job, Kind, frame
from services.reader.jobs import do, warm

_MOST_JOB_BYTES = 65536
# Short-lived trees of characters make the collector run often and find nothing.
_COLLECT_AFTER = 200_000


def main() -> None:
    """Serves jobs until the Reader closes its end of the socket."""
    control = socket.socket(fileno=int(sys.argv[1]))
    die_with_parent(signal.SIGKILL, parent=int(sys.argv[2]))
    setproctitle("pensum reader nursery")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children are reaped by the kernel
    warm()
    gc.collect()
    gc.freeze()
    me = os.getpid()
    while True:
        message, fds, _, _ = socket.recv_fds(control, _MOST_JOB_BYTES, 1)
        if not message:
            return
        if os.fork() == 0:
            try:
                control.close()
                _child(message, fds[0], me)
            finally:
                os._exit(1)
        for fd in fds:
            os.close(fd)


def _child(message: bytes, fd: int, parent: int) -> None:
    """Does one job and leaves; never returns to the loop above."""
    die_with_parent(signal.SIGKILL, parent=parent)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    setproctitle("pensum reader child")
    pipe = socket.socket(fileno=fd)
    # Made beforehand: there may be no memory left to make it when it is needed.
    full = frame(
        Kind.FAILED, _problem(problem(Code.READING_LIMIT, "Reading the document takes more memory than it may have."))
    )

    def tell(kind: Kind, body: bytes = b"") -> None:
        pipe.sendall(frame(kind, body))

    job: Job = json.loads(message)
    tell(Kind.STARTED, str(os.getpid()).encode())
    _limit(int(job["memory_bytes"]))
    gc.set_threshold(_COLLECT_AFTER, 20, 20)
    try:
        do(job, tell)
        tell(Kind.ENDED)
    except MemoryError:
        pipe.sendall(full)
    except Failure as failed:
        tell(Kind.FAILED, _problem(failed.problem))
    except BaseException:
        tell(Kind.BROKE, traceback.format_exc()[-4000:].encode())
    os._exit(0)


def _limit(memory_bytes: int) -> None:
    for what, most in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, most))


def _problem(found: Problem) -> bytes:
    said: dict[str, Any] = found.model_dump(mode="json")
    return json.dumps(said).encode()


if __name__ == "__main__":
    main()
