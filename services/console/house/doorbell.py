"""The house's own place among its bells (`services/chassis/broker/bell.py`): whether anything was said lately.

Every ring is somebody's message on the embedded broker, or that somebody comes. The supervisor's loop looks at it once
a second at most, however often it is rung. A ring that finds it full is one of many, so nothing is lost.
"""

import contextlib
import os
import socket
import time
from pathlib import Path

from services.chassis.broker.bell import FOLDER

NAME = "house"
APART_S = 1.0


class Doorbell:
    """`last`: when it was heard to be rung, by the monotonic clock; at first, when it was made."""

    def __init__(self, data: Path) -> None:
        (data / FOLDER).mkdir(mode=0o700, exist_ok=True)
        (data / FOLDER / NAME).unlink(missing_ok=True)  # Of a house that was killed.
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        folder = os.open(data / FOLDER, os.O_RDONLY | os.O_DIRECTORY)
        try:
            self._socket.bind(f"/proc/self/fd/{folder}/{NAME}")  # Short, however long the folder's name is.
        finally:
            os.close(folder)
        self._path = data / FOLDER / NAME
        self.last = time.monotonic()
        self.fd = self._socket.fileno()

    @property
    def looks_at(self) -> float:
        """When it is to be looked at again, by the monotonic clock."""
        return self.last + APART_S

    def heard(self) -> None:
        """It was rung."""
        with contextlib.suppress(BlockingIOError):
            while True:
                self._socket.recv(1)
        self.last = time.monotonic()

    def close(self) -> None:
        """Nobody listens any more."""
        self._socket.close()
        self._path.unlink(missing_ok=True)
