"""Where a command works: at a given gateway, in the house on the data folder, or in one begun for the time."""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from services.console.house.folder import Folder, HouseError, Running

if TYPE_CHECKING:
    from services.chassis.tokens import Role

START_SECONDS, FETCH_SECONDS = 120.0, 900.0


@dataclass(frozen=True)
class Place:
    """A gateway and a token for it. `house` None: nothing but the URL is known. `ours`: begun for this command."""

    url: str
    token: str | None
    house: Running | None = None
    ours: bool = False


def running(data: Path) -> Running | None:
    """The house on this data folder; HouseError if the folder is not ours to look into."""
    try:
        return Folder(data).running()
    except OSError as error:
        raise HouseError(f"The data folder {data} cannot be used: {error.strerror}.") from error


@contextlib.contextmanager
def at(
    url: str | None,
    token: str | None,
    data: Path,
    *,
    kafka: bool = False,
    traces: bool = False,
    role: "Role" = "owner",
) -> Iterator[Place]:
    """The place to work at, in that role where no token is given; a house begun for it ends with the context."""
    if url:
        with contextlib.suppress(HouseError):
            house = running(data)
            token = token or (house.token(role) if house and house.url == url.rstrip("/") else None)
        yield Place(url, token)
    elif found := running(data):
        yield Place(found.url, token or found.token(role), found)
    else:
        with begun(data, kafka, traces) as house:
            yield Place(house.url, token or house.token(role), house, ours=True)


def usable(data: Path) -> None:
    """HouseError if no house can keep its data there."""
    nearest = next(path for path in (data.absolute(), *data.absolute().parents) if path.exists())
    if not nearest.is_dir():
        raise HouseError(f"The data folder {data} cannot be used: {nearest} is not a folder.")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise HouseError(f"The data folder {data} cannot be used: {nearest} may not be written.")


def configured() -> None:
    """A sentence (CannotStart, ValidationError) where no room of a house would take the environment's settings."""
    from services.chassis.model.providers import ModelSettings
    from services.chassis.settings import Settings

    ModelSettings.from_env()
    Settings(kafka="house:1")  # The house says itself where everything is.


@contextlib.contextmanager
def begun(data: Path, kafka: bool, traces: bool) -> Iterator[Running]:
    """A house as a child of this process, which may have no thread yet."""
    from services.console.house.supervisor import House
    from services.console.house.welcome import heed

    usable(data)
    configured()
    heed()
    print("Starting the house ...", file=sys.stderr, flush=True)
    house = House(data, kafka=kafka, traces=traces)
    # Told to end, this process first sees its house to an end, as with Ctrl-C.
    before = {sig: signal.signal(sig, signal.default_int_handler) for sig in (signal.SIGTERM, signal.SIGHUP)}
    try:
        house.start()
        yield house.wait_ready(FETCH_SECONDS if kafka or traces else START_SECONDS)
    finally:
        house.stop()
        for sig, handler in before.items():
            signal.signal(sig, handler)
