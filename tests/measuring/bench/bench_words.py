"""Whether anything that is taught of a blurred or noisy scan rests on a misread word, and what is left out for that.

Scans of our own lessons, at settings that the gate lets pass. The limits of `services/reader/ocr/sureness.py` were
chosen on half of the settings; the others were looked at afterwards. `python -m tests.measuring.bench.bench_words`
measures it alone, `tuned` after it only what may be looked at while limits are chosen, `fresh` five further ones.
"""

import asyncio
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from statistics import mean
from typing import NamedTuple

from contracts.reading import ReaderOutput, StoredReading
from services.reader.settings import ReaderSettings
from services.text.splitting import spans_of
from tests.measuring.bench.bench_scans import Scans, scans
from tests.measuring.quality.course import course_of
from tests.standins.documents.misreading import Printed
from tests.standins.documents.scans import lesson_pages, spoilt, text_pdf


class Setting(NamedTuple):
    """How a lesson is scanned: dpi, the radius of the blur in pixels, the share of noise, the typeface, at most how
    many of its pages, by how many degrees it lies askew, and the quality of its JPEG."""

    dpi: int
    blur: float
    noise: float
    font: str = "Times-Roman"
    most: int = 6
    skew: float = 0.0
    jpeg: int = 85


_ALL = 99
TUNED = (
    Setting(72, 0.0, 0.0),
    Setting(72, 0.8, 0.0, most=1),  # slow, and hardly anything is kept of it; so with noise
    Setting(150, 0.0, 0.05, most=1),
    Setting(300, 4.2, 0.0),
    Setting(72, 0.4, 0.0, "Courier", _ALL),
    Setting(72, 0.5, 0.0, "Helvetica", _ALL),
)
HELD_OUT = (
    Setting(72, 0.4, 0.0),
    Setting(72, 0.6, 0.0),
    Setting(150, 0.0, 0.04, most=1),
    Setting(200, 2.55, 0.0),
    Setting(150, 1.8, 0.0, "Helvetica", _ALL),
    Setting(200, 2.6, 0.0, "Helvetica", _ALL),
)
FRESH = (  # chosen before anything was seen of them, once the limits stood
    Setting(250, 2.0, 0.0, "Helvetica", skew=0.5, jpeg=50),
    Setting(300, 2.9, 0.0, "Courier", jpeg=50),
    Setting(300, 2.6, 0.0, "Times-Italic", jpeg=60),
    Setting(200, 2.0, 0.0, skew=1.4, jpeg=30),
    Setting(140, 1.5, 0.0, "Times-Bold", jpeg=45),
)
LESSONS = (
    "photosynthesis.en.md",
    "printing.en.md",
    "human-body.en.md",
    "plate-tectonics.en.md",
    "vannets-kretslop.no.md",
    "elektrisitet.no.md",
)
PAGES, MOST = 6, 50
_AT_ONCE = 3  # documents under way: one more than there are cores, so that none waits for a document's last range


@dataclass
class Taught:
    """What became of a setting: `confidence` of its pages; of the lines that were read rightly how many were kept; of
    the sentences that are material those that are not printed so (`misread`), asked about or not."""

    setting: Setting
    confidence: list[float] = field(default_factory=list)
    held: int = 0
    items: int = 0
    wrong: list[str] = field(default_factory=list)
    right: int = 0
    kept: int = 0
    sentences: int = 0
    misread: list[str] = field(default_factory=list)


