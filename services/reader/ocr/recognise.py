"""From pictures to pages: OCR, a second try for what came out badly, and how well it went. Child process only."""

import itertools
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from services.reader.language import language_of
from services.reader.ocr import engine
from services.reader.ocr.agreement import verified
from services.reader.ocr.fractions import without_fractions
from services.reader.ocr.gate import failed_page, page_quality
from services.reader.ocr.hocr import paragraphs_of
from services.reader.ocr.languages import PACKS, installed
from services.reader.ocr.pictures import Picture
from services.reader.ocr.rescue import needs_rescue, rescued, set_straight
from services.reader.ocr.sheets import Sheet, page_of, sheet_of
from services.reader.ocr.sureness import CLEAN
from services.reader.pages import Page
from services.reader.sandbox.limits import worked
from services.reader.settings import ReaderSettings
from services.text.vocabulary import frequencies

BATCH = 4  # pages for one tesseract process: more would save little, and progress is told page by page
_POINTS = 72
_MOST_PACKS = 5


def warm() -> None:
    """Loads and runs through what a job would otherwise load itself; about a second. For the fork server.

    It makes a folder of its own for a moment. Without tesseract only what is imported at once is loaded.
    """
    frequencies.warm(("en", "nb", "de"))
    packs = sorted((installed() or frozenset()) - {"osd"})
    if packs:
        with tempfile.TemporaryDirectory(prefix="pensum-ocr-") as scratch:
            engine.rehearse(Path(scratch), packs[:1])


def recognise(
    pictures: Iterable[Picture], scratch: Path, settings: ReaderSettings, languages: Sequence[str]
) -> Iterator[Page]:
    """Reads pictures into pages, in their order; each `Page` has a `quality`.

    `scratch`: an own, empty folder; every file that is made lies there (RLIMIT_FSIZE must allow a picture: 4 bytes a
    pixel of `most_pixels` suffice). `languages`: packs to begin with, `languages.asked(settings)`. Boxes are in points
    of the upright page. No bad page raises: it comes with the verdict low, blank or failed. Pages come in batches of
    `BATCH`; n pages take at most (3 n + 1) x `ocr_page_seconds` of work.
    """
    packs = tuple(languages)
    waiting = iter(pictures)
    while batch := list(itertools.islice(waiting, BATCH)):
        shown = [picture for picture in batch if picture.image is not None]
        sheets: dict[int, Sheet] = {}
        for picture, sheet in zip(shown, _first(shown, scratch, settings, packs), strict=True):
            if sheet is not None:
                sheets[picture.number] = sheet
        packs, sheets = _in_own_language(shown, sheets, scratch, settings, packs)
        for picture in batch:
            yield _page(picture, sheets.get(picture.number), scratch, settings, packs)


def _page(
    picture: Picture, sheet: Sheet | None, scratch: Path, settings: ReaderSettings, packs: tuple[str, ...]
) -> Page:
    started = worked()
    used = "+".join(packs)
    if picture.image is None or sheet is None:
        reason = picture.problem or f"OCR took longer than {settings.ocr_page_seconds:g} seconds, or broke off."
        return Page(
            picture.number, picture.width, picture.height, (), quality=failed_page(picture.number, reason, used)
        )
    note = ""
    hear = _Hearer(picture, scratch, settings, sheet.languages, started + settings.ocr_page_seconds)
    if needs_rescue(sheet, settings):
        sheet, note = rescued(sheet, hear, scratch, settings)
    elif sheet.mean < CLEAN:
        sheet = set_straight(sheet, hear)
    quality = page_quality(
        picture.number,
        confidences=sheet.confidences,
        coverage=sheet.covered.share,
        texty=sheet.covered.texty,
        languages="+".join(sheet.languages),
        settings=settings,
    )
    if quality.verdict == "low" and note:
        quality = quality.model_copy(update={"reason": f"{quality.reason} {note}"})
    if quality.verdict == "ok":
        until = worked() + settings.ocr_page_seconds  # what came before is no reason to doubt a page
        sheet = verified(sheet, _Hearer(picture, scratch, settings, sheet.languages, until))
        sheet = replace(sheet, paragraphs=without_fractions(sheet.image, sheet.paragraphs))
    return page_of(picture, sheet, quality)


class _Hearer:
    """Hears other versions of one picture, until so many seconds have been worked."""

    def __init__(
        self, picture: Picture, scratch: Path, settings: ReaderSettings, packs: tuple[str, ...], until: float
    ) -> None:
        self._dpi = _dpi(picture)
        self._scratch, self._settings, self._packs, self._until = scratch, settings, packs, until

    @property
    def left(self) -> float:
        return self._until - worked()

    def __call__(self, image: Image.Image, *, turn: int, skew: float, scale: float = 1.0) -> Sheet | None:
        if self.left <= 0:
            return None
        found = engine.hear([image], self._scratch, self._packs, self.left, dpi=[scale * self._dpi])
        return _sheet(image, found[0], self._packs, turn=turn, skew=skew)


def _first(
    pictures: Sequence[Picture], scratch: Path, settings: ReaderSettings, packs: Sequence[str]
) -> list[Sheet | None]:
    """The plain pass."""
    images = [picture.image for picture in pictures if picture.image is not None]
    if not images:
        return []
    heard = engine.hear(images, scratch, packs, settings.ocr_page_seconds, dpi=[_dpi(picture) for picture in pictures])
    return [_sheet(image, hocr, packs) for image, hocr in zip(images, heard, strict=True)]


def _sheet(
    image: Image.Image, hocr: bytes | None, packs: Sequence[str], *, turn: int = 0, skew: float = 0.0
) -> Sheet | None:
    paragraphs = paragraphs_of(hocr) if hocr is not None else None
    return None if paragraphs is None else sheet_of(image, paragraphs, packs, turn=turn, skew=skew)


def _in_own_language(
    pictures: Sequence[Picture],
    sheets: dict[int, Sheet],
    scratch: Path,
    settings: ReaderSettings,
    packs: tuple[str, ...],
) -> tuple[tuple[str, ...], dict[int, Sheet]]:
    """Pages in a language whose pack is here but was not used are read again with it; it is used from then on."""
    other: dict[str, list[Picture]] = {}
    for picture in pictures:
        sheet = sheets.get(picture.number)
        language = language_of(sheet.text, guess=False) if sheet else None
        pack = PACKS.get(language or "")
        if pack and pack not in packs and pack in (installed() or ()) and len(packs) < _MOST_PACKS:
            other.setdefault(pack, []).append(picture)
    for pack, again in other.items():
        packs = (pack, *packs)
        for picture, sheet in zip(again, _first(again, scratch, settings, packs), strict=True):
            if sheet is not None and sheet.worth >= 0.9 * sheets[picture.number].worth:
                sheets[picture.number] = sheet
    return packs, sheets


def _dpi(picture: Picture) -> float:
    """The resolution that the picture has on its page."""
    if picture.image is None or not picture.width:
        return 300.0
    return min(1200.0, max(70.0, picture.image.width * _POINTS / picture.width))
