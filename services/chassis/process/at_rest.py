"""What a service lets go of when it rests: models that it loads again when they are next asked for, and free memory.

It worked when its process spent a tenth of a core over a few seconds, and rests when it has not for two minutes.
"""

import asyncio
import ctypes
import gc
import time
from collections.abc import Callable

REST_S, LOOK_S = 120.0, 5.0
_WORKS = 0.1  # of a core
_kept: list[Callable[[], object]] = []


def lets_go(forget: Callable[[], object]) -> None:
    """Calls `forget` whenever this process comes to rest; what it forgets must come back by itself."""
    _kept.append(forget)


async def watch(rest_s: float = REST_S, look_s: float = LOOK_S) -> None:
    """Looks after it until cancelled."""
    worked: float | None = None
    spent = time.process_time()
    while True:
        await asyncio.sleep(look_s)
        before, spent = spent, time.process_time()
        if spent - before > _WORKS * look_s:
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
