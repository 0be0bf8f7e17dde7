"""What every room shares, imported once before the house forks them: they start faster and hold it only once.

Nothing imported here may start a thread or an event loop: a fork takes neither along.
"""

import gc
import importlib
import logging
import pkgutil

from setproctitle import getproctitle

import contracts
import services.chassis

log = logging.getLogger(__name__)


def preload() -> None:
    """Import the contracts and the chassis, and freeze what is there so that no collection of a child copies it."""
    for package in (contracts, services.chassis):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            if module.ispkg:
                continue
            try:
                importlib.import_module(module.name)
            except ImportError as error:
                log.info("%s is left to the rooms that use it: %s", module.name, error)
    getproctitle()  # It finds its place only while the environment is untouched, which a child's is not.
    gc.collect()
    gc.freeze()
