"""What a PDF says of itself: its title and its bookmarks. Both are optional, and often wrong."""

import re
from typing import Any

from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdftypes import resolve1
from pdfminer.utils import decode_text

_MOST_BOOKMARKS = 5000
_NO_TITLE = re.compile(
    r"^(untitled|title|document|dokument|uten navn|microsoft (word|powerpoint) - .*|powerpoint[- ]presentation"
    r"|presentation"
    r"|presentasjon|slide 1|.*\.(docx?|dvi|tex|indd|pptx?|pdf|odt|rtf|qxd|html?)|[\W\d_]*)$",
    re.IGNORECASE,
)


def title_of(document: PDFDocument) -> str:
    """The title in the metadata, or "" where there is none that a person would call one."""
    for info in document.info:
        try:
            title = _words(resolve1(info.get("Title")))
        except Exception:
            continue
        if 2 < len(title) <= 200 and not _NO_TITLE.match(title):
            return title
    return ""


def outline_of(document: PDFDocument) -> list[tuple[int, str]]:
    """The bookmarks as (level from 1, title), in order; empty when there are none or they are broken."""
    found: list[tuple[int, str]] = []
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
                found.append((level, title))
            # The next sibling waits under the children, so that they come first.
            waiting += [(level, entry.get("Next")), (level + 1, entry.get("First"))]
    except MemoryError:
        raise
    except Exception:
        return []
    return found


def _words(value: Any) -> str:
    text = decode_text(value) if isinstance(value, bytes) else value if isinstance(value, str) else ""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
