"""Which tests run beside which: those that share a house one after the other in one process, other files anywhere.

A shared house is started once in a run, and some tests kill one, so whoever shares one never runs side by side. The
scheduler is our own: xdist's groups are a suffix that it writes into a field of pytest's, and pytest 9.2 has that field
no more, so that its groups are silently none.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent
SHARED = {
    "kafka_house": "kafka_house",
    "mortal": "mortal",
    "school": "school",
    "house": "house",
    "house_url": "house",
    "me": "house",
    "course": "house",
    "walked": "house",
}
"""The fixtures that are a house for many files, or stand on one: the unit of who asks for one."""
FIRST = (
    "e2e/reading/test_corpus.py",
    "house",
    "kafka_house",
    "mortal",
    "e2e/house/test_lifecycle.py",
    "console/house/test_supervisor.py",
    "school",
    "e2e/",
    "deploy/test_kafka.py",
    "console/",
    "page/",
    "reader/",
    "flow/",
    "chassis/",
)
"""What takes long, the longest first: what is left in the end is short, and the processes end together."""
FIXTURE = r"@pytest\.fixture[^\n]*\n(?:async )?def (\w+)"
FUNCTION = re.compile(rf"^(?:{FIXTURE}|(?:async )?def (test_\w+))\((.*?)\) -> ", re.MULTILINE | re.DOTALL)


@cache
def asked(file: str) -> tuple[str, dict[str, str]]:
    """The unit of a file, after its fixtures, and of those tests in it that ask for a house themselves."""
    try:
        functions = FUNCTION.findall((TESTS / file).read_text())
    except OSError:
        return file, {}
    own = {fixture for fixture, _, _ in functions}  # They hide shared ones of that name.
    fixtures, tests = list[str](), dict[str, str]()
    for fixture, test, parameters in functions:
        names = {part.partition(":")[0].strip() for part in parameters.split(",")} - own
        found = next((unit for name, unit in SHARED.items() if name in names), None)
        if found and fixture:
            fixtures.append(found)
        elif found:
            tests[test] = found
    return fixtures[0] if fixtures else file, tests


def unit(nodeid: str) -> str:
    """The unit of work that a test belongs to: the house that it shares, else its file."""
    file, _, name = nodeid.removeprefix("tests/").partition("::")
    of_file, of_tests = asked(file)
    return of_tests.get(name.partition("[")[0], of_file)


def rank(nodeid: str) -> int:
    """The place of a test's unit in the run."""
    of = unit(nodeid)
    return next((at for at, name in enumerate(FIRST) if of.startswith(name)), len(FIRST))


def in_order(items: list[pytest.Item]) -> None:
    """What takes longest comes first, units together."""
    items.sort(key=lambda item: rank(item.nodeid))


def scheduler(config: pytest.Config, log: Any) -> Any:
    """Hands each process whole units, in the order in which they were collected."""
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    class Units(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return unit(nodeid)

    config.option.loadscopereorder = False
    return Units(config, log)
