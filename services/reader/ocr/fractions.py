"""A fraction that is one sign, "6½", is none that tesseract's packs know: it reads "6%", or its figures, "612". Pure.

It is as sure of that as of any word, so the picture is asked: a percent sign has two rings, and a fraction hardly any
but those of its own figures; and a number with a fraction is narrower or wider than as many figures are.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from PIL import Image, ImageDraw

from services.reader.ocr.hocr import Box, SeenLine, SeenWord

_DOUBTED = 40.0
_RINGS = {"0": 1, "4": 1, "6": 1, "8": 2, "9": 1, "%": 2}
_NUMBER = re.compile(r"\W*(\d{2,})\W*")
_USUAL, _EDGES = 0.75, 0.15  # of a number's height: how wide a figure is with what is beside it; what the number lacks
_LEAST_NUMBERS = 5  # of a page, from which on these tell how wide figures are
_OTHERWISE, _ONE = 0.2, 0.06  # of the height: how much narrower or wider a fraction makes it, and a 1 may
_PAD, _LEAST_RING = 2, 0.004  # pixels; of the square of a word's height
_INK = (0.3, 0.5, 0.7)
_WHITE, _BLACK, _OUTSIDE = 255, 0, 128


def without_fractions(image: Image.Image, paragraphs: Sequence[Sequence[SeenLine]]) -> list[list[SeenLine]]:
    """The same lines; a word that may be a number with a fraction has no confidence to speak of."""
    words = [word for lines in paragraphs for line in lines for word in line.words]
    seen = [_across(word) for word in words if word.text.isdigit() and len(word.text) > 1]
    wide = median(seen) if len(seen) >= _LEAST_NUMBERS else None

    def doubted(word: SeenWord) -> SeenWord:
        if word.confidence > _DOUBTED and _may_be_fraction(image, word, wide):
            return replace(word, confidence=_DOUBTED)
        return word

    return [[replace(line, words=tuple(map(doubted, line.words))) for line in lines] for lines in paragraphs]


def _may_be_fraction(image: Image.Image, word: SeenWord, wide: float | None) -> bool:
    """`wide`: how wide the page's figures are, of their height, as `_across`; None: nobody knows."""
    if "%" in word.text:
        return _rings(image, word.box) < sum(_RINGS.get(char, 0) for char in word.text)
    if not (found := _NUMBER.fullmatch(word.text)):
        return False
    more = (_across(word) - (wide or _USUAL)) * len(found[1])
    # Marks around a number make it wider, too.
    return more < -_OTHERWISE - _ONE * found[1].count("1") or (
        wide is not None and more > _OTHERWISE and word.text.isdigit()
    )


def _across(word: SeenWord) -> float:
    """How wide a figure of a number is with what is beside it, of its height."""
    x0, y0, x1, y1 = word.box
    return ((x1 - x0) / max(1, y1 - y0) + _EDGES) / max(1, sum(map(str.isdigit, word.text)))


def _rings(image: Image.Image, box: Box) -> int:
    """How often the letters in a box enclose white."""
    x0, y0, x1, y1 = (round(value) for value in box)
    cut = image.crop((x0 - _PAD, y0 - _PAD, x1 + _PAD, y1 + _PAD)).convert("L")
    darkest, brightest = (float(value) for value in cut.getextrema())  # type: ignore[arg-type]
    least = max(3.0, _LEAST_RING * (y1 - y0) ** 2)
    return max(_enclosed(cut, darkest + share * (brightest - darkest), least) for share in _INK)


def _enclosed(cut: Image.Image, most: float, least: float) -> int:
    """How many patches of at least that many pixels what is at most so bright encloses."""
    shown = Image.new("L", (cut.width + 2, cut.height + 2), _WHITE)
    shown.paste(cut.point(lambda value: _WHITE if value > most else _BLACK), (1, 1))
    ImageDraw.floodfill(shown, (0, 0), _OUTSIDE)
    rings = 0
    for y in range(shown.height):
        for x in range(shown.width):
            if shown.getpixel((x, y)) == _WHITE:
                before = shown.histogram()[_WHITE]
                ImageDraw.floodfill(shown, (x, y), _OUTSIDE)
                rings += before - shown.histogram()[_WHITE] >= least
    return rings
