"""A house migrates again when a script of its migrations, or a guideline that they load, is another."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from services.console.house.migration import _version, registered


def test_the_migration_is_known_by_its_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "somebodys"
    versions = package / "database" / "migrations" / "versions"
    versions.mkdir(parents=True)
    for folder in (package, package / "database"):
        (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("migrate", "somebodys.commands:migrate", "pensum.commands")
    seen = [_version(entry)]
    for name in ("0001_first.py", "0001_views.sql"):
        (versions / name).write_text("x")
        seen.append(_version(entry))
    (versions / "0001_first.py").write_text("y")
    seen.append(_version(entry))
    assert len(set(seen)) == 4
    assert _version(entry) == seen[-1]
    sys.modules.pop("somebodys", None)


def test_the_houses_own_is_registered() -> None:
    found = registered()
    assert found is not None
    assert len(found.version) == 64
