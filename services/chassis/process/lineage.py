"""A process that must not outlive the one that started it says so here (Linux; elsewhere it is left to its parent).

The kernel sends the signal when the *thread* that made the process ends, and forgets the wish when a process changes
its user or runs a set-uid program: ask from a thread that lives as long as the program, and after every setuid.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
# Loaded here and not after the fork: a child of a threaded process must not take the loader's lock.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(sig: signal.Signals = signal.SIGKILL, parent: int | None = None) -> None:
    """Have the kernel send `sig` to this process when its parent dies, also by kill -9.

    `parent` is the process id the caller expects as its parent, taken before the fork. If that one is gone already
    (it can die before this call is made), this process ends at once with exit code 1.
    """
    if _libc is not None and _libc.prctl(_PR_SET_PDEATHSIG, int(sig), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    if parent is not None and os.getppid() != parent:
        os._exit(1)
