"""Whether anything that is taught of a blurred or noisy scan rests on a misread word, and what is left out for that.

Scans of our own lessons and of sentences full of names and figures, at levels that the gate lets pass. The limits of
`services/reader/ocr/sureness.py` were chosen on half of the levels; the others were looked at afterwards.
"""

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from contracts.reading import ReaderOutput
from services.reader.reading.plans import range_blob
from services.reader.reading.stored_pages import pages_of
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings
from tests.measuring.quality.course import course_of
from tests.reader.harness import Blobs, Service, Telling
from tests.standins.documents.misreading import Printed
from tests.standins.documents.scans import lesson_pages, spoilt, text_pdf

# (resolution in dpi, radius of the blur in pixels, share of noise)
TUNED = ((72, 0.0, 0.0), (72, 0.8, 0.0), (150, 0.0, 0.05), (300, 4.2, 0.0))
HELD_OUT = ((72, 0.4, 0.0), (72, 0.6, 0.0), (150, 0.0, 0.04), (200, 2.55, 0.0))
CLEAN = (300, 0.0, 0.0)
LESSONS = (
    "photosynthesis.en.md",
    "printing.en.md",
    "human-body.en.md",
    "plate-tectonics.en.md",
    "vannets-kretslop.no.md",
    "elektrisitet.no.md",
)
PAGES, MOST = 6, 50
Level = tuple[int, float, float]


@dataclass
class Taught:
    """What became of a level: `confidence` of its pages; of the sentences' words that are right how many were kept."""

    level: Level
    confidence: list[float] = field(default_factory=list)
    held: int = 0
    items: int = 0
    wrong: list[str] = field(default_factory=list)
    right: int = 0
    kept: int = 0


async def taught(settings: ReaderSettings, levels: Sequence[Level], lessons: Sequence[str] = LESSONS) -> list[Taught]:
    """Each level of each lesson, read as the Reader reads it, and taught offline."""
    found = []
    with tempfile.TemporaryDirectory(prefix="pensum-bench-") as folder:
        async with Children(settings.children) as children:
            service = Service(children, Blobs(Path(folder)), Telling())
            for level in levels:
                one = Taught(level)
                await asyncio.gather(*(_read(service, one, lesson, settings) for lesson in lessons))
                found.append(one)
                print("  " + list(lines_of(found))[-1], *one.wrong, sep="\n    ", flush=True)
    return found


async def _read(service: Service, taught: Taught, lesson: str, settings: ReaderSettings) -> None:
    truth = lesson_pages(lesson, PAGES)
    printed = Printed(truth)
    data = spoilt(text_pdf(truth), *taught.level)
    plan, messages = await service.walked(data, settings)
    pages = [
        page
        for number in range(1, len(plan.ranges) + 1)
        for page in pages_of(service.blobs.read(range_blob(plan.plan, number)))
    ]
    taught.confidence += [page.quality.confidence or 0.0 for page in pages if page.quality]
    output = messages[0]
    if not isinstance(output, ReaderOutput):
        taught.held += 1
        return
    reading = service.kept(output.reading)
    material = Printed(block.text for block in reading.blocks if block.material)
    right = [line.text for page in pages for chunk in page.chunks for line in chunk if printed.holds(line.text)]
    taught.right += len(right)
    taught.kept += sum(material.holds(line) for line in right)
    course = await asyncio.to_thread(course_of, reading, MOST, MOST)
    for item in course.items:
        taught.items += 1
        said = [proof.quote for proof in item.proofs]
        taught.wrong += [quote for quote in said if not printed.holds(quote)][:1]
    for card in course.cards:
        taught.items += 1
        taught.wrong += [card.proof.quote] if not printed.holds(card.proof.quote) else []


def lines_of(seen: Sequence[Taught]) -> Iterator[str]:
    """A table by level, as Markdown."""
    yield "| dpi | blur | noise | confidence | held | items | on a misread word | right lines kept |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for each in seen:
        dpi, blur, noise = each.level
        share = f"{100 * each.kept / each.right:.0f} %" if each.right else ""
        yield (
            f"| {dpi} | {blur:g} | {100 * noise:g} % | {min(each.confidence):.0f} to {max(each.confidence):.0f}, mean"
            f" {mean(each.confidence):.0f} % | {each.held} | {each.items} | {len(each.wrong)} | {share} |"
        )
