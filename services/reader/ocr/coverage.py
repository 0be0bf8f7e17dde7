"""How much of a page's ink the recognised words cover: what was not seen at all has no confidence to be low. Pure.

The page is scaled to about 830 pixels, levelled, and cut into cells. A cell with some ink, not filled by it, and with
such cells beside it is taken for text: rules, frames and dark pictures are not. Ink is what stands out from its
surroundings, so that a shadow or a grey sheet is none.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat

from services.reader.ocr.enhance import levelled

_WIDTH, _CELL = 830, 10
_SURROUNDINGS = 15  # pixels
_LEAST_CONTRAST, _NOISES = 6, 4.0  # grey levels of the levelled page, and how often the usual difference
_MOST_CONTRAST = 30  # what is that much darker is ink, however noisy the page
_DARK, _GLOW = 110, 40  # white on black: how dark the surroundings are, and how much brighter the letters
_LEAST_INK, _MOST_INK = 0.06, 0.75  # of a cell
_LEAST_BESIDE = 2  # of the four cells left and right
_TOUCHED = 0.15
_LEAST_CELLS = 4
_PAD = 2

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Covered:
    """`share` of the text-like cells that words touch (1 without any), and `texty`: the text-like share of the page."""

    share: float
    texty: float


def covered(image: Image.Image, words: Iterable[Box]) -> Covered:
    """Of a picture (mode L) and the boxes of its recognised words, in its pixels."""
    shrink = max(1, round(min(image.size) / _WIDTH))
    small = image.reduce(shrink).filter(ImageFilter.MedianFilter(3))
    across, down = small.width // _CELL, small.height // _CELL
    if across < _LEAST_CELLS or down < _LEAST_CELLS:
        return Covered(1.0, 0.0)
    inked = _cells(_ink(small), across, down)
    boxes = Image.new("L", small.size)
    draw = ImageDraw.Draw(boxes)
    for x0, y0, x1, y1 in words:
        left, top, right, bottom = (value / shrink for value in (x0, y0, x1, y1))
        draw.rectangle((left - _PAD, top - _PAD, max(left, right) + _PAD, max(top, bottom) + _PAD), fill=255)
    touched = _cells(boxes, across, down)
    least, most, touch = 255 * _LEAST_INK, 255 * _MOST_INK, 255 * _TOUCHED
    text = hit = 0
    for row in range(down):
        cells = [least < value < most for value in inked[row * across : (row + 1) * across]]
        padded = [False, False, *cells, False, False]
        for column, is_text in enumerate(cells):
            beside = padded[column] + padded[column + 1] + padded[column + 3] + padded[column + 4]
            if is_text and beside >= _LEAST_BESIDE:
                text += 1
                hit += touched[row * across + column] > touch
    return Covered(hit / text if text else 1.0, text / (across * down))


def _ink(small: Image.Image) -> Image.Image:
    """White where a pixel is clearly darker than its surroundings, or light within dark ones."""
    even = levelled(small, step=4)
    around = even.filter(ImageFilter.BoxBlur(_SURROUNDINGS))
    difference = ImageChops.subtract(around, even)
    least = max(_LEAST_CONTRAST, _NOISES * ImageStat.Stat(ImageChops.difference(around, even)).median[0])
    darker = difference.point(lambda v: 255 * (v > min(least, _MOST_CONTRAST)))
    lighter = ImageChops.subtract(small, small.filter(ImageFilter.BoxBlur(_SURROUNDINGS)))
    dark = small.filter(ImageFilter.BoxBlur(_SURROUNDINGS)).point(lambda v: 255 * (v < _DARK))
    return ImageChops.lighter(darker, ImageChops.darker(lighter.point(lambda v: 255 * (v > _GLOW)), dark))


def _cells(mask: Image.Image, across: int, down: int) -> bytes:
    """The mean of each cell, 0 to 255, row by row."""
    return mask.crop((0, 0, across * _CELL, down * _CELL)).reduce(_CELL).tobytes()
