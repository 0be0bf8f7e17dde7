"""What the services run, imported once before the house forks them: they start faster and hold it only once.

A service that died is back without importing anything, which was most of its absence.

Nothing imported here may start a thread or an event loop: a fork takes neither along.
"""

import gc
import importlib
import logging
import pkgutil
from collections.abc import Collection, Iterator
from importlib.metadata import entry_points
from types import ModuleType

from setproctitle import getproctitle

import contracts
from services import chassis

# What others import only as a service begins to run: seven of them would each have it for themselves.
_BEGUN_WITH = (
    "uvloop",
    "uvicorn.lifespan.off",
    "uvicorn.protocols.http.h11_impl",
    "httpcore2",
    "concurrent.futures.thread",
)
log = logging.getLogger(__name__)


def preload(wanted: Collection[str] = ()) -> None:
    """Import the contracts, the chassis and these services; freeze it, so that no collection of a child copies it.

    What is imported stays: looking for garbage in it meanwhile would take a sixth of the time, and what it frees are
    holes in pages that are shared, which each child would fill and so copy.
    """
    gc.disable()
    for name in (*_modules(contracts), *_modules(chassis), *(_BEGUN_WITH if wanted else ())):
        try:
            importlib.import_module(name)
        except ImportError as error:
            log.info("%s is left to the services that use it: %s", name, error)
    for entry in entry_points(group="pensum.services"):
        if entry.name in wanted:
            try:
                entry.load()
            except Exception as error:
                log.info("the service %s is left to its own process: %s", entry.name, error)
    getproctitle()  # It finds its place only while the environment is untouched, which a child's is not.
    gc.freeze()
    gc.enable()


def _modules(package: ModuleType) -> Iterator[str]:
    """The names of a package's modules, also of the packages in it."""
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if not module.ispkg:
            yield module.name
        elif module.name != "contracts.schemas":  # The workshop's alone.
            yield from _modules(importlib.import_module(module.name))
