"""Reading: a command and a stored document become blocks, in parts, and a reading that is kept; or a plan."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.message import Message
from contracts.reading import ReadDocument, ReadingPlanned
from services.reader.handlers.blobs import is_reading, keep_reading, paths_of
from services.reader.handlers.progress import Progress
from services.reader.ocr.languages import Packs
from services.reader.ports import BlobStore, Telling
from services.reader.reading.plans import plan_blob
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings


@dataclass(frozen=True)
class DocumentReader:
    """Handles `ReadDocument`."""

    settings: ReaderSettings
    blobs: BlobStore
    children: Children
    packs: Packs

    async def read(self, command: ReadDocument, run: Telling) -> Sequence[Message]:
        """`ReaderOutput` parts in order, or `ReadingPlanned`; of a range its pages alone.

        Raises `Failure`: the document's faults (422, 413, 415) final; a child that died, and a document that is not in
        the store, not final.
        """
        document, settings = command.document, self.settings
        pages = f"{command.pages.first}-{command.pages.last}" if command.pages else "all"
        reader = settings.reader(self.packs.languages)
        name = settings.reading_name(document.sha256, reader, *([pages] if command.pages else []))
        plan = settings.plan_name(document.sha256, reader)
        given = {
            **await paths_of(self.blobs, document),
            "filename": document.filename,
            "sha256": document.sha256,
            "reader": reader,
            "reading": name,
            "plan": plan,
            "languages": self.packs.languages,
            "missing": self.packs.missing.model_dump(mode="json"),
            "pages": [command.pages.first, command.pages.last] if command.pages else None,
        }
        run.note(input_summary=f"{document.filename}, {document.bytes:,} bytes, pages {pages}")
        progress = Progress()
        async with progress.telling(run):
            outcome = await self.children.run(
                "read",
                given,
                settings,
                seconds=settings.document_seconds,
                on_page=progress.set,
                on_first=progress.begins,
            )
        if not outcome.messages:
            raise RuntimeError("a child ended without an answer")
        if not is_reading(outcome):
            planned = ReadingPlanned.read(outcome.messages[0])
            await asyncio.to_thread(self.blobs.create, plan_blob(plan), outcome.kept)
            said = f"{planned.pages_total} pages, {planned.recognised} for OCR, in {len(planned.ranges)} ranges"
            run.note(output=f"planned: {said}")
            run.measure(pages=planned.pages_total, ocr_pages=planned.recognised)
            return [planned]
        if progress.told or progress.empty:
            await run.tell(progress.message())
        parts = await keep_reading(self.blobs, name, outcome)
        blocks = sum(len(part.extracted_blocks) for part in parts)
        run.note(output=f"{blocks} blocks, {parts[0].words} words, {progress.total} pages, reading {name}")
        run.measure(pages=parts[0].doc_meta.pages, ocr_pages=0, **outcome.figures)
        return parts
