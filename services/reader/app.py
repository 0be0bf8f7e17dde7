"""Wires the Reader: its settings, the blob store, the nursery of its children, and its two duties."""

import sys
from collections.abc import Callable

from contracts.digest import DigestDocument
from contracts.reading import ReadDocument
from services.chassis.blobs import Blobs
from services.chassis.serve import run as serve
from services.chassis.settings import Settings
from services.chassis.worker import Duty, work
from services.reader.child import Children
from services.reader.digest import ReadingDigester
from services.reader.read import DocumentReader
from services.reader.settings import ReaderSettings


async def main(settings: Settings, ready: Callable[[], None]) -> None:
    """Serves until cancelled."""
    reading = ReaderSettings()
    blobs = Blobs(settings.blobs)
    async with Children(reading.children) as children:
        limit = reading.document_seconds + 10
        duties = [
            Duty(ReadDocument, DocumentReader(reading, blobs, children).read, agent="reader", dear=True, limit_s=limit),
            Duty(
                DigestDocument,
                ReadingDigester(reading, blobs, children).digest,
                agent="reader",
                dear=True,
                limit_s=limit,
            ),
        ]
        # As many at once as there are children: waiting for one would count against a step's own limit.
        await work("reader", duties, settings, ready, at_once=reading.children)


def run() -> None:
    """The console script `pensum-reader`."""
    sys.exit(serve("reader", Settings()))
