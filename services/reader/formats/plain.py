"""Plain text becomes drafts: lines joined to paragraphs, with headings, lists and code as people mark them."""

import re
from collections.abc import Sequence

from services.reader.formats.drafts import Draft

_RULE = re.compile(r"^\s*([=\-~*#^_])\1{2,}\s*$")
_BULLET = re.compile(r"^(\s*)(?:[•▪◦‣●○■□➢►–—*+-])\s+(?=\S)")
_NUMBER = re.compile(r"^(\s*)(?=(?:\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S)")
_SECTION = re.compile(
    r"^(?:(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+[^\W\d_].*"
    r"|(?:chapter|section|part|appendix|kapittel|avsnitt|del|vedlegg|kapitel|abschnitt)\s+(?:\d+|[ivxlc]+)\b.*)$",
    re.IGNORECASE,
)
_ENDED = (".", "!", "?", ":", ";", ",")
_LONGEST_HEADING, _LONG_LINE, _SHORT = 90, 160, 0.7
_CODE_MARKS = re.compile(r"[{};=<>]|\):?\s*$|^\s*(?:\$|>>>|#!)")


def read_plain(text: str) -> list[Draft]:
    """The drafts of a text with line feeds."""
    chunks = [chunk for chunk in _chunks(text.replace("\f", "\n\n").expandtabs(4).split("\n"))]
    wrapped = _is_wrapped(chunks)
    width = max((len(line) for chunk in chunks for line in chunk if len(line) <= _LONG_LINE), default=0)
    drafts: list[Draft] = []
    for chunk in chunks:
        told = _told(chunk, wrapped, width)
        if drafts and told and drafts[-1].kind == told[0].kind == "code":
            drafts[-1].pieces = [*drafts[-1].pieces, ("\n\n", ""), *told[0].pieces]
        else:
            drafts += told
    return drafts


def _chunks(lines: Sequence[str]) -> list[list[str]]:
    """Lines that stand together; a line of dashes ends what it stands under."""
    chunks: list[list[str]] = [[]]
    for line in lines:
        if _RULE.match(line):
            chunks[-1].append(line)
            chunks.append([])
        elif line.strip():
            chunks[-1].append(line)
        elif chunks[-1]:
            chunks.append([])
    return [chunk for chunk in chunks if chunk]


def _is_wrapped(chunks: Sequence[Sequence[str]]) -> bool:
    """Whether lines end where the page did: not when many are far longer than a page is wide."""
    lines = [line for chunk in chunks for line in chunk if not _RULE.match(line)]
    return sum(len(line) > _LONG_LINE for line in lines) * 5 <= len(lines)


def _told(chunk: list[str], wrapped: bool, width: int) -> list[Draft]:
    if _RULE.match(chunk[-1]):
        if len(chunk) == 1:
            return []
        title, level = chunk[-2], 1 if chunk[-1].strip()[0] in "=#*" else 2
        before = _told(chunk[:-2], wrapped, width) if len(chunk) > 2 else []
        if len(title) <= _LONGEST_HEADING:
            return [*before, Draft("heading", [(title, "")], level)]
        return _told(chunk[:-1], wrapped, width)
    if len(chunk) == 1 and (heading := _heading(chunk[0])):
        return [heading]
    if all(line.startswith("    ") for line in chunk) and sum(
        bool(_CODE_MARKS.search(line)) for line in chunk
    ) * 2 > len(chunk):
        return [Draft("code", [("\n".join(chunk), "")])]
    drafts: list[Draft] = []
    for lines, listed in _paragraphs(chunk, wrapped, width):
        first = _BULLET.sub("", lines[0]) if listed else lines[0]
        drafts.append(Draft("list_item" if listed else "paragraph", [(first, "")], more=lines[1:]))
    return drafts


def _heading(line: str) -> Draft | None:
    """A line by itself that is numbered as a section, or in capitals."""
    said = line.strip()
    if len(said) > _LONGEST_HEADING or said.endswith(_ENDED):
        return None
    if found := _SECTION.match(said):
        number = found["number"]
        return Draft("heading", [(said, "")], number.count(".") + 1 if number else 1)
    letters = [char for char in said if char.isalpha()]
    if len(letters) >= 4 and all(char.isupper() for char in letters):
        return Draft("heading", [(said, "")], 1)
    return None


def _paragraphs(chunk: Sequence[str], wrapped: bool, width: int) -> list[tuple[list[str], bool]]:
    found: list[tuple[list[str], bool]] = []
    for line in chunk:
        bullet = bool(_BULLET.match(line))
        number = bool(_NUMBER.match(line)) and (not found or found[-1][1] or found[-1][0][-1].rstrip().endswith(_ENDED))
        if not found or bullet or number or not wrapped or _ended(found[-1], line, width):
            found.append(([line], bullet or number))
        else:
            found[-1][0].append(line)
    return found


def _ended(before: tuple[list[str], bool], line: str, width: int) -> bool:
    """Whether a paragraph ended on the line before: a short line with a full stop, or the next one is indented."""
    last, listed = before[0][-1].rstrip(), before[1]
    if not last.endswith((".", "!", "?", ":")) or line.strip()[:1].islower():
        return False
    indented = not listed and line[:1] == " " and before[0][-1][:1] != " "
    outdented = listed and not line.startswith(" ") and len(before[0]) > 1
    return indented or outdented or len(last) < _SHORT * width
