"""Who cleans up behind a child that may start programs: a process of its own that waits for the child's death.

However the child, the fork server or the Reader dies, whatever the child started (its process group) is killed and its
scratch folder removed. It is in nobody's group and bound to nobody, has no document open, and leaves within a second.
"""

import contextlib
import os
import select
import shutil
import signal
import time
from collections.abc import Sequence

from setproctitle import setproctitle

_TRIES, _PAUSE_S = 100, 0.01


def watch(child: int, scratch: str, others: Sequence[int]) -> None:
    """Forks the reaper of a process that leads its own group. `others`: file descriptors that are none of its."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.setpgid(child, child)  # So that it is true now, whoever of the two comes first.
    try:
        watched = os.pidfd_open(child)
    except ProcessLookupError:
        shutil.rmtree(scratch, ignore_errors=True)
        return
    if os.fork() == 0:
        try:
            os.setsid()
            for fd in others:
                os.close(fd)
            setproctitle("pensum reader reaper")
            _await(watched, child, scratch)
        finally:
            os._exit(0)
    os.close(watched)


def _await(watched: int, child: int, scratch: str) -> None:
    poll = select.poll()
    poll.register(watched, select.POLLIN)
    poll.poll()
    for _ in range(_TRIES):
        try:
            os.killpg(child, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            break
        time.sleep(_PAUSE_S)
    shutil.rmtree(scratch, ignore_errors=True)
