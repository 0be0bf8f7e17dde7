"""pdfminer's parsers of a page's content and of streams of objects, with the common tokens taken by one look each: they
took half of the time that a page's reading takes.

What they yield is what pdfminer's own yield. A token that is not one of the common, or that may go on in the next piece
of the content, is left to those.
"""

import re
from typing import Any

from pdfminer.pdfinterp import PDFContentParser
from pdfminer.pdfparser import PDFStreamParser
from pdfminer.psparser import KWD, LIT, PSBaseParser, PSKeyword, PSLiteral

_TOKEN = re.compile(
    rb"\s*+(?:(?P<whole>[+-]?\d{1,99})(?=[^0-9.])"
    rb"|(?P<decimal>[+-]?(?:\d+\.\d*|\.\d+))(?=[^0-9])"
    rb"|(?P<keyword>[A-Za-z][^#/%\[\]()<>{}\s]*)(?=[#/%\[\]()<>{}\s])"
    rb"|(?P<mark>[\[\]]|<<|>>)"
    rb"|/(?P<literal>[^#/%\[\]()<>{}\s]*)(?=[/%\[\]()<>{}\s])"
    rb"|<(?P<hexadecimal>(?:[0-9A-Fa-f]{2})*)>(?=[^>])"
    rb"|\((?P<string>[^()\\]*)\))"
)
_BEGIN, _END = KWD(b"["), KWD(b"]")
_PLAIN = frozenset({int, float, bool, str, bytes, PSLiteral})
_STRUCTURE = frozenset({*map(KWD, (b"[", b"]", b"<<", b">>", b"{", b"}")), *map(KWD, (b"BI", b"ID"))})
_SAID: dict[bytes, Any] = {b"true": True, b"false": False}


class _Quick(PSBaseParser):
    """Takes the common tokens by one look."""

    def nexttoken(self) -> tuple[int, Any]:
        """The next token with its place."""
        if self._tokens:
            return self._tokens.pop(0)
        if self.eof or (found := _TOKEN.match(self.buf, self.charpos)) is None:
            return super().nexttoken()
        kind = found.lastgroup
        said = found[kind]  # type: ignore[index]
        at = self.bufpos + found.start(kind)  # type: ignore[arg-type]
        self.charpos = found.end()
        if kind == "whole":
            return at, int(said)
        if kind == "decimal":
            return at, float(said)
        if kind in ("keyword", "mark"):
            return at, _SAID[said] if said in _SAID else KWD(said)
        if kind == "string":
            return at - 1, said
        if kind == "hexadecimal":
            return at - 1, bytes.fromhex(said.decode())
        try:
            return at - 1, LIT(said.decode())
        except UnicodeDecodeError:
            return at - 1, LIT(said)


class StreamParser(_Quick, PDFStreamParser):
    """The objects of a stream of objects."""


class ContentParser(_Quick, PDFContentParser):
    """The objects of a page's content streams."""

    def nextobject(self) -> Any:
        """The next object with its place: a number, a name, a string, an array of these, an operator."""
        if self.results or self.context:
            return super().nextobject()
        begun, token = self.nexttoken()
        if type(token) in _PLAIN or (type(token) is PSKeyword and token not in _STRUCTURE):
            return begun, token
        if token is not _BEGIN:
            self._tokens.insert(0, (begun, token))
            return super().nextobject()
        inside: list[tuple[int, Any]] = []
        while type((each := self.nexttoken())[1]) in _PLAIN:
            inside.append(each)
        if each[1] is _END:
            return begun, [item for _, item in inside]
        self.start_type(begun, "a")
        self.push(*inside)
        self._tokens.insert(0, each)
        return super().nextobject()
