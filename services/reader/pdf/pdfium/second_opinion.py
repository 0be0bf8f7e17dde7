"""Pages that pdfminer lost are read in another way: from the file as pikepdf writes it anew, or by PDFium.

Child process only. pikepdf mends what is wrong with a file's objects; PDFium goes on where pdfminer gives up on a
page's drawing. The better of the three is taken, and the page says whose it is (`Page.engine`).
"""

import io
from pathlib import Path

import pikepdf

from contracts.problems import Failure
from services.reader.pages import Page
from services.reader.pdf.file import PdfFile
from services.reader.pdf.pdfium.crosscheck import Seen, falls_short, is_more, seen_on
from services.reader.pdf.pdfium.pages import PdfiumFile
from services.reader.settings import ReaderSettings


class SecondOpinion:
    """Of one document; nothing is opened before it is needed."""

    def __init__(self, path: Path, settings: ReaderSettings, password: str = "") -> None:
        self._path, self._settings, self._password = path, settings, password
        self._rewritten: PdfFile | None = None
        self._tried = False

    def of(self, page: Page, theirs: Seen) -> Page:
        """The page; where it falls short of what PDFium saw on it, the best of what others make of it."""
        best, most = page, seen_on(page)
        if not falls_short(most, theirs):
            return page
        rewritten = self.rewritten()
        if rewritten is not None and len(rewritten) >= page.number:
            best, most = _better(best, most, next(rewritten.pages(page.number, page.number)))
        if falls_short(most, theirs) and (other := self._by_pdfium(page.number)) is not None:
            best, most = _better(best, most, other)
        return best

    def rewritten(self) -> PdfFile | None:
        """The file as pikepdf writes it; None: it cannot, or what it writes cannot be read either."""
        if not self._tried:
            self._tried = True
            try:
                held = io.BytesIO()
                with pikepdf.open(self._path, password=self._password) as pdf:
                    list(pdf.pages)  # names them pages
                    pdf.save(held)
                held.seek(io.SEEK_SET)
                self._rewritten = PdfFile(held, self._settings, engine="rewritten")
            except (pikepdf.PdfError, Failure, MemoryError, ValueError, RuntimeError):
                self._rewritten = None
        return self._rewritten

    def _by_pdfium(self, number: int) -> Page | None:
        try:
            with PdfiumFile(self._path, self._settings, self._password) as file:
                return next(file.pages(number, number)) if number <= len(file) else None
        except Failure:
            return None


def _better(page: Page, seen: Seen, other: Page) -> tuple[Page, Seen]:
    found = seen_on(other)
    return (other, found) if is_more(found, seen) else (page, seen)


def open_with_all(path: Path, settings: ReaderSettings, password: str, pages: int) -> PdfFile | PdfiumFile | None:
    """The document where pdfminer finds fewer than the `pages` that PDFium found; None: nobody reads more of it."""
    rewritten = SecondOpinion(path, settings, password).rewritten()
    if rewritten is not None and len(rewritten) >= pages:
        return rewritten
    try:
        file = PdfiumFile(path, settings, password)
    except Failure:
        return None
    if len(file) >= pages and file.holds(pages):
        return file
    file.close()
    return None
