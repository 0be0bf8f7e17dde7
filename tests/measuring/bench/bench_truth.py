"""How truly PDFs with a text layer are read: beside plain pdfminer and PDFium, on documents that show each known fault.

`python -m tests.measuring.bench.bench_truth` prints the table alone; names of folders or files: theirs, too.
"""

import io
import re
import sys
import tempfile
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pikepdf
import pypdfium2
from pdfminer.high_level import extract_text
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from contracts.documents import Block
from contracts.problems import Failure
from services.reader.pages import Page
from services.reader.pdf.file import PdfFile, open_pdf
from services.reader.pdf.pdfium.pages import PdfiumFile
from services.reader.pdf.pdfium.second_opinion import SecondOpinion, open_with_all
from services.reader.pdf.pdfium.triage import PdfTriage
from services.reader.settings import ReaderSettings
from services.reader.structure.blocks import blocks_of
from tests.measuring.bench.bench_figures import Figure
from tests.standins.documents.scans import text_pages
from tests.standins.installed import DEJAVU

SETTINGS = ReaderSettings()
WIDTH, HEIGHT = 595.0, 842.0
_WORD = re.compile(r"[^\W\d_]{3,}")
_HYPHENED = re.compile("[-\xad\u2010]\n|\x02\r?\n|\ufffe")
_ARABIC_LETTERS = re.compile("[\u0620-\u06ff]+")
_LAM_ALEF = re.compile("[\u0644\u0627\u0623\u0625\u0622]{2,}")
_SCRIPTS = re.compile("(?<=[A-Za-z])(?=[\u0620-\u06ff])")  # where a space stands that PDFium does not tell
_MOST_LETTERS = 14
_PERSIAN = "دریا هر روز دو بار بالا می‌آید و پایین می‌رود و این را جزر و مد می‌گویند"
_ARABIC = "يرتفع البحر وينخفض مرتين كل يوم ويسمي الناس ذلك المد والجزر"
_HEBREW = "הים עולה ויורד פעמיים ביום והאנשים קוראים לזה גאות ושפל"
_GREEK = "Η θάλασσα ανεβαίνει και κατεβαίνει δύο φορές την ημέρα"
_RUSSIAN = "Море поднимается и опускается два раза в день у берега"
_JAPANESE = "月は海の水を引くので、潮は一日に二回満ちて引く。"


@dataclass
class Made:
    """A document of ours, and what is known of it: its paragraphs in order and its headings."""

    name: str
    data: bytes
    paragraphs: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)


@dataclass
class Row:
    """What was measured of a document; shares from 0 to 1, None: there is nothing to measure. Seconds of CPU a page."""

    name: str
    words: float | None
    plain_words: float | None
    order: float | None = None
    plain_order: float | None = None
    headings: float | None = None
    torn: float | None = None
    long: float | None = None
    cpu: float = 0.0
    plain_cpu: float = 0.0
    engines: str = ""


def figures(rows: Sequence[Row]) -> list[Figure]:
    """The worst of the rows, against what was promised."""

    def worst(values: Iterator[float | None]) -> float:
        return 100 * max(value for value in values if value is not None)

    return [
        Figure(
            f"of {len(rows)} documents with a text layer, the worst: words of PDFium's that are missing",
            worst(1 - row.words if row.words is not None else None for row in rows), "%", 1.5,
        ),
        Figure(
            "the same of plain pdfminer",
            worst(1 - row.plain_words if row.plain_words is not None else None for row in rows), "%",
        ),
        Figure(
            "paragraphs out of their order, at worst",
            worst(1 - row.order if row.order is not None else None for row in rows), "%", 1,
        ),
        Figure(
            "headings missing, at worst",
            worst(1 - row.headings if row.headings is not None else None for row in rows), "%", 5,
        ),
        Figure("torn paragraphs, at worst", worst(row.torn for row in rows), "%", 1),
        Figure("words of over 14 letters in Arabic script, at worst", worst(row.long for row in rows), "%", 0.5),
        Figure(
            "CPU a page against plain pdfminer's, all documents",
            sum(row.cpu for row in rows) / sum(row.plain_cpu for row in rows), "x",
        ),
    ]  # fmt: skip


def measured() -> list[Row]:
    """Our own documents, one after the other."""
    every = list(documents())
    for made in every:
        read(made.data)  # what is loaded at the first use of a language or a font is not the page's
    return [row for made in every if (row := row_of(made)) is not None]


