"""What kind of document a zip is, by the parts it holds."""

import zipfile
from pathlib import Path

from contracts.problems import Code, failure
from services.reader.formats.archive import NOT_A_ZIP, entry

_MAIN = (
    (b"wordprocessingml.document.main", "word"),
    (b"presentationml.presentation.main", "ppt"),
    (b"presentationml.slideshow.main", "ppt"),
)
_OTHERS = (
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
_MOST = 10 << 20
_TYPES = {
    "word": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "ppt": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}


def zip_type(path: Path) -> tuple[str | None, str]:
    """The media type, or None and what it looks like. Raises `Failure` damaged: not to be opened at all."""
    try:
        archive = zipfile.ZipFile(path)
    except NOT_A_ZIP as error:
        raise failure(
            Code.DAMAGED,
            "The file is a zip (as office files and EPUBs are) that is cut off or damaged: it cannot be opened.",
        ) from error
    with archive:
        names = set(archive.namelist())
        if "META-INF/container.xml" in names:
            return "application/epub+zip", ""
        kind = _small(archive, "mimetype").decode("ascii", errors="replace").strip()
        if kind.startswith(_OPEN_START):
            return None, _OPEN.get(kind.removeprefix(_OPEN_START).partition("-")[0], "an OpenDocument file")
        types = _small(archive, "[Content_Types].xml").lower()
        for mark, known in _MAIN:
            if mark in types:
                return _TYPES[known], ""
        for mark, name in _OTHERS:
            if mark in types:
                return None, name
        return None, "a program (JAR)" if "META-INF/MANIFEST.MF" in names else "a ZIP archive"


def _small(archive: zipfile.ZipFile, name: str) -> bytes:
    """A part that is small in every honest file; what is not, is as if it were not there."""
    if name not in archive.NameToInfo or archive.NameToInfo[name].file_size > _MOST:
        return b""
    return entry(archive, name) or b""
