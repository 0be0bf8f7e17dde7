"""`docs/seeds.md` names tests that exist, and every test of a seed's row stands in it."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
MAP = TESTS.parent / "docs" / "seeds.md"
DEFINED = re.compile(r"^\s*(?:async )?def (test_\w+)", re.M)


def defined(where: Path) -> set[str]:
    """The tests that a file, or the files of a folder, define."""
    files = where.rglob("test_*.py") if where.is_dir() else [where]
    return {name for file in files for name in DEFINED.findall(file.read_text())}


def named() -> set[str]:
    """The tests that the map names."""
    return set(re.findall(r"`(test_\w+)`", MAP.read_text()))


def test_every_test_that_the_map_names_exists() -> None:
    assert named() - defined(TESTS) == set()


def test_every_test_of_seed_000_stands_in_the_map() -> None:
    rows = set().union(*(defined(file) for file in (TESTS / "seeds").glob("test_seed_*.py")))
    assert rows - named() == set()
