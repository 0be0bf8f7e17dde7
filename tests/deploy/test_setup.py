"""deploy/setup.sh: quick when nothing changed, one clear line for what is missing, never a question."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("bash", "cat", "dirname", "env", "grep", "id", "mktemp", "rm", "sed", "sha256sum", "tail")


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder for PATH as of a machine with nothing on it, whose user is nobody special."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in NEEDED:
        found = shutil.which(name)
        assert found is not None
        (programs / name).symlink_to(found)
    program(programs / "id", "echo 1000")
    return programs


def program(path: Path, script: str) -> None:
    path.unlink(missing_ok=True)
    path.write_text(f"#!{shutil.which('bash')}\n{script}\n")
    path.chmod(0o755)


def setup(tree: Path, *what: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(path) if path else os.environ["PATH"], "HOME": str(tree)}
    return subprocess.run(
        ["bash" if path is None else str(path / "bash"), str(tree / "deploy" / "setup.sh"), *what],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
        env=environment,
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout without a .venv."""
    copy = tmp_path / "tree"
    (copy / "deploy").mkdir(parents=True)
    shutil.copy(ROOT / "deploy" / "setup.sh", copy / "deploy")
    for name in ("pyproject.toml", "requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "deploy" / "page", copy / "deploy" / "page")
    return copy


def test_a_missing_program_is_one_line_that_names_it_and_what_it_disables(tree: Path, bare: Path) -> None:
    done = setup(tree, "kafka", "browser", "ocr", path=bare)
    assert done.returncode == 0
    lines = done.stderr.splitlines()
    assert [line.split(" is missing")[0] for line in lines] == [
        "setup: Java 17",
        "setup: Maven",
        "setup: Chromium",
        "setup: Tesseract",
    ]
    assert all("By hand: apt-get install " in line for line in lines)


def test_root_installs_through_apt_after_fetching_its_lists_once(tree: Path, bare: Path, tmp_path: Path) -> None:
    program(bare / "id", "echo 0")
    told = tmp_path / "told"
    program(
        bare / "apt-get",
        f'echo "$*" >> {told}; for each; do case $each in maven) echo "#!{bare}/bash" > {bare}/mvn; '
        f"{shutil.which('chmod')} +x {bare}/mvn;; esac; done",
    )
    done = setup(tree, "kafka", "browser", path=bare)
    assert done.returncode == 0
    first, *installs = told.read_text().splitlines()
    assert first.startswith("update")
    wanted = ["openjdk-17-jre-headless", "maven", "chromium-headless-shell", "chromium"]
    assert [line.split()[-1] for line in installs] == wanted
    assert "Maven could not" not in done.stderr
    assert "Chromium could not be installed through apt, so the browser test is skipped" in done.stderr


def test_a_chosen_python_that_is_too_old_is_refused_and_no_other_is_taken(tree: Path, bare: Path) -> None:
    program(bare / "python3.9", "exit 1")
    environment = {"PATH": str(bare), "PYTHON": "python3.9"}
    done = subprocess.run(
        [str(bare / "bash"), "deploy/setup.sh"], cwd=tree, env=environment, capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 1
    assert done.stderr == "setup: PYTHON=python3.9 is not a Python 3.11 or newer\n"


def test_a_python_that_cannot_make_an_environment_is_named_with_its_package(tree: Path, bare: Path) -> None:
    program(
        bare / "python3.11", 'case "$*" in *"version_info <"*) ;; *print*) echo python3.11-venv ;; *) exit 1 ;; esac'
    )
    done = setup(tree, "run", path=bare)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "setup: python3.11 cannot make a virtual environment, and nothing runs without one. "
        "By hand: apt-get install python3.11-venv"
    ]
    assert not (tree / ".venv").exists()


@pytest.fixture
def installs(tree: Path) -> Path:
    """A .venv in `tree` whose installers write down what they are told to install, one line each."""
    (tree / ".venv" / "bin").mkdir(parents=True)
    told = tree / "told"
    program(
        tree / ".venv" / "bin" / "python",
        f'case "$*" in *npm*) echo npm >>{told} ;; *install*) echo "${{@: -1}}" >>{told} ;; esac',
    )
    return told


def installed(told: Path) -> list[str]:
    """What was installed since this was asked last."""
    found = told.read_text().split() if told.exists() else []
    told.unlink(missing_ok=True)
    return found


def test_what_runs_and_what_tests_are_installed_once_each_and_who_has_the_second_has_the_first(
    tree: Path, installs: Path
) -> None:
    assert setup(tree, "run").returncode == 0
    assert installed(installs) == ["requirements.txt", "."]
    assert setup(tree, "run").returncode == 0
    assert installed(installs) == []
    assert setup(tree, "test").returncode == 0
    assert installed(installs) == ["requirements-dev.txt", "npm", "."]
    spent = []
    for what in ("run", "test", "run"):
        begun = time.monotonic()
        done = setup(tree, what)
        assert (done.returncode, done.stdout, done.stderr, installed(installs)) == (0, "", "", [])
        spent.append(time.monotonic() - begun)
    assert min(spent) < 5  # an installer takes longer, also on a busy machine


@pytest.mark.parametrize("changed", ["requirements.txt", "pyproject.toml", "deploy/page/package-lock.json"])
def test_what_changed_is_installed_anew(tree: Path, installs: Path, changed: str) -> None:
    setup(tree, "test")
    installed(installs)
    path = tree / changed
    path.write_text(f"# changed\n{path.read_text()}")
    assert "installing" in setup(tree, "test").stderr
    assert installed(installs) == ["requirements-dev.txt", "npm", "."]


def test_settings_of_tools_install_nothing_anew(tree: Path, installs: Path) -> None:
    setup(tree, "test")
    installed(installs)
    path = tree / "pyproject.toml"
    path.write_text(f"{path.read_text()}# changed\n")
    assert setup(tree, "test").stderr == ""
    assert installed(installs) == []


def test_what_it_does_not_know_is_refused(tree: Path) -> None:
    done = setup(tree, "windows")
    assert done.returncode == 2
    assert "unknown: windows" in done.stderr
