"""What a file surely is, by its first bytes, where that is no document: so that an upload can be refused at once.

The gateway asks with the first 4 KB of an upload, the Reader with the first bytes of a stored file. Whatever may be a
document passes here (any zip, any OLE file, any text): only the Reader, which opens it, says what it is.
"""

import re

_STARTS: tuple[tuple[bytes, str], ...] = (
    (b"\x7fELF", "a program (ELF)"),
    (b"MZ", "a Windows program"),
    (b"\xfe\xed\xfa\xce", "a macOS program"),
    (b"\xfe\xed\xfa\xcf", "a macOS program"),
    (b"\xce\xfa\xed\xfe", "a macOS program"),
    (b"\xcf\xfa\xed\xfe", "a macOS program"),
    (b"\xca\xfe\xba\xbe", "a program (Java or macOS)"),
    (b"\x00asm", "a program (WebAssembly)"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"MSCF\x00\x00\x00\x00", "a CAB archive"),
    (b"ID3", "an MP3 recording"),
    (b"fLaC", "a FLAC recording"),
    (b"OggS", "an Ogg recording"),
    (b"MThd\x00\x00\x00\x06", "a MIDI file"),
    (b"\x1aE\xdf\xa3", "a Matroska or WebM video"),
    (b"\x00\x00\x01\xba", "an MPEG video"),
    (b"FLV\x01", "a Flash video"),
    (b"0&\xb2u\x8ef\xcf\x11", "a Windows Media file"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"8BPS\x00", "a Photoshop picture"),
    (b"\x00\x00\x00\x0cjP  \r\n", "a JPEG 2000 picture"),
    (b"AT&TFORM", "a DjVu document"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript file"),
    (b"ITSF\x03", "a Windows help file (CHM)"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"OTTO\x00", "a font"),
    (b"\x00\x01\x00\x00\x00", "a font"),
)
_RIFF = {b"WAVE": "a WAV recording", b"AVI ": "an AVI video", b"WEBP": "a WebP picture"}
_PICTURES = re.compile(rb"heic|heix|heim|heis|hevc|mif1|msf1|avif|avis")
_OPEN_DOCUMENT = re.compile(rb"mimetypeapplication/vnd\.(?:oasis\.opendocument|sun\.xml)\.([a-z]+)")
_OPEN_NAMES = {
    b"text": "an OpenDocument text (ODT)",
    b"spreadsheet": "an OpenDocument spreadsheet (ODS)",
    b"presentation": "an OpenDocument presentation (ODP)",
}
_OURS = (
    b"PK",
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"II*\x00",
    b"MM\x00*",
    b"II+\x00",
    b"MM\x00+",
    b"\xd0\xcf\x11\xe0",
)
_TEXT_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_PDF_WITHIN = 1024
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1b")


def surely_not_a_document(head: bytes) -> str | None:
    """What the file is ("an MP3 recording"), or None where its first bytes (about 4 KB) may begin a document."""
    if b"%PDF-" in head[:_PDF_WITHIN]:
        return None
    for start, name in _STARTS:
        if head.startswith(start) and not (start == b"MZ" and not _controls(head)):
            return name
    if head.startswith(b"RIFF") and head[8:12] in _RIFF:
        return _RIFF[head[8:12]]
    if head[4:8] == b"ftyp" and head[:2] == b"\x00\x00":
        return "a HEIC or AVIF picture" if _PICTURES.match(head[8:12]) else "an MP4 video or recording"
    if head.startswith(b"BM") and head[6:10] == bytes(4) and len(head) > 14:
        return "a BMP picture"
    if head[257:262] == b"ustar":
        return "a tar archive"
    if head.startswith(b"PK\x03\x04") and (found := _OPEN_DOCUMENT.match(head[30:])):
        return _OPEN_NAMES.get(found[1], "an OpenDocument file")
    if head.startswith((*_OURS, *_TEXT_MARKS)):
        return None
    if _is_mp3(head):
        return "an MP3 recording"
    return "a binary file" if _controls(head) and not wide(head) else None


def _controls(head: bytes) -> bool:
    """Whether it holds more control characters than any text does."""
    return sum(byte in _CONTROLS for byte in head) > 0.02 * len(head)


def wide(head: bytes) -> str:
    """ "utf-16-le" or "utf-16-be" for text in that without its mark: every other byte is a script's small number."""
    half = len(head) // 2
    low, high = (sum(byte < 0x20 for byte in head[start : 2 * half : 2]) for start in (0, 1))
    if half < 8 or max(low, high) < 0.9 * half or min(low, high) > 0.4 * half:
        return ""
    return "utf-16-le" if high > low else "utf-16-be"


def _is_mp3(head: bytes) -> bool:
    """Whether it begins with the frame of an MPEG audio layer: 11 bits set, then a layer and rates that exist."""
    return (
        len(head) > 3
        and head[0] == 0xFF
        and head[1] & 0xE0 == 0xE0
        and head[1] & 0x06 != 0
        and head[1] & 0x18 != 0x08
        and head[2] & 0xF0 not in (0xF0, 0)
        and head[2] & 0x0C != 0x0C
        and _controls(head)
    )
