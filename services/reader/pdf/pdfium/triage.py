"""Which way each page of a PDF is read: by its text layer, by OCR, or not at all. PDFium looks; child process only.

A scan that has been through somebody's OCR (invisible text, or text under a picture of the whole page) is recognised
again: nobody knows how sure that OCR was, and the gate must.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pypdfium2
import pypdfium2.raw as raw
from PIL import Image, ImageStat

from services.reader.pdf.pdfium.crosscheck import Seen, seen_in
from services.reader.pdf.pdfium.opening import holds, opened
from services.reader.pdf.text_layer import is_garbage
from services.reader.settings import ReaderSettings

Route = Literal["text", "ocr", "blank"]

_DEEPEST, _MOST_OBJECTS = 4, 20_000
_WHOLE = 0.6  # of the page: a picture of at least that is the page
_SOME = 0.05
_FEW, _MANY = 20, 200  # characters
_INVISIBLE = (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP)
_THUMB, _DARK, _LEAST_INK, _LITTLE_INK = 400, 160, 0.0005, 0.004


@dataclass
class _Drawn:
    """What is drawn on a page: the largest picture's share of it, and how many texts are seen, unseen, under it."""

    picture: float = 0.0
    seen: int = 0
    unseen: int = 0
    under: int = 0

    @property
    def texts(self) -> int:
        return self.seen + self.unseen


class PdfTriage:
    """An open PDF whose pages are looked at one by one. Use as a context manager, or `close` it."""

    def __init__(self, path: Path, password: str | None, settings: ReaderSettings) -> None:
        """Raises `Failure` (encrypted, damaged) when PDFium cannot open it."""
        self._document = opened(path, password)
        self._settings = settings

    def __enter__(self) -> "PdfTriage":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._document)

    def route(self, number: int) -> Route:
        """The way to read page `number` (from 1)."""
        return self.look(number)[0]

    def look(self, number: int) -> tuple[Route, Seen]:
        """The way to read page `number` (from 1), and what PDFium sees of its text.

        A page that PDFium cannot load: "text" (pdfminer has its say), and nothing.
        """
        try:
            page = self._document[number - 1]
            try:
                return self._look(page)
            finally:
                page.close()
        except MemoryError:
            raise
        except Exception:  # on a hostile page; whoever reads its text says that it is broken
            return "text", Seen()

    def holds(self, number: int) -> bool:
        """Whether page `number` is there, and not only counted."""
        return holds(self._document, number)

    def size(self, number: int) -> tuple[float, float]:
        """Width and height of page `number` in points, as it is shown (its own rotation applied)."""
        width, height = self._document.get_page_size(number - 1)
        return float(width), float(height)

    def close(self) -> None:
        self._document.close()

    def _look(self, page: pypdfium2.PdfPage) -> tuple[Route, Seen]:
        layer = page.get_textpage()
        try:
            text = layer.get_text_range(0, min(layer.count_chars(), self._settings.most_page_characters))
        finally:
            layer.close()
        seen = seen_in(text)
        return _route(page, text, seen.characters), seen


def _route(page: pypdfium2.PdfPage, text: str, characters: int) -> Route:
    drawn = _drawn(page)
    if characters >= _FEW and is_garbage(text):
        return "ocr"
    if drawn.picture >= _WHOLE:
        hidden = drawn.unseen > drawn.seen or drawn.under * 2 > drawn.texts
        if characters < _MANY or hidden:
            return "ocr"
    if characters >= _FEW:
        return "text"
    if drawn.picture >= _SOME:
        return "ocr"
    ink = _ink(page)
    if characters and drawn.seen and ink < _LITTLE_INK:
        return "text"  # a page number, a running header
    return "ocr" if ink >= _LEAST_INK else "text" if characters else "blank"


def _drawn(page: pypdfium2.PdfPage) -> _Drawn:
    """Counts what is drawn, in the order of drawing."""
    width, height = page.get_size()
    left0, bottom0, right0, top0 = page.get_mediabox()
    area = max(1.0, width * height)
    found = _Drawn()
    for count, element in enumerate(page.get_objects(max_depth=_DEEPEST)):
        if count >= _MOST_OBJECTS:
            break
        if element.type == raw.FPDF_PAGEOBJ_IMAGE:
            left, bottom, right, top = element.get_bounds()
            across = max(0.0, min(right, right0) - max(left, left0))
            down = max(0.0, min(top, top0) - max(bottom, bottom0))
            share = min(1.0, across * down / area)
            if share >= _WHOLE:
                found.under = found.texts
            found.picture = max(found.picture, share)
        elif element.type == raw.FPDF_PAGEOBJ_TEXT:
            if raw.FPDFTextObj_GetTextRenderMode(element.raw) in _INVISIBLE:
                found.unseen += 1
            else:
                found.seen += 1
    return found


def _ink(page: pypdfium2.PdfPage) -> float:
    """The dark share of a small picture of the page: letters that are drawn as lines and curves show there."""
    width, height = page.get_size()
    scale = min(1.0, _THUMB / max(1.0, width, height))
    small: Image.Image = page.render(scale=scale, grayscale=True, may_draw_forms=False).to_pil().convert("L")
    return ImageStat.Stat(small.point(lambda v: 255 * (v < _DARK))).mean[0] / 255
