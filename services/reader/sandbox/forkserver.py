"""Where the nursery lives on the Reader's side: it is started, handed jobs, started again when it died, and ended."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import services
from services.reader.sandbox.frames import Job, plain

# A Reader uses one core per child; libraries that would take all of them are told so.
_SINGLE = {"OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}
# What opens documents is told no more than this of its Reader's environment: it holds no secret.
_TOLD = re.compile(r"PATH|LD_LIBRARY_PATH|TESSDATA_PREFIX|LANG|LC_[A-Z]+|TZ|TMPDIR|PYTHON[A-Z]+|COVERAGE_[A-Z_]+")


def told() -> dict[str, str]:
    """The environment of what opens documents."""
    return {name: value for name, value in os.environ.items() if _TOLD.fullmatch(name)} | {"HOME": "/nonexistent"}


class Nest:
    """A nursery's process and the socket to it."""

    def __init__(self) -> None:
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The nursery's process id, while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def hand_over(self, job: Job, theirs: socket.socket) -> None:
        """Sends the job and the child's end of a socket; a nursery that is gone is started again, once."""
        for again in (True, False):
            if self.pid is None:
                self.stop()
                self.start()
            assert self._control is not None
            try:
                socket.send_fds(self._control, [plain(job)], [theirs.fileno()])
                return
            except (BrokenPipeError, ConnectionResetError):
                self.stop()
                if not again:
                    raise

    def start(self) -> None:
        """Starts the nursery; it takes jobs as soon as it is warm."""
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
            env={**told(), "PYTHONPATH": os.pathsep.join(paths), **_SINGLE},
            start_new_session=True,
        )
        theirs.close()
        self._control = ours

    def stop(self) -> None:
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
