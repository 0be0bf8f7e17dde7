"""How far a child is, told as `ReadingProgress` at most twice a second."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from contracts.documents import Pages
from contracts.reading import ReadingProgress
from services.reader.ports import Telling

_TELL_EVERY = 0.5  # seconds


class Progress:
    """Where a child is; `set` is its `on_page`."""

    def __init__(self) -> None:
        self.done, self.total, self.empty, self.told = 0, 0, list[int](), False
        self._said = 0
        self._first: Pages | None = None
        self._begins = asyncio.Event()

    def set(self, done: int, total: int, empty: list[int]) -> None:
        """The child said so."""
        self.done, self.total, self.empty = done, total, empty

    def begins(self, first: int, last: int, total: int) -> None:
        """The child said which pages can be read by themselves: told at once, so that they are."""
        self._first, self.total = Pages(first=first, last=last), total
        self._begins.set()

    def message(self) -> ReadingProgress:
        """The event."""
        return ReadingProgress(
            pages_done=self.done, pages_total=self.total, pages_without_text=self.empty, first=self._first
        )

    @asynccontextmanager
    async def telling(self, run: Telling) -> AsyncIterator[None]:
        """Tells while the block runs, whenever half a second has passed with something new."""
        teller = asyncio.create_task(self._tell(run))
        try:
            yield
        finally:
            teller.cancel()
            await asyncio.gather(teller, return_exceptions=True)

    async def _tell(self, run: Telling) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._begins.wait(), _TELL_EVERY)
            if self.done != self._said or self._begins.is_set():
                self._begins.clear()
                self._said, self.told = self.done, True
                await run.tell(self.message())
