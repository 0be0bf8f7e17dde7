"""Wires the Reader: its settings, the blob store, the pool of its children, its handlers and their lanes."""

import asyncio
import logging
import sys
from collections.abc import Callable

from contracts.digest import DigestDocument
from contracts.reading import GatherDocument, ReadDocument, ReadPages, RenderPage
from services.chassis.lanes import Lane
from services.chassis.process import at_rest, fence
from services.chassis.process.serve import run as serve
from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.chassis.worker.handlers import Handler
from services.chassis.worker.worker import work
from services.reader.handlers.blobs import plan_of
from services.reader.handlers.digest import ReadingDigester
from services.reader.handlers.gather import DocumentGatherer
from services.reader.handlers.read import DocumentReader
from services.reader.handlers.read_pages import RangeReader
from services.reader.handlers.render import PageRenderer, refused
from services.reader.ocr.languages import Packs
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings

_LANES = 4
log = logging.getLogger(__name__)
_BEYOND = 10  # seconds that a step has beyond its child's


def handlers(settings: ReaderSettings, blobs: Blobs, children: Children, packs: Packs) -> list[Handler]:
    """What the Reader does. Four lanes, each as wide as there are children: what is short never waits for OCR, and what
    a learner sees next, a digest or the beginning of a long document, never for ranges."""
    short, soon, ocr, pictures = (Lane(settings.children) for _ in range(_LANES))

    async def briefly(_: object) -> Lane:
        return short

    async def at_once(_: object) -> Lane:
        return soon

    async def whole_or_not(command: ReadDocument) -> Lane:
        return soon if command.pages else short

    async def by_its_pages(command: ReadPages) -> Lane:
        return ocr if (await plan_of(blobs, command.plan)).ocr_in(command.pages) else short

    async def drawing(_: object) -> Lane:
        return pictures

    document = settings.patience * settings.document_seconds + _BEYOND
    longest = settings.patience * settings.range_seconds(settings.ocr_range_pages, settings.ocr_range_pages) + document
    reader = DocumentReader(settings, blobs, children, packs)
    ranges = RangeReader(settings, blobs, children, packs)
    gatherer = DocumentGatherer(settings, blobs, children)
    digester = ReadingDigester(settings, blobs, children)
    renderer = PageRenderer(settings, blobs, children)
    return [
        Handler(ReadDocument, reader.read, "reader", dear=True, limit_s=document, lane=whole_or_not),
        Handler(ReadPages, ranges.read, "reader", dear=True, limit_s=longest, lane=by_its_pages),
        Handler(GatherDocument, gatherer.gather, "reader", dear=True, limit_s=document, lane=briefly, stage=1),
        Handler(DigestDocument, digester.digest, "reader", dear=True, limit_s=document, lane=at_once, stage=2),
        Handler(
            RenderPage,
            renderer.render,
            "reader",
            dear=False,
            limit_s=document,
            lane=drawing,
            answers="session.updates",
            failed=refused,
        ),
    ]


async def main(settings: Settings, ready: Callable[[], None]) -> None:
    """Serves until cancelled."""
    reading = ReaderSettings()
    blobs = Blobs(settings.blobs)
    packs = await asyncio.to_thread(Packs.here, reading)
    telling = asyncio.create_task(_tell_fence())
    async with Children(_LANES * reading.children) as children:
        if not at_rest.begun_at_rest():
            children.expect()
        await work("reader", handlers(reading, blobs, children, packs), settings, ready)
    await telling


async def _tell_fence() -> None:
    """Once a start: what this machine does not keep from documents."""
    if lost := await asyncio.to_thread(fence.missing):
        log.warning("Documents are opened with less around them than there could be: %s.", "; ".join(lost))


def run() -> None:
    """The console script `pensum-reader`."""
    sys.exit(serve("reader"))
