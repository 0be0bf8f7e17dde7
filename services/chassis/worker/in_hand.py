"""Which commands a worker has in hand, so that a repetition is not done beside the first (protocol rule 13)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID


class Hand:
    """One attempt that is being worked on or waits for its turn."""

    def __init__(self, attempt: int) -> None:
        self.attempt = attempt
        self.over = asyncio.Event()
        self.answered = False


class InHand:
    """The newest attempt of each command in hand."""

    def __init__(self) -> None:
        self._hands: dict[UUID, Hand] = {}

    @asynccontextmanager
    async def turn(self, command: UUID, attempt: int) -> AsyncIterator[bool]:
        """True when it is this attempt's turn. False for a repetition of the attempt in hand or an earlier one.

        A later attempt waits until the one before it is answered. A repetition waits too, since its offset must not
        be committed before that of the one it repeats; raises RuntimeError where that one failed.
        """
        before = self._hands.get(command)
        if before is not None and attempt <= before.attempt:
            await before.over.wait()
            if not before.answered:
                raise RuntimeError(f"attempt {before.attempt} of command {command}, which this one repeats, broke off")
            yield False
            return
        mine = self._hands[command] = Hand(attempt)
        try:
            if before is not None:
                await before.over.wait()
            yield True
            mine.answered = True
        finally:
            mine.over.set()
            if self._hands.get(command) is mine:
                del self._hands[command]
