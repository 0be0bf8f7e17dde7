"""What the quality gate decides on pages whose text is known: by degradation, its errors and its verdicts."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from services.reader.settings import ReaderSettings
from services.reader.structure.blocks import blocks_of
from tests.measuring.bench.bench_scans import Scans, scans
from tests.standins.documents.degrading import DEGRADATIONS
from tests.standins.documents.scans import character_error_rate, scan, text_pages, text_pdf

PAGES = 4
LANGUAGES = ("en", "no")
_AT_ONCE = 3  # documents under way, so that no core waits for the last page of a degradation


@dataclass(frozen=True)
class Decision:
    """One page: how wrong its text is (0 to 1), and what the gate saw and said."""

    degradation: str
    error: float
    confidence: float
    coverage: float
    passed: bool


async def decisions(settings: ReaderSettings) -> list[Decision]:
    """Every degradation on pages in each language, read as the Reader reads them; told as soon as it is done."""
    found: list[Decision] = []
    few = asyncio.Semaphore(_AT_ONCE)
    async with scans(settings) as reader:

        async def read(degradation: str, language: str) -> list[Decision]:
            async with few:
                return await _read(reader, degradation, language)

        under_way = [
            [asyncio.create_task(read(degradation, language)) for language in LANGUAGES]
            for degradation in DEGRADATIONS
            if degradation != "blank"
        ]
        for tasks in under_way:
            for each in await asyncio.gather(*tasks):
                found += each
            print("  " + list(lines_of(found))[-1], flush=True)
        print(f"  {reader.fresh} ranges of pages recognised anew", flush=True)
    return found


async def _read(reader: Scans, degradation: str, language: str) -> list[Decision]:
    truth = text_pages(PAGES // len(LANGUAGES), language=language, seed=7)
    data = scan(text_pdf(truth), degradation)  # not in a thread: PDFium bears one alone
    found = []
    for page in (await reader.pages(data))[1]:
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
