"""Migrations that were written side by side are found before a house fails to start over them."""

from pathlib import Path

import pytest

from tests.orchestrator.database.one_head import MIGRATIONS, complaint

MIGRATION = "revision = {!r}\ndown_revision = {!r}\ndef upgrade() -> None: ...\n"


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ([], ""),
        ([("0003", "0002")], ""),
        ([("0003", "0001")], "2 migrations are the last one"),
        ([("0002", "0001")], "no chain"),
        ([("0004", "0003")], "no chain"),
    ],
    ids=["one", "one more", "two heads", "one number twice", "after none"],
)
def test_two_heads_and_one_number_twice_are_told(tmp_path: Path, others: list[tuple[str, str]], said: str) -> None:
    versions = tmp_path / "versions"
    versions.mkdir()
    for n, (number, after) in enumerate([("0001", None), ("0002", "0001"), *others]):
        (versions / f"file{n}.py").write_text(MIGRATION.format(number, after))
    assert said in complaint(tmp_path)
    assert bool(complaint(tmp_path)) == bool(said)


def test_ours_have_one() -> None:
    assert complaint(MIGRATIONS) == ""
