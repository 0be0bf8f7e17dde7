"""The tasks' server as it runs, for whoever calls it."""

from tests.tasks.conftest import postgres, served, settings

__all__ = ["postgres", "served", "settings"]
