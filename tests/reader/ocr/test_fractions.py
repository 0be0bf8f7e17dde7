"""A fraction is no percent and no number: the picture says so, however sure recognition is."""

import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from services.reader.ocr import recognise as ocr
from services.reader.ocr.fractions import without_fractions
from services.reader.ocr.hocr import Box, SeenLine, SeenWord
from services.reader.ocr.pictures import pdf_pictures
from services.reader.reading.unsure import without_unsure
from services.reader.settings import ReaderSettings
from services.reader.structure.blocks import blocks_of
from tests.standins.documents.scans import pictures, scan, text_pdf
from tests.standins.installed import needs_tesseract

FONTS = ("Times-Roman", "Helvetica", "Courier", "Times-Italic", "Helvetica-Bold")
SIZE, X, Y, DPI = 11.0, 20.0, 20.0, 300
PAPER = (120.0, 50.0)


@cache
def drawn(text: str, font: str, degradation: str = "clean300") -> tuple[Image.Image, Box]:
    """The text as a scanner gives it, and the box of what is drawn."""
    held = io.BytesIO()
    canvas = Canvas(held, pagesize=PAPER, invariant=1)
    canvas.setFont(font, SIZE)
    canvas.drawString(X, Y, text)
    canvas.save()
    ((image, dpi),) = pictures(held.getvalue(), degradation)
    image = image.resize((image.width * DPI // dpi, image.height * DPI // dpi), Image.Resampling.BICUBIC)
    scale = DPI / 72
    wide = stringWidth(text, font, SIZE)
    around = (X - 3, PAPER[1] - Y - SIZE, X + wide + 3, PAPER[1] - Y + SIZE / 2)
    left, top, right, bottom = (round(scale * value) for value in around)
    ink = image.crop((left, top, right, bottom)).point(lambda value: 255 if value < 160 else 0)
    x0, y0, x1, y1 = ink.getbbox() or (0, 0, 0, 0)
    return image, (left + x0, top + y0, left + x1, top + y1)


def heard(printed: str, read: str, font: str, degradation: str = "clean300", others: Sequence[str] = ()) -> float:
    """How sure a word is that is printed and read so, and that recognition was sure of; `others`: of its page."""
    image, box = drawn(printed, font, degradation)
    words = [SeenWord(read, 96.0, box), *(SeenWord(each, 96.0, drawn(each, font, degradation)[1]) for each in others)]
    ((line,),) = without_fractions(image, [[SeenLine(tuple(words), box, box[3] - box[1], rtl=False)]])
    assert {word.confidence for word in line.words[1:]} <= {96.0}
    return line.words[0].confidence


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("degradation", ["clean300", "clean150"])
def test_a_fraction_that_reads_as_percent_is_not_sure_and_a_percentage_is(font: str, degradation: str) -> None:
    for whole in ("6", "12", "40", "178"):
        assert heard(f"{whole}%", f"{whole}%", font, degradation) == 96
        for fraction in "½¼¾":
            assert heard(f"{whole}{fraction}", f"{whole}%", font, degradation) < 50, (whole, fraction)


@pytest.mark.parametrize("font", FONTS)
def test_a_fraction_that_reads_as_figures_is_not_sure_beside_other_numbers_and_a_number_is(font: str) -> None:
    others = ("1999", "40", "365", "52", "2030", "14", "1911")
    fractions = [("2¼", "214"), ("24¾", "2434"), ("8¼", "844")]
    if font != "Courier":  # whose fractions are as wide as its figures
        fractions += [("24½", "247"), ("1¾", "13"), ("7½", "77")]
    for printed, figures in fractions:
        assert heard(printed, figures, font, others=others) < 50, printed
        assert heard(figures, figures, font, others=others) == 96, figures


def test_where_no_number_tells_how_wide_figures_are_those_that_are_far_too_narrow_are_not_sure() -> None:
    assert heard("7¾", "734", "Times-Roman") < 50
    assert all(heard(number, number, font) == 96 for number in ("12", "734", "1911") for font in FONTS)


@needs_tesseract
def test_of_a_clean_scan_nothing_rests_on_a_fraction_that_was_read_as_something_else(tmp_path: Path) -> None:
    facts = [
        "About 78% of the air is nitrogen, and only a little of it is water.",
        "The flood comes 6½ hours after the ebb, so that boats must wait for it.",
        "Of the harbour 12% is deep enough for the large ships that call there.",
        "A boat of that kind is 7¾ metres long and has room for eight people.",
    ]
    path = tmp_path / "scan.pdf"
    path.write_bytes(scan(text_pdf(["\n".join(["Of the Harbour", *(line for fact in facts for line in (fact, ""))])])))
    (page,) = ocr.recognise(pdf_pictures(path, None, [1], ReaderSettings()), tmp_path, ReaderSettings(), ("eng",))
    assert page.quality is not None
    assert page.quality.confidence is not None
    blocks, _ = without_unsure(blocks_of([page]), "en", {1: page.quality.confidence})
    told = " ".join(block.text for block in blocks if block.material and block.kind != "heading")
    assert told == f"{facts[0]} {facts[2]}"
