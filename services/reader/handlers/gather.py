"""Gathering: the ranges of a plan become the blocks of the whole document, or a reading that is held for review."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.documents import Recognition
from contracts.message import Message
from contracts.reading import GatherDocument, ReadingHeld
from services.reader.handlers.blobs import is_reading, keep_reading, path_of
from services.reader.ports import BlobStore, Telling
from services.reader.reading.plans import plan_blob, range_blob
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings


@dataclass(frozen=True)
class DocumentGatherer:
    """Handles `GatherDocument`."""

    settings: ReaderSettings
    blobs: BlobStore
    children: Children

    async def gather(self, command: GatherDocument, run: Telling) -> Sequence[Message]:
        """`ReaderOutput` parts in order, or one `ReadingHeld`; the reading is kept in both cases.

        Raises `Failure`: nothing to learn from (422, final); not final: a blob that is not there, a child that died.
        """
        document, settings = command.document, self.settings
        review = [f"{each.page} {each.text}" for each in sorted(command.corrections, key=lambda each: each.page)]
        review += ["approved"] if command.approved else []
        review += [f"{page} accepted" for page in sorted(set(command.accepted))]
        name = settings.reading_name(document.sha256, command.plan, *review)
        ranges = [range_blob(command.plan, number) for number in range(1, len(command.ranges) + 1)]
        given = {
            "plan": await self._part(plan_blob(command.plan)),
            "ranges": [await self._part(blob) for blob in ranges],
            "corrections": {str(each.page): await self._part(each.text) for each in command.corrections},
            "approved": command.approved,
            "accepted": command.accepted,
            "filename": document.filename,
            "sha256": document.sha256,
            "reading": name,
        }
        run.note(input_summary=f"{document.filename}, {len(ranges)} ranges, {len(command.corrections)} corrections")
        outcome = await self.children.run("gather", given, settings, seconds=settings.document_seconds)
        if not is_reading(outcome):
            await asyncio.to_thread(self.blobs.create, name, outcome.kept)
            held = ReadingHeld.read(outcome.messages[0])
            _measure(run, held.recognition, held.doc_meta.pages)
            run.note(output=f"held for review: {held.problem.detail}")
            return [held]
        parts = await keep_reading(self.blobs, name, outcome)
        blocks = sum(len(part.extracted_blocks) for part in parts)
        _measure(run, parts[0].recognition, parts[0].doc_meta.pages)
        run.note(output=f"{blocks} blocks, {parts[0].words} words, reading {name}")
        return parts

    async def _part(self, blob: str) -> str:
        return await path_of(self.blobs, blob, "part_gone")


def _measure(run: Telling, found: Recognition | None, pages: int | None) -> None:
    run.measure(
        pages=pages,
        ocr_confidence=found.confidence if found else None,
        ocr_coverage=found.coverage if found else None,
        ocr_passed=str(found.passed).lower() if found else None,
    )
