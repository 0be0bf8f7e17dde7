"""A multipart form read piece by piece: its files go to disk while they are hashed, whatever their size.

A form that is refused is read to its end all the same, up to a bound: a client that is still sending would otherwise
see a broken connection in place of the reason.
"""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header

from contracts.problems import Code, Failure
from services.chassis.problems import failed
from services.gateway.documents.files import FILE, Arrived, Files
from services.gateway.http.problems import broken

PASSWORD = "password"
FIELD_BYTES, FIELDS_AT_MOST = 4096, 250


@dataclass(frozen=True)
class Form:
    """What came: the files, and the other fields in their order. `password` is none of them, so that none shows it."""

    files: list[Arrived]
    fields: dict[str, list[str]]
    password: str | None = field(default=None, repr=False)


class FormReader:
    """Reads one form; its files, at most `most`, go to places from `scratch`, at most `limit` bytes together."""

    def __init__(self, content_type: str, scratch: Callable[[], Path], limit: int, most: int) -> None:
        kind, options = parse_options_header(content_type)
        if kind != b"multipart/form-data" or b"boundary" not in options:
            raise failed(Code.CONTRACT_BROKEN, "no_form", fields=[FILE])
        self.files = Files(scratch, limit, most)
        self._limit, self._boundary = limit, options[b"boundary"]
        self._fields: dict[str, list[str]] = {}
        self._header, self._value, self._headers = b"", b"", dict[bytes, bytes]()
        self._name, self._text, self._is_file, self._count = "", bytearray(), False, 0
        self._whole = False

    async def read(self, stream: AsyncIterator[bytes], refused: Failure | None = None) -> Form:
        """The form, when all of it has come. Raises `Failure` 400, 413, 415 or 422; `refused` if that is known."""
        try:
            parser = self._parser()
        except FormParserError:
            raise failed(Code.CONTRACT_BROKEN, "form_boundary", fields=[FILE]) from None
        taken = 0
        async for chunk in stream:
            taken += len(chunk)
            if refused is None:
                try:
                    parser.write(chunk)
                except Failure as error:
                    refused = error
                except FormParserError:
                    refused = failed(Code.CONTRACT_BROKEN, "form_unreadable", fields=[FILE])
            elif taken > 2 * self._limit:
                break
        if refused is not None:
            raise refused
        if not self._whole:
            raise failed(Code.CONTRACT_BROKEN, "form_ends", fields=[FILE])
        passwords = [one for one in self._fields.pop(PASSWORD, ()) if one]
        if len(passwords) > 1:
            raise broken(PASSWORD, "given_twice")
        return Form(self.files.whole(), self._fields, *passwords)

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
            raise failed(Code.CONTRACT_BROKEN, "form_fields", count=FIELDS_AT_MOST, fields=["(body)"])

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
            raise broken(self._name, "no_file_field", fields=[FILE])
        if self._is_file:
            if b"filename" not in options:
                raise broken(FILE, "not_a_file")
            self.files.begin(options[b"filename"])

    def _on_data(self, data: bytes, start: int, end: int) -> None:
        piece = data[start:end]
        if self._is_file:
            self.files.take(piece)
            return
        self._text += piece
        if len(self._text) > FIELD_BYTES:
            raise broken(self._name, "field_too_large", limit=FIELD_BYTES)

    def _end(self) -> None:
        if self._is_file:
            self.files.end()
            return
        try:
            text = self._text.decode()
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            raise broken(self._name, "not_utf8")
        self._fields.setdefault(self._name, []).append(text)

    def _on_end(self) -> None:
        self._whole = True
