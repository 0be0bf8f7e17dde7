"""Bytes become text: by the mark at the start, by what the file says, else by what it must be."""

import codecs
import re

from charset_normalizer import from_bytes

from contracts.problems import Code
from services.chassis.problems import failed
from services.chassis.sniff import wide

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAID = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{2,40})|<\?xml[^>]{0,80}encoding=["']([\w.-]{2,40})""", re.I
)
# What Western European texts hold beyond ASCII, in Windows' superset of Latin-1.
_WESTERN = frozenset("æøåÆØÅäöüÄÖÜßéèêëÉÈàâáÀÁçÇñÑóòôíîïúûùœŒãõ«»“”‘’„‚–—…•§°·±²³½¼¾€£©®™´¨ºª¿¡×÷µ\xa0\xad")
_SHOWN = 200_000
_FEW_BROKEN = 20


def text_of(raw: bytes) -> str:
    """The text, without a byte order mark, line ends as line feeds. Raises `Failure` damaged: no encoding fits."""
    return _decoded(raw).replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")


def _decoded(raw: bytes) -> str:
    for mark, name in _MARKS:
        if raw.startswith(mark):
            return raw[len(mark) :].decode(name, errors="replace")
    if b"\x00" in raw[:_SHOWN] and (name := wide(raw[:_SHOWN])):
        return raw.decode(name, errors="replace")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        pass
    if name := wide(raw[:_SHOWN]):
        return raw.decode(name, errors="replace")
    text = raw.decode(errors="replace")
    broken = text.count("\ufffd")
    if broken * _FEW_BROKEN < sum(byte >= 0xC0 for byte in raw):
        return text  # UTF-8 with an accident in it
    if (found := _SAID.search(raw[:4096])) and (told := _told(raw, (found[1] or found[2]).decode("ascii"))):
        return told
    if _is_western(raw[:_SHOWN]):
        return raw.decode("cp1252", errors="replace")
    best = from_bytes(raw[:_SHOWN]).best()
    if best is None:
        raise failed(Code.DAMAGED, "encoding")
    return raw.decode(best.encoding, errors="replace")


def _told(raw: bytes, name: str) -> str:
    """By the encoding that an HTML or XML file names, "" where that is unknown or wrong."""
    try:
        known = codecs.lookup(
            "cp1252" if name.lower() in ("iso-8859-1", "latin-1", "latin1", "us-ascii") else name
        ).name
        text = raw.decode(known, errors="replace")
    except (LookupError, UnicodeError, AssertionError):
        return ""
    return "" if text.count("\ufffd") * 100 > len(text) else text


def _is_western(raw: bytes) -> bool:
    beyond = [char for char in raw.decode("cp1252", errors="replace") if char > "\x7f"]
    return sum(char in _WESTERN for char in beyond) >= 0.95 * len(beyond)
