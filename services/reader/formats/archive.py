"""Office files and books are zips: opened with limits, and read entry by entry. No path of theirs is ever opened."""

import errno
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from contracts.problems import Code, Failure
from services.chassis.problems import failed
from services.reader.settings import ReaderSettings

_MOST_RATIO, _RATIO_FROM = 200, 10_000_000
_LOCKED = 0x1

# What `zipfile.ZipFile` raises for a file that is cut off, damaged, or (`NotImplementedError`) packed in a way or for a
# version that it does not know. None is swallowed: each becomes a `Failure` that the learner reads.
NOT_A_ZIP = (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError, OverflowError)


def not_of_the_disk(error: Exception) -> None:
    """Raises it again where our disk is at fault and not the document: a file that is gone, may not be read, or fails.

    A place outside the file is EINVAL, and bz2 calls its broken stream an `OSError` without a number.
    """
    if isinstance(error, OSError) and error.errno not in (None, errno.EINVAL):
        raise error


@contextmanager
def opened(path: Path, settings: ReaderSettings) -> Iterator[zipfile.ZipFile]:
    """The zip, when it is within the limits.

    Raises `Failure`: damaged, encrypted (a password on its entries), reading_limit (entries, unpacked bytes, ratio).
    """
    try:
        archive = zipfile.ZipFile(path)
    except NOT_A_ZIP as error:
        not_of_the_disk(error)
        raise failed(Code.DAMAGED, "archive_damaged") from error
    with archive:
        _check(archive.infolist(), settings)
        yield archive


def entry(archive: zipfile.ZipFile, name: str) -> bytes | None:
    """The bytes of an entry, None where there is none. Raises `Failure` damaged."""
    try:
        return archive.read(name)
    except KeyError:
        return None
    except (*NOT_A_ZIP, zlib.error, lzma.LZMAError, RuntimeError) as error:
        not_of_the_disk(error)
        raise failed(Code.DAMAGED, "part_damaged") from error


def _check(entries: list[zipfile.ZipInfo], settings: ReaderSettings) -> None:
    if len(entries) > settings.most_entries:
        raise limit(
            "parts",
            len(entries),
            settings.most_entries,
        )
    unpacked = sum(each.file_size for each in entries)
    if unpacked > settings.most_unpacked_bytes:
        raise limit(
            "unpacked",
            unpacked,
            settings.most_unpacked_bytes,
        )
    for each in entries:
        if each.flag_bits & _LOCKED:
            raise failed(Code.ENCRYPTED, "zip_locked")
        ratio = each.file_size // max(1, each.compress_size)
        if each.file_size > _RATIO_FROM and ratio > _MOST_RATIO:
            raise limit(
                "ratio",
                ratio,
                _MOST_RATIO,
            )


def limit(name: str, found: int, most: int, slide: int = 0) -> Failure:
    """The 422 of a limit, with what was found and what is allowed; on a slide, its number."""
    numbers: dict[str, float] = {"found": found, "limit": most}
    return failed(Code.READING_LIMIT, name, found=found, most=most, numbers=numbers, slide=slide)
