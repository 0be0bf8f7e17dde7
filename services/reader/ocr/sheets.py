"""A page as OCR has heard it: its words in pixels and its figures, and the `Page` that they make. Pure."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from contracts.documents import PageQuality
from services.reader.ocr.bullets import with_bullets
from services.reader.ocr.coverage import Covered, covered
from services.reader.ocr.enhance import unturned
from services.reader.ocr.hocr import SeenLine
from services.reader.ocr.pictures import Picture
from services.reader.pages import Heard, Line, Page, Run

_SURE = 50.0
# x_size runs from ascender to descender; a font's size is a little more.
_SIZE = 1.1
_SAME_SIZE = 0.12


@dataclass(frozen=True)
class Sheet:
    """What was heard of a picture: `image` as it was given to OCR, after `turn` (clockwise) and `skew` (degrees)."""

    image: Image.Image
    paragraphs: Sequence[Sequence[SeenLine]]
    covered: Covered
    languages: tuple[str, ...]
    turn: int = 0
    skew: float = 0.0

    @property
    def text(self) -> str:
        return "\n".join(" ".join(word.text for word in line.words) for lines in self.paragraphs for line in lines)

    @property
    def confidences(self) -> list[float]:
        return [word.confidence for lines in self.paragraphs for line in lines for word in line.words]

    @property
    def mean(self) -> float:
        found = self.confidences
        return sum(found) / len(found) if found else 0.0

    @property
    def worth(self) -> float:
        """Characters that were heard with some confidence, weighted by it: of two tries the greater is the better."""
        words = [word for lines in self.paragraphs for line in lines for word in line.words]
        return sum(len(word.text) * (word.confidence - _SURE) for word in words if word.confidence > _SURE)


def sheet_of(
    image: Image.Image,
    paragraphs: Sequence[Sequence[SeenLine]],
    languages: Sequence[str],
    *,
    turn: int = 0,
    skew: float = 0.0,
) -> Sheet:
    boxes = (word.box for lines in paragraphs for line in lines for word in line.words)
    return Sheet(image, paragraphs, covered(image, boxes), tuple(languages), turn, skew)


def page_of(picture: Picture, sheet: Sheet, quality: PageQuality) -> Page:
    """The page with boxes in points of the upright page."""
    width, height = picture.width, picture.height
    if sheet.turn in (90, 270):
        width, height = height, width
    across, down = width / sheet.image.width, height / sheet.image.height

    def placed(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        x0, y0, x1, y1 = unturned(box, sheet.image.size, sheet.skew)
        return round(x0 * across, 2), round(y0 * down, 2), round(x1 * across, 2), round(y1 * down, 2)

    sizes = _sizes([line.size * down * _SIZE for lines in sheet.paragraphs for line in lines])
    at = iter(sizes)
    chunks = []
    for lines in sheet.paragraphs:
        chunk = []
        for line in lines:
            words = tuple(Heard(word.text, word.confidence, *placed(word.box)) for word in line.words)
            text = " ".join(word.text for word in words)
            chunk.append(Line((Run(text, "", next(at), False),), *placed(line.box), words=words, rtl=line.rtl))
        chunks.append(chunk)
    return Page(picture.number, width, height, with_bullets(chunks), quality=quality, turn=sheet.turn)


def _sizes(measured: Sequence[float]) -> list[float]:
    """Sizes in half points; those near the page's usual one are it, for a line's measure depends on its letters."""
    if not measured:
        return []
    usual = statistics.median(measured)
    return [max(1.0, round(2 * (usual if abs(size - usual) <= _SAME_SIZE * usual else size)) / 2) for size in measured]
