"""`pensum curriculum`: a bad file is named with its line and nothing is loaded; a good one is, or a folder of them."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from services.console.embedded.postgres import Postgres
from services.orchestrator.database.migrating import migrate
from tests.console.test_app import assert_sentence, pensum
from tests.curriculum.made import changed, guideline, line_of

COUNTED = "select subtopic, shipped from teaching_guidelines where country = 'Atlantis' order by subtopic"


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    engine = Postgres(tmp_path_factory.mktemp("curriculum"))
    engine.start()
    try:
        migrate(engine.url())
        yield engine
    finally:
        engine.stop()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The orchestrator's login, as a service would be given it: it may write rows and no table."""
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute("delete from teaching_guidelines")
    return postgres.url("pensum_orchestrator", "postgres")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "ebb.md").write_bytes(guideline())
    (tmp_path / "deep" / "spring.md").write_bytes(guideline(subtopic="Spring tides"))
    (tmp_path / ".hidden" / "draft.md").write_text("no guideline")
    (tmp_path / "notes.txt").write_text("no guideline")
    return tmp_path


def stored(database: str) -> list[tuple[str, bool]]:
    with psycopg.connect(database) as connection:
        return connection.execute(COUNTED).fetchall()


def test_a_folder_is_imported_and_again_unchanged_and_listed(folder: Path, database: str) -> None:
    done = pensum("curriculum", "import", str(folder), "--database", database)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "2 new"
    assert stored(database) == [("Ebb and flood", False), ("Spring tides", False)]
    again = pensum("curriculum", "import", str(folder / "ebb.md"), "--database", database)
    assert again.stdout.splitlines()[-1] == "1 unchanged"
    (folder / "ebb.md").write_bytes(changed("Boats lie on it.", "Boats stand on it."))
    anew = pensum("curriculum", "import", str(folder / "ebb.md"), "--database", database)
    assert anew.stdout.splitlines()[-1] == "1 replaced"
    shown = pensum("curriculum", "list", "--database", database)
    assert "Atlantis, Sea, grade 2: Science > Tides > Ebb and flood" in shown.stdout
    assert "1 objectives, 8 tasks, imported" in shown.stdout


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("works: 2 × 6", "works: 2 × 7", "works: 2 × 7"),
        ("hint: Add the time to itself.", "hint: It is 12.", "2. numeric"),
    ],
)
def test_a_bad_file_is_named_with_its_line_and_nothing_is_loaded(
    folder: Path, database: str, old: str, new: str, at: str
) -> None:
    bad = folder / "deep" / "neap.md"
    content = changed(old, new).replace(b"subtopic: Ebb and flood", b"subtopic: Neap tides")
    bad.write_bytes(content)
    done = pensum("curriculum", "import", str(folder), "--database", database)
    assert done.returncode == 1
    assert done.stdout == ""
    first, last = done.stderr.splitlines()
    assert first.startswith(f"{bad}:{line_of(at, content)}: ")
    assert last == "Nothing was imported."
    assert stored(database) == []


def test_two_files_about_the_same_place_are_told(folder: Path, database: str) -> None:
    (folder / "twice.md").write_bytes(guideline())
    done = pensum("curriculum", "import", str(folder), "--database", database)
    assert done.returncode == 1
    assert f"{folder / 'twice.md'}:1: {folder / 'ebb.md'} is about the same" in done.stderr
    assert stored(database) == []


def test_checking_needs_no_database(folder: Path) -> None:
    done = pensum("curriculum", "check", str(folder / "ebb.md"))
    assert (done.returncode, done.stdout) == (0, "Ebb and flood: 1 objectives, 8 tasks\n")
    (folder / "ebb.md").write_text("nothing")
    done = pensum("curriculum", "check", str(folder / "ebb.md"))
    assert done.returncode == 1
    assert f"{folder / 'ebb.md'}:1: " in done.stderr


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    assert_sentence(pensum("curriculum", "check", str(tmp_path / "none.md")), "There is no file")
    assert_sentence(pensum("curriculum", "check", str(tmp_path)), "has no file *.md")


def test_migrating_loads_what_comes_with_pensum_and_leaves_what_was_imported(
    folder: Path, database: str, postgres: Postgres
) -> None:
    assert pensum("migrate", "--database", postgres.url()).returncode == 0
    with psycopg.connect(database) as connection:
        places = connection.execute("select distinct country, shipped from teaching_guidelines").fetchall()
    assert ("India", True) in places
    assert all(shipped for _, shipped in places)
    mine = folder / "mine.md"
    mine.write_bytes(
        guideline(
            country="India", board="CBSE", grade="3", subject="Mathematics", topic="Fractions",
            subtopic="Halves and quarters",
        )
    )  # fmt: skip
    done = pensum("curriculum", "import", str(mine), "--database", database)
    assert done.stdout.splitlines()[-1] == "1 replaced"
    assert pensum("migrate", "--database", postgres.url()).returncode == 0
    with psycopg.connect(database) as connection:
        titles = connection.execute(
            "select title from teaching_guidelines where subtopic = 'Halves and quarters'"
        ).fetchall()
    assert titles == [("Ebb and flood",)]
