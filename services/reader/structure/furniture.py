"""What belongs to the page and not to the text: running headers and footers, page numbers, contents, references."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from services.reader.pages import Line, Page
from services.reader.structure.paragraphs import Paragraph

_EDGE, _WIDE_EDGE = 0.09, 0.15
_OFTEN, _MOSTLY = 0.25, 0.5
_APART = 0.5  # of its size: how far from the text a row stands that is the page's
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")
_PAGE_NUMBER = re.compile(
    r"[\W_]*(?:(?:page|side|seite|p\.|s\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|av|von|/|\|)\s*\d{1,4})?[\W_]*",
    re.IGNORECASE,
)
_ARABIC_NUMBER = re.compile(r"\d{1,4}(?:\s*(?:of|av|von|/)\s*\d{1,4})?")
_LEADER = re.compile(r"(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,7})?$|…\s*\d{1,4}$")
_ENTRY = re.compile(r"\D\d{1,4}$")
CONTENTS = re.compile(
    r"^(?:table of )?contents$|^(?:outline|agenda|gliederung|disposisjon)$"
    r"|^innhold(?:sfortegnelse)?$|^inhaltsverzeichnis$|^list of (?:figures|tables)$"
    r"|^sommaire$"
    r"|^table des matières$|^índice$|^innehåll$",
    re.IGNORECASE,
)
REFERENCES = re.compile(
    r"^(?:[\divx.]+\s+|[A-Z]\.\s+)?(?:references|works cited|literature"
    r"|(?:function and variable |concept |general |(?:\w+ )?(?:subject|names?|authors?|terms?|tables?) )?index"
    r"|(?!how\b|what\b|why\b|\w+ing\b)(?:[\w’'-]+ ){0,6}(?<!your )(?<!the )(?<!\ba )(?<!\bof )"
    r"(?:bibliography|literature list|reading list)"
    r"|(?:suggested|recommended|further) readings?"
    r"|referanser|kilder|kildeliste|litteratur(?:liste)?|videre lesning|stikkord(?:sregister)?|register"
    r"|literaturverzeichnis|weiterführende literatur|referenser"
    r"|bibliographie|acknowledge?ments|takk)$",
    re.IGNORECASE,
)


# What a typesetter's program or a printer leaves at a page's edge: the file's name with the page, and notes of proofs.
_PROOF = re.compile(
    r"\.(?:indd|qxd|qxp|fm|pmd|p65|dvi|cdr)\b|\b(?:uncorrected|author|galley|first|second) (?:page )?proofs?\b"
    r"|\bpage proofs?\b|\b(?:korrektur|fahnenabzug)\b|\b(?:cyan|magenta)\W*(?:magenta|yellow)\W*(?:yellow|black)",
    re.IGNORECASE,
)


Key = tuple[str, float]
"""What repeats: words with # for each number, and their size."""
Place = tuple[int, float]
"""Points from the page's top, and the size of what stands there."""


class Repeated(NamedTuple):
    """What repeats at the edges of a document's pages, and the places where most of what stands repeats."""

    keys: Collection[Key]
    places: Collection[Place]


def key_of(paragraph: Paragraph) -> Key:
    """What repeats: the words, whatever numbers count up in them, in their size (a title is larger than its footer)."""
    return _NUMBERS.sub("#", _text(paragraph).casefold())[:60], paragraph[0].size


def _text(paragraph: Paragraph) -> str:
    return " ".join(line.text for line in paragraph)


def at_edge(paragraph: Paragraph, page: Page) -> bool:
    """Whether a paragraph stands in the top or bottom margin, or is the outermost line of a page with wide margins."""
    first, last = paragraph[0], paragraph[-1]
    if first.y0 < _EDGE * page.height or last.y1 > (1 - _EDGE) * page.height:
        return True
    if len(paragraph) > 1:
        return False
    highest, lowest = page.reach
    near = 0.8 * first.size
    return (first.y0 < min(_WIDE_EDGE * page.height, highest + near)) or (
        last.y1 > max((1 - _WIDE_EDGE) * page.height, lowest - near)
    )


