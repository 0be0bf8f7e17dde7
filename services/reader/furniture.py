"""What belongs to the page and not to the text: running headers and footers, page numbers, contents, references."""

import re
from collections import Counter
from collections.abc import Sequence

from services.reader.pages import Page
from services.reader.paragraphs import Paragraph

_EDGE = 0.09
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b")
_PAGE_NUMBER = re.compile(
    r"[\W_]*(?:(?:page|side|seite|p\.|s\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|av|von|/|\|)\s*\d{1,4})?[\W_]*",
    re.IGNORECASE,
)
_LEADER = re.compile(r"(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,7})?$|…\s*\d{1,4}$")
_ENTRY = re.compile(r"\D\d{1,4}$")
CONTENTS = re.compile(
    r"^(?:table of )?contents$|^(?:outline|agenda|gliederung|disposisjon)$|^innhold(?:sfortegnelse)?$|^inhaltsverzeichnis$|^list of (?:figures|tables)$"
    r"|^sommaire$"
    r"|^table des matières$|^índice$|^innehåll$",
    re.IGNORECASE,
)
REFERENCES = re.compile(
    r"^(?:[\divx.]+\s+)?(?:references|bibliography|works cited|literature|(?:function and variable |concept "
    r"|general )?index"
    r"|referanser|kilder|kildeliste|litteratur(?:liste)?|stikkord(?:sregister)?|register|literaturverzeichnis"
    r"|referenser"
    r"|bibliographie|acknowledge?ments|takk)$",
    re.IGNORECASE,
)


def key_of(paragraph: Paragraph) -> tuple[str, float]:
    """What repeats: the words, whatever numbers count up in them, in their size (a title is larger than its footer)."""
    return _NUMBERS.sub("#", _text(paragraph).casefold())[:60], paragraph[0].size


def _text(paragraph: Paragraph) -> str:
    return " ".join(line.text for line in paragraph)


def at_edge(paragraph: Paragraph, page: Page) -> bool:
    """Whether a paragraph stands in the top or bottom margin."""
    return paragraph[0].y0 < _EDGE * page.height or paragraph[-1].y1 > (1 - _EDGE) * page.height


def running(pages: Sequence[tuple[Page, Sequence[Paragraph]]]) -> set[tuple[str, float]]:
    """The keys of what repeats at the edges of pages; numbers in it may count up."""
    counts: Counter[tuple[str, float]] = Counter()
    for page, held in pages:
        counts.update({key_of(each) for each in held if len(each) <= 3 and at_edge(each, page)})
    least = max(2, 0.02 * len(pages)) if len(pages) < 4 else max(3, 0.02 * len(pages))
    return {key for key, count in counts.items() if count >= least}


def is_entry(text: str) -> bool:
    """Whether a line of contents ends as its entries do: in a page number or the dots before it."""
    return bool(_LEADER.search(text) or _ENTRY.search(text))


def is_running(paragraph: Paragraph, page: Page, repeated: set[tuple[str, float]]) -> bool:
    """Whether it is a running header or footer, or a page number."""
    if len(paragraph) > 3 or not at_edge(paragraph, page):
        return False
    return key_of(paragraph) in repeated or bool(_PAGE_NUMBER.fullmatch(_text(paragraph)))


def is_contents(page_texts: Sequence[str]) -> bool:
    """Whether a page is a table of contents: most of its lines end in leaders or page numbers."""
    lines = [text for text in page_texts if len(text) > 2]
    if len(lines) < 4:
        return False
    leaders = sum(bool(_LEADER.search(text)) for text in lines)
    entries = sum(bool(_ENTRY.search(text)) for text in lines)
    named = any(CONTENTS.match(text) for text in lines[:6])
    return leaders >= max(3, 0.3 * len(lines)) or (named and entries >= 0.4 * len(lines))
