"""How large a Reader's children become: their resident memory, looked at twenty times a second."""

import threading
from typing import Self

import psutil

CHILD = "pensum reader child"


class Watch:
    """A context; `largest` is the most that one child of this process ever held, in bytes."""

    def __init__(self) -> None:
        self.largest = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.05):
            for process in psutil.Process().children(recursive=True):
                try:
                    if CHILD in " ".join(process.cmdline()):
                        self.largest = max(self.largest, process.memory_info().rss)
                except psutil.Error:
                    continue
