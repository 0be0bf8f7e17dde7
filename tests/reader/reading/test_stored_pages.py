"""Pages come out of their blob exactly as they went in."""

import io
import json

import pytest

from contracts.documents import PageQuality
from services.reader.pages import Heard, Line, Page, Run
from services.reader.pdf.file import PdfFile
from services.reader.reading.stored_pages import pages_of, stored
from services.reader.settings import ReaderSettings
from tests.console.samples.make_samples import NAMES, SAMPLES
from tests.reader.papers import lines, paper

WORDS = (Heard("Ebb", 93.25, 1.0, 2.0, 30.5, 12.0), Heard("og flo", 11.0, 33.0, 2.0, 60.0, 12.0))
RUNS = (Run("Ebb ", "bold", 11.5, False), Run("og flo", "", 11.5, True))
RECOGNISED = Page(
    3,
    595.28,
    841.89,
    ((Line(RUNS, 1.0, 2.0, 60.0, 12.0, WORDS), Line((Run("مد", "", 9.0, False),), 0.1, 20, 3, 30, rtl=True)),),
    quality=PageQuality(page=3, route="ocr", verdict="low", confidence=52.1, coverage=0.4, words=2, languages="nor"),
    corrected="Flo",
)


def settled(page: Page) -> Page:
    """With tuples throughout, as they come out of a blob."""
    chunks = tuple(
        tuple(Line(tuple(line.runs), line.x0, line.y0, line.x1, line.y1, tuple(line.words), line.rtl) for line in chunk)
        for chunk in page.chunks
    )
    return Page(page.number, page.width, page.height, chunks, page.unreadable, page.quality, page.corrected)


def test_a_recognised_page_keeps_everything() -> None:
    broken = Page(4, 0, 0, (), unreadable="broken")
    assert pages_of(stored([RECOGNISED, broken])) == [RECOGNISED, broken]


@pytest.mark.parametrize("name", NAMES)
def test_pages_of_a_real_text_keep_everything(name: str) -> None:
    pdf = PdfFile(io.BytesIO((SAMPLES / f"{name}.pdf").read_bytes()), ReaderSettings())
    pages = [settled(page) for page in pdf.pages(1, len(pdf))]
    assert pages_of(stored(pages)) == pages
    assert stored(pages_of(stored(pages))) == stored(pages)


def test_half_a_character_is_no_hindrance() -> None:
    page = Page(1, 1, 1, ((Line((Run("\ud800", "", 1.0, False),), 0, 0, 1, 1),),))
    assert pages_of(stored([page])) == [page]


def test_another_version_is_refused() -> None:
    plain = json.loads(stored([RECOGNISED]))
    with pytest.raises(ValueError, match="version 2"):
        pages_of(json.dumps(plain | {"version": 2}).encode())


def test_it_is_compact() -> None:
    pdf = PdfFile(io.BytesIO(paper(lines(*["The tide comes in and goes out again."] * 40))), ReaderSettings())
    (page,) = pdf.pages(1, 1)
    assert len(stored([page])) < 6000
