"""Progress: what a step's own code says when it has come further, however deep it stands; whoever listens is told.

Made by a token, a page, an item; never by a clock. It may be said in a thread, and where nobody listens it is nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
_LISTENING: ContextVar[Callable[[], None] | None] = ContextVar("progress", default=None)


def made() -> None:
    """The step under way has come further."""
    if (listener := _LISTENING.get()) is not None:
        listener()


def each(things: Iterable[T]) -> Iterator[T]:
    """The same, one after the other, and each of them is progress."""
    for thing in things:
        made()
        yield thing


def listener() -> Callable[[], None] | None:
    """Who listens here."""
    return _LISTENING.get()


@contextmanager
def told_to(listener: Callable[[], None]) -> Iterator[None]:
    """Progress that is made in here is told to `listener`, which is quick and may be called from any thread."""
    token = _LISTENING.set(listener)
    try:
        yield
    finally:
        _LISTENING.reset(token)
