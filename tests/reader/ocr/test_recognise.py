"""Real OCR on a few scans of our own."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from services.reader.ocr import recognise as ocr
from services.reader.ocr.pictures import Picture, pdf_pictures
from services.reader.ocr.tesseract import hocr_of
from services.reader.pages import Page
from services.reader.settings import ReaderSettings
from tests.standins.documents.scans import (
    character_error_rate,
    lesson_pages,
    pictures,
    scan,
    spoilt,
    text_pages,
    text_pdf,
)
from tests.standins.installed import needs_tesseract

pytestmark = needs_tesseract
SETTINGS = ReaderSettings()
SHORT = ["\n".join(page.split("\n")[:12]) for page in text_pages(2)]


def read(scratch: Path, pdf: bytes, count: int, settings: ReaderSettings = SETTINGS) -> list[Page]:
    path = scratch / "scan.pdf"
    path.write_bytes(pdf)
    desk = scratch / "desk"
    desk.mkdir()
    shown = pdf_pictures(path, None, range(1, count + 1), settings)
    found = list(ocr.recognise(shown, desk, settings, ("eng",)))
    assert list(desk.iterdir()) == []
    return found


def said(page: Page) -> str:
    return "\n".join(line.text for chunk in page.chunks for line in chunk)


def test_a_scan_is_read_with_words_boxes_sizes_and_confidence(tmp_path: Path) -> None:
    pages = read(tmp_path, scan(text_pdf(SHORT), "clean300"), 2)
    for page, truth in zip(pages, SHORT, strict=True):
        assert character_error_rate(truth, said(page)) < 0.01
        assert page.quality is not None
        assert page.quality.verdict == "ok"
        assert page.quality.languages == "eng"
        assert page.quality.confidence is not None
        assert page.quality.confidence > 90
        heading, body = page.chunks[0][0], page.chunks[1][0]
        assert heading.text.startswith("Chapter")
        assert heading.size == pytest.approx(16, abs=2)
        assert body.size == pytest.approx(11, abs=1.5)
        assert body.size < heading.size
        first = heading.words[0]
        assert first.text == "Chapter"
        assert first.x0 == pytest.approx(64, abs=2)
        assert 60 < first.y1 < 72


def test_a_page_upside_down_is_read_upright(tmp_path: Path) -> None:
    (page,) = read(tmp_path, scan(text_pdf(SHORT[:1]), "upside_down"), 1)
    assert character_error_rate(SHORT[0], said(page)) < 0.02
    assert page.chunks[0][0].y0 < 80


def test_a_page_that_lies_askew_is_set_straight_so_that_both_readings_see_all_of_its_lines(tmp_path: Path) -> None:
    """Read askew, its smaller reading overlooks lines, so that 65 of its 152 words are doubted."""
    truth = lesson_pages("human-body.en.md", 1, lines=16, font="Vera")
    (page,) = read(tmp_path, spoilt(text_pdf(truth, font="Vera"), 300, 3.0, 0.0, skew=-0.9, jpeg=40), 1)
    heard = [word for chunk in page.chunks for line in chunk for word in line.words]
    assert len(heard) == len(truth[0].split())
    assert sum(word.confidence <= 40 for word in heard) < len(heard) / 10
    assert (heard[0].x0, heard[0].y0) == pytest.approx((64, 53), abs=8), "places are those of the page as it lies"


def test_what_a_shadow_hides_is_found_in_the_second_try(tmp_path: Path) -> None:
    (page,) = read(tmp_path, scan(text_pdf(SHORT[:1]), "deep_shadow"), 1)
    assert page.quality is not None
    assert page.quality.coverage is not None
    assert page.quality.coverage > 0.9
    assert character_error_rate(SHORT[0], said(page)) < 0.05


def test_a_page_over_its_time_fails_alone(tmp_path: Path) -> None:
    blank, full = (next(pictures(text_pdf(SHORT[:1]), name))[0] for name in ("blank", "clean300"))
    hurried = SETTINGS.model_copy(update={"ocr_page_seconds": 0.01})
    shown = [Picture(1, full, 595, 842), Picture(2, None, 0, 0, "The page cannot be drawn."), Picture(3, blank, 1, 1)]
    found = list(ocr.recognise(shown, tmp_path, hurried, ("eng",)))
    verdicts = [page.quality.verdict for page in found if page.quality]
    assert verdicts == ["failed", "failed", "failed"]
    assert found[1].quality is not None
    assert found[1].quality.reason == "The page cannot be drawn."


def test_an_empty_page_is_blank(tmp_path: Path) -> None:
    (page,) = read(tmp_path, scan(text_pdf(SHORT[:1]), "blank"), 1)
    assert page.quality is not None
    assert page.quality.verdict == "blank"
    assert not page.chunks


def test_a_picture_that_breaks_the_batch_does_not_take_the_others_with_it(tmp_path: Path) -> None:
    image = next(pictures(text_pdf(SHORT[:1]), "clean150"))[0]
    paths = [tmp_path / f"{number}.bmp" for number in (1, 2, 3)]
    for path in paths:
        image.save(path, dpi=(150, 150))
    paths[1].write_bytes(b"BM no picture")
    found = hocr_of(paths, ["eng"], 30)
    assert [hocr is not None for hocr in found] == [True, False, True]


def test_tesseract_dies_with_the_process_that_asked_for_it(tmp_path: Path) -> None:
    image = next(pictures(text_pdf(text_pages(1)), "clean300"))[0]
    paths = [tmp_path / f"{number}.bmp" for number in range(1, 9)]
    for path in paths:
        image.save(path, dpi=(300, 300))
    script = (
        "import sys, pathlib; from services.reader.ocr.tesseract import hocr_of;"
        "hocr_of([pathlib.Path(p) for p in sys.argv[1:]], ['eng'], 60)"
    )
    asking = subprocess.Popen([sys.executable, "-c", script, *map(str, paths)])
    try:
        theirs = _child_of(asking.pid)
        os.kill(asking.pid, signal.SIGKILL)
    finally:
        asking.kill()
        asking.wait()
    until = time.monotonic() + 30
    while Path(f"/proc/{theirs}").exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert not Path(f"/proc/{theirs}").exists()


def _child_of(pid: int) -> int:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        if found and Path(f"/proc/{found[0]}/comm").read_text().strip() == "tesseract":
            return int(found[0])
        time.sleep(0.02)
    raise AssertionError("tesseract was not started")


def program(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program called tesseract that is found first; a file to hand to it."""
    made = folder / "tesseract"
    made.write_text(f"#!/bin/sh\n{script}\n")
    made.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return folder / "1.bmp"


def test_a_machine_that_lets_tesseract_wait_fails_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = program(tmp_path, """sleep 1; printf "<div class='ocr_page'>read</div></body>" """, monkeypatch)
    assert hocr_of([page], ["eng"], 0.5) == [b"<div class='ocr_page'>read</div>"]


def test_what_works_longer_than_it_may_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = program(tmp_path, "while :; do :; done", monkeypatch)
    assert hocr_of([page], ["eng"], 0.3) == [None]
