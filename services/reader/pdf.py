"""The PDF adapter: pdfminer.six opens a file and hands out its pages. Runs in a child process only (`child.py`).

pdfminer raises almost anything on a hostile file, so whatever it raises here is the document's fault: it becomes a
`Failure` for the document, or an unreadable page. Only `MemoryError` passes through.
"""

import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LAParams, LTAnno, LTChar, LTFigure, LTPage, LTTextBox, LTTextLine
from pdfminer.pdfdocument import PDFDocument, PDFEncryptionError, PDFPasswordIncorrect
from pdfminer.pdffont import PDFSimpleFont
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import resolve1

from contracts.problems import Code, failure
from services.reader.columns import in_columns
from services.reader.fonts import Font, font_of
from services.reader.outline import outline_of, title_of
from services.reader.pages import Line, Page, Run
from services.reader.settings import ReaderSettings

logging.getLogger("pdfminer").setLevel(logging.CRITICAL)

_LAYOUT = LAParams(char_margin=3.0, line_margin=0.4, boxes_flow=0.5, all_texts=True)
# Grouping boxes costs the square of their number: 16 s on a page of 10,000 characters, 0.4 s without.
_DENSE_LAYOUT = LAParams(char_margin=3.0, line_margin=0.4, boxes_flow=None, all_texts=True)
_DENSE = 10_000
_DEEPEST_FIGURE = 20
_UNDECODED = "\ufffd"
_MOST_UNDECODED = 0.2
_BULLET = 127  # a code that WinAnsi leaves to the bullet, and some programs write


class _TooFull(Exception):
    """A page with more characters than the limit."""


class _Device(PDFPageAggregator):
    """Collects characters only (no curves, no pictures), counts them, and notes their fonts."""

    def __init__(self, resources: PDFResourceManager, most_characters: int) -> None:
        super().__init__(resources, laparams=_LAYOUT)
        self.fonts: dict[str, Font] = {}
        self.most_characters, self.characters = most_characters, 0

    def begin_page(self, page: PDFPage, ctm: Any) -> None:
        self.characters = 0
        super().begin_page(page, ctm)

    def end_page(self, page: PDFPage) -> None:
        self.laparams = _DENSE_LAYOUT if self.characters > _DENSE else _LAYOUT
        super().end_page(page)

    def render_char(self, matrix: Any, font: Any, *rest: Any, **named: Any) -> float:
        self.characters += 1
        if self.characters > self.most_characters:
            raise _TooFull
        if font.fontname not in self.fonts:
            self.fonts[font.fontname] = font_of(str(font.fontname), getattr(font, "descriptor", None))
        return float(super().render_char(matrix, font, *rest, **named))

    def handle_undefined_char(self, font: Any, cid: int) -> str:
        return "•" if cid == _BULLET and isinstance(font, PDFSimpleFont) else _UNDECODED

    def paint_path(self, *_: Any, **__: Any) -> None:
        """Left out: curves carry no text."""

    def render_image(self, *_: Any, **__: Any) -> None:
        """Left out: pictures carry no text."""


class PdfFile:
    """An open PDF: its number of pages, what it says of itself, and its pages one by one."""

    def __init__(self, file: BinaryIO, settings: ReaderSettings) -> None:
        self._settings = settings
        try:
            self._document = PDFDocument(PDFParser(file), password="")
            self._pages = []
            for page in PDFPage.create_pages(self._document):
                self._pages.append(page)
                if len(self._pages) > settings.most_pages:
                    break
        except PDFPasswordIncorrect:
            raise failure(Code.ENCRYPTED, "The document opens only with a password, which we do not have.") from None
        except PDFEncryptionError:
            raise failure(Code.ENCRYPTED, "The document is encrypted in a way that we cannot open.") from None
        except MemoryError:
            raise
        except Exception:
            raise failure(
                Code.DAMAGED,
                "The file says that it is a PDF, but its inner structure is broken and no page can be found.",
            ) from None
        if not self._pages:
            raise failure(Code.DAMAGED, "The file says that it is a PDF, but it holds no page.")
        if len(self._pages) > settings.most_pages:
            found = _page_count(self._document, len(self._pages))
            raise failure(
                Code.TOO_MANY_PAGES,
                f"The document has {found:,} pages; at most {settings.most_pages:,} are read.",
                pages=found,
                limit=settings.most_pages,
            )
        self.title = title_of(self._document)
        self.outline = outline_of(self._document)

    def __len__(self) -> int:
        return len(self._pages)

    def pages(self, first: int, last: int) -> Iterator[Page]:
        """The pages from `first` to `last`, both included, from 1. A broken page comes out as unreadable."""
        resources = PDFResourceManager(caching=True)
        device = _Device(resources, self._settings.most_page_characters)
        interpreter = PDFPageInterpreter(resources, device)
        for number in range(first, last + 1):
            try:
                interpreter.process_page(self._pages[number - 1])
                yield _page(number, device.get_result(), device.fonts)
            except MemoryError:
                raise
            except _TooFull:
                most = self._settings.most_page_characters
                raise failure(
                    Code.READING_LIMIT,
                    f"Page {number} holds more than {most:,} characters, which is more than we read on one page.",
                    page=number,
                    limit=most,
                ) from None
            except Exception:
                # The device may be left in the middle of a figure: the next page gets a new one.
                device = _Device(resources, self._settings.most_page_characters)
                interpreter = PDFPageInterpreter(resources, device)
                yield Page(number, 0, 0, (), unreadable="broken")


