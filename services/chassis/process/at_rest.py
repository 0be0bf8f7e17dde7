"""What a service lets go of when it rests: models that it loads again when they are next asked for, and free memory.

It worked when its process spent a tenth of a core over a few seconds, and rests when it has not for two minutes.

A worker that whoever started it begins anew (`BEGUN_ANEW`: a house, which forks it from what all share) lets go of
everything: it ends two minutes after its last command, when it has none in hand. What comes until it serves again, a
third of a second later, waits for it as after a kill.
"""

import asyncio
import contextlib
import ctypes
import gc
import logging
import os
import time
from collections.abc import Callable, Iterator

BEGUN_ANEW, AT_REST = "PENSUM_BEGUN_ANEW", "PENSUM_BEGUN_AT_REST"
REST_S, LOOK_S = 120.0, 5.0
_WORKS = 0.1  # of a core
_kept: list[Callable[[], object]] = []
log = logging.getLogger(__name__)


class Hands:
    """What a worker has in hand, and since when nothing."""

    def __init__(self) -> None:
        self._held = 0
        self._empty_since: float | None = None

    @contextlib.contextmanager
    def holding(self) -> Iterator[None]:
        """While a command is done, or waits for its turn."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self._empty_since = time.monotonic()

    def rested(self, seconds: float) -> bool:
        """Whether something was done and nothing has been in hand for so long."""
        since = self._empty_since
        return not self._held and since is not None and time.monotonic() - since >= seconds


hands = Hands()


def begun_at_rest() -> bool:
    """Whether this process was begun only to rest, in the place of one that had worked: nobody is about to come."""
    return bool(os.environ.get(AT_REST))


def lets_go(forget: Callable[[], object]) -> None:
    """Calls `forget` whenever this process comes to rest; what it forgets must come back by itself."""
    _kept.append(forget)


@contextlib.contextmanager
def letting_go(forget: Callable[[], object]) -> Iterator[None]:
    """The same until the context ends."""
    _kept.append(forget)
    try:
        yield
    finally:
        _kept.remove(forget)


async def watch(rest_s: float = REST_S, look_s: float = LOOK_S, end: Callable[[], object] | None = None) -> None:
    """Looks after it until cancelled. `end`: ends this process, which is begun anew then."""
    worked: float | None = None
    spent = time.process_time()
    while True:
        await asyncio.sleep(look_s)
        before, spent = spent, time.process_time()
        works = spent - before > _WORKS * look_s
        if end is not None and not works and hands.rested(rest_s):
            log.info("It rests: it ends and is begun anew.")
            end()
            return
        if works:
            worked = time.monotonic()
        elif worked is not None and time.monotonic() - worked >= rest_s:
            worked = None
            let_go()
            spent = time.process_time()


def let_go() -> None:
    """Forgets, and gives the system back what is free."""
    for forget in _kept:
        forget()
    gc.collect()
    if (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:  # glibc's alone
        trim(0)
