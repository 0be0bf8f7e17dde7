"""pdfminer's device: counts a page's characters, notes their fonts, and lays them out as the page needs it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import pdfminer.layout
from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LAParams, LTChar, LTPage
from pdfminer.pdffont import PDFSimpleFont, PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import resolve1
from pdfminer.utils import apply_matrix_rect

from services.reader.pdf.drawings import Drawings
from services.reader.pdf.fields import Filled, filled, put
from services.reader.pdf.fonts import Font, font_of
from services.reader.pdf.turning import Rect, parted, turn_of, turned

DENSE = 10_000
UNDECODED = "\ufffd"
_LAYOUT = LAParams(char_margin=3.0, line_margin=0.4, boxes_flow=0.5, all_texts=True)
# Grouping boxes costs the square of their number: 16 s on a page of 10,000 characters, 0.4 s without.
_DENSE_LAYOUT = LAParams(char_margin=3.0, line_margin=0.4, boxes_flow=None, all_texts=True)
_VERTICAL_LAYOUT = LAParams(char_margin=3.0, line_margin=0.4, boxes_flow=0.5, all_texts=True, detect_vertical=True)
_MOST_WIDTHS = 1000
_BULLET = 127  # a code that WinAnsi leaves to the bullet, and some programs write


class _Numbers:
    """Numbers things in the order in which they are first asked about, for one page."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, Any]] = {}

    def __call__(self, thing: Any) -> int:
        return self._known.setdefault(id(thing), (len(self._known), thing))[0]

    def forget(self) -> None:
        self._known.clear()


_numbers = _Numbers()
# pdfminer decides between equally near boxes by their addresses in memory, so that the same bytes come in another order
# from time to time; block ids have to be stable.
vars(pdfminer.layout)["id"] = _numbers


def _shown(page: PDFPage, ctm: Any) -> Rect:
    """The page's crop box, where it has one that lies on the page; else all of it."""
    left, bottom, right, top = apply_matrix_rect(ctm, page.mediabox)
    x0, y0, x1, y1 = apply_matrix_rect(ctm, page.cropbox)
    x0, y0, x1, y1 = max(x0, left), max(y0, bottom), min(x1, right), min(y1, top)
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else (left, bottom, right, top)


def _trim(page: PDFPage, ctm: Any) -> Rect | None:
    """Where the page is to be cut, as the file says; None: it does not."""
    box = resolve1(page.attrs.get("TrimBox"))
    try:
        x0, y0, x1, y1 = (float(resolve1(each)) for each in box)
    except (TypeError, ValueError):
        return None
    return apply_matrix_rect(ctm, (x0, y0, x1, y1))


def _most_of(trim: Rect | None, seen: Rect) -> Rect:
    """Where the page is to be cut, if that leaves most of what is shown; else all of it."""
    if trim is None:
        return seen
    left = min(trim[2], seen[2]) - max(trim[0], seen[0]), min(trim[3], seen[3]) - max(trim[1], seen[1])
    shown = (seen[2] - seen[0]) * (seen[3] - seen[1])
    return trim if min(left) > 0 and 2 * left[0] * left[1] > shown else seen


def _widths(font: Any) -> dict[str, float]:
    """The widths of a font's letters, as the file tells them; of a font with very many, the first ones."""
    found: dict[str, float] = {}
    for code, width in islice(font.widths.items(), _MOST_WIDTHS):
        try:
            letter = code if isinstance(code, str) else str(font.to_unichr(code))
        except PDFUnicodeNotDefined:
            continue
        if len(letter) == 1 and isinstance(width, int | float):
            found[letter] = width
    return found


class TooFull(Exception):
    """A page with more characters than the limit."""


@dataclass
class Laid:
    """A page, laid out as it is read: `turn` degrees clockwise. `beside`: what runs another way, by its own turn.

    `seen`: the part of the (turned) page that is shown, as the file says; `trim`: what is left of it when it is cut;
    `figures`: where figures stand on it.
    """

    page: LTPage
    seen: Rect
    trim: Rect
    turn: int = 0
    beside: dict[int, LTPage] = field(default_factory=dict)
    figures: Sequence[Rect] = ()


def laid_out(
    layout: LTPage,
    seen: Rect,
    characters: int,
    *,
    trim: Rect | None = None,
    vertical: bool = False,
    otherwise: bool = True,
    figures: Sequence[Rect] = (),
) -> Laid:
    """Lays out a page of so many characters.

    `trim`: where it is to be cut, if not as it is shown; `vertical`: it has a font that is set from top to bottom;
    `otherwise`: some of it may run another way than right.
    """
    _numbers.forget()
    how = _DENSE_LAYOUT if characters > DENSE else _VERTICAL_LAYOUT if vertical else _LAYOUT
    width, height = layout.width, layout.height
    turn, others = parted(layout) if otherwise else (0, {})
    for each in (layout, *others.values()):
        each.analyze(how)
    cut = turned(_most_of(trim, seen), turn, width, height)
    drawn = [turned(figure, turn, width, height) for figure in figures]
    return Laid(layout, turned(seen, turn, width, height), cut, turn, others, drawn)


