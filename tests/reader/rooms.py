"""A Reader to test: documents in a blob folder, a run that remembers, and children of a real nursery."""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from contracts.documents import Block, Document
from contracts.letter import Letter
from contracts.reading import ReadDocument, ReaderOutput
from services.reader.blocks import blocks_of
from services.reader.child import Children
from services.reader.pdf import PdfFile
from services.reader.read import DocumentReader
from services.reader.settings import ReaderSettings


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

    told: list[Letter] = field(default_factory=list)
    notes: dict[str, object] = field(default_factory=dict)

    async def tell(self, letter: Letter) -> None:
        self.told.append(letter)

    def note(self, **named: object) -> None:
        self.notes.update(named)


@dataclass
class Room:
    """A Reader with everything it needs; `read` stores bytes and reads them."""

    children: Children
    blobs: Blobs
    run: Telling

    async def read(
        self, data: bytes, *, name: str = "paper.pdf", settings: ReaderSettings | None = None
    ) -> Sequence[Letter]:
        sha256 = hashlib.sha256(data).hexdigest()
        self.blobs.create(f"documents/{sha256}", data)
        document = Document(
            sha256=sha256,
            filename=name,
            media_type="application/pdf",
            bytes=max(1, len(data)),
            blob=f"documents/{sha256}",
        )
        reader = DocumentReader(settings or ReaderSettings(), self.blobs, self.children)
        return await reader.read(ReadDocument(document=document), self.run)

    async def outputs(self, data: bytes) -> list[ReaderOutput]:
        letters = await self.read(data)
        return [letter for letter in letters if isinstance(letter, ReaderOutput)]


def read_here(data: bytes) -> list[Block]:
    """The blocks of a PDF, read in this process."""
    settings = ReaderSettings()
    pdf = PdfFile(io.BytesIO(data), settings)
    return blocks_of(list(pdf.pages(1, len(pdf))), pdf.outline)
