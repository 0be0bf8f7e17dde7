"""Hands pictures to OCRmyPDF with our plugin and takes back hOCR; all its files lie in the scratch folder."""

import logging
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PIL import Image

from services.reader.ocr import plugin

_EMPTY_PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Resources<<>>>>"


def hear(
    images: Sequence[Image.Image],
    scratch: Path,
    languages: Sequence[str],
    seconds: float,
    *,
    dpi: Sequence[float],
) -> list[bytes | None]:
    """The hOCR of each picture (mode L, with its resolution); None where there is none: too slow, or unreadable.

    `seconds`: a page's limit; see `tesseract.hocr_of`.
    """
    with _desk(scratch) as desk:
        for number, (image, resolution) in enumerate(zip(images, dpi, strict=True), 1):
            image.save(desk / f"{number}.bmp", dpi=(round(resolution), round(resolution)))
        _run(desk, len(images), languages, seconds)
        heard: list[bytes | None] = []
        for number in range(1, len(images) + 1):
            hocr = desk / f"{number}.hocr"
            heard.append(hocr.read_bytes() if hocr.exists() else None)
        return heard


def rehearse(scratch: Path, languages: Sequence[str]) -> None:
    """Goes through OCRmyPDF once without recognising anything: what it imports late is loaded then."""
    with _desk(scratch) as desk:
        Image.new("L", (8, 8), 255).save(desk / "1.bmp", dpi=(300, 300))
        (desk / plugin.REHEARSAL).touch()
        _run(desk, 1, languages, 1.0)


def _run(desk: Path, pages: int, languages: Sequence[str], seconds: float) -> None:
    import ocrmypdf

    logging.getLogger("ocrmypdf").setLevel(logging.CRITICAL)
    (desk / "pages.pdf").write_bytes(_empty_pdf(pages))
    ocrmypdf.ocr(
        desk / "pages.pdf",
        os.devnull,
        language=list(languages),
        output_type="none",
        optimize=0,
        jobs=1,
        use_threads=True,
        progress_bar=False,
        tesseract_timeout=seconds,
        plugins=[plugin.__name__],
    )


@contextmanager
def _desk(scratch: Path) -> Iterator[Path]:
    """A folder of its own that is gone afterwards, and the place of OCRmyPDF's temporary files meanwhile."""
    desk = Path(tempfile.mkdtemp(prefix="desk-", dir=scratch))
    before = tempfile.tempdir
    tempfile.tempdir = str(desk)
    try:
        yield desk
    finally:
        tempfile.tempdir = before
        shutil.rmtree(desk, ignore_errors=True)


def _empty_pdf(pages: int) -> bytes:
    """A PDF with that many empty pages."""
    kids = b" ".join(b"%d 0 R" % (3 + page) for page in range(pages))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, kids),
        *[_EMPTY_PAGE] * pages,
    ]
    body, places = bytearray(b"%PDF-1.4\n"), []
    for number, written in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj%sendobj\n" % (number, written)
    start = len(body)
    body += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    body += b"".join(b"%010d 00000 n \n" % place for place in places)
    body += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    return bytes(body)
