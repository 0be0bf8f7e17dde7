"""A child's job: read one range of a planned document, its text pages by pdfminer and the others by OCR.

`given`: path, password (a path or None), media_type, pages [first, last], ocr (the pages to recognise), languages,
count (how many pages the document has), seen (of each page of the range, the characters and words that PDFium saw).
Tells the pages as they are stored, and `[recognised, confidence or None]` as its message.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from services.reader.formats.media import PDF
from services.reader.jobs.read import checked, engines_of, opened, password_of, read_pages
from services.reader.ocr.pictures import Picture, image_pictures, pdf_pictures
from services.reader.ocr.recognise import BATCH, recognise
from services.reader.pages import Page
from services.reader.pdf.pdfium.crosscheck import Seen
from services.reader.pdf.pdfium.second_opinion import SecondOpinion
from services.reader.reading.stored_pages import stored
from services.reader.sandbox.frames import Kind, Sink, plain
from services.reader.sandbox.limits import Clock
from services.reader.settings import ReaderSettings


def read_range(given: dict[str, Any], settings: ReaderSettings, seconds: float, scratch: Path, tell: Sink) -> None:
    """Reads the range. Raises `Failure`; a bad page does not, it says so itself."""
    first, last = given["pages"]
    whole = f"Page {first}" if first == last else f"Pages {first} to {last}"
    clock = Clock(tell, whole, seconds, settings.patience)
    clock.rest()
    ocr = list(given["ocr"])
    pages: dict[int, Page] = {}

    def add(page: Page) -> None:
        pages[page.number] = page
        tell(Kind.PAGE, plain([len(pages), last - first + 1]))

    tell(Kind.PAGE, plain([0, last - first + 1]))
    if text := [number for number in range(first, last + 1) if number not in ocr]:
        pdf = opened(given, settings, clock, text[0], given["count"])
        second = SecondOpinion(Path(given["path"]), settings, password_of(given))
        seen = {number: Seen(*each) for number, each in enumerate(given["seen"], first)}
        for begin, end in stretches(text):
            for page in read_pages(pdf, begin, end, settings, clock):
                add(checked(page, seen.get(page.number), second, settings, clock))
        clock.rest()
        if given["languages"]:
            ocr += [page.number for page in pages.values() if page.unreadable == "undecodable"][
                : settings.ocr_range_pages
            ]
    if ocr:
        batch = settings.ocr_seconds(min(BATCH, len(ocr)))
        found = recognise(_pictures(given, ocr, settings), scratch, settings, given["languages"])
        for number in ocr:
            clock.page(number, batch)
            add(next(found))
    clock.rest()
    in_order = [pages[number] for number in range(first, last + 1)]
    tell(Kind.KEPT, stored(in_order))
    tell(Kind.FIGURES, plain(engines_of(in_order)))
    tell(Kind.MESSAGE, plain(recognised_in(in_order)))


def recognised_in(pages: Sequence[Page]) -> tuple[int, float | None]:
    """How many pages went through OCR, and the mean confidence of their words in percent, None without words."""
    seen = [page.quality for page in pages if page.quality is not None and page.quality.route == "ocr"]
    told = [(quality.confidence, quality.words) for quality in seen if quality.confidence is not None]
    words = sum(count for _, count in told)
    mean = sum(confidence * count for confidence, count in told) / words if words else None
    return len(seen), round(mean, 2) if mean is not None else None


def stretches(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Runs of pages that follow each other: first and last."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def _pictures(given: dict[str, Any], numbers: Sequence[int], settings: ReaderSettings) -> Iterator[Picture]:
    path = Path(given["path"])
    if given["media_type"] == PDF:
        return pdf_pictures(path, password_of(given) or None, numbers, settings)
    return image_pictures(path, numbers, settings)
