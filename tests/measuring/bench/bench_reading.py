"""The Reader against plain pdfminer and plain tesseract on the same pages, its errors, and what its gate decides."""

import asyncio
import io
import logging
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pdfminer.high_level import extract_text

from services.reader.ocr.languages import asked
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings
from tests.measuring.bench import bench_truth
from tests.measuring.bench.bench_figures import Chapter, Figure, load, tell
from tests.measuring.bench.bench_gate import decisions
from tests.measuring.bench.bench_memory import Watch
from tests.measuring.bench.bench_words import HELD_OUT, TUNED, taught
from tests.reader.harness import Blobs, Service, Telling
from tests.standins.documents.scans import pictures, scan, text_pages, text_pdf

CORES = 2
TEXT_PAGES, LONG_PAGES, SCANNED_PAGES, RUNS = 400, 1000, 16, 3
SETTINGS = ReaderSettings(children=CORES)
ONE_THREAD = {"PATH": "/usr/bin:/bin", "OMP_THREAD_LIMIT": "1"}


def measure() -> Chapter:
    """The whole bench: what is quick first, each stage told as soon as it is done."""
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    figures = [figure for name, stage in STAGES.items() for figure in _told(name, stage)]
    how = (
        "Truth of PDFs with a text layer: documents of our own that each show a fault (`bench_truth.py`), in one run"
        " with plain pdfminer and PDFium. Speed: "
        f"PDFs and scans of our own text (`tests/standins/documents/scans.py`), {CORES} children, "
        f"medians of {RUNS} interleaved"
        f" runs. Text: {TEXT_PAGES} pages, planned, read in ranges side by side, and gathered, against"
        " `pdfminer.high_level.extract_text` in one process. Scans: "
        f"{SCANNED_PAGES} clean pages at 300 dpi, planned, read and gathered, against one tesseract process per core on"
        " ready pictures of the same pages, same languages, OMP_THREAD_LIMIT=1. Gate: every degradation of"
        " `tests/standins/documents/degrading.py`, pages in English and Norwegian; docs/reading.md has the table."
        f" Words: {len(TUNED)} settings of blur, noise and typeface that the limits were chosen on and {len(HELD_OUT)}"
        " others, our lessons, taught offline; a quote must stand in the printed text word for word. What was"
        " recognised for gate and words is kept, and taken again while no code of recognition changes"
        " (`bench_scans.py`)."
    )
    return Chapter("Reading", how, figures)


def _told(name: str, stage: Callable[[], list[Figure]]) -> list[Figure]:
    """A stage's figures, printed, with what it took and how busy the machine was."""
    print(f"\n{name}", flush=True)
    begun = time.perf_counter()
    figures = stage()
    seconds = time.perf_counter() - begun
    tell(Chapter(f"{name}: {seconds:.0f} seconds, load averages (1, 5 minutes) behind it {load()}", "", figures))
    return figures


def _truth() -> list[Figure]:
    return bench_truth.figures(bench_truth.told(os.environ.get("DOCS", "").split(os.pathsep)))


def _words() -> list[Figure]:
    words = asyncio.run(taught(SETTINGS, (*TUNED, *HELD_OUT)))
    items, wrong = sum(each.items for each in words), sum(len(each.wrong) for each in words)
    sentences, misread = sum(each.sentences for each in words), sum(len(each.misread) for each in words)
    kept, right = sum(each.kept for each in words), sum(each.right for each in words)
    return [
        Figure(f"of {items} items of blurred and noisy scans, rest on a misread word", wrong, "", 0),
        Figure(f"of {sentences:,} sentences of their material, asked about or not, have a misread word", misread),
        Figure("of their lines that were read rightly, kept as material", 100 * kept / max(1, right), "%"),
    ]


def _gate() -> list[Figure]:
    seen = asyncio.run(decisions(SETTINGS))
    bad, good = [each for each in seen if each.error > 0.15], [each for each in seen if each.error < 0.05]
    passed, refused = sum(each.passed for each in bad), sum(not each.passed for each in good)
    return [
        Figure(f"of {len(bad)} pages with over 15 % errors, passed by the gate", 100 * passed / len(bad), "%", 2),
        Figure(f"of {len(good)} pages with under 5 % errors, refused by the gate", 100 * refused / len(good), "%", 3),
    ]


