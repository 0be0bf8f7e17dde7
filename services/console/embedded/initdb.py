"""The making of a database cluster by `initdb`, in a draft folder that takes the cluster's name once it is complete.

Each try drafts in a folder of its own name: when `initdb` is killed, the `postgres` that it started may write on for a
moment, and the next try must not meet that. What tries that were cut short have left is removed when it can be.
"""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from services.console.embedded.binaries import Account, PostgresError, private

DRAFT = "cluster.new"
# Nobody may log in until `logins.py` has said who.
OPTIONS = ["-U", "postgres", "-A", "reject", "-E", "UTF8", "--no-instructions"]
# Postgres' own C.UTF-8: the same on every system, and no update of the C library can unsort an index.
LOCALE = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]


def remove_drafts(home: Path) -> None:
    """Remove what tries in `home` have left, as far as it goes: a process that outlived its try may still write there.

    Only for who holds the lock of `home` and has no try of its own running.
    """
    for draft in home.glob(f"{DRAFT}*"):
        shutil.rmtree(draft, ignore_errors=True)


class Initdb:
    """One try to make a cluster in `home`, begun at once; `finish()` or `stop()` must follow.

    `run` starts the given command in a session of its own, with its output in a pipe.
    """

    def __init__(self, home: Path, program: Path, user: Account | None, run: Callable[..., subprocess.Popen[bytes]]):
        remove_drafts(home)
        self._home = home
        self._draft = private(home / f"{DRAFT}-{secrets.token_hex(4)}", user)
        quick = ["--sync-method=syncfs"] if sys.platform == "linux" else []
        self.process = run(program, "-D", self._draft, *OPTIONS, *quick, *LOCALE)

    def finish(self, cluster: Path, timeout: float) -> None:
        """Wait for the end and give the draft the name `cluster`; PostgresError if it fails or needs > `timeout` s."""
        try:
            said, _ = self.process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            raise PostgresError(f"initdb was not done after {timeout:.0f} s.") from None
        if self.process.returncode != 0:
            raise PostgresError(f"initdb failed in {self._home}: {said.decode(errors='replace')[-800:].strip()}")
        self._draft.rename(cluster)
        folder = os.open(self._home, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

    def stop(self) -> None:
        """End it and the processes that it started; none is asked to, for the draft is worth nothing."""
        if self.process.returncode is None:  # Not reaped, so the number still names its group and no other.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.communicate(timeout=5)  # All of them hold the pipe: its end is the end of the last.
        if self.process.stdout is not None:
            self.process.stdout.close()
        shutil.rmtree(self._draft, ignore_errors=True)
