"""`pensum mcp`: which files it reads for a client, and who it says it is."""

from pathlib import Path

import pytest

from services.console.commands import mcp
from services.console.endings import Said
from services.mcp.house import Refused


def test_a_document_is_read_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "leaf.txt").write_bytes(b"A leaf.")
    assert mcp.read_file(str(tmp_path / "leaf.txt")) == ("leaf.txt", b"A leaf.")


@pytest.mark.parametrize("name", [".env", ".ssh/id", "folder", "missing", "link", "nul\0", "x" * 5000])
def test_what_is_hidden_missing_or_no_file_is_refused_with_its_field(tmp_path: Path, name: str) -> None:
    (tmp_path / ".ssh").mkdir()
    (tmp_path / "folder").mkdir()
    for secret in (".env", ".ssh/id"):
        (tmp_path / secret).write_text("secret")
    (tmp_path / "link").symlink_to(tmp_path / ".ssh" / "id")
    with pytest.raises(Refused) as wrong:
        mcp.read_file(str(tmp_path / name))
    assert (wrong.value.problem["code"], wrong.value.problem["fields"]) == ("no_file", ["path"])


def test_a_token_says_who_it_is_and_no_option_beside_it(tmp_path: Path) -> None:
    with pytest.raises(Said, match="--owner"):
        mcp.serve(owner=True, url="http://127.0.0.1:9", token="a", data=tmp_path)
