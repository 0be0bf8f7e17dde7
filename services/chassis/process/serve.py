"""Serving: how every service becomes a process, with or without the house around it.

Exit status: 0 when told to end (SIGTERM, SIGINT), 1 when the service crashed, ended by itself or is not there.
"""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from importlib.metadata import entry_points

from pydantic import ValidationError
from setproctitle import setproctitle

from services.chassis.logs.json_lines import log_json_lines, log_loop_errors
from services.chassis.process import at_rest
from services.chassis.process.health import begin
from services.chassis.process.starting import CannotStart, wrong_setting
from services.chassis.process.threads import Threads
from services.chassis.settings import Settings

Main = Callable[[Settings, Callable[[], None]], Awaitable[None]]
_COLLECT_AFTER = 20_000
log = logging.getLogger(__name__)


def run(service: str, settings: Settings | None = None, ready_fd: int | None = None) -> int:
    """Serve what the entry-point group `pensum.services` calls `service` until a signal ends it; its exit status.

    `settings`: else those of the environment. When it is ready, a line goes to `ready_fd`, which is then closed.
    """
    setproctitle(f"pensum serve {service}")
    log_json_lines(service)
    if service not in names():
        log.error("There is no room named %s; it is %s.", service, " or ".join(names()) or "not installed")
        return 1
    (entry,) = entry_points(group="pensum.services", name=service)
    try:
        main, settings = entry.load(), settings or Settings()
    except ValidationError as error:
        return _refused(wrong_setting(error) or str(error), ready_fd)
    except Exception:
        log.exception("The service %s could not be loaded.", service)
        return 1
    return serve(main, settings, ready_fd, service)


def serve(main: Main, settings: Settings, ready_fd: int | None = None, service: str = "") -> int:
    """Run one service's `main(settings, ready)` in an event loop of its own; its exit status.

    Where `uvloop` is installed the loop is its: a message costs a sixth less. Nothing needs it.
    """
    loop: Callable[[], asyncio.AbstractEventLoop] | None = None
    with contextlib.suppress(ImportError):
        from uvloop import new_event_loop as loop
    with asyncio.Runner(loop_factory=loop) as runner:
        return runner.run(_until_told(main, settings, ready_fd, service))


def names() -> list[str]:
    """The services that are installed here."""
    return sorted({entry.name for entry in entry_points(group="pensum.services")})


async def _until_told(main: Main, settings: Settings, ready_fd: int | None, service: str) -> int:
    told, rested = asyncio.Event(), False
    health = begin()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(log_loop_errors)
    loop.set_default_executor(Threads(thread_name_prefix="asyncio"))

    def ready() -> None:
        health.started = True
        _settle()
        _tell_ready(ready_fd)

    task = asyncio.ensure_future(main(settings, ready))

    def end() -> None:
        if told.is_set():
            os._exit(130)  # Told twice: whoever asks is out of patience.
        told.set()
        task.cancel()

    def rest() -> None:
        nonlocal rested
        if not told.is_set():
            rested = True
            end()

    for sig in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sig, end)
    heart = asyncio.create_task(health.beat(os.environ.get("PENSUM_HEALTH_FILE"), service))
    resting = asyncio.create_task(at_rest.watch(end=rest if os.environ.get(at_rest.BEGUN_ANEW) else None))
    await asyncio.wait({task})
    heart.cancel()
    resting.cancel()
    _say_the_last()
    if rested:
        os._exit(0)  # As by a kill: what a thread goes on with, beyond its limit, is waited for by nobody.
    if not told.is_set():
        await asyncio.sleep(0.05)  # A web server keeps a signal until it has ended, and raises it again then.
    if not task.cancelled() and (error := task.exception()) is not None:
        if (said := _why(error)) is not None:
            return _refused(said, ready_fd)
        log.error("The service crashed.", exc_info=error)
        return 1
    if not told.is_set():
        log.error("The service ended by itself.")
        return 1
    return 0


def _settle() -> None:
    """What is loaded by now stays: nobody looks through it for garbage again, and less often through what comes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER, 20, 50)


def _say_the_last() -> None:
    """Whatever the service did, its spans leave before it does."""
    from services.chassis.tracing import telemetry

    telemetry.shutdown()


def _why(error: BaseException) -> str | None:
    """The sentence for a person who must mend something first; None for a crash."""
    if isinstance(error, CannotStart):
        return str(error)
    return wrong_setting(error) if isinstance(error, ValidationError) else None


def _refused(sentence: str, ready_fd: int | None) -> int:
    """Say it: a person at a terminal reads a sentence, a house's log has a JSON object a line."""
    if ready_fd is None:
        print(f"pensum: {sentence}", file=sys.stderr, flush=True)
    else:
        log.critical("%s", sentence)
    return 1


def _tell_ready(ready_fd: int | None) -> None:
    log.info("ready")
    if ready_fd is None:
        return
    try:
        os.write(ready_fd, b"ready\n")
        os.close(ready_fd)
    except OSError:
        log.debug("Nobody waits for this room any more.")
