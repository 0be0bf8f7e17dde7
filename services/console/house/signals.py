"""The supervisor's ear: signals as bytes in a pipe, so that one select hears them and the children alike."""

import os
import signal
from types import FrameType
from typing import Any, Self

ENDS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Told(BaseException):
    """The supervisor was told to end while it was still starting."""


class Ear:
    """A context in which SIGTERM, SIGINT and SIGHUP set `told` and, with SIGCHLD, make `fd` readable.

    While `interrupts` is set, being told raises Told in the middle of whatever is under way.
    """

    def __init__(self) -> None:
        self.told = False
        self.interrupts = True
        self.fd = self.write_fd = -1
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        self.fd, self.write_fd = os.pipe()
        os.set_blocking(self.fd, False)
        os.set_blocking(self.write_fd, False)
        signal.set_wakeup_fd(self.write_fd, warn_on_full_buffer=False)
        for sig in (*ENDS, signal.SIGCHLD):
            self._before[sig] = signal.signal(sig, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        for sig, handler in self._before.items():
            signal.signal(sig, handler)
        signal.set_wakeup_fd(-1)
        os.close(self.fd)
        os.close(self.write_fd)

    def heed(self) -> None:
        """Raises Told if it was told and that came to nothing: what is raised amid a destructor or a weak reference's
        callback, Python prints and forgets."""
        if self.told:
            raise Told

    def drain(self) -> None:
        """Forget the bytes that were heard."""
        try:
            while os.read(self.fd, 512):
                pass
        except BlockingIOError:
            pass

    def _hear(self, sig: int, frame: FrameType | None) -> None:
        if sig not in ENDS:
            return
        first, self.told = not self.told, True
        if first and self.interrupts:
            raise Told
