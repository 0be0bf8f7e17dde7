"""What a PDF says of itself: its title and its bookmarks. Both are optional, and often wrong."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pypdfium2
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.psparser import PSLiteral
from pdfminer.utils import decode_text

from services.reader.pages import Bookmark

_MOST_BOOKMARKS, _DEEPEST = 5000, 15
_NO_TITLE = re.compile(
    r"^(untitled|title|document|dokument|uten navn|microsoft (word|powerpoint) - .*|powerpoint[- ]presentation"
    r"|presentation"
    r"|presentasjon|slide 1|.*\.(docx?|dvi|tex|indd|pptx?|pdf|odt|rtf|qxd|html?)|[\W\d_]*)$",
    re.IGNORECASE,
)
_MAKERS = ("Creator", "Producer")
_FORMAT = re.compile(r"\W+pdf$", re.IGNORECASE)


def title_of(document: PDFDocument) -> str:
    """The title in the metadata, or "" where there is none that a person would call one."""
    for info in document.info:
        try:
            makers = [_words(resolve1(info.get(name))) for name in _MAKERS]
            title = titled(_words(resolve1(info.get("Title"))), makers)
        except Exception:
            continue
        if title:
            return title
    return ""


def titled(said: str, makers: Sequence[str]) -> str:
    """What is said to be the title, or "" where a person would not call it one: it says nothing, or is the name of the
    program that made the file ("Adobe Photoshop PDF"). `makers`: what these programs call themselves."""
    title = " ".join(said.split())
    if not 2 < len(title) <= 200 or _NO_TITLE.match(title):
        return ""
    program, makes_pdf = _FORMAT.sub("", title).casefold(), bool(_FORMAT.search(title))
    said_so = [" ".join(maker.split()).casefold() for maker in makers]
    return "" if any(maker == program or (makes_pdf and maker.startswith(program)) for maker in said_so) else title


def bookmarks_of(document: pypdfium2.PdfDocument) -> list[Bookmark]:
    """The bookmarks as PDFium finds them, in order."""
    found: list[Bookmark] = []
    for each in document.get_toc(max_depth=_DEEPEST):
        if len(found) >= _MOST_BOOKMARKS:
            break
        leads_to = each.get_dest()
        index = leads_to.get_index() if leads_to else None
        if title := _words(each.get_title()):
            found.append((each.level + 1, title, 0 if index is None else index + 1))
    return found


def outline_of(document: PDFDocument, numbers: Mapping[int, int]) -> list[Bookmark]:
    """The bookmarks, in order; empty when there are none or they are broken. `numbers`: pages by their objects' ids."""
    found: list[Bookmark] = []
    seen: set[int] = set()
    try:
        waiting: list[tuple[int, Any]] = [(0, document.catalog.get("Outlines"))]
        while waiting and len(found) < _MOST_BOOKMARKS:
            level, reference = waiting.pop()
            if (key := getattr(reference, "objid", None) or id(reference)) in seen:
                continue
            seen.add(key)
            entry = resolve1(reference)
            if not isinstance(entry, dict):
                continue
            if level and (title := _words(resolve1(entry.get("Title")))):
                found.append((level, title, _page(document, entry, numbers)))
            # The next sibling waits under the children, so that they come first.
            waiting += [(level, entry.get("Next")), (level + 1, entry.get("First"))]
    except MemoryError:
        raise
    except Exception:
        return []
    return found


def _page(document: PDFDocument, entry: dict[str, Any], numbers: Mapping[int, int]) -> int:
    """The page that a bookmark leads to; 0: to none that can be found."""
    try:
        place = resolve1(entry.get("Dest"))
        if place is None:
            action = resolve1(entry.get("A"))
            place = resolve1(action.get("D")) if isinstance(action, dict) else None
        if isinstance(place, bytes | PSLiteral):
            place = resolve1(document.get_dest(place.name if isinstance(place, PSLiteral) else place))
        if isinstance(place, dict):
            place = resolve1(place.get("D"))
        page = place[0] if isinstance(place, list) and place else None
        if isinstance(page, PDFObjRef):
            return numbers.get(page.objid, 0)
        return page + 1 if isinstance(page, int) and 0 <= page < len(numbers) else 0
    except MemoryError:
        raise
    except Exception:
        return 0


def _words(value: Any) -> str:
    text = decode_text(value) if isinstance(value, bytes) else value if isinstance(value, str) else ""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
