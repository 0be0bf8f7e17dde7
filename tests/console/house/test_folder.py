"""What a data folder gives its house: here a port that no other house has been given."""

from pathlib import Path

from services.console.house.folder import Folder


def folder(path: Path, port: int = 0) -> Folder:
    """A folder, whose house had that port the last time."""
    path.mkdir()
    if port:
        (path / "port").write_text(str(port))
    return Folder(path)


def test_a_port_that_another_house_was_given_is_taken_though_nobody_listens_there_yet(tmp_path: Path) -> None:
    first = folder(tmp_path / "first")
    port = first.port(0)
    assert first.port(0, "tasks.port") != port
    second = folder(tmp_path / "second", port)
    assert second.port(0) != port
    first.release()
    third = folder(tmp_path / "third", port)
    assert third.port(0) == port
    second.release()
    third.release()
