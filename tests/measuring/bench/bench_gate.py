"""What the quality gate decides on pages whose text is known: by degradation, its errors and its verdicts."""

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from services.reader.reading.plans import range_blob
from services.reader.reading.stored_pages import pages_of
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings
from services.reader.structure.blocks import blocks_of
from tests.reader.harness import Blobs, Service, Telling
from tests.standins.documents.degrading import DEGRADATIONS
from tests.standins.documents.scans import character_error_rate, scan, text_pages, text_pdf

PAGES = 4
LANGUAGES = ("en", "no")


@dataclass(frozen=True)
class Decision:
    """One page: how wrong its text is (0 to 1), and what the gate saw and said."""

    degradation: str
    error: float
    confidence: float
    coverage: float
    passed: bool


async def decisions(settings: ReaderSettings) -> list[Decision]:
    """Every degradation on pages in each language, read as the Reader reads them."""
    found: list[Decision] = []
    with tempfile.TemporaryDirectory(prefix="pensum-bench-") as folder:
        async with Children(settings.children) as children:
            service = Service(children, Blobs(Path(folder)), Telling())
            for degradation in (name for name in DEGRADATIONS if name != "blank"):
                for each in await asyncio.gather(*(_read(service, degradation, one, settings) for one in LANGUAGES)):
                    found += each
                print("  " + list(lines_of(found))[-1], flush=True)
    return found


async def _read(service: Service, degradation: str, language: str, settings: ReaderSettings) -> list[Decision]:
    truth = text_pages(PAGES // len(LANGUAGES), language=language, seed=7)
    data = scan(text_pdf(truth), degradation)
    plan = await service.planned(data, settings=settings)
    found = []
    for number in range(1, len(plan.ranges) + 1):
        await service.range(data, plan, number, settings)
        for page in pages_of(service.blobs.read(range_blob(plan.plan, number))):
            assert page.quality is not None
            said = "\n".join(block.text for block in blocks_of([page]))
            wanted = "" if degradation == "scribble" else truth[page.number - 1]
            error = character_error_rate(wanted, said) if wanted else 1.0
            quality = page.quality
            seen = (quality.confidence or 0.0, quality.coverage or 0.0)
            found.append(Decision(degradation, error, *seen, quality.verdict == "ok"))
    return found


def lines_of(seen: Sequence[Decision]) -> Iterator[str]:
    """A table by degradation, as Markdown."""
    yield "| degradation | pages | errors | confidence | coverage | passed |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for degradation in dict.fromkeys(each.degradation for each in seen):
        own = [each for each in seen if each.degradation == degradation]
        yield (
            f"| {degradation} | {len(own)} | {100 * mean(each.error for each in own):.1f} %"
            f" | {mean(each.confidence for each in own):.0f} | {mean(each.coverage for each in own):.2f}"
            f" | {sum(each.passed for each in own)} |"
        )
