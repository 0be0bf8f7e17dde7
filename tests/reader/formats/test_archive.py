"""What a zip's damage is called, and what is not the document's fault."""

import random
import zipfile
from pathlib import Path

import pytest

from contracts.problems import Code, Failure
from services.reader.formats.archive import entry, opened
from services.reader.settings import ReaderSettings

TEXT = b"The tide comes in and goes out again. " * 400


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_changed_byte_is_damage_whatever_the_packing(tmp_path: Path, packing: int) -> None:
    chance, path, called = random.Random(packing), tmp_path / "a.zip", list[Code]()
    with zipfile.ZipFile(path, "w", packing) as made:
        made.writestr("a.xml", TEXT)
    sound = path.read_bytes()
    for _ in range(100):
        changed = bytearray(sound)
        changed[chance.randrange(30, len(sound) - 80)] ^= chance.randrange(1, 256)
        path.write_bytes(changed)
        try:
            with opened(path, ReaderSettings()) as archive:
                entry(archive, "a.xml")
        except Failure as failure:
            called.append(failure.problem.code)
    assert len(called) > 50
    assert set(called) <= {Code.DAMAGED, Code.ENCRYPTED, Code.READING_LIMIT}


def test_a_file_that_our_disk_does_not_give_is_not_called_damaged(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), opened(tmp_path / "gone.zip", ReaderSettings()):
        pass