def running(pages: Sequence[tuple[Page, Sequence[Paragraph]]]) -> Repeated:
    """What repeats at the edges of pages; numbers in it may count up.

    Twice is enough where a quarter of all pages has something of that size at that height: titles of sections run so.
    Where most of what stands repeats, the rest runs as well: a section may have but one page that tells its title.
    """
    counts: Counter[Key] = Counter()
    places: Counter[Place] = Counter()
    placed: dict[Key, Counter[Place]] = {}
    for page, held in pages:
        edge = [each for each in held if len(each) <= 3 and at_edge(each, page)]
        counts.update({key_of(each) for each in edge})
        places.update({_place(each) for each in edge})
        for each in edge:
            placed.setdefault(key_of(each), Counter())[_place(each)] += 1
    often = {place for place, count in places.items() if count >= max(4, _OFTEN * len(pages))}
    least = max(2, 0.02 * len(pages)) if len(pages) < 4 else max(3, 0.02 * len(pages))
    keys = {key for key, count in counts.items() if count >= least or (count >= 2 and placed[key].keys() <= often)}
    told: Counter[Place] = sum((placed[key] for key in keys), Counter())
    return Repeated(keys, {place for place in often if told[place] > _MOSTLY * places[place]})


def _place(paragraph: Paragraph) -> Place:
    return round(paragraph[0].y0), paragraph[0].size


def is_entry(text: str) -> bool:
    """Whether a line of contents ends as its entries do: in a page number or the dots before it."""
    return bool(_LEADER.search(text) or _ENTRY.search(text))


def is_running(paragraph: Paragraph, page: Page, repeated: Repeated) -> bool:
    """Whether it is a running header or footer, or a page number."""
    if len(paragraph) > 3 or not at_edge(paragraph, page):
        return False
    return (
        key_of(paragraph) in repeated.keys
        or bool(_PROOF.search(_text(paragraph)))
        or bool(_PAGE_NUMBER.fullmatch(_text(paragraph)))
        or (
            len(paragraph) == 1
            and (_place(paragraph) in repeated.places or _is_beside_number(paragraph[0], page))
            and _stands_apart(paragraph[0], page)
        )
    )


def _is_beside_number(line: Line, page: Page) -> bool:
    """Whether it stands in one row with the page's number: the title of a chapter that has but one page repeats
    nowhere."""
    beside = [other for other in page.text_lines if _in_a_row(other, line) and other is not line]
    return any(_ARABIC_NUMBER.fullmatch(other.text) for other in beside)


def _stands_apart(line: Line, page: Page) -> bool:
    """Whether its row is the outermost of the page, apart from all others."""
    others = [other for other in page.text_lines if not _in_a_row(other, line)]
    if not others:
        return False
    top, bottom = min(other.y0 for other in others), max(other.y1 for other in others)
    return line.y1 + _APART * line.size < top or line.y0 - _APART * line.size > bottom


def _in_a_row(other: Line, line: Line) -> bool:
    return abs(other.y0 - line.y0) < 0.5 * line.size


def is_contents(page_texts: Sequence[str]) -> bool:
    """Whether a page is a table of contents: most of its lines end in leaders or page numbers."""
    lines = [text for text in page_texts if len(text) > 2]
    if len(lines) < 4:
        return False
    leaders = sum(bool(_LEADER.search(text)) for text in lines)
    entries = sum(bool(_ENTRY.search(text)) for text in lines)
    named = any(CONTENTS.match(text) for text in lines[:6])
    return leaders >= max(3, 0.3 * len(lines)) or (named and entries >= 0.4 * len(lines))


def goes_on(page_texts: Sequence[str]) -> bool:
    """Whether contents that began on an earlier page may go on here: many of its lines are entries."""
    return sum(map(is_entry, page_texts)) >= 0.3 * len(page_texts)
