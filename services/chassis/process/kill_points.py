"""Kill points for the crash tests: where a process can be told to die by kill -9. Without the variable: nothing.

A function is decorated with the points that are passed before and after it; a web server's application is wrapped.
Where `PENSUM_KILL_AT` is not set as the process begins, both give back what they were given: production has none of it.

`PENSUM_KILL_AT=reader:published` kills the Reader when it first passes that point, `reader:published:2` when it does so
a second time; `PENSUM_KILL_ONCE` names a file that the first to die makes, so that its successor lives.
`PENSUM_KILL_AT=/path` names a file in which the wish is written while the house runs; who dies by it takes it away (to
`/path.fired`), so it kills once.
"""

import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeVar, get_args

Point = Literal["received", "committed", "published", "acknowledged"]
POINTS: tuple[Point, ...] = get_args(Point)
P = ParamSpec("P")
R = TypeVar("R")
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]
_at = os.environ.get("PENSUM_KILL_AT", "")
_passed: Counter[str] = Counter()
_service = ""


def enter(service: str) -> None:
    """Say which service this process is; the bus does, in the process that the house forked for it."""
    global _service
    _service = service


def passes(
    *, before: Point | None = None, after: Point | None = None
) -> Callable[[Callable[P, Awaitable[R]]], Callable[P, Awaitable[R]]]:
    """Decorates a coroutine function: `before` is passed as it is called, `after` when it has returned."""

    def decorate(function: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
        if not _at:
            return function

        @wraps(function)
        async def passing(*args: P.args, **kwargs: P.kwargs) -> R:
            _pass(before)
            returned = await function(*args, **kwargs)
            _pass(after)
            return returned

        return passing

    return decorate


def requests_pass(application: Application) -> Application:
    """The application; requests that write pass `received` as they come and `acknowledged` before they are answered."""
    if not _at:
        return application

    async def passing(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await application(scope, receive, send)
            return

        async def answering(message: Message) -> None:
            if message["type"] == "http.response.start":
                _pass("acknowledged")
            await send(message)

        _pass("received")
        await application(scope, receive, answering)

    return passing


def _pass(point: Point | None) -> None:
    """Die here if the environment asks for it."""
    if point is None:
        return
    wish = _wish()
    service, wished, count = (*wish.split(":"), "1", "1")[:3]
    if (service, wished) != (_service, point):
        return
    _passed[wish] += 1
    if _passed[wish] >= int(count) and _ours():
        os.kill(os.getpid(), signal.SIGKILL)


def _wish() -> str:
    """The wish as it stands now."""
    if not _at.startswith("/"):
        return _at
    try:
        with open(_at) as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""


def _ours() -> bool:
    """Whether nobody has died of this wish before."""
    try:
        if _at.startswith("/"):
            os.rename(_at, f"{_at}.fired")
        elif once := os.environ.get("PENSUM_KILL_ONCE"):
            os.close(os.open(once, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except (FileExistsError, FileNotFoundError):
        return False
    return True
