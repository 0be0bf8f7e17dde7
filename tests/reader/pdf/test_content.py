"""The quick parsers of content and of objects yield what pdfminer's own yield, whatever stands there, however cut."""

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pdfminer.pdfinterp import PDFContentParser
from pdfminer.pdfparser import PDFStreamParser
from pdfminer.pdftypes import PDFStream
from pdfminer.psexceptions import PSEOF

from services.reader.pdf.content import ContentParser, StreamParser

_PIECES = [
    b"BT /F1 12 Tf 1 0 0 1 72 720 Tm (Heron) Tj ET",
    b"[(He) -120.5 (ron) 7 <0a0B> .5] TJ",
    b"[ 1 [ 2 /A ] << /B 3 >> x ] d",
    b"/P << /MCID 4 /Lang (en) >> BDC",
    b"BI /W 2 /H 2 /BPC 8 ID \x00\x01EI\xff EI Q",
    b"(a (nested) \\(one\\) \\101) '",
    b'(a \\\n break) "',
    b"<48 65 6> Tj <> Tj <48>> Tj <4",
    b"5. -.5 +.5 -5 +5 --5 1.2.3 5-3 . - + 4.e 007 " + b"9" * 5_000,
    b"/A#20B /#41 / /\xe9 /\xc3\xa9 /A/B[/C]",
    b"true false truest null T* f* W\x00n {1 2}",
    b"% a comment ] )\r1 0 g",
    b"] > >> ) } EI ID",
]
_LETTERS = [bytes([each]) for each in b"0159+-.%/#()<>[]{}\\\r\n \x00abEITJ\xe9"]
_content = st.lists(st.sampled_from([*_PIECES, *_LETTERS, b" ", b"\n"]), max_size=30).map(b"".join)


def said(parser: type[PDFContentParser], streams: list[bytes], most: int) -> list[str]:
    """What a parser yields of streams that it reads `most` bytes at a time, and how it ends."""

    class Cut(parser):  # type: ignore[valid-type, misc]
        BUFSIZ = most

    found: list[str] = []
    try:
        reading: Any = Cut([PDFStream({}, each) for each in streams])
        while True:
            place, each = reading.nextobject()
            found.append(f"{place} {type(each).__name__} {each.rawdata if isinstance(each, PDFStream) else each!r}")
    except PSEOF:
        return [*found, "end"]
    except Exception as error:
        return [*found, repr(error)]


@given(st.lists(_content, min_size=1, max_size=3), st.integers(1, 60) | st.just(4096))
@example(_PIECES, 4096)
@example(_PIECES, 7)
@example([b"[1 2", b"3] TJ 4", b"5 Tm"], 4096)
def test_it_yields_what_pdfminers_yields(streams: list[bytes], most: int) -> None:
    assert said(ContentParser, streams, most) == said(PDFContentParser, streams, most)


@given(st.lists(st.sampled_from([b"<< /Type /Page /Parent 2 0 R >>", b"3 0 R", *_PIECES]), max_size=9).map(b" ".join))
@example(b"1 0 2 30 << /A [ 1 0 R (x) ] /B << /C true /D null >> >> 7 << /A >> ] [ << ] >> >")
def test_a_stream_of_objects_yields_what_pdfminers_yields(stream: bytes) -> None:
    for most in (7, 4096):
        found, own = objects(StreamParser, stream, most), objects(PDFStreamParser, stream, most)
        assert found == own


def objects(parser: type[PDFStreamParser], stream: bytes, most: int) -> list[str]:
    """What a parser of a stream of objects yields, read `most` bytes at a time, and how it ends."""
    found: list[str] = []
    reading: Any = type("Cut", (parser,), {"BUFSIZ": most})(stream)
    try:
        while True:
            place, each = reading.nextobject()
            found.append(f"{place} {type(each).__name__} {re.sub('0x[0-9a-f]+', '', repr(each))}")
    except Exception as error:
        return [*found, repr(error)]


@pytest.mark.parametrize("piece", _PIECES)
def test_each_kind_of_content_by_itself(piece: bytes) -> None:
    for most in (1, 2, 3, 5, 8, 13, 4096):
        assert said(ContentParser, [piece, b" 7 w"], most) == said(PDFContentParser, [piece, b" 7 w"], most)
