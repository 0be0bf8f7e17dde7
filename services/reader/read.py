"""Reading: a command and a stored document become blocks, in parts, and a reading that is kept."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.letter import Letter
from contracts.problems import Code, Failure, failure
from contracts.reading import ReadDocument, ReaderOutput, ReadingProgress
from services.reader.child import Children, Outcome
from services.reader.frames import Job
from services.reader.ports import BlobStore, Telling
from services.reader.settings import ReaderSettings

_TELL_EVERY = 0.5  # seconds


@dataclass(frozen=True)
class DocumentReader:
    """Handles `ReadDocument`."""

    settings: ReaderSettings
    blobs: BlobStore
    children: Children

    async def read(self, command: ReadDocument, run: Telling) -> Sequence[Letter]:
        """`ReaderOutput` parts in order; for a range of pages without text the `ReadingProgress` that says so.

        Raises `Failure`: the document's faults (422, 413, 415) final; a child that died or was ended, and a document
        that is not in the store, not final.
        """
        document = command.document
        path = self.blobs.path(document.blob)
        if not await asyncio.to_thread(path.exists):
            raise failure(Code.UNAVAILABLE, "The uploaded file is not where it was put.", final=False)
        pages = f"{command.pages.first}-{command.pages.last}" if command.pages else "all"
        name = self.settings.reading_name(document.sha256, pages)
        job: Job = {
            "do": "read",
            "path": str(path),
            "filename": document.filename,
            "sha256": document.sha256,
            "reading": name,
            "pages": [command.pages.first, command.pages.last] if command.pages else None,
            "memory_bytes": self.settings.memory_bytes,
            "settings": self.settings.model_dump(mode="json"),
        }
        run.note(input_summary=f"{document.filename}, {document.bytes:,} bytes, pages {pages}")
        progress = _Progress()
        teller = asyncio.create_task(progress.tell_through(run))
        try:
            outcome = await self.children.run(
                job,
                seconds=self.settings.document_seconds,
                page_seconds=self.settings.page_seconds,
                on_page=progress.set,
            )
        except Failure as failed:
            if command.pages and failed.problem.code is Code.NO_TEXT:
                return [progress.letter()]
            raise
        finally:
            teller.cancel()
            await asyncio.gather(teller, return_exceptions=True)
        if progress.told or progress.empty:
            await run.tell(progress.letter())
        letters = await self._kept(name, outcome)
        blocks = sum(len(letter.extracted_blocks) for letter in letters)
        run.note(output=f"{blocks} blocks, {letters[0].words} words, {progress.total} pages, reading {name}")
        return letters

    async def _kept(self, name: str, outcome: Outcome) -> list[ReaderOutput]:
        await asyncio.to_thread(self.blobs.create, name, outcome.kept)
        letters = []
        for body in outcome.letters:
            letters.append(ReaderOutput.read(body))
            await asyncio.sleep(0)  # a part takes milliseconds to validate, a long document has many
        return letters


class _Progress:
    """Remembers how far the child is, and tells it when half a second has passed with something new."""

    def __init__(self) -> None:
        self.done, self.total, self.empty, self.told = 0, 0, list[int](), False
        self._said = 0

    def set(self, done: int, total: int, empty: list[int]) -> None:
        self.done, self.total, self.empty = done, total, empty

    def letter(self) -> ReadingProgress:
        return ReadingProgress(pages_done=self.done, pages_total=self.total, pages_without_text=self.empty)

    async def tell_through(self, run: Telling) -> None:
        while True:
            await asyncio.sleep(_TELL_EVERY)
            if self.done != self._said:
                self._said, self.told = self.done, True
                await run.tell(self.letter())
