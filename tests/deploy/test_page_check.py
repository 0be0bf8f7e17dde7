"""What `make check` refuses in the page's code: a wrong type, modules in a circle, what nobody uses."""

import re
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


# Each in a line of its own at the end of its file; `slip` is replaced by a name that no other has.
OF_TYPES = [
    ("http/api.js", "export const slip = async () => (await reviews()).dta;", "'dta' does not exist"),
    ("http/api.js", "export const slip = () => ask('get', '/v1/session', {});", "'\"/v1/session\"'"),
    ("http/api.js", "export const slip = () => ask('put', '/v1/sessions', {});", "to parameter of type 'never'"),
    ("http/api.js", "export const slip = () => ask('get', SESSION, {});", "Property 'path' is missing"),
    (
        "http/api.js",
        "export const slip = () => ask('post', '/v1/join', { json: { cod: '' } });",
        "'cod' does not exist",
    ),
    ("http/api.js", "export const slip = async (id) => (await notes(id)).data.notes;", "Object is possibly 'null'"),
    (
        "quizzes/results.js",
        "export const slip = async (id) => (await results(id, '')).data?.results[0].answr;",
        "'answr' does not exist",
    ),
    ("documents/pagename.js", "export const slip = (state) => documentsOf(state)[0].titel;", "'titel' does not"),
    ("app.js", "main.hrf = '';", "'hrf' does not exist"),
]


@pytest.fixture(scope="module")
def declared() -> Path:
    """The types of the API as it is."""
    types(document(), ROOT / API)
    return ROOT / API


def copied(declared: Path, folder: Path) -> Path:
    """A copy of the page's code with the settings of both checks; the folder of its files."""
    shutil.copytree(ROOT / WEB, folder / WEB)
    for name in ("jsconfig.json", ".oxlintrc.json"):
        shutil.copy(ROOT / name, folder)
    (folder / API).parent.mkdir(parents=True)
    shutil.copy(declared, folder / API)
    return folder / WEB


@pytest.fixture
def page(declared: Path, tmp_path: Path) -> Path:
    return copied(declared, tmp_path)


def refused(page: Path, command: tuple[str | Path, ...]) -> str:
    """What the check says; empty where it has nothing to say."""
    run = [str(each) for each in command]
    done = subprocess.run(run, cwd=page.parents[2], capture_output=True, text=True, timeout=200)
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.fixture(scope="module")
def errors(declared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """All slips in types at once, each under its line: what the compiler says of that, and of no other line."""
    page = copied(declared, tmp_path_factory.mktemp("page"))
    lines = dict[tuple[str, int], str]()
    for at, (file, slip, _) in enumerate(OF_TYPES):
        path = page / file
        path.write_text(f"{path.read_text()}\n{slip.replace('const slip', f'const slip{at}')}\n")
        lines[f"{WEB / file}", len(path.read_text().splitlines())] = slip
    said = dict.fromkeys(lines.values(), "")
    at_line = None
    for line in refused(page, TYPES).splitlines():
        if found := re.match(r"(\S+)\((\d+),\d+\): error ", line):
            at_line = lines[found[1], int(found[2])]
        if at_line:
            said[at_line] += f"{line}\n"
    return said


@pytest.mark.parametrize(("slip", "said"), [(slip, said) for _, slip, said in OF_TYPES])
def test_a_slip_in_types_is_refused(errors: dict[str, str], slip: str, said: str) -> None:
    assert said in errors[slip]


@pytest.mark.parametrize(
    ("file", "slip", "said"),
    [
        ("frame/elements.js", "import '../app.js';", "import(no-cycle)"),
        ("http/api.js", "const slip = 1;", "eslint(no-unused-vars)"),
    ],
)
def test_a_slip_in_what_is_imported_or_used_is_refused(page: Path, file: str, slip: str, said: str) -> None:
    path = page / file
    path.write_text(f"{path.read_text()}\n{slip}\n")
    assert said in refused(page, LINT)


@pytest.mark.parametrize("command", [TYPES, LINT])
def test_the_page_as_it_is_passes(page: Path, command: tuple[str | Path, ...]) -> None:
    assert refused(page, command) == ""
