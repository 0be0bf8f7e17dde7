"""Files of a form while they arrive: each is written and hashed piece by piece, and judged by its first bytes."""

import contextlib
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from contracts.message import Phrase
from contracts.problems import Code, Failure
from services.chassis.problems import failed
from services.chassis.sniff import surely_not_a_document
from services.gateway.http.problems import broken

FILE = "file"
HEAD_BYTES = 4096
UNKNOWN = "application/octet-stream"
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
# A guess for the log and the Reader's convenience: the Reader judges the whole file.
_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"WEBVTT", "text/vtt"),
)
_PDF, _PDF_WITHIN = b"%PDF-", 1024


@dataclass(frozen=True)
class Arrived:
    """A whole file at `path`, with its name, size, hash and what its first bytes look like."""

    path: Path
    filename: str
    bytes: int
    sha256: str
    media_type: str


class Arriving:
    """One file that is being written to `path`."""

    def __init__(self, path: Path, filename: str) -> None:
        self.path, self.filename, self.bytes = path, filename, 0
        self._file: IO[bytes] = path.open("wb")
        self._hash, self._head = hashlib.sha256(), b""

    def take(self, piece: bytes) -> None:
        """The next bytes. Raises `Failure` 415 once they say that this is no document."""
        self.bytes += len(piece)
        if len(self._head) < HEAD_BYTES:
            self._head += piece[: HEAD_BYTES - len(self._head)]
            if len(self._head) == HEAD_BYTES:
                self._check()
        self._hash.update(piece)
        self._file.write(piece)

    def close(self) -> None:
        """Nothing more comes."""
        self._file.close()

    def whole(self) -> Arrived:
        """The file as it came. Raises `Failure` 415, or 422 for 0 bytes."""
        self.close()
        if self.bytes == 0:
            how = "empty_named" if self.filename else "empty"
            raise failed(Code.EMPTY_FILE, how, name=self.filename, numbers={"bytes": 0})
        self._check()
        kind = media_type(self._head)
        return Arrived(self.path, self.filename or _nameless(kind), self.bytes, self._hash.hexdigest(), kind)

    def _check(self) -> None:
        if (what := surely_not_a_document(self._head)) is not None:
            if not self.filename:
                raise failed(Code.UNSUPPORTED_TYPE, "no_document_file", what=what)
            raise failed(Code.UNSUPPORTED_TYPE, "no_document_named", what=what, name=self.filename)


class Files:
    """All files of one form, together at most `limit` bytes and `most` in number. `scratch` makes an empty file."""

    def __init__(self, scratch: Callable[[], Path], limit: int, most: int) -> None:
        self._scratch, self._limit, self._most = scratch, limit, most
        self._all: list[Arriving] = []
        self._bytes = 0

    def begin(self, raw_name: bytes) -> None:
        """Another file begins. Raises `Failure` 400 when it is one too many."""
        if len(self._all) == self._most:
            raise broken(FILE, "one_file" if self._most == 1 else "many_files", count=self._most)
        self._all.append(Arriving(self._scratch(), plain_name(raw_name)))

    def take(self, piece: bytes) -> None:
        """The next bytes of the newest file. Raises `Failure` 413 or 415."""
        self._bytes += len(piece)
        if self._bytes > self._limit:
            raise too_large(self._limit, together=len(self._all) > 1)
        self._all[-1].take(piece)

    def end(self) -> None:
        """The newest file is over."""
        self._all[-1].close()

    def whole(self) -> list[Arrived]:
        """Every file, equal bytes once, under their first name. Raises `Failure` 400 without any, 415 or 422."""
        if not self._all or not (self._all[0].filename or self._bytes):
            raise broken(FILE, "no_file")
        each: dict[str, Arrived] = {}
        for arriving in self._all:
            arrived = arriving.whole()
            each.setdefault(arrived.sha256, arrived)
        return list(each.values())

    def remove(self) -> None:
        """Removes what was written to scratch; a file that became a blob meanwhile stays one."""
        for arriving in self._all:
            try:
                # What could not be written is tried once more by closing: a disk that is full says so again.
                with contextlib.suppress(OSError):
                    arriving.close()
            finally:
                arriving.path.unlink(missing_ok=True)


def media_type(head: bytes) -> str:
    """What a file's first bytes look like; the Reader decides."""
    if _PDF in head[:_PDF_WITHIN]:
        return "application/pdf"
    return next((kind for begins, kind in _BEGINNINGS if head.startswith(begins)), UNKNOWN)


def too_large(limit: int, *, together: bool = False) -> Failure:
    """The 413 of files over `limit` bytes."""
    size = f"{limit / 1_000_000:.0f} MB" if limit >= 1_000_000 else Phrase.of("problems.bytes", limit)
    name = "too_large_together" if together else "too_large"
    return failed(Code.TOO_LARGE, name, size=size, numbers={"limit_bytes": limit})


def plain_name(raw: bytes) -> str:
    """A file's own name: no folder, no control character, at most 200 characters."""
    text = raw.decode("utf-8", "replace").replace("%22", '"')
    name = re.split(r"[/\\]", _CONTROL.sub("", text))[-1].strip()
    return name[-200:]


def _nameless(kind: str) -> str:
    return "document.pdf" if kind == "application/pdf" else "document"
