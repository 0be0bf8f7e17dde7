"""The idle brake of a consumer of the embedded broker, which does not wake a waiting fetch when something arrives.

There a consumer must ask every few milliseconds, and that costs CPU. So after a while without a message it naps and
looks only now and then. A message, or something said by this very process, ends the nap.
"""

import asyncio
import time

from aiokafka import AIOKafkaConsumer

FETCH_WAIT_MS = 8
"""How long a fetch waits in the broker, and so what a hop takes at most while awake."""
REST_S = 2.0
NAP_S = 0.2
LOOK_S = (FETCH_WAIT_MS + 4) / 1000
"""Long enough for one whole fetch."""


class Brake:
    """Pauses the partitions that `consumer` was assigned by hand while nothing happens."""

    def __init__(self, consumer: AIOKafkaConsumer) -> None:
        self._consumer = consumer
        self._last = time.monotonic()
        self._stirred = asyncio.Event()

    def stir(self) -> None:
        """Something happens: look at full speed for a while."""
        self._last = time.monotonic()
        self._stirred.set()

    async def run(self) -> None:
        """Brakes and lets go until cancelled."""
        partitions = self._consumer.assignment()
        while True:
            await asyncio.sleep(max(0.0, self._last + REST_S - time.monotonic()))
            if time.monotonic() < self._last + REST_S:
                continue
            self._stirred.clear()
            while not self._stirred.is_set():
                self._consumer.pause(*partitions)
                await self._stirred_within(NAP_S)
                self._consumer.resume(*partitions)
                await self._stirred_within(LOOK_S)

    async def _stirred_within(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._stirred.wait(), seconds)
        except TimeoutError:
            return
