"""Pages as a blob, between the reading of a range and the gathering of the whole: compact JSON, exactly what it was.

Every object is the list of its fields in their order, so a field that is added at an end needs no new version.
"""

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from contracts.documents import PageQuality
from services.reader.pages import Heard, Line, Page, Run

VERSION = 1
_LINE = [field.name for field in fields(Line)]
_PAGE = [field.name for field in fields(Page)]


def stored(pages: Sequence[Page]) -> bytes:
    """The pages as UTF-8 JSON."""
    plain = {"version": VERSION, "pages": [_page(page) for page in pages]}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def pages_of(data: bytes) -> list[Page]:
    """The pages of `stored`. Raises ValueError for another version."""
    plain = json.loads(data.decode("utf-8", "surrogatepass"))
    if plain["version"] != VERSION:
        raise ValueError(f"pages are stored as version {plain['version']}, not {VERSION}")
    return [_to_page(dict(zip(_PAGE, row, strict=False))) for row in plain["pages"]]


def _row(thing: Any) -> list[Any]:
    return [getattr(thing, field.name) for field in fields(thing)]


def _page(page: Page) -> list[Any]:
    row = dict(zip(_PAGE, _row(page), strict=True))
    row["chunks"] = [[_line(line) for line in chunk] for chunk in page.chunks]
    row["quality"] = page.quality.model_dump(mode="json") if page.quality else None
    return list(row.values())


def _line(line: Line) -> list[Any]:
    row = dict(zip(_LINE, _row(line), strict=True))
    row["runs"] = [_row(run) for run in line.runs]
    row["words"] = [_row(word) for word in line.words]
    return list(row.values())


def _to_page(row: dict[str, Any]) -> Page:
    row["chunks"] = tuple(tuple(_to_line(dict(zip(_LINE, line, strict=False))) for line in c) for c in row["chunks"])
    row["quality"] = PageQuality.model_validate(row["quality"]) if row["quality"] else None
    row["figures"] = tuple(tuple(figure) for figure in row.get("figures", ()))
    return Page(**row)


def _to_line(row: dict[str, Any]) -> Line:
    row["runs"] = tuple(Run(*run) for run in row["runs"])
    row["words"] = tuple(Heard(*word) for word in row["words"])
    return Line(**row)
