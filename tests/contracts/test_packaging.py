"""Both top-level packages are ours, and the wheel carries every file that the rooms read."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import contracts
import services

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("package", [contracts, services])
def test_the_imported_package_is_ours(package: object) -> None:
    """Others publish packages of these names."""
    assert Path(str(getattr(package, "__file__", None))).is_relative_to(ROOT)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in a wheel built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=100)
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as opened:
        return set(opened.namelist())


def test_the_wheel_carries_every_file_of_both_packages(wheel: set[str]) -> None:
    ours = {
        str(path.relative_to(ROOT))
        for package in ("contracts", "services")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert ours - wheel == set()


@pytest.mark.parametrize(
    ("folder", "ending", "least"),
    [
        ("contracts/schemas", ".json", 24),
        ("contracts/examples", ".json", 24),
        ("services/reader/words", ".txt", 10),
        ("services/console/samples", ".pdf", 3),
        ("services/gateway/web", ".js", 5),
        ("services/gateway/web", ".html", 1),
        ("services/gateway/web", ".css", 1),
    ],
)
def test_the_wheel_carries_what_is_no_code(wheel: set[str], folder: str, ending: str, least: int) -> None:
    assert len([name for name in wheel if name.startswith(f"{folder}/") and name.endswith(ending)]) >= least


def test_the_wheel_carries_nothing_else(wheel: set[str]) -> None:
    tops = {name.partition("/")[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"contracts", "services"}
    assert not [name for name in wheel if "__pycache__" in name or name.endswith(".pyc")]
