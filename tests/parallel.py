"""Which tests run beside which: whole houses one after the other in one process, the small tests in the others.

Houses are shared by a run and some tests kill them or measure them, so they never run side by side.
"""

from pathlib import Path

import pytest

HOUSES = ("e2e/", "page/", "console/", "deploy/")


def group(items: list[pytest.Item]) -> None:
    """One group for what starts houses, which takes longest and so comes first; a file each for the rest."""
    tests = Path(__file__).parent
    for item in items:
        name = "/".join(item.path.relative_to(tests).parts) if item.path.is_relative_to(tests) else item.path.name
        if name.startswith(HOUSES):
            name = "houses"
        item.add_marker(pytest.mark.xdist_group(name))
    items.sort(key=lambda item: item.get_closest_marker("xdist_group").args[0] != "houses")  # type: ignore[union-attr]
