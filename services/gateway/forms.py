"""A multipart form read piece by piece: the file goes to disk while it is hashed, whatever its size.

A form that is refused is read to its end all the same, up to a bound: a client that is still sending would otherwise
see a broken connection in place of the reason.
"""

import hashlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header

from contracts.problems import Code, Failure, failure

FILE = "file"
HEAD_BYTES = 1024
FIELD_BYTES, FIELDS_AT_MOST = 4096, 200
MAGIC = b"%PDF-"
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass
class Form:
    """What came: the file's name, size and hash, its bytes at `path`, and the other fields in their order."""

    path: Path
    filename: str = ""
    bytes: int = 0
    sha256: str = ""
    fields: dict[str, list[str]] = field(default_factory=dict)


class FormReader:
    """Reads one form into the file at `path`, of at most `limit` bytes."""

    def __init__(self, content_type: str, path: Path, limit: int) -> None:
        kind, options = parse_options_header(content_type)
        if kind != b"multipart/form-data" or b"boundary" not in options:
            raise failure(Code.CONTRACT_BROKEN, "The body is not multipart/form-data.", fields=[FILE])
        self.form = Form(path)
        self._limit, self._boundary = limit, options[b"boundary"]
        self._hash, self._head = hashlib.sha256(), b""
        self._header, self._value, self._headers = b"", b"", dict[bytes, bytes]()
        self._name, self._text, self._is_file, self._files, self._count = "", bytearray(), False, 0, 0
        self._whole = False

    async def read(self, stream: AsyncIterator[bytes], file: IO[bytes], refused: Failure | None = None) -> Form:
        """The form, when all of it has come. Raises `Failure` 400, 413, 415 or 422; `refused` if that is known."""
        self._file = file
        try:
            parser = self._parser()
        except FormParserError:
            raise failure(Code.CONTRACT_BROKEN, "The form's boundary is not valid.", fields=[FILE]) from None
        taken = 0
        async for chunk in stream:
            taken += len(chunk)
            if refused is None:
                try:
                    parser.write(chunk)
                except Failure as error:
                    refused = error
                except FormParserError:
                    refused = failure(Code.CONTRACT_BROKEN, "The form cannot be read.", fields=[FILE])
            elif taken > 2 * self._limit:
                break
        if refused is not None:
            raise refused
        self._check_whole()
        self.form.sha256 = self._hash.hexdigest()
        return self.form

    def _parser(self) -> MultipartParser:
        return MultipartParser(
            self._boundary,
            {
                "on_part_begin": self._begin,
                "on_header_field": self._on_header,
                "on_header_value": self._on_value,
                "on_header_end": self._on_header_end,
                "on_headers_finished": self._on_headers,
                "on_part_data": self._on_data,
                "on_part_end": self._end,
                "on_end": self._on_end,
            },
        )

    def _begin(self) -> None:
        self._headers, self._header, self._value = {}, b"", b""
        self._text = bytearray()
        self._count += 1
        if self._count > FIELDS_AT_MOST:
            raise failure(Code.CONTRACT_BROKEN, f"The form has over {FIELDS_AT_MOST} fields.", fields=["(body)"])

    def _on_header(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _on_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _on_header_end(self) -> None:
        self._headers[self._header.lower()] = self._value
        self._header, self._value = b"", b""

    def _on_headers(self) -> None:
        _, options = parse_options_header(self._headers.get(b"content-disposition", b""))
        self._name = options.get(b"name", b"").decode("utf-8", "replace")
        self._is_file = self._name == FILE
        if b"filename" in options and not self._is_file:
            raise failure(Code.CONTRACT_BROKEN, f"{self._name}: is not the field for a file.", fields=[FILE])
        if self._is_file:
            self._files += 1
            if self._files > 1:
                raise failure(Code.CONTRACT_BROKEN, "file: send one file at a time.", fields=[FILE])
            if b"filename" not in options:
                raise failure(Code.CONTRACT_BROKEN, "file: is not a file.", fields=[FILE])
            self.form.filename = plain_name(options[b"filename"])

    def _on_data(self, data: bytes, start: int, end: int) -> None:
        piece = data[start:end]
        if not self._is_file:
            self._text += piece
            if len(self._text) > FIELD_BYTES:
                said = f"{self._name}: is over {FIELD_BYTES} bytes."
                raise failure(Code.CONTRACT_BROKEN, said, fields=[self._name])
            return
        self.form.bytes += len(piece)
        if self.form.bytes > self._limit:
            raise too_large(self._limit)
        if len(self._head) < HEAD_BYTES:
            self._head += piece[: HEAD_BYTES - len(self._head)]
            if len(self._head) == HEAD_BYTES:
                self._check_type()
        self._hash.update(piece)
        self._file.write(piece)

    def _end(self) -> None:
        if self._is_file:
            return
        try:
            text = self._text.decode()
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            raise failure(Code.CONTRACT_BROKEN, f"{self._name}: is not text in UTF-8.", fields=[self._name])
        self.form.fields.setdefault(self._name, []).append(text)

    def _on_end(self) -> None:
        self._whole = True

    def _check_whole(self) -> None:
        if not self._whole:
            raise failure(Code.CONTRACT_BROKEN, "The form ends too early.", fields=[FILE])
        if self._files == 0 or (not self.form.filename and not self.form.bytes):
            raise failure(Code.CONTRACT_BROKEN, "file: no file was sent.", fields=[FILE])
        if self.form.bytes == 0:
            raise failure(Code.EMPTY_FILE, "The file has 0 bytes.", bytes=0)
        self._check_type()
        self.form.filename = self.form.filename or "document.pdf"

    def _check_type(self) -> None:
        if MAGIC not in self._head:
            raise failure(Code.UNSUPPORTED_TYPE, "The file is not a PDF, whatever its name says.")


def too_large(limit: int) -> Failure:
    """The 413 of a file over `limit` bytes."""
    said = f"The file is over {limit / 1_000_000:.0f} MB." if limit >= 1_000_000 else f"The file is over {limit} bytes."
    return failure(Code.TOO_LARGE, said, limit_bytes=limit)


def plain_name(raw: bytes) -> str:
    """A file's own name: no folder, no control character, at most 200 characters."""
    text = raw.decode("utf-8", "replace").replace("%22", '"')
    name = re.split(r"[/\\]", _CONTROL.sub("", text))[-1].strip()
    return name[-200:]
