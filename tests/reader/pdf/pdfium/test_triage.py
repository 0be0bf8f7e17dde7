"""Each page of a PDF goes its own way: text layer, OCR, or blank."""

import io
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from contracts.problems import Failure
from services.reader.pdf.pdfium.triage import PdfTriage
from services.reader.settings import ReaderSettings
from tests.standins.documents.scans import pictures, scan, text_pages, text_pdf

PAGES = text_pages(1)


def routes(path: Path, pdf: bytes) -> list[str]:
    file = path / "document.pdf"
    file.write_bytes(pdf)
    with PdfTriage(file, None, ReaderSettings()) as triage:
        return [triage.route(number) for number in range(1, len(triage) + 1)]


def drawn(*, picture: bool, hidden: bool, words: str = PAGES[0]) -> bytes:
    held = io.BytesIO()
    canvas = Canvas(held, pagesize=A4, invariant=1)
    if picture:
        canvas.drawImage(ImageReader(next(pictures(text_pdf(PAGES), "clean72"))[0]), 0, 0, *A4)
    layer = canvas.beginText(64, 700)
    layer.setTextRenderMode(3 if hidden else 0)
    for line in words.split("\n"):
        layer.textLine(line)
    canvas.drawText(layer)
    canvas.showPage()
    canvas.save()
    return held.getvalue()


def test_a_text_layer_is_taken(tmp_path: Path) -> None:
    assert routes(tmp_path, text_pdf(PAGES)) == ["text"]


def test_a_scan_needs_ocr(tmp_path: Path) -> None:
    assert routes(tmp_path, scan(text_pdf(PAGES), "clean72")) == ["ocr"]


def test_a_scan_with_somebodys_hidden_ocr_layer_is_recognised_again(tmp_path: Path) -> None:
    assert routes(tmp_path, drawn(picture=True, hidden=True)) == ["ocr"]


def test_text_that_is_seen_over_a_background_picture_is_taken(tmp_path: Path) -> None:
    assert routes(tmp_path, drawn(picture=True, hidden=False)) == ["text"]


def test_a_text_layer_of_rubbish_needs_ocr(tmp_path: Path) -> None:
    words = PAGES[0].translate({ord(a): b for a, b in zip("aeiourstnl", "qxzjkvwfgb", strict=True)})
    assert routes(tmp_path, drawn(picture=False, hidden=False, words=words)) == ["ocr"]


def test_an_empty_page_is_blank_and_drawn_letters_need_ocr(tmp_path: Path) -> None:
    held = io.BytesIO()
    canvas = Canvas(held, pagesize=A4, invariant=1)
    canvas.showPage()
    for row in range(20):
        for column in range(20):
            canvas.rect(60 + 20 * column, 100 + 25 * row, 9, 12, fill=1)
    canvas.showPage()
    canvas.save()
    assert routes(tmp_path, held.getvalue()) == ["blank", "ocr"]


def test_what_does_not_open_is_the_documents_failure(tmp_path: Path) -> None:
    with pytest.raises(Failure) as caught:
        routes(tmp_path, b"%PDF-1.4\nnothing")
    assert caught.value.problem.code == "damaged"
