"""Digesting: a command and kept readings become summary, concepts, sections and terms; the work is a child's."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.digest import DigestDocument, DocumentDigested
from contracts.letter import Letter
from contracts.problems import Code, failure
from services.reader.ports import BlobStore, Telling
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings


@dataclass(frozen=True)
class ReadingDigester:
    """Handles `DigestDocument`."""

    settings: ReaderSettings
    blobs: BlobStore
    children: Children

    async def digest(self, command: DigestDocument, run: Telling) -> Sequence[Letter]:
        """One `DocumentDigested`. Raises `Failure`, not final: a reading is not there, or the child died."""
        paths = [self.blobs.path(reading) for reading in (command.reading, *command.more)]
        for path in paths:
            if not await asyncio.to_thread(path.exists):
                raise failure(Code.UNAVAILABLE, "The kept reading is not where it was put.", final=False)
        given = {"readings": [str(path) for path in paths]}
        outcome = await self.children.run("digest", given, self.settings, seconds=self.settings.document_seconds)
        (body,) = outcome.messages
        digested = DocumentDigested.read(body)
        concepts = ", ".join(concept.term for concept in digested.context.key_concepts)
        more = f" and {len(command.more)} more" if command.more else ""
        run.note(
            input_summary=f"{command.doc_meta.title}{more}, reading {command.reading}",
            output=f"{len(digested.terms)} terms ({concepts}), {len(digested.context.main_sections)} sections, "
            f"{len(digested.blocks)} blocks",
        )
        return [digested.model_copy(update={"part": command.part})]
