"""pdfminer's device: counts a page's characters, notes their fonts, and lays them out as the page needs it."""

from typing import Any

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LAParams
from pdfminer.pdffont import PDFSimpleFont
from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdfpage import PDFPage

from services.reader.fonts import Font, font_of

DENSE = 10_000
UNDECODED = "\ufffd"
_LAYOUT = LAParams(char_margin=3.0, line_margin=0.4, boxes_flow=0.5, all_texts=True)
# Grouping boxes costs the square of their number: 16 s on a page of 10,000 characters, 0.4 s without.
_DENSE_LAYOUT = LAParams(char_margin=3.0, line_margin=0.4, boxes_flow=None, all_texts=True)
_VERTICAL_LAYOUT = LAParams(char_margin=3.0, line_margin=0.4, boxes_flow=0.5, all_texts=True, detect_vertical=True)
_BULLET = 127  # a code that WinAnsi leaves to the bullet, and some programs write


class TooFull(Exception):
    """A page with more characters than the limit."""


class Device(PDFPageAggregator):
    """Collects characters only (no curves, no pictures). `fonts`: by PostScript name."""

    def __init__(self, resources: PDFResourceManager, most_characters: int) -> None:
        super().__init__(resources, laparams=_LAYOUT)
        self.fonts: dict[str, Font] = {}
        self.most_characters, self.characters = most_characters, 0
        self._upright: set[str] = set()
        self._vertical = False

    def begin_page(self, page: PDFPage, ctm: Any) -> None:
        self.characters, self._vertical = 0, False
        self._upright = set()
        super().begin_page(page, ctm)

    def end_page(self, page: PDFPage) -> None:
        self.laparams = _DENSE_LAYOUT if self.characters > DENSE else _VERTICAL_LAYOUT if self._vertical else _LAYOUT
        super().end_page(page)

    def render_char(self, matrix: Any, font: Any, *rest: Any, **named: Any) -> float:
        self.characters += 1
        if self.characters > self.most_characters:
            raise TooFull
        name = font.fontname
        if name not in self._upright:
            self._upright.add(name)
            self._vertical = self._vertical or bool(font.is_vertical())
            if name not in self.fonts:
                self.fonts[name] = font_of(str(name), getattr(font, "descriptor", None))
        return float(super().render_char(matrix, font, *rest, **named))

    def handle_undefined_char(self, font: Any, cid: int) -> str:
        return "•" if cid == _BULLET and isinstance(font, PDFSimpleFont) else UNDECODED

    def paint_path(self, *_: Any, **__: Any) -> None:
        """Left out: curves carry no text."""

    def render_image(self, *_: Any, **__: Any) -> None:
        """Left out: pictures carry no text."""
