"""The first bytes refuse what surely is no document, and let through whatever may be one."""

import pytest

from services.chassis.sniff import surely_not_a_document


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"\x7fELF\x02\x01", "a program (ELF)"),
        (b"MZ\x90\x00\x03\x00\x00\x00", "a Windows program"),
        (b"Rar!\x1a\x07\x01\x00", "a RAR archive"),
        (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
        (b"\x1f\x8b\x08\x00", "a gzip archive"),
        (b"name".ljust(257, b"\x00") + b"ustar\x00", "a tar archive"),
        (b"ID3\x03", "an MP3 recording"),
        (b"\xff\xfb\x90\x64" + bytes(60), "an MP3 recording"),
        (b"\x00\x00\x00\x20ftypisom", "an MP4 video or recording"),
        (b"\x00\x00\x00\x20ftypheic", "a HEIC or AVIF picture"),
        (b"RIFF\x00\x00\x00\x00WAVEfmt ", "a WAV recording"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "a WebP picture"),
        (b"\x1aE\xdf\xa3\x01", "a Matroska or WebM video"),
        (b"GIF89a\x01\x00", "a GIF picture"),
        (b"{\\rtf1\\ansi", "an RTF document"),
        (b"%!PS-Adobe-3.0", "a PostScript file"),
        (b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.text", "an OpenDocument text (ODT)"),
        (bytes(range(256)), "a binary file"),
    ],
)
def test_what_is_surely_no_document_is_named(head: bytes, name: str) -> None:
    assert surely_not_a_document(head) == name


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"%PDF-1.7",
        b"\x00\x01junk%PDF-1.4",
        b"\x89PNG\r\n\x1a\n" + bytes(40),
        b"\xff\xd8\xff\xe0" + bytes(40),
        b"II*\x00" + bytes(40),
        b"MM\x00*" + bytes(40),
        b"PK\x03\x04" + bytes(26) + b"word/document.xml",
        b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/epub+zip",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(40),
        b"<html>",
        b"# Kettles",
        b"MZ is what a program begins with",
        "På bålet står en kjele".encode(),
        "På bålet står en kjele".encode("latin-1"),
        "På bålet står en kjele".encode("utf-16"),
        "A kettle stands on the fire".encode("utf-16-le"),
        "A kettle stands on the fire".encode("utf-16-be"),
        "水は電気で沸く".encode("shift_jis"),
        "Чайник кипит".encode("koi8-r"),
        "Чайник кипит".encode("utf-16-le"),
        b"x" * 4096,
    ],
)
def test_whatever_may_be_a_document_passes(head: bytes) -> None:
    assert surely_not_a_document(head) is None
