"""The threads that an event loop hands work to, so that whatever that raises comes back to who waits for it."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Threads(ThreadPoolExecutor):
    """A pool whose work may raise StopIteration, as `next()` does: it comes back as a RuntimeError.

    Python 3.11's asyncio cannot pass a StopIteration on, and then who awaits `asyncio.to_thread` waits for ever.
    """

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """As the pool's own."""

        def run() -> _T:
            try:
                return fn(*args, **kwargs)
            except StopIteration as error:
                raise RuntimeError("work in a thread raised StopIteration") from error

        return super().submit(run)
