"""Pages become blocks: what kind each is, how deep a heading stands, and what is no material for learning."""

import re
from collections import Counter
from collections.abc import Collection, Sequence

from contracts.documents import Block, Box
from services.reader.pages import Aside, Bookmark, Kind, Line, Page, Style
from services.reader.structure.boxes import confidence_of, lines_of, words_of
from services.reader.structure.code import is_code, printed
from services.reader.structure.continuing import continued
from services.reader.structure.formulas import is_display
from services.reader.structure.furniture import (
    CONTENTS,
    REFERENCES,
    goes_on,
    is_contents,
    is_entry,
    is_running,
    running,
)
from services.reader.structure.headings import Headings, folded, said_in
from services.reader.structure.joining import cleaned, vocabulary, woven
from services.reader.structure.labels import without_labels
from services.reader.structure.order import in_order
from services.reader.structure.paragraphs import Paragraph, marked, paragraphs
from services.reader.structure.tables import rows_of, with_rows
from services.reader.structure.typewriting import as_text

_CAPTION = re.compile(
    r"^(?:(?:figure|fig\.|table|figur|tabell|abbildung|tabelle|listing|bilde)\s*\d+(?:[.\d]*)\s*[:.–-]?\s"
    r"|(?:figure|fig\.|figur|abbildung|bilde):\s)",
    re.IGNORECASE,
)
_COUNTS = re.compile(r"(?:chapter|part|unit|kapittel|kapitel|del|teil)\s+(?:\d+|[IVXLC]+)[.:]?", re.IGNORECASE)
MOST_CAPTION, _MOST_UNMARKED = 900, 400
"""Characters of a caption, and of one without a sign behind its number, as sentences begin, too ("Figure 3 shows")."""
_MARKED = (":", ".", "–", "-")


def blocks_of(pages: Sequence[Page], outline: Sequence[Bookmark] = (), apart: Collection[int] = ()) -> list[Block]:
    """The blocks of a document in reading order; ids `p<page>b<number>`, the same for equal pages. `apart`: pages from
    which and onto which no paragraph goes on."""
    pages = as_text(pages)
    held: list[tuple[Page, Sequence[Paragraph]]] = [
        (page, paragraphs(with_rows(in_order(page.text_chunks)))) for page in pages
    ]
    lines = [line for _, each in held for paragraph in each for line in paragraph]
    known = vocabulary(lines)
    body_style = _body_style(lines)
    headings = Headings(lines, outline)
    repeated = running(held)
    held = [(page, headings.parted(page.number, found)) for page, found in held]
    figures = {page.number: page.figures for page in pages if page.figures}
    blocks: list[Block] = []
    shown: set[str] = set()  # headings that the next pages repeat, as slides do
    deep, part = 0, _part("")  # the references or contents that we are in, and the level of their heading
    for page, found in held:
        said = [line.text for paragraph in found for line in paragraph]
        if part == "contents" and not goes_on(said):
            part = None
        contents = is_contents(said)
        contents = contents or any(
            CONTENTS.match(paragraph[0].text) and is_running(paragraph, page, repeated) for paragraph in found[:2]
        )
        # What is all that a page holds is its text, however often it comes.
        bare = all(is_running(paragraph, page, repeated) for paragraph in found)
        inner = {folded(said_in(each)) for each in found if not is_running(each, page, repeated)}
        number = 0
        beside = [(paragraph, False) for paragraph in paragraphs(page.beside_chunks)]
        for paragraph, row in [*rows_of(headings.whole(found)), *beside]:
            text, emphasis, starts = woven(paragraph, known, body_style)
            if not text:
                continue
            stamp = paragraph[0].beside
            furniture = stamp or (not bare and is_running(paragraph, page, repeated))
            led = folded(text) not in inner and headings.led_to(page.number, text) is not None
            if furniture and not stamp and text not in shown and (led or headings.stands_larger(paragraph)):
                shown.add(text)
                furniture = False
            level = None if row or furniture else headings.level(paragraph, text, page.number)
            if level is not None and (part is None or level <= deep) and not (part == "contents" and is_entry(text)):
                deep, part = level, _part(text)
            aside: Aside | None = "running" if furniture else "contents" if contents else part
            number += 1
            kind: Kind = "table_row" if row else "heading" if level is not None else _kind(paragraph, text)
            if kind == "code":
                text, starts = printed(paragraph)
            blocks.append(
                Block(
                    block_id=f"p{page.number}b{number}",
                    text=text,
                    source_page=page.number,
                    kind=kind,
                    level=level,
                    material=aside is None,
                    aside=aside,
                    box=_box(paragraph),
                    emphasis=[] if kind in ("heading", "code", "formula") else emphasis,
                    lines=lines_of(paragraph, text, starts),
                    words=words_of(paragraph, text, starts),
                    confidence=confidence_of(paragraph),
                )
            )
    return continued(without_labels(blocks, figures), known, apart)


def _part(text: str) -> Aside | None:
    """What a heading opens that is no material."""
    return "references" if REFERENCES.match(text) else "contents" if CONTENTS.match(text) else None


def _kind(paragraph: Paragraph, text: str) -> Kind:
    if is_display(paragraph):
        return "formula"
    if is_code(paragraph):
        return "code"
    if named := _CAPTION.match(text):
        marked_off = named[0].rstrip().endswith(_MARKED)
        if len(text) < (MOST_CAPTION if marked_off else _MOST_UNMARKED):
            return "caption"
    if marked(paragraph[0]):
        return "list_item"
    return "paragraph" if any(c.isalpha() for c in text) else "other"


def _body_style(lines: Sequence[Line]) -> Style:
    """The style that most of the text has; only bold or italic type through and through changes what stands out."""
    weights: Counter[Style] = Counter()
    for line in lines:
        for run in line.runs:
            weights[run.style] += len(run.text)
    return max(weights, key=lambda style: (weights[style], style), default="")


def _box(paragraph: Paragraph) -> Box:
    return Box(
        x0=round(min(line.x0 for line in paragraph), 1),
        y0=round(min(line.y0 for line in paragraph), 1),
        x1=round(max(line.x1 for line in paragraph), 1),
        y1=round(max(line.y1 for line in paragraph), 1),
    )


def title_from(blocks: Sequence[Block], filename: str) -> str:
    """The title where the metadata has none: the first heading of the highest level, else the file's name. One that
    only counts ("Chapter 1") is none beside another."""
    early = [block for block in blocks if block.kind == "heading" and block.material and block.source_page <= 3]
    early = [block for block in early if not _COUNTS.fullmatch(block.text)] or early
    if early:
        top = min(block.level or 9 for block in early)
        return next(block.text for block in early if block.level == top)[:200]
    stem = re.sub(r"\.[A-Za-z]{2,4}$", "", filename.replace("\\", "/").rsplit("/", 1)[-1])
    return cleaned(stem.replace("_", " ")).strip() or filename
