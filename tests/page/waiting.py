"""Waiting for what the page does with its house, while Playwright goes on answering what the page asks."""

import time
from collections.abc import Callable

from playwright.sync_api import Page

PATIENCE_S = 60.0


def until(page: Page, holds: Callable[[], object], what: str) -> None:
    """Returns as soon as it holds; `what` is said where it does not come to that."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, what
        page.wait_for_timeout(20)