def open_pdf(path: Path, settings: ReaderSettings) -> PdfFile:
    """Opens a stored PDF. Raises `Failure`: unsupported_type, encrypted, damaged, too_many_pages."""
    file = path.open("rb")
    head = file.read(1024)
    if not head:
        raise failure(Code.EMPTY_FILE, "The file has 0 bytes.")
    if b"%PDF-" not in head:
        raise failure(
            Code.UNSUPPORTED_TYPE, "The file is not a PDF, whatever its name says; only PDFs are read so far."
        )
    file.seek(0)
    return PdfFile(file, settings)


def _page_count(document: PDFDocument, least: int) -> int:
    """How many pages the document says that it has, if that can be believed."""
    try:
        said = resolve1(resolve1(document.catalog["Pages"])["Count"])
    except Exception:
        return least
    return max(least, said) if isinstance(said, int) and said < 10_000_000 else least


def _page(number: int, layout: LTPage, fonts: dict[str, Font]) -> Page:
    width, height = layout.width, layout.height
    chunks: list[Sequence[Line]] = []
    characters = undecoded = 0
    # What runs up the margin of an upright page is a stamp; on a page that lies on its side it is the text.
    turned = [_upright(line) for box in _boxes(layout, 0) for line in box if isinstance(line, LTTextLine)]
    upright = sum(turned) * 2 >= len(turned)
    for box in _boxes(layout, 0):
        if box.x1 < 0 or box.x0 > width or box.y1 < 0 or box.y0 > height:
            continue
        lines = [
            _line(line, height, fonts) for line in box if isinstance(line, LTTextLine) and _upright(line) == upright
        ]
        lines = [line for line in lines if line.text]
        for line in lines:
            characters += len(line.text)
            undecoded += line.text.count(_UNDECODED)
        if lines:
            chunks.append(lines)
    if characters and undecoded > _MOST_UNDECODED * characters:
        return Page(number, width, height, (), unreadable="undecodable")
    if characters > _DENSE:
        chunks = in_columns(chunks, width)
    return Page(number, width, height, chunks)


def _boxes(container: Any, depth: int) -> Iterator[LTTextBox]:
    for element in container:
        if isinstance(element, LTTextBox):
            yield element
        elif isinstance(element, LTFigure) and depth < _DEEPEST_FIGURE:
            yield from _boxes(element, depth + 1)


def _upright(line: LTTextLine) -> bool:
    return next((bool(letter.upright) for letter in line if isinstance(letter, LTChar)), True)


_PLAIN = Font("", False)


def _line(line: LTTextLine, height: float, fonts: dict[str, Font]) -> Line:
    runs: list[Run] = []
    letters: list[str] = []
    key: tuple[Font, float] = (_PLAIN, 0.0)
    for letter in line:
        if isinstance(letter, LTChar):
            found = (fonts.get(letter.fontname, _PLAIN), round(letter.size * 2) / 2)
            if found != key:
                if letters:
                    runs.append(Run("".join(letters), key[0].style, key[1], key[0].mono))
                    letters = []
                key = found
            letters.append(letter.get_text())
        elif isinstance(letter, LTAnno) and letters:
            letters.append(" ")
    if letters:
        runs.append(Run("".join(letters), key[0].style, key[1], key[0].mono))
    return Line(tuple(runs), line.x0, height - line.y1, line.x1, height - line.y0)
