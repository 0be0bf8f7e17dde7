"""A Reader to test: documents in a blob folder, a run that remembers, and children of a real fork server."""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from contracts.documents import Block, Document
from contracts.message import Message
from contracts.reading import (
    GatherDocument,
    PagesRead,
    ReadDocument,
    ReaderOutput,
    ReadingPlanned,
    ReadPages,
    StoredReading,
)
from services.reader.handlers.gather import DocumentGatherer
from services.reader.handlers.read import DocumentReader
from services.reader.handlers.read_pages import RangeReader
from services.reader.ocr.languages import Packs
from services.reader.pdf.file import PdfFile
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings
from services.reader.structure.blocks import blocks_of

PACKS = Packs.here(ReaderSettings())


def under_limits(pid: int) -> bool:
    """Whether a child that may write nothing has set its limits, the last thing before it is at work."""
    try:
        limits = Path(f"/proc/{pid}/limits").read_text().splitlines()
    except OSError:
        return False
    return any(line.split()[:4] == ["Max", "file", "size", "0"] for line in limits)


class Blobs:
    """A folder of blobs, as the chassis keeps them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        return self.folder / name

    def read(self, name: str) -> bytes:
        return self.path(name).read_bytes()

    def exists(self, name: str) -> bool:
        return self.path(name).exists()

    def create(self, name: str, data: bytes) -> bool:
        if self.exists(name):
            return False
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_bytes(data)
        return True


@dataclass
class Telling:
    """A run that remembers what it was told."""

    told: list[Message] = field(default_factory=list)
    notes: dict[str, object] = field(default_factory=dict)

    figures: dict[str, float | str | None] = field(default_factory=dict)

    async def tell(self, message: Message) -> None:
        self.told.append(message)

    def measure(self, **figures: float | str | None) -> None:
        self.figures.update(figures)

    def note(self, **named: object) -> None:
        self.notes.update(named)


@dataclass
class Service:
    """A Reader with everything it needs; `read` stores bytes and reads them."""

    children: Children
    blobs: Blobs
    run: Telling
    packs: Packs = field(default_factory=lambda: PACKS)

    def document(self, data: bytes, *, name: str = "paper.pdf", password: str = "") -> Document:
        """Stores bytes as the gateway does."""
        sha256 = hashlib.sha256(data).hexdigest()
        self.blobs.create(f"documents/{sha256}", data)
        secret = f"passwords/{hashlib.sha256(password.encode()).hexdigest()}"
        self.blobs.create(secret, password.encode())
        return Document(
            sha256=sha256,
            filename=name,
            media_type="application/pdf",
            bytes=max(1, len(data)),
            blob=f"documents/{sha256}",
            password=secret if password else None,
        )

    async def read(
        self, data: bytes, *, name: str = "paper.pdf", settings: ReaderSettings | None = None, password: str = ""
    ) -> Sequence[Message]:
        reader = DocumentReader(settings or ReaderSettings(), self.blobs, self.children, self.packs)
        return await reader.read(ReadDocument(document=self.document(data, name=name, password=password)), self.run)

    async def outputs(self, data: bytes, **named: Any) -> list[ReaderOutput]:
        messages = await self.read(data, **named)
        return [message for message in messages if isinstance(message, ReaderOutput)]

    async def planned(self, data: bytes, **named: Any) -> ReadingPlanned:
        (message,) = await self.read(data, **named)
        assert isinstance(message, ReadingPlanned)
        return message

    async def range(
        self, data: bytes, plan: ReadingPlanned, number: int, settings: ReaderSettings | None = None
    ) -> PagesRead:
        reader = RangeReader(settings or ReaderSettings(), self.blobs, self.children, self.packs)
        pages = plan.ranges[number - 1]
        command = ReadPages(document=self.document(data), plan=plan.plan, number=number, pages=pages)
        (message,) = await reader.read(command, self.run)
        assert isinstance(message, PagesRead)
        return message

    async def gather(
        self, data: bytes, plan: ReadingPlanned, settings: ReaderSettings | None = None, **review: Any
    ) -> Sequence[Message]:
        gatherer = DocumentGatherer(settings or ReaderSettings(), self.blobs, self.children)
        command = GatherDocument(document=self.document(data), plan=plan.plan, ranges=plan.ranges, **review)
        return await gatherer.gather(command, self.run)

    async def walked(self, data: bytes, settings: ReaderSettings | None = None) -> tuple[ReadingPlanned, list[Message]]:
        """Planned, read range by range, and gathered."""
        plan = await self.planned(data, settings=settings)
        for number in range(1, len(plan.ranges) + 1):
            await self.range(data, plan, number, settings)
        return plan, list(await self.gather(data, plan, settings))

    def kept(self, name: str | None) -> StoredReading:
        """The reading of that name."""
        assert name is not None
        return StoredReading.model_validate_json(self.blobs.read(name))


def read_here(data: bytes) -> list[Block]:
    """The blocks of a PDF, read in this process."""
    settings = ReaderSettings()
    pdf = PdfFile(io.BytesIO(data), settings)
    return blocks_of(list(pdf.pages(1, len(pdf))), pdf.outline)
