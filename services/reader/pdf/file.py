"""The PDF adapter: pdfminer.six opens a file and hands out its pages. Runs in a child process only (`sandbox/pool.py`).

pdfminer raises almost anything on a hostile file, so whatever it raises here is the document's fault: it becomes a
`Failure` for the document, or an unreadable page. Only `MemoryError` passes through.
"""

import logging
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

import pdfminer.pdfdocument
import pdfminer.pdfinterp
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import resolve1

from contracts.problems import Code, Failure
from services.chassis.problems import failed
from services.reader.pages import Bookmark, Engine, Page
from services.reader.pdf.content import ContentParser, StreamParser
from services.reader.pdf.glyphs import Device, TooFull
from services.reader.pdf.layout import page_of
from services.reader.pdf.outline import outline_of, title_of
from services.reader.pdf.turning import Rect
from services.reader.pdf.unlocking import unlocked
from services.reader.settings import ReaderSettings

logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
vars(pdfminer.pdfinterp)["PDFContentParser"] = ContentParser
vars(pdfminer.pdfdocument)["PDFStreamParser"] = StreamParser


class PdfFile:
    """An open PDF: its number of pages, what it says of itself, and its pages one by one."""

    def __init__(self, file: BinaryIO, settings: ReaderSettings, password: str = "", *, engine: Engine = "") -> None:
        self._file, self._settings, self._engine = file, settings, engine
        try:
            self._document = unlocked(file, password)
            self._pages = []
            for page in PDFPage.create_pages(self._document):
                page.mediabox, page.cropbox = _upright(page.mediabox), _upright(page.cropbox)
                self._pages.append(page)
                if len(self._pages) > settings.most_pages:
                    break
        except (Failure, MemoryError):
            raise
        except Exception:
            raise failed(
                Code.DAMAGED,
                "pdf_no_page_found",
            ) from None
        if not self._pages:
            raise failed(Code.DAMAGED, "pdf_without_page")
        if len(self._pages) > settings.most_pages:
            found = _page_count(self._document, len(self._pages))
            raise failed(
                Code.TOO_MANY_PAGES,
                "pages_of_pdf",
                found=found,
                most=settings.most_pages,
                numbers={"pages": found, "limit": settings.most_pages},
            )
        self.title = title_of(self._document)

    @cached_property
    def outline(self) -> list[Bookmark]:
        """Its bookmarks. Looking for them takes a tenth of the time of a range, which does without."""
        numbers = {page.pageid: number for number, page in enumerate(self._pages, 1) if isinstance(page.pageid, int)}
        return outline_of(self._document, numbers)

    def __len__(self) -> int:
        return len(self._pages)

    def close(self) -> None:
        """Closes the file; there are no more pages then."""
        self._file.close()

    def _device(self, resources: PDFResourceManager) -> Device:
        forms = bool(self._document.catalog.get("AcroForm"))
        return Device(resources, self._settings.most_page_characters, forms=forms)

    def pages(self, first: int, last: int) -> Iterator[Page]:
        """The pages from `first` to `last`, both included, from 1. A broken page comes out as unreadable."""
        resources = PDFResourceManager(caching=True)
        device = self._device(resources)
        interpreter = PDFPageInterpreter(resources, device)
        for number in range(first, last + 1):
            try:
                interpreter.process_page(self._pages[number - 1])
                yield page_of(number, device.laid(), device.fonts, engine=self._engine)
            except MemoryError:
                raise
            except TooFull:
                most = self._settings.most_page_characters
                raise failed(
                    Code.READING_LIMIT,
                    "page_characters",
                    page=number,
                    most=most,
                    numbers={"page": number, "limit": most},
                ) from None
            except Exception:
                # The device may be left in the middle of a figure: the next page gets a new one.
                device = self._device(resources)
                interpreter = PDFPageInterpreter(resources, device)
                yield Page(number, 0, 0, (), unreadable="broken", engine=self._engine)


def open_pdf(path: Path, settings: ReaderSettings, password: str = "") -> PdfFile:
    """Opens a stored PDF. `password`: the user's, where one was given; one that is not needed does no harm.

    Raises `Failure`: empty_file, unsupported_type, encrypted, damaged, too_many_pages.
    """
    file = path.open("rb")
    try:
        head = file.read(1024)
        if not head:
            raise failed(Code.EMPTY_FILE, "empty")
        if b"%PDF-" not in head:
            raise failed(Code.UNSUPPORTED_TYPE, "no_pdf")
        return PdfFile(file, settings, password)
    except BaseException:
        file.close()
        raise


def _upright(box: Rect) -> Rect:
    """Any two opposite corners make a box; pdfminer wants the lower left one first."""
    x0, y0, x1, y1 = box
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _page_count(document: PDFDocument, least: int) -> int:
    """How many pages the document says that it has, if that can be believed."""
    try:
        said = resolve1(resolve1(document.catalog["Pages"])["Count"])
    except Exception:
        return least
    return max(least, said) if isinstance(said, int) and said < 10_000_000 else least
