"""The bell of the embedded house: its broker wakes nobody, so who publishes rings, and whoever naps looks at once.

A datagram to a socket of each service, in a folder of the house's data that only its user may enter. It carries nothing
and may be lost: who does not hear it looks after the nap. Services of somebody else's, who know no bell, wait for that.
"""

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

FOLDER = "bells"
APART_S = 0.02
"""Rings are no closer together; what was published in between is rung for at the end."""
log = logging.getLogger(__name__)


class Bell:
    """Calls `heard` when somebody else rings. Made in a running loop; without its folder it is silent."""

    def __init__(self, data: Path, heard: Callable[[], None]) -> None:
        self._loop, self._heard = asyncio.get_running_loop(), heard
        self._name = uuid4().hex  # Not its process's number: a killed one of the same may have left its socket.
        self._folder: int | None = None
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._last = float("-inf")
        self._later: asyncio.TimerHandle | None = None
        try:
            (data / FOLDER).mkdir(mode=0o700, exist_ok=True)
            self._folder = os.open(data / FOLDER, os.O_RDONLY | os.O_DIRECTORY)
            self._socket.bind(self._at(self._name))
            self._loop.add_reader(self._socket, self._hear)
        except OSError as error:
            log.info("There is no bell, so whoever naps hears of nothing before its end: %s", error)
            self.close()

    def ring(self) -> None:
        """Something was published."""
        if self._folder is None or self._later is not None:
            return
        if (wait := self._last + APART_S - self._loop.time()) <= 0:
            self._ring()
        else:
            self._later = self._loop.call_later(wait, self._ring)

    def close(self) -> None:
        """Nobody hears it any more."""
        if self._later is not None:
            self._later.cancel()
        with contextlib.suppress(OSError, ValueError):
            self._loop.remove_reader(self._socket)
        self._socket.close()
        if self._folder is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._name, dir_fd=self._folder)
            os.close(self._folder)
            self._folder = None

    def _ring(self) -> None:
        self._last, self._later = self._loop.time(), None
        assert self._folder is not None
        for name in os.listdir(self._folder):
            if name == self._name:
                continue
            try:
                self._socket.sendto(b"", self._at(name))
            except ConnectionRefusedError:  # Its process was killed.
                with contextlib.suppress(OSError):
                    os.unlink(name, dir_fd=self._folder)
            except OSError:
                continue  # It has heard enough, or is gone by itself.

    def _hear(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                self._socket.recv(1)
                self._heard()

    def _at(self, name: str) -> str:
        """The address, which is short however long the folder's is."""
        return f"/proc/self/fd/{self._folder}/{name}"
