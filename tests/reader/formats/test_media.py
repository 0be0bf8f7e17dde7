"""What a file is, is told by its content; what is not read is named."""

from pathlib import Path

import pytest

from contracts.problems import Code, Failure
from services.reader.formats import media
from tests.reader.formats import made
from tests.reader.formats.made import put, zipped

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
_TYPES = "[Content_Types].xml"


def kind(folder: Path, content: bytes | str, name: str = "upload.bin") -> str:
    return media.media_type_of(put(folder, content, name))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"%PDF-1.7\n", media.PDF),
        (b"junk\n\x00\x01%PDF-1.4\n1 0 obj", media.PDF),
        (b"\x89PNG\r\n\x1a\n" + bytes(9), media.PNG),
        (b"\xff\xd8\xff\xe0" + bytes(9), media.JPEG),
        (b"II*\x00" + bytes(9), media.TIFF),
        (b"MM\x00*" + bytes(9), media.TIFF),
        (made.SAMPLES["docx"], media.DOCX),
        (made.SAMPLES["pptx"], media.PPTX),
        (made.SAMPLES["epub"], media.EPUB),
        (made.WEB, media.HTML),
        ("<p>A kettle</p>", media.HTML),
        ("\ufeff<?xml version='1.0'?>\n<!-- ours -->\n<html xmlns='x'/>", media.HTML),
        (made.MARKDOWN, media.MARKDOWN),
        ('<h1 align="center">Kettle</h1>\n\n## Use\n\n**Fill** it, [so](x).\n', media.MARKDOWN),
        (made.PLAIN, media.TEXT),
        ("A text about the mark %PDF- of a file.", media.TEXT),
        ("Å koke vann".encode("utf-16"), media.TEXT),
        ("Å koke vann på bålet".encode("latin-1"), media.TEXT),
        (made.SUBTITLES, media.SRT),
        (made.WEBVTT, media.VTT),
    ],
)
def test_the_content_says_what_it_is(tmp_path: Path, content: bytes | str, expected: str) -> None:
    assert kind(tmp_path, content) == expected


@pytest.mark.parametrize("name", ["picture.png", "course.pdf", "x.docx", "noname"])
def test_a_name_says_nothing(tmp_path: Path, name: str) -> None:
    assert kind(tmp_path, made.WEB, name) == media.HTML


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (b"", Code.EMPTY_FILE, "0 bytes"),
        (b"\x7fELF" + bytes(99), Code.UNSUPPORTED_TYPE, "a program (ELF)"),
        (b"ID3\x04" + bytes(99), Code.UNSUPPORTED_TYPE, "an MP3 recording"),
        (b"\x00\x00\x00\x18ftypmp42" + bytes(99), Code.UNSUPPORTED_TYPE, "an MP4 video"),
        (b"Rar!\x1a\x07\x00", Code.UNSUPPORTED_TYPE, "a RAR archive"),
        (b"{\\rtf1 kettle}", Code.UNSUPPORTED_TYPE, "an RTF document"),
        (b"GIF89a" + bytes(9), Code.UNSUPPORTED_TYPE, "a GIF picture"),
        (b"<svg xmlns='x'/>", Code.UNSUPPORTED_TYPE, "an SVG picture"),
        (b"<?xml version='1.0'?><recipe><step/></recipe>", Code.UNSUPPORTED_TYPE, "an XML file (recipe)"),
        (_OLE + "WordDocument".encode("utf-16-le"), Code.UNSUPPORTED_TYPE, "an old Word document (.doc)"),
        (_OLE + "PowerPoint Document".encode("utf-16-le"), Code.UNSUPPORTED_TYPE, "an old presentation (.ppt)"),
        (_OLE + "EncryptedPackage".encode("utf-16-le"), Code.ENCRYPTED, "locked with a password to open it"),
        (zipped({"a.txt": "x"}), Code.UNSUPPORTED_TYPE, "a ZIP archive"),
        (zipped({"mimetype": "application/vnd.oasis.opendocument.text"}), Code.UNSUPPORTED_TYPE, "(ODT)"),
        (zipped({_TYPES: "<x spreadsheetml.sheet.main/>"}), Code.UNSUPPORTED_TYPE, "an Excel workbook"),
        (b"PK\x03\x04 a zip", Code.DAMAGED, "cut off or damaged"),
        (made.SAMPLES["docx"][:-200], Code.DAMAGED, "cut off or damaged"),
        (bytes(range(256)) * 9, Code.UNSUPPORTED_TYPE, "a binary file"),
    ],
)
def test_what_is_not_read_is_named(tmp_path: Path, content: bytes, code: Code, said: str) -> None:
    with pytest.raises(Failure) as caught:
        kind(tmp_path, content)
    assert caught.value.problem.code is code
    assert said in caught.value.problem.detail
    if code is Code.UNSUPPORTED_TYPE:
        assert caught.value.problem.status == 415
        assert "What is read: PDF," in caught.value.problem.detail
