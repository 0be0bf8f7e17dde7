"""To wait until something is so, in a test of what goes on beside it."""

import asyncio
from collections.abc import Callable


async def until(holds: Callable[[], object], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while True:
            if holds():
                return
            await asyncio.sleep(0.005)
