"""Reads a page that is not clean once more, smaller, and out of focus too: what both readings see is surer than either.

A second reading errs elsewhere: of misread words few are misread the same way at another size. Words that agree gain
confidence as two witnesses give it; of a word that does not, little is left. Pure, but for what `hear` does.
"""

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from services.reader.ocr.enhance import levelled, sharpened
from services.reader.ocr.hocr import Box, SeenWord
from services.reader.ocr.rescue import GOOD, Hear
from services.reader.ocr.sheets import Sheet
from services.reader.ocr.sureness import CLEAN, meant

_SMALLER = 0.45  # a third of the cost of a page
_DOUBTED = 40.0
_HEARD = 50.0  # a word that only the other reading has is not nothing from here on


def verified(sheet: Sheet, hear: Hear) -> Sheet:
    """The same page, its words as sure as two or three readings make them; clean ones stay as they are."""
    if sheet.mean >= CLEAN:
        return sheet
    image = sheet.image
    size = max(1, round(_SMALLER * image.width)), max(1, round(_SMALLER * image.height))
    others = [hear(image.resize(size, Image.Resampling.BOX), turn=sheet.turn, skew=sheet.skew, scale=_SMALLER)]
    if sheet.mean < GOOD:
        others.append(hear(sharpened(levelled(image)), turn=sheet.turn, skew=sheet.skew))
    for other in others:
        if other is None:
            return agreed(sheet, [()])  # no time is left, and what was read once is not sure
    return agreed(sheet, [_words(other, image.width / other.image.width) for other in others if other])


def agreed(sheet: Sheet, others: Sequence[Sequence[SeenWord]]) -> Sheet:
    """The sheet with the confidences that its words have in view of other readings, in the same pixels."""
    own = _words(sheet, 1.0)
    sure = [_sureness(word, [_beside(word, other) for other in others]) for word in own]
    for other in others:
        for lost in other:
            if lost.confidence >= _HEARD and meant(lost.text) and _beside(lost, own) is None:
                _doubt_nearest(lost, own, sure)
    left = iter(sure)
    paragraphs = [
        [replace(line, words=tuple(replace(word, confidence=next(left)) for word in line.words)) for line in lines]
        for lines in sheet.paragraphs
    ]
    return replace(sheet, paragraphs=paragraphs)


def _sureness(word: SeenWord, seen: Sequence[SeenWord | None]) -> float:
    if any(other is None or meant(other.text) != meant(word.text) for other in seen):
        return min(word.confidence, _DOUBTED)
    one, two, *_ = sorted([word.confidence, *(other.confidence for other in seen if other)])
    return round(100 - (100 - one) * (100 - two) / 100, 2)


def _beside(word: SeenWord, others: Sequence[SeenWord]) -> SeenWord | None:
    """Which of the words lies over this one."""
    best = max(others, key=lambda other: _shared(word.box, other.box), default=None)
    return best if best is not None and _shared(word.box, best.box) > 0 else None


def _doubt_nearest(lost: SeenWord, own: Sequence[SeenWord], sure: list[float]) -> None:
    """Beside a word that this reading has not seen nothing is sure: the sentence lacks it."""
    x0, y0, x1, y1 = lost.box
    middle = (y0 + y1) / 2
    near = [number for number, word in enumerate(own) if word.box[1] <= middle <= word.box[3]]
    if near:
        nearest = min(near, key=lambda number: max(own[number].box[0] - x1, x0 - own[number].box[2]))
        sure[nearest] = min(sure[nearest], _DOUBTED)


def _shared(one: Box, other: Box) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0.0


def _words(sheet: Sheet, factor: float) -> list[SeenWord]:
    """The words in reading order, their boxes in the pixels of a picture so many times as large."""
    found = []
    for lines in sheet.paragraphs:
        for line in lines:
            for word in line.words:
                x0, y0, x1, y1 = (factor * value for value in word.box)
                found.append(replace(word, box=(x0, y0, x1, y1)))
    return found