async def _speed() -> list[Figure]:
    text = text_pdf(text_pages(TEXT_PAGES))
    scanned = scan(text_pdf(text_pages(SCANNED_PAGES)), "clean300")
    rows: list[tuple[float, float, float, float]] = []
    for run in range(RUNS):
        plain = _timed(lambda: extract_text(io.BytesIO(text)))
        ours = await _walk(text + b"%%%d" % run)
        tesseract = await asyncio.to_thread(_plain_tesseract, scanned)
        recognised = await _walk(scanned + b"%%%d" % run)
        rows.append((plain, ours, tesseract, recognised))
        print(
            f"  run {run + 1}: seconds for pdfminer, ours, tesseract, ours: {[round(x, 1) for x in rows[-1]]}",
            flush=True,
        )
    plain, ours, tesseract, recognised = (sorted(column)[RUNS // 2] for column in zip(*rows, strict=True))
    with Watch() as watch:
        await _walk(text_pdf(text_pages(LONG_PAGES)))
    return [
        Figure("text: plain pdfminer, one process", TEXT_PAGES / plain, "pages/s"),
        Figure("text: the Reader", TEXT_PAGES / ours, "pages/s"),
        Figure(
            "text: the Reader's time against plain pdfminer's (goal: 1.5 times its speed)", ours / plain, "x", 0.667
        ),
        Figure("scans: plain tesseract, one process per core", SCANNED_PAGES / tesseract, "pages/s"),
        Figure("scans: the Reader", SCANNED_PAGES / recognised, "pages/s"),
        Figure(
            "scans: the Reader's time against tesseract's (goal: 0.9 of its speed)", recognised / tesseract, "x", 1.111
        ),
        Figure(f"the largest child while reading {LONG_PAGES:,} pages of text", watch.largest / 2**20, "MB", 300),
    ]


def _timed(work: object) -> float:
    begun = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - begun


async def _walk(data: bytes) -> float:
    """Seconds to plan a document, read its ranges side by side, and gather it, with warm children."""
    with tempfile.TemporaryDirectory(prefix="pensum-bench-") as folder:
        async with Children(CORES) as children:
            service = Service(children, Blobs(Path(folder)), Telling())
            await service.read(text_pdf(text_pages(1)))
            begun = time.perf_counter()
            plan = await service.planned(data, settings=SETTINGS)
            numbers = range(1, len(plan.ranges) + 1)
            await asyncio.gather(*(service.range(data, plan, number, SETTINGS) for number in numbers))
            await service.gather(data, plan, SETTINGS)
            return time.perf_counter() - begun


def _plain_tesseract(scanned: bytes) -> float:
    """Seconds for one tesseract process a page, as many at once as there are cores, on ready pictures."""
    program, languages = shutil.which("tesseract"), "+".join(asked(SETTINGS))
    assert program
    with tempfile.TemporaryDirectory(prefix="pensum-bench-") as folder:
        files = []
        for number, (image, dpi) in enumerate(pictures(scanned, "clean300")):
            files.append(Path(folder) / f"{number}.png")
            image.save(files[-1], dpi=(dpi, dpi), compress_level=1)

        def read(file: Path) -> None:
            command = [program, str(file), str(file.with_suffix("")), "-l", languages, "hocr"]
            subprocess.run(
                command, check=True, capture_output=True, env={"PATH": "/usr/bin:/bin", "OMP_THREAD_LIMIT": "1"}
            )

        begun = time.perf_counter()
        with ThreadPoolExecutor(CORES) as pool:
            list(pool.map(read, files))
        return time.perf_counter() - begun


STAGES: dict[str, Callable[[], list[Figure]]] = {
    "Truth": _truth,
    "Speed": lambda: asyncio.run(_speed()),
    "Words": _words,
    "Gate": _gate,
}
