"""What `make check` refuses in the page's code: a wrong type, modules in a circle, what nobody uses."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.generated import TSC, document, types

ROOT = Path(__file__).parents[2]
API = Path(".cache") / "page" / "api.d.ts"
WEB = Path("services") / "gateway" / "web"
BIN = Path(sys.executable).parent
LINT = (BIN / "oxlint", "--quiet", WEB)
TYPES = (*TSC, "-p", "jsconfig.json")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A copy of the page's code with the settings of both checks; the folder of its files."""
    shutil.copytree(ROOT / WEB, tmp_path / WEB)
    for name in ("jsconfig.json", ".oxlintrc.json"):
        shutil.copy(ROOT / name, tmp_path)
    types(document(), ROOT / API)
    (tmp_path / API).parent.mkdir(parents=True)
    shutil.copy(ROOT / API, tmp_path / API)
    return tmp_path / WEB


def refused(page: Path, command: tuple[str | Path, ...]) -> str:
    """What the check says; empty where it has nothing to say."""
    run = [str(each) for each in command]
    done = subprocess.run(run, cwd=page.parents[2], capture_output=True, text=True, timeout=200)
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.parametrize(
    ("command", "file", "slip", "said"),
    [
        (TYPES, "http/api.js", "export const slip = async () => (await reviews()).dta;", "'dta' does not exist"),
        (TYPES, "http/api.js", "export const slip = () => ask('get', '/v1/session', {});", "'\"/v1/session\"'"),
        (
            TYPES,
            "http/api.js",
            "export const slip = () => ask('put', '/v1/sessions', {});",
            "to parameter of type 'never'",
        ),
        (TYPES, "http/api.js", "export const slip = () => ask('get', SESSION, {});", "Property 'path' is missing"),
        (
            TYPES,
            "http/api.js",
            "export const slip = () => ask('post', '/v1/join', { json: { cod: '' } });",
            "'cod' does not exist",
        ),
        (
            TYPES,
            "http/api.js",
            "export const slip = async (id) => (await notes(id)).data.notes;",
            "Object is possibly 'null'",
        ),
        (
            TYPES,
            "quizzes/results.js",
            "export const slip = async (id) => (await results(id, '')).data?.results[0].answr;",
            "'answr' does not exist",
        ),
        (
            TYPES,
            "documents/pagename.js",
            "export const slip = (state) => documentsOf(state)[0].titel;",
            "'titel' does not",
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