def row_of(made: Made) -> Row | None:
    """One document; None: PDFium cannot open it."""
    try:
        theirs = _by_pdfium(made.data)
    except pypdfium2.PdfiumError:
        return None
    began = time.process_time()
    try:
        plain = extract_text(io.BytesIO(made.data))
    except Exception:
        plain = ""
    middle = time.process_time()
    pages, blocks = read(made.data)
    ended = time.process_time()
    ours = "\n".join(line.text for page in pages for chunk in page.chunks for line in chunk)
    said = [_flat(block.text) for block in blocks]
    found = _ARABIC_LETTERS.findall(" ".join(block.text for block in blocks))
    headings = {_flat(block.text) for block in blocks if block.kind == "heading"}
    engines = Counter(page.engine for page in pages if page.engine)
    return Row(
        made.name,
        _recovered(ours, theirs),
        _recovered(plain, theirs),
        _in_order(made.paragraphs, " ".join(said)),
        _in_order(made.paragraphs, _flat(plain)),
        sum(_flat(each) in headings for each in made.headings) / len(made.headings) if made.headings else None,
        sum(all(_flat(each) not in text for text in said) for each in made.paragraphs) / len(made.paragraphs)
        if made.paragraphs
        else None,
        sum(len(word) > _MOST_LETTERS for word in found) / len(found) if found else None,
        (ended - middle) / max(1, len(pages)),
        (middle - began) / max(1, len(pages)),
        ", ".join(f"{count} by {engine}" for engine, count in engines.items()),
    )


def read(data: bytes) -> tuple[list[Page], list[Block]]:
    """A PDF as a child of the Reader reads it: looked at by PDFium, read by pdfminer, checked, made into blocks."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as held:
        held.write(data)
        held.flush()
        path = Path(held.name)
        with PdfTriage(path, None, SETTINGS) as looking:
            pdf: PdfFile | PdfiumFile | None = None
            with suppress(Failure):
                pdf = open_pdf(path, SETTINGS)
            if pdf is None or len(pdf) < len(looking):
                pdf = open_with_all(path, SETTINGS, "", len(looking)) or pdf
            if pdf is None:
                return [], []
            second = SecondOpinion(path, SETTINGS)
            pages = []
            for page in pdf.pages(1, len(pdf)):
                route, seen = looking.look(page.number)
                if route == "text":
                    pages.append(second.of(page, seen))
            return pages, blocks_of(pages, pdf.outline)


def table(rows: Sequence[Row]) -> str:
    """For the terminal; of two figures the second is plain pdfminer's."""
    heads = f"{'document':34}{'words':>16}{'in order':>16}{'headings':>10}{'torn':>8}{'long':>8}{'ms a page':>16}"
    lines = [f"{heads}  read by others"]
    for row in rows:
        both = [f"{_share(row.words)} {_share(row.plain_words)}", f"{_share(row.order)} {_share(row.plain_order)}"]
        single = f"{_share(row.headings):>10}{_share(row.torn):>8}{_share(row.long):>8}"
        cpu = f"{1000 * row.cpu:.1f} {1000 * row.plain_cpu:.1f}"
        lines.append(f"{row.name[:33]:34}{both[0]:>16}{both[1]:>16}{single}{cpu:>16}  {row.engines}")
    return "\n".join(lines)


def documents() -> Iterator[Made]:
    """Our own: each shows a fault that there was, or a script."""
    prose = [page.split("\n", 1)[1].replace("\n", " ") for page in text_pages(4)]
    pieces = [" ".join(words) for page in prose for words in _pieces(page.split(), 36)]
    sentences = [f"Number {number} is told so: {piece}" for number, piece in enumerate(pieces, 1)]
    plain = _columns(sentences[:16], stamp=False)
    yield Made("two columns", plain, sentences[:16])
    yield Made("two columns beside a stamp", _columns(sentences[:16], stamp=True), sentences[:16])
    for turn in (90, 180, 270):
        yield Made(f"turned by {turn} degrees", _columns(sentences[:16], stamp=False, turn=turn), sentences[:16])
    yield Made("pages that are not called so", _changed(plain, _untyped), sentences[:16])
    yield Made("an image that ends too early", _changed(plain, _inline), sentences[:16])
    titles = [f"{' '.join(piece.split()[:4]).strip('.,;:')} again, {n}" for n, piece in enumerate(pieces[:12], 1)]
    yield Made("a book with bookmarks", _book(titles, sentences, bookmarks=True), sentences[:12], titles)
    yield Made("a book without bookmarks", _book(titles, sentences, bookmarks=False), sentences[:12], titles)
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    yield Made("Japanese", _lines([_JAPANESE] * 8, "HeiseiMin-W3"))
    if DEJAVU.exists():
        pdfmetrics.registerFont(TTFont("DejaVu", str(DEJAVU)))
        for name, text in (("Greek", _GREEK), ("Russian", _RUSSIAN)):
            yield Made(name, _lines([text] * 8, "DejaVu"))
        for name, text in (("Persian", _PERSIAN), ("Arabic", _ARABIC), ("Hebrew", _HEBREW)):
            # As it stands on the page, from left to right: what a program that sets type writes.
            yield Made(name, _lines([text.replace("\u200c", "")[::-1]] * 8, "DejaVu"))


