"""Digesting: a command and kept readings become summary, concepts, sections and terms; the work is a child's."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.digest import DigestDocument, DocumentDigested
from contracts.message import Message
from services.reader.handlers.blobs import path_of
from services.reader.ports import BlobStore, Telling
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings


@dataclass(frozen=True)
class ReadingDigester:
    """Handles `DigestDocument`."""

    settings: ReaderSettings
    blobs: BlobStore
    children: Children

    async def digest(self, command: DigestDocument, run: Telling) -> Sequence[Message]:
        """One `DocumentDigested`. Raises `Failure`, not final: a reading is not there, or the child died."""
        named = (command.reading, *command.more)
        given = {"readings": [await path_of(self.blobs, reading, "reading_gone") for reading in named]}
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
