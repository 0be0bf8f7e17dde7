"""Pages as PDFium finds their glyphs, laid out as pdfminer's are. Slow, for pages that pdfminer loses alone.

Child process only.
"""

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw
from pdfminer.layout import LTChar, LTPage
from pdfminer.utils import apply_matrix_rect, mult_matrix

from contracts.problems import Code
from services.chassis.problems import failed
from services.reader.pages import Bookmark, Page
from services.reader.pdf.fonts import Font, font_of
from services.reader.pdf.glyphs import laid_out
from services.reader.pdf.layout import page_of
from services.reader.pdf.outline import bookmarks_of, titled
from services.reader.pdf.pdfium.opening import holds, opened
from services.reader.settings import ReaderSettings

_HYPHEN = 2  # how PDFium gives the one at a line's end
_MOST_NAME = 256
Matrix = tuple[float, float, float, float, float, float]


class PdfiumFile:
    """An open PDF, as `PdfFile` is one. Use as a context manager, or `close` it."""

    def __init__(self, path: Path, settings: ReaderSettings, password: str = "") -> None:
        """Raises `Failure`: encrypted, damaged, too_many_pages."""
        self._document = opened(path, password or None)
        self._settings = settings
        if len(self._document) > settings.most_pages:
            found, most = len(self._document), settings.most_pages
            self._document.close()
            numbers: dict[str, float] = {"pages": found, "limit": most}
            raise failed(Code.TOO_MANY_PAGES, "pages_of_pdf", found=found, most=most, numbers=numbers)
        says = self._document.get_metadata_value
        self.title = titled(says("Title"), [says("Creator"), says("Producer")])
        self.outline: list[Bookmark] = bookmarks_of(self._document)

    def __enter__(self) -> "PdfiumFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._document)

    def close(self) -> None:
        self._document.close()

    def holds(self, number: int) -> bool:
        """Whether page `number` is there, and not only counted."""
        return holds(self._document, number)

    def pages(self, first: int, last: int) -> Iterator[Page]:
        """The pages from `first` to `last`, both included, from 1. A broken page comes out as unreadable."""
        for number in range(first, last + 1):
            try:
                page = self._document[number - 1]
            except pypdfium2.PdfiumError:
                yield Page(number, 0, 0, (), unreadable="broken", engine="pdfium")
                continue
            try:
                yield self._page(number, page)
            finally:
                page.close()

    def _page(self, number: int, page: pypdfium2.PdfPage) -> Page:
        ctm, layout = _blank(page, number)
        fonts: dict[str, Font] = {}
        layer = page.get_textpage()
        try:
            count = layer.count_chars()
            most = self._settings.most_page_characters
            if count > most:
                numbers: dict[str, float] = {"page": number, "limit": most}
                raise failed(Code.READING_LIMIT, "page_characters", page=number, most=most, numbers=numbers)
            for index in range(count):
                letter = _letter(layer, index, ctm, fonts)
                if letter is not None:
                    layout.add(letter)
        finally:
            layer.close()
        crop = apply_matrix_rect(ctm, page.get_cropbox())
        trim = apply_matrix_rect(ctm, page.get_trimbox())
        return page_of(number, laid_out(layout, crop, count, trim=trim), fonts, engine="pdfium")


def _blank(page: pypdfium2.PdfPage, number: int) -> tuple[Matrix, LTPage]:
    """An empty page, and the matrix from its own points to those of the page as it is shown."""
    x0, y0, x1, y1 = page.get_mediabox()
    ctm: Matrix = {
        90: (0, -1, 1, 0, -y0, x1),
        180: (-1, 0, 0, -1, x1, y1),
        270: (0, 1, -1, 0, y1, -x0),
    }.get(page.get_rotation(), (1, 0, 0, 1, -x0, -y0))
    left, bottom, right, top = apply_matrix_rect(ctm, (x0, y0, x1, y1))
    return ctm, LTPage(number, (0, 0, right - left, top - bottom))


def _letter(layer: pypdfium2.PdfTextPage, index: int, ctm: Matrix, fonts: dict[str, Font]) -> LTChar | None:
    """A glyph that is drawn; None: a blank or line's end that PDFium made up, or no character."""
    code = raw.FPDFText_GetUnicode(layer, index)
    if raw.FPDFText_IsGenerated(layer, index) == 1 and code != _HYPHEN:
        return None
    if code in (0, 10, 13) or code >= 0x110000 or 0xD800 <= code < 0xE000 or code in (0xFFFE, 0xFFFF):
        return None
    found = raw.FS_MATRIX()
    if not raw.FPDFText_GetMatrix(layer, index, found):
        return None
    letter = LTChar.__new__(LTChar)
    letter._text = "-" if code == _HYPHEN else chr(code)
    letter.fontname = _font(layer, index, fonts)
    letter.matrix = mult_matrix((found.a, found.b, found.c, found.d, found.e, found.f), ctm)
    letter.set_bbox(apply_matrix_rect(ctm, layer.get_charbox(index, loose=True)))
    letter.adv, letter.size, letter.upright = letter.width, letter.height, True
    return letter


def _font(layer: pypdfium2.PdfTextPage, index: int, fonts: dict[str, Font]) -> str:
    """The name of a glyph's font, which is noted in `fonts`."""
    name, flags = ctypes.create_string_buffer(_MOST_NAME), ctypes.c_int()
    length = raw.FPDFText_GetFontInfo(layer, index, name, _MOST_NAME, flags)
    said = name.value.decode("utf-8", "replace") if 0 < length <= _MOST_NAME else ""
    if said not in fonts:
        fonts[said] = font_of(said, {"Flags": flags.value, "FontWeight": raw.FPDFText_GetFontWeight(layer, index)})
    return said
