"""How far a child is, told as `ReadingProgress` at most twice a second."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from contracts.reading import ReadingProgress
from services.reader.ports import Telling

_TELL_EVERY = 0.5  # seconds


class Progress:
    """Where a child is; `set` is its `on_page`."""

    def __init__(self) -> None:
        self.done, self.total, self.empty, self.told = 0, 0, list[int](), False
        self._said = 0

    def set(self, done: int, total: int, empty: list[int]) -> None:
        """The child said so."""
        self.done, self.total, self.empty = done, total, empty

    def message(self) -> ReadingProgress:
        """The event."""
        return ReadingProgress(pages_done=self.done, pages_total=self.total, pages_without_text=self.empty)

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
            await asyncio.sleep(_TELL_EVERY)
            if self.done != self._said:
                self._said, self.told = self.done, True
                await run.tell(self.message())
