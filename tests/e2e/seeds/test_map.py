"""`docs/seeds.md` names tests that exist, and every test of a seed's row stands in it."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[2]
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


def rows() -> list[list[str]]:
    """The cells of every row of the map's tables, but for their heads."""
    found = [
        [cell.strip() for cell in line.strip("| \n").split(" | ")]
        for line in MAP.read_text().splitlines()
        if line[:1] == "|"
    ]
    return [cells for cells in found if cells[0] != "row" and set(cells[0]) != {"-"}]


def test_every_row_rests_on_a_test_or_says_that_it_is_to_come() -> None:
    assert len(rows()) > 80
    for cells in rows():
        assert len(cells) == 2, cells
        later = cells[1].startswith("later")
        assert later != bool(re.search(r"`test_\w+`", cells[1])), cells


def test_a_parameter_of_a_seeds_test_is_used_beyond_a_message() -> None:
    """A parameter that stands nowhere, or in an assertion's message alone, makes one test look like many."""
    for file in (TESTS / "e2e" / "seeds").glob("test_*.py"):
        for function in ast.walk(ast.parse(file.read_text())):
            if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test_"):
                continue
            messages = [each.msg for each in ast.walk(function) if isinstance(each, ast.Assert) and each.msg]
            said = {id(name) for message in messages for name in ast.walk(message)}
            read = {each.id for each in ast.walk(function) if isinstance(each, ast.Name) and id(each) not in said}
            asked = {arg.arg for arg in function.args.args} - {"walked", "house", "me"}
            assert asked <= read, f"{file.name}: {function.name} does not use {asked - read}"


def test_every_test_of_seed_000_stands_in_the_map() -> None:
    rows = set().union(*(defined(file) for file in (TESTS / "e2e" / "seeds").glob("test_seed_*.py")))
    assert rows - named() == set()