def _pieces(words: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """Paragraphs of about as many words, each of whole lines of ours, with a full stop."""
    for first in range(0, len(words) - size, size):
        *most, last = words[first : first + size]
        yield [*most, last.rstrip(".,;:") + "."]


def _columns(paragraphs: Sequence[str], *, stamp: bool, turn: int = 0) -> bytes:
    """Eight paragraphs a page in two columns; `stamp`: each page has one along its edge."""

    def draw(canvas: Canvas, page: Sequence[str]) -> None:
        if turn:
            canvas.translate(WIDTH / 2, HEIGHT / 2)
            canvas.rotate(turn)
            canvas.translate(-WIDTH / 2, -HEIGHT / 2)
        canvas.setFont("Times-Roman", 10)
        for x, column in ((60, page[:4]), (310, page[4:])):
            top = HEIGHT - 150
            for paragraph in column:
                for line in _wrapped(paragraph, 38):
                    canvas.drawString(x, top, line)
                    top -= 12
                top -= 10
        if stamp:
            canvas.setFont("Helvetica", 6)
            canvas.translate(585, 40)
            canvas.rotate(90)
            at = 0.0
            for letter in "Downloaded from the library of the harbour by a reader of tides " * 2:
                canvas.drawString(at, 0, letter)
                at += canvas.stringWidth(letter, "Helvetica", 6)

    return _paper([partial(draw, page=paragraphs[n : n + 8]) for n in (0, 8)])


def _book(titles: Sequence[str], paragraphs: Sequence[str], *, bookmarks: bool) -> bytes:
    """A chapter a page; with bookmarks its title is set as its text is, without them it is larger."""

    def draw(canvas: Canvas, number: int) -> None:
        canvas.setFont("Times-Roman", 11 if bookmarks else 16)
        canvas.drawString(72, HEIGHT - 150, titles[number])
        if bookmarks:
            canvas.bookmarkPage(f"at{number}")
            canvas.addOutlineEntry(titles[number], f"at{number}", 0)
        canvas.setFont("Times-Roman", 11)
        for n, line in enumerate(_wrapped(paragraphs[number], 80)):
            canvas.drawString(72, HEIGHT - 180 - 13 * n, line)
        canvas.setFont("Times-Roman", 8)
        canvas.drawString(72, HEIGHT - 40, "Of Tides and Coasts")
        canvas.drawString(300, 30, str(number + 1))

    return _paper([partial(draw, number=number) for number in range(len(titles))])


def _lines(texts: Sequence[str], font: str) -> bytes:
    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, 11)
        for n, text in enumerate(texts):
            canvas.drawString(60, HEIGHT - 100 - 16 * n, text)

    return _paper([draw])


def _paper(pages: Sequence[Callable[[Canvas], None]]) -> bytes:
    held = io.BytesIO()
    canvas = Canvas(held, pagesize=(WIDTH, HEIGHT), invariant=1)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return held.getvalue()


def _changed(data: bytes, how: Callable[[pikepdf.Pdf], None]) -> bytes:
    held = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        how(pdf)
        pdf.save(held)
    return held.getvalue()


def _untyped(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        del page.Type


def _inline(pdf: pikepdf.Pdf) -> None:
    image = b"q 10 0 0 10 50 50 cm BI /W 16 /H 1 /BPC 8 /CS /G ID abcd EI (((( abc\nEI Q\n"
    for page in pdf.pages:
        page.Contents = pdf.make_stream(image + page.Contents.read_bytes())


def _wrapped(text: str, most: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _by_pdfium(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    try:
        return "\n".join(document[number].get_textpage().get_text_range() for number in range(len(document)))
    finally:
        document.close()


def _recovered(ours: str, theirs: str) -> float | None:
    found, there = _words(ours), _words(theirs)
    return (found & there).total() / there.total() if there else None


def _words(text: str) -> Counter[str]:
    said = _SCRIPTS.sub(" ", unicodedata.normalize("NFKC", _HYPHENED.sub("", text)))
    return Counter(_compared(word.casefold()) for word in _WORD.findall(said))


def _compared(word: str) -> str:
    """The word; of a lam-alef PDFium tells the letters in the other order."""
    return _LAM_ALEF.sub(lambda found: "".join(sorted(found.group())), word)


def _in_order(paragraphs: Sequence[str], said: str) -> float | None:
    """The share of paragraphs that begin after where the one before them does."""
    if not paragraphs:
        return None
    places = [said.find(_flat(paragraph)[:30]) for paragraph in paragraphs]
    right = sum(place >= 0 and place > before for before, place in zip([-1, *places], places, strict=False))
    return right / len(places)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def told(places: Sequence[str]) -> list[Row]:
    """Prints our own documents, which are the answer, and those of the folders and files."""
    rows = measured()
    print(table(rows), flush=True)
    found = [Path(place) for place in places if place]
    files = [file for place in found for file in ([place] if place.is_file() else sorted(place.rglob("*.pdf")))]
    if files:
        others = [row for file in files if (row := row_of(Made(file.name, file.read_bytes()))) is not None]
        print(f"\n{table(others)}", flush=True)
    return rows


if __name__ == "__main__":
    told(sys.argv[1:])
