"""The contracts import nothing but pydantic and the standard library, and name their vocabulary in one place."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import contracts
from contracts.schemas.snapshot import MESSAGES

PACKAGE = Path(contracts.__file__).parent
ALLOWED = {"pydantic", "contracts", *sys.stdlib_module_names}


def imported(source: str) -> Iterator[str]:
    """The top-level packages that a source imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0] if node.level == 0 else "contracts"


def test_contracts_import_only_pydantic_and_the_standard_library() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    assert len(files) > 10
    foreign = {f"{path.name}: {name}" for path in files for name in imported(path.read_text()) if name not in ALLOWED}
    assert foreign == set()


def test_the_law_sees_an_import_wherever_it_stands() -> None:
    assert set(imported("def f():\n    import httpx.client\n    from services.chassis import blobs")) - ALLOWED == {
        "httpx",
        "services",
    }


def test_every_message_is_part_of_the_vocabulary() -> None:
    assert {message.__name__ for message in MESSAGES.values()} <= set(contracts.__all__)
    assert all(hasattr(contracts, name) for name in contracts.__all__)
    assert contracts.__all__ == sorted(contracts.__all__, key=lambda name: (not name.isupper(), name))