class Device(PDFPageAggregator):
    """Collects characters, and where figures stand. `fonts`: by PostScript name; `forms`: the file has some."""

    def __init__(self, resources: PDFResourceManager, most_characters: int, *, forms: bool = False) -> None:
        super().__init__(resources, laparams=_LAYOUT)
        self.fonts: dict[str, Font] = {}
        self.most_characters, self.characters = most_characters, 0
        self._upright: set[str] = set()
        self._vertical = self._turned = False
        self._seen: Rect = (0, 0, 0, 0)
        self._trim: Rect | None = None
        self._forms, self._filled = forms, list[Filled]()
        self._drawings = Drawings()
        self._laid: Laid | None = None
        self._glyphs: dict[tuple[Any, int], tuple[str, float, float | None]] = {}

    def begin_page(self, page: PDFPage, ctm: Any) -> None:
        self.characters, self._vertical, self._turned = 0, False, False
        self._upright = set()
        super().begin_page(page, ctm)
        self._seen = _shown(page, ctm)
        self._trim = _trim(page, ctm)
        self._drawings = Drawings()
        self._filled = filled(page, ctm) if self._forms and page.annots else []

    def end_page(self, page: PDFPage) -> None:
        layout = self.cur_item
        assert isinstance(layout, LTPage)
        assert not self._stack, str(len(self._stack))
        # Before they are put: a few bytes that thousands of fields inherit are as many letters as a whole book.
        if self.characters + sum(len(each.text) for each in self._filled) > self.most_characters:
            raise TooFull
        self.characters += put(layout, self._filled)
        how = {"vertical": self._vertical, "otherwise": self._turned}
        figures = self._drawings.figures(layout.width, layout.height)
        self._laid = laid_out(layout, self._seen, self.characters, trim=self._trim, figures=figures, **how)
        self.pageno += 1

    def laid(self) -> Laid:
        """The page that was processed last."""
        assert self._laid is not None
        return self._laid

    def render_char(
        self,
        matrix: Any,
        font: Any,
        fontsize: float,
        scaling: float,
        rise: float,
        cid: int,
        ncs: Any,
        graphicstate: Any,
    ) -> float:
        self.characters += 1
        if self.characters > self.most_characters:
            raise TooFull
        name = font.fontname
        if name not in self._upright:
            self._upright.add(name)
            self._vertical = self._vertical or bool(font.is_vertical())
            if name not in self.fonts:
                self.fonts[name] = font_of(str(name), getattr(font, "descriptor", None), _widths(font))
        a, b, c, d, e, f = matrix
        glyph = self._glyphs.get((font, cid))
        if glyph is None:
            glyph = self._glyphs[font, cid] = self._glyph(font, cid)
        text, width, descent = glyph
        if (b or a < 0) and turn_of(matrix):
            self._turned = True
        if b or c or descent is None:
            return float(super().render_char(matrix, font, fontsize, scaling, rise, cid, ncs, graphicstate))
        # What LTChar would work out by the general way, for letters that stand upright or on their head: most of the
        # time goes here.
        letter = LTChar.__new__(LTChar)
        letter._text, letter.fontname, letter.matrix = text, name, matrix
        letter.ncs, letter.graphicstate = ncs, graphicstate
        letter.adv = width * fontsize * scaling
        foot = descent * fontsize + rise
        x0, x1, y0, y1 = e, a * letter.adv + e, d * foot + f, d * (foot + fontsize) + f
        letter.upright = a * d * scaling > 0
        letter.set_bbox((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
        letter.size = letter.height
        self.cur_item.add(letter)
        return letter.adv

    def _glyph(self, font: Any, cid: int) -> tuple[str, float, float | None]:
        """A letter's text, its width in ems, and its font's descent (None: it is set from top to bottom)."""
        try:
            text = str(font.to_unichr(cid))
        except PDFUnicodeNotDefined:
            text = self.handle_undefined_char(font, cid)
        return text, font.char_width(cid), None if font.is_vertical() else font.get_descent()

    def handle_undefined_char(self, font: Any, cid: int) -> str:
        return "•" if cid == _BULLET and isinstance(font, PDFSimpleFont) else UNDECODED

    def paint_path(self, graphicstate: Any, stroke: bool, fill: bool, evenodd: bool, path: Sequence[Any]) -> None:
        """Curves carry no text; where there are many, a figure stands."""
        self._drawings.add(path, self.ctm)

    def render_image(self, *_: Any, **__: Any) -> None:
        """Pictures carry no text; a figure stands there."""
        self._drawings.picture(self.cur_item.bbox)
