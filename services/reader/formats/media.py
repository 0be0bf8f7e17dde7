"""What a file is, by its content and never by its name."""

import re
import zipfile
from pathlib import Path

from contracts.message import Phrase
from contracts.problems import Code, Failure
from services.chassis.problems import failed
from services.chassis.sniff import surely_not_a_document
from services.reader.formats.archive import NOT_A_ZIP, entry, not_of_the_disk
from services.reader.formats.encoding import text_of

PDF = "application/pdf"
PNG = "image/png"
JPEG = "image/jpeg"
TIFF = "image/tiff"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
EPUB = "application/epub+zip"
HTML = "text/html"
MARKDOWN = "text/markdown"
TEXT = "text/plain"
SRT = "application/x-subrip"
VTT = "text/vtt"

IMAGES = frozenset({PNG, JPEG, TIFF})
FLOWS = frozenset({DOCX, PPTX, EPUB, HTML, MARKDOWN, TEXT, SRT, VTT})
READ = (
    "PDF, PNG, JPEG and TIFF pictures, Word (DOCX), PowerPoint (PPTX), EPUB, HTML, Markdown, plain text,"
    " and SRT and WebVTT transcripts"
)

_STARTS = (
    (b"\x89PNG\r\n\x1a\n", PNG),
    (b"\xff\xd8\xff", JPEG),
    (b"II*\x00", TIFF),
    (b"MM\x00*", TIFF),
    (b"II+\x00", TIFF),
    (b"MM\x00+", TIFF),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_KINDS = (
    ("EncryptedPackage", ""),
    ("WordDocument", "an old Word document (.doc)"),
    ("PowerPoint Document", "an old presentation (.ppt)"),
    ("Workbook", "an old workbook (.xls)"),
    ("__substg1.0", "an Outlook message"),
)
_OLE_SHOWN = 8 << 20
_ZIP_MAIN = (
    (b"wordprocessingml.document.main", DOCX),
    (b"presentationml.presentation.main", PPTX),
    (b"presentationml.slideshow.main", PPTX),
)
_ZIP_OTHERS = (
    (b"wordprocessingml.template.main", "a Word template (DOTX)"),
    (b"ms-word.document.macroenabled", "a Word document with macros (DOCM)"),
    (b"presentationml.template.main", "a PowerPoint template (POTX)"),
    (b"ms-powerpoint.", "a presentation with macros (PPTM)"),
    (b"spreadsheetml", "an Excel workbook (XLSX)"),
    (b"ms-excel", "an Excel workbook (XLSB or XLSM)"),
    (b"visio", "a Visio drawing"),
)
_OPEN = {"text": "an OpenDocument text (ODT)", "spreadsheet": "an OpenDocument spreadsheet (ODS)"}
_OPEN_START = "application/vnd.oasis.opendocument."
_MOST_SMALL = 10 << 20
_HEAD = 64 << 10
_PDF_WITHIN = 1024
_SHORT = 400
_CUE = re.compile(r"\s*(?:\d+\s*\n)\s*\d+:\d{1,2}:\d{1,2}[,.]\d+\s*-->\s*\d+:")
_PROLOGUE = re.compile(r"\s*(?:<\?xml[^>]{0,200}\?>|<!--.*?-->|\s+)*", re.S)
_PAGE = re.compile(r"<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|main|article)\b", re.I)
_TAGS = re.compile(
    r"</?(?:p|div|span|h[1-6]|ul|ol|li|table|tr|td|section|br|a|b|i|em|strong|img|font|center)\b[^<>]*>", re.I
)
_ROOT = re.compile(r"<([A-Za-z_][\w.-]*(?::[\w.-]+)?)[\s/>]")
_MARKS = (
    re.compile(r"^#{1,6} \S", re.M),
    re.compile(r"^(?:```|~~~)", re.M),
    re.compile(r"\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)"),
    re.compile(r"\*\*[^*\n]{1,200}\*\*|(?<!\w)__[^_\n]{1,200}__"),
    re.compile(r"^ {0,3}\|? ?:?-{3,}:? ?\|", re.M),
    re.compile(r"^\[\^?[^\]\n]{1,100}\]:\s", re.M),
)


def media_type_of(path: Path) -> str:
    """The media type of a stored file: PDF, one of IMAGES or one of FLOWS.

    Raises `Failure`: empty_file, unsupported_type (names what it looks like and what is read), encrypted (an office
    file), damaged (a zip that cannot be opened).
    """
    size = path.stat().st_size
    if not size:
        raise failed(Code.EMPTY_FILE, "empty")
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if b"%PDF-" in head[:_PDF_WITHIN] and (head.lstrip().startswith(b"%PDF-") or not _is_text(head)):
        return PDF
    picture = next((media_type for start, media_type in _STARTS if head.startswith(start)), None)
    if picture:
        return picture
    if head.startswith(_OLE):
        raise _ole(path)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        known, name = _zip_type(path)
        if known is None:
            raise _unsupported(name)
        return known
    if other := surely_not_a_document(head[:4096]):
        raise _unsupported(other)
    return _text_type(text_of(head[: head.rfind(b"\n") + 1] if size > _HEAD and b"\n" in head else head))


def _is_text(head: bytes) -> bool:
    """Whether a PDF's mark is only spoken of: nothing but text around it, and none of a PDF's parts."""
    parts = (b" obj", b"xref", b"%%EOF", b"stream")
    return not any(part in head for part in parts) and not surely_not_a_document(head[:4096].replace(b"%PDF-", b""))


def _text_type(text: str) -> str:
    text = text.lstrip()
    if re.match(r"WEBVTT(?:[ \t\n]|$)", text):
        return VTT
    if _CUE.match(text[:_SHORT]):
        return SRT
    body = text[_PROLOGUE.match(text).end() :]  # type: ignore[union-attr]
    if _PAGE.match(body):
        return HTML
    marks = sum(len(mark.findall(text)) for mark in _MARKS)
    if body.startswith("<") and (found := _ROOT.match(body)):
        root = found[1].lower()
        if _TAGS.match(body):
            return MARKDOWN if marks >= 2 and len(_TAGS.findall(text)) < 4 * marks else HTML
        if text.startswith("<?xml") or root in ("svg", "rss", "feed", "tei"):
            raise _unsupported("an SVG picture" if root == "svg" else f"an XML file ({found[1][:40]})")
    if len(_TAGS.findall(text)) >= 10 and marks < 2:
        return HTML
    first = re.match(r"(?:---\n.*?\n---\n\n?)?#{1,6} \S", text, re.S)
    return MARKDOWN if marks >= 2 or first else TEXT


def _ole(path: Path) -> Failure:
    """The old office formats, and those of today when they are locked: each is a file system of its own."""
    with path.open("rb") as file:
        held = file.read(_OLE_SHOWN)
        file.seek(max(0, path.stat().st_size - _OLE_SHOWN))
        held += file.read(_OLE_SHOWN)
    for stream, name in _OLE_KINDS:
        if stream.encode("utf-16-le") in held:
            if not name:
                return failed(
                    Code.ENCRYPTED,
                    "office_locked",
                )
            return _unsupported(name)
    return _unsupported("an old office file (OLE)")


def _zip_type(path: Path) -> tuple[str | None, str]:
    """The media type, or None and what it looks like. Raises `Failure` damaged: not to be opened at all."""
    try:
        archive = zipfile.ZipFile(path)
    except NOT_A_ZIP as error:
        not_of_the_disk(error)
        raise failed(
            Code.DAMAGED,
            "zip_damaged",
        ) from error
    with archive:
        names = set(archive.namelist())
        if "META-INF/container.xml" in names:
            return EPUB, ""
        kind = _small(archive, "mimetype").decode("ascii", errors="replace").strip()
        if kind.startswith(_OPEN_START):
            return None, _OPEN.get(kind.removeprefix(_OPEN_START).partition("-")[0], "an OpenDocument file")
        types = _small(archive, "[Content_Types].xml").lower()
        for mark, known in _ZIP_MAIN:
            if mark in types:
                return known, ""
        for mark, name in _ZIP_OTHERS:
            if mark in types:
                return None, name
        return None, "a program (JAR)" if "META-INF/MANIFEST.MF" in names else "a ZIP archive"


def _small(archive: zipfile.ZipFile, name: str) -> bytes:
    """A part that is small in every honest file; what is not, is as if it were not there."""
    if name not in archive.NameToInfo or archive.NameToInfo[name].file_size > _MOST_SMALL:
        return b""
    return entry(archive, name) or b""


def _unsupported(name: str) -> Failure:
    return failed(Code.UNSUPPORTED_TYPE, "unsupported", name=name, read=Phrase.of("problems.read"))
