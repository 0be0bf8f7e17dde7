"""The idle brake of a consumer of the embedded broker, which does not wake a waiting fetch when something arrives.

There a consumer must ask every few milliseconds, and that costs CPU. So after a while without a message it naps and
looks only now and then. A message, or something said by this very process, ends the rest; that somebody else of the
house said something (`bell.py`) ends the nap, for a look.
"""

import asyncio
import time

from aiokafka import AIOKafkaConsumer

FETCH_WAIT_MS = 8
"""How long a fetch waits in the broker, and so what a hop takes at most while awake."""
REST_S = 2.0
NAP_S, LONG_NAP_S, LONG_AFTER_S = 2.0, 5.0, 10.0
"""What is said by somebody who rings no bell waits so long at most: the longer once nothing has come for a while."""
LOOK_S = (FETCH_WAIT_MS + 4) / 1000
"""Long enough for one whole fetch."""


class Brake:
    """Pauses the partitions that `consumer` was assigned by hand while nothing happens."""

    def __init__(self, consumer: AIOKafkaConsumer, rest_s: float = REST_S, nap_s: float = NAP_S) -> None:
        self._consumer, self._rest_s, self._nap_s = consumer, rest_s, nap_s
        self._last = time.monotonic()
        self._stirred, self._rung = asyncio.Event(), asyncio.Event()

    def stir(self) -> None:
        """Something happens: look at full speed for a while."""
        self._last = time.monotonic()
        self._stirred.set()
        self._rung.set()

    def look(self) -> None:
        """There may be something: a nap ends. Who is at a look already looks once more."""
        self._rung.set()

    async def run(self) -> None:
        """Brakes and lets go until cancelled."""
        partitions = self._consumer.assignment()
        while True:
            await asyncio.sleep(max(0.0, self._last + self._rest_s - time.monotonic()))
            if time.monotonic() < self._last + self._rest_s:
                continue
            self._stirred.clear()
            while not self._stirred.is_set():
                self._consumer.pause(*partitions)
                long = time.monotonic() - self._last >= LONG_AFTER_S
                await _within(self._rung, max(self._nap_s, LONG_NAP_S) if long else self._nap_s)
                self._rung.clear()
                self._consumer.resume(*partitions)
                await _within(self._stirred, LOOK_S)


async def _within(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return
