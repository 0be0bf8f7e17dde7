"""The second try for a page that came out badly: turned upright, straight, in even light, without grains.

Each step costs as much as the first pass, so each has its condition, and the better of two readings is kept.
"""

from pathlib import Path
from typing import Protocol

from PIL import Image

from services.reader.ocr.enhance import degrained, levelled, sharpened, skew_of, straightened, unevenly_lit
from services.reader.ocr.languages import SCRIPTS, installed
from services.reader.ocr.sheets import Sheet
from services.reader.ocr.tesseract import Facing, facing
from services.reader.settings import ReaderSettings

LEAST_COVERAGE, LEAST_COVERAGE_IN_SHADOW = 0.70, 0.95  # below, a second try may find what the first did not see
GOOD = 88.0  # clean pages have 92 to 96; between this and the gate a second try often finds more
HOPELESS, LEAST_HOPE = 55.0, 25.0
_BETTER = 15.0
_AS_GOOD = 0.98
_TURN_SURE = 7.0
_SCRIPT_SURE = 2.0
_TEXTY = 0.01
_TURNS = {90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}


class Hear(Protocol):
    """Hears another version of the page, `scale` times as large; None: it failed, or no time is left."""

    @property
    def left(self) -> float: ...

    def __call__(self, image: Image.Image, *, turn: int, skew: float, scale: float = 1.0) -> Sheet | None: ...


def needs_rescue(sheet: Sheet, settings: ReaderSettings) -> bool:
    """Whether there is text that was not heard well."""
    if not sheet.confidences:
        return sheet.covered.texty >= _TEXTY
    if sheet.mean < max(GOOD, settings.least_confidence) or sheet.covered.share < LEAST_COVERAGE:
        return True
    return sheet.covered.share < LEAST_COVERAGE_IN_SHADOW and unevenly_lit(sheet.image)


def rescued(first: Sheet, hear: Hear, scratch: Path, settings: ReaderSettings) -> tuple[Sheet, str]:
    """The best reading of the page, and a sentence on what stands in the way where that is known (else "")."""
    image = levelled(degrained(first.image))
    bad = first.mean < settings.least_confidence
    found = _facing(first.image, scratch, hear.left) if bad else None
    if bad and not _sure(found):
        found = _facing(image, scratch, hear.left) or found  # grains and shadows may have been in the way
    turn = found.turn if found and _sure(found) else 0
    best = _better(first, _straight(image, turn, hear))
    if best.mean < HOPELESS and not _sure(found):
        turn = _turn_by_trying(image, best.mean, hear)
        best = _better(best, _straight(image, turn, hear) if turn else None)
    if best.mean < max(GOOD, settings.least_confidence) and best.confidences and best.mean >= LEAST_HOPE:
        # What is still hard to read may be out of focus.
        best = _better(best, _straight(sharpened(levelled(first.image)), best.turn, hear))
    return best, _script(found, first.languages)


def set_straight(first: Sheet, hear: Hear) -> Sheet:
    """The page read again with its lines level, where they are not: of lines askew tesseract overlooks one now and
    then, and another at each size, so that hardly two readings agree."""
    skew = skew_of(first.image)
    level = hear(straightened(first.image, skew), turn=0, skew=skew) if skew else None
    return level if level is not None and level.worth > _AS_GOOD * first.worth else first


def _sure(found: Facing | None) -> bool:
    return found is not None and found.confidence >= _TURN_SURE


def _straight(image: Image.Image, turn: int, hear: Hear) -> Sheet | None:
    upright = _turned(image, turn)
    skew = skew_of(upright)
    return hear(straightened(upright, skew) if skew else upright, turn=turn, skew=skew)


def _turn_by_trying(image: Image.Image, mean: float, hear: Hear) -> int:
    """The turn by which a strip of the page is read much better; 0: none. A strip costs a fifth of a page."""
    for turn in (180, 90, 270):
        upright = _turned(image, turn)
        strip = upright.crop((0, upright.height * 2 // 5, upright.width, upright.height * 3 // 5))
        sheet = hear(strip, turn=turn, skew=0.0)
        if sheet is not None and sheet.mean >= max(HOPELESS, mean + _BETTER):
            return turn
    return 0


def _turned(image: Image.Image, turn: int) -> Image.Image:
    """Turned clockwise by 0, 90, 180 or 270 degrees."""
    return image.transpose(_TURNS[turn]) if turn else image


def _better(one: Sheet, other: Sheet | None) -> Sheet:
    return other if other is not None and other.worth > one.worth else one


def _facing(image: Image.Image, scratch: Path, seconds: float) -> Facing | None:
    if "osd" not in (installed() or ()):
        return None
    path = scratch / "facing.bmp"
    image.save(path, dpi=(300, 300))
    try:
        return facing(path, seconds)
    finally:
        path.unlink(missing_ok=True)


def _script(found: Facing | None, packs: tuple[str, ...]) -> str:
    """Which pack is missing, when the page is in a script that none of the packs reads."""
    if found is None or found.confidence < _SCRIPT_SURE or found.script_confidence < _SCRIPT_SURE:
        return ""
    needed = SCRIPTS.get(found.script, ())
    if not needed or set(needed) & set(packs):
        return ""
    return f"Its script seems to be {found.script}; tesseract-ocr-{needed[0].replace('_', '-')} would read it."
