"""The plan of a long or scanned document: which pages need OCR, and the ranges that it is read in. Pure."""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from contracts.documents import Pages
from services.reader.pages import Bookmark
from services.reader.settings import ReaderSettings

LEAST_RANGE = 25
"""Pages of text: opening a long file costs as much as reading some of them."""
MOST_RANGES = 1000
FIRST_PAGES, LONG = 20, 60
"""Pages by which a document of at least so many begins: enough for some questions, and read in a second or two."""
_FRONT = re.compile(
    r"(((table of |brief )?contents|list of (abbreviations|acronyms|authors|boxes|contributors|figures|illustrations"
    r"|maps|plates|symbols|tables)|preface|foreword|acknowledge?ments?|about th(is|e)"
    r"|innhold(sfortegnelse|sliste|soversikt)?|(figur|tabell)(liste|oversikt)|forord|om boka"
    r"|inhalt(sübersicht)?|\w*verzeichnis|vorwort|danksagung|impressum)\b"
    r"|((front |back )?cover|half title|title|copyright)( page| notice)?\W*$|copyright (©|\(c\)|\d)|dedication\W*$)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Plan:
    """What every range and the gathering need to know. `ocr`: pages to recognise; `unread`: pages that would need OCR
    where there is none; both in order. `title` and `outline`: what the file says of itself. `reader`: who read it.
    `seen`: of every page, the characters and words that PDFium saw.
    """

    pages: int
    media_type: str
    ocr: Sequence[int] = ()
    unread: Sequence[int] = ()
    title: str = ""
    outline: Sequence[Bookmark] = ()
    reader: str = ""
    seen: Sequence[tuple[int, int]] = ()

    def write(self) -> bytes:
        """As the blob `<plan>/plan.json`."""
        return json.dumps(asdict(self), ensure_ascii=False).encode("utf-8", "surrogatepass")

    @classmethod
    def read(cls, data: bytes) -> "Plan":
        """From its blob; fields that this version does not know are left out."""
        plain: dict[str, Any] = json.loads(data.decode("utf-8", "surrogatepass"))
        known = {name: plain[name] for name in cls.__dataclass_fields__ if name in plain}
        known["outline"] = [(level, title, page) for level, title, page in known.get("outline", [])]
        known["seen"] = [(characters, words) for characters, words in known.get("seen", [])]
        return cls(**known)

    def ocr_in(self, pages: Pages) -> list[int]:
        """The pages of a range that need OCR."""
        return [number for number in self.ocr if pages.first <= number <= pages.last]


def plan_blob(plan: str) -> str:
    """The name of the blob that holds a plan."""
    return f"{plan}/plan.json"


def range_blob(plan: str, number: int) -> str:
    """The name of the blob that holds the pages of a plan's range; `number` from 1."""
    return f"{plan}/{number}.json"


def ranges_of(pages: int, ocr: Collection[int], settings: ReaderSettings) -> list[Pages]:
    """Ranges that cover all pages in order, each about as much work as another.

    Text alone: about `most_ranges`, of at least 25 and at most `range_pages` pages. OCR alone: of `ocr_range_pages`.
    A range may hold both; then each page takes its share of it.
    """
    asked = set(ocr)
    text = -(-(pages - len(asked)) // settings.most_ranges)
    text = min(max(text, min(LEAST_RANGE, settings.range_pages)), settings.range_pages)
    recognised = settings.ocr_range_pages
    while len(found := _cut(pages, asked, text, recognised)) > MOST_RANGES:
        text, recognised = 2 * text, 2 * recognised
    return found


def first_of(plan: Plan) -> Pages | None:
    """The pages that are read and asked about before all others, of a long document whose text is all there: where its
    bookmarks say that the first chapter begins, if that is in its first third, else its first page."""
    if plan.pages < LONG or plan.ocr:
        return None  # Where OCR is needed, nothing is asked before the gate has let the whole pass.
    top = min((level for level, _, _ in plan.outline), default=0)
    chapters = [page for level, title, page in plan.outline if level == top and not _FRONT.match(title.strip())]
    first = chapters[0] if chapters and 1 <= chapters[0] <= plan.pages // 3 else 1
    return Pages(first=first, last=first + FIRST_PAGES - 1)


def _cut(pages: int, ocr: Collection[int], text: int, recognised: int) -> list[Pages]:
    """Cuts where a range is full of `text` pages, or `recognised` ones, or shares of both."""
    full, held, first = text * recognised, 0, 1
    found: list[Pages] = []
    for number in range(1, pages + 1):
        weight = text if number in ocr else recognised
        if held and held + weight > full:
            found.append(Pages(first=first, last=number - 1))
            held, first = 0, number
        held += weight
    return [*found, Pages(first=first, last=pages)]