async def taught(settings: ReaderSettings, which: Sequence[Setting], lessons: Sequence[str] = LESSONS) -> list[Taught]:
    """Each setting of each lesson, read as the Reader reads it, and taught offline; told as soon as it is done."""
    found = [Taught(setting) for setting in which]
    few = asyncio.Semaphore(_AT_ONCE)
    with ProcessPoolExecutor(settings.children, multiprocessing.get_context("spawn")) as authors:
        async with scans(settings) as reader:

            async def read(one: Taught, lesson: str, first: int) -> None:
                async with few:
                    await _read(reader, authors, one, lesson, first)

            under_way = [
                [
                    asyncio.create_task(read(one, lesson, first))
                    for lesson in lessons
                    for first in range(0, len(lesson_pages(lesson, one.setting.most, font=one.setting.font)), PAGES)
                ]
                for one in found
            ]
            for number, tasks in enumerate(under_way, 1):
                await asyncio.gather(*tasks)
                one = found[number - 1]
                print("  " + list(lines_of(found[:number]))[-1], *_faults(one), sep="\n    ", flush=True)
            print(f"  {reader.fresh} ranges of pages recognised anew", flush=True)
    return found


async def _read(reader: Scans, authors: Executor, taught: Taught, lesson: str, first: int) -> None:
    """At most `PAGES` of a lesson's pages as a document."""
    dpi, blur, noise, font, most, skew, jpeg = taught.setting
    truth = lesson_pages(lesson, most, font=font)[first : first + PAGES]
    printed = Printed(truth)
    data = spoilt(
        text_pdf(truth, font=font), dpi, blur, noise, skew=skew, jpeg=jpeg
    )  # not in a thread: PDFium bears one alone
    plan, pages = await reader.pages(data)
    output = (await reader.gathered(data, plan))[0]
    taught.confidence += [page.quality.confidence or 0.0 for page in pages if page.quality]
    if not isinstance(output, ReaderOutput):
        taught.held += 1
        return
    reading = reader.service.kept(output.reading)
    material = Printed(block.text for block in reading.blocks if block.material)
    right = [line.text for page in pages for chunk in page.chunks for line in chunk if printed.holds(line.text)]
    taught.right += len(right)
    taught.kept += sum(material.holds(line) for line in right)
    said = [text for block in reading.blocks if block.material for text in _sentences(block.text)]
    taught.sentences += len(said)
    taught.misread += [text for text in said if not printed.holds(text)]
    for quotes in await asyncio.get_running_loop().run_in_executor(authors, _quotes, reading.model_dump_json()):
        taught.items += 1
        taught.wrong += [quote for quote in quotes if not printed.holds(quote)][:1]


def _quotes(reading: str) -> list[list[str]]:
    """The quotes of each item and card of a reading's course; in a process of its own, beside the recognition."""
    course = course_of(StoredReading.model_validate_json(reading), MOST, MOST)
    cards = [[card.proof.quote] for card in course.cards]
    return [[proof.quote for proof in item.proofs] for item in course.items] + cards


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in spans_of(text)]


def _faults(one: Taught) -> list[str]:
    """What is misread, to be read by whoever measures."""
    taught = [f"item: {quote}" for quote in one.wrong]
    return taught + [f"sentence: {text}" for text in one.misread if not any(text in quote for quote in one.wrong)]


def lines_of(seen: Sequence[Taught]) -> Iterator[str]:
    """A table by setting, as Markdown."""
    yield (
        "| typeface | dpi | blur | noise | askew | JPEG | pages | confidence | held | items"
        " | on a misread word | sentences | of them misread | right lines kept |"
    )
    yield f"|{' --- |' * 14}"
    for each in seen:
        dpi, blur, noise, font, _, skew, jpeg = each.setting
        share = f"{100 * each.kept / each.right:.0f} %" if each.right else ""
        yield (
            f"| {font} | {dpi} | {blur:g} | {100 * noise:g} % | {skew:g}° | {jpeg} | {len(each.confidence)}"
            f" | {min(each.confidence):.0f} to {max(each.confidence):.0f}, mean {mean(each.confidence):.0f} %"
            f" | {each.held} | {each.items} | {len(each.wrong)} | {each.sentences} | {len(each.misread)} | {share} |"
        )


if __name__ == "__main__":
    parts = {"tuned": TUNED, "fresh": FRESH}
    asked = [setting for name in sys.argv[1:] for setting in parts[name]]
    asyncio.run(taught(ReaderSettings(children=2), asked or (*TUNED, *HELD_OUT)))
