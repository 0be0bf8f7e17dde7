"""The wheel alone, in an environment where nothing else is: the command works, and all that the code reads is there."""

import json
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import contracts
import services

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PYTHON_ALONE = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
# What is no code and is read: folder, ending, how many there are at least.
READ = (
    ("contracts/schemas", ".json", 24),
    ("contracts/examples", ".json", 24),
    ("services/assistant/prompts", ".md", 2),
    ("services/console/apache", ".xml", 1),
    ("services/console/apache", ".properties", 1),
    ("services/gateway/web/samples", ".pdf", 3),
    ("services/curriculum/guidelines", ".md", 7),
    ("services/gateway/web", ".css", 5),
    ("services/gateway/web", ".html", 1),
    ("services/gateway/web", ".js", 80),
    ("services/gateway/web", ".svg", 1),
    ("services/orchestrator", ".mako", 1),
    ("services/orchestrator", ".sql", 5),
    ("services/reader", ".txt", 10),
)
# Loads what every entry point names; tells where the code lies.
LOOK = """
import json, sys, services, contracts
from importlib.metadata import entry_points
from importlib.resources import files
found = [entry for group in sys.argv[1:] for entry in entry_points(group=group)]
ours = [entry for entry in found if entry.module.startswith("services.")]
for entry in ours: entry.load()
print(json.dumps({"services": str(files(services)), "contracts": str(files(contracts)), "ours": len(ours)}))
"""


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [str(each) for each in command], cwd=cwd, env=env, capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this tree."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out, cwd=ROOT)
    (found,) = out.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel and what it asks for, of the versions that are locked."""
    folder = tmp_path_factory.mktemp("empty")
    uv = (sys.executable, "-m", "uv")
    run(*uv, "venv", "-q", "-p", sys.executable, "env", cwd=folder)
    run(*uv, "pip", "install", "-q", "-p", "env", "-c", ROOT / "requirements.txt", wheel, cwd=folder)
    return folder / "env" / "bin"


@pytest.mark.parametrize("package", [contracts, services])
def test_the_imported_package_is_ours(package: object) -> None:
    """Others publish packages of these names."""
    assert Path(str(getattr(package, "__file__", None))).is_relative_to(ROOT)


def test_the_wheel_holds_all_that_lies_in_the_packages_and_nothing_else(wheel: Path) -> None:
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "services", "contracts", cwd=ROOT)
    there = {name for name in listed.splitlines() if (ROOT / name).exists()}
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if not name.split("/")[0].endswith(".dist-info")}
    assert held == there
    for folder, ending, least in READ:
        found = [name for name in held if name.startswith(f"{folder}/") and name.endswith(ending)]
        assert len(found) >= least, f"{folder}/**/*{ending}"


def test_the_name_is_nobody_elses_and_the_command_tells_its_version(
    wheel: Path, programs: Path, tmp_path: Path
) -> None:
    assert wheel.name.startswith(f"{PROJECT['name'].replace('-', '_')}-{PROJECT['version']}-")
    assert PROJECT["name"] != "pensum"
    assert run(programs / "pensum", "--version", cwd=tmp_path, env=PYTHON_ALONE) == f"pensum {PROJECT['version']}\n"


def test_every_program_and_service_of_the_wheel_loads_from_it(programs: Path, tmp_path: Path) -> None:
    found = json.loads(
        run(
            programs / "python", "-c", LOOK, "console_scripts", *PROJECT["entry-points"], cwd=tmp_path, env=PYTHON_ALONE
        )
    )
    for package in ("services", "contracts"):
        assert Path(found[package]).is_relative_to(programs.parent)
    assert found["ours"] == len(PROJECT["scripts"]) + sum(len(group) for group in PROJECT["entry-points"].values())


@pytest.mark.parametrize(
    "options", [pytest.param((), marks=pytest.mark.embedded), pytest.param(("--kafka",), marks=pytest.mark.kafka)]
)
def test_the_demo_does_the_whole_job_from_the_wheel(
    options: tuple[str, ...], programs: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = PYTHON_ALONE["PATH"]
    if options:
        path = f"{request.getfixturevalue('java').parent}:{path}"
    said = run(
        programs / "pensum",
        *("demo", "--exit", *options, "--data"),
        tmp_path / "house",
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
    )
    assert "Asking for the next quiz" in said
