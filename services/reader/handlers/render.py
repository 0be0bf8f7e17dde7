"""Drawing: a page of a document becomes a picture in the blob store, with what is to be seen on it marked."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.message import Message
from contracts.problems import Problem
from contracts.reading import PageRendered, RenderPage
from services.reader.handlers.blobs import paths_of
from services.reader.ports import BlobStore, Telling
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings


@dataclass(frozen=True)
class PageRenderer:
    """Handles `RenderPage`."""

    settings: ReaderSettings
    blobs: BlobStore
    children: Children

    async def render(self, command: RenderPage, run: Telling) -> Sequence[Message]:
        """One `PageRendered`. Raises `Failure`: not_found (no such page, or a format without pages), and a document's.

        The worker answers a failure with `refused`.
        """
        run.note(input_summary=f"{command.document.filename}, page {command.page}, {command.width} pixels wide")
        if await asyncio.to_thread(self.blobs.exists, command.picture):
            return [PageRendered(picture=command.picture)]
        reading = self.blobs.path(command.highlight.reading) if command.highlight.reading else None
        if reading is not None and not await asyncio.to_thread(reading.exists):
            reading = None  # It has been forgotten meanwhile: the page is drawn without marks.
        given = {
            **await paths_of(self.blobs, command.document),
            "page": command.page,
            "width": command.width,
            "highlight": command.highlight.model_dump(mode="json"),
            "reading": str(reading) if reading else None,
        }
        seconds = 2 * self.settings.page_seconds
        outcome = await self.children.run("draw", given, self.settings, seconds=seconds)
        await asyncio.to_thread(self.blobs.create, command.picture, outcome.kept)
        run.note(output=f"{len(outcome.kept):,} bytes")
        return [PageRendered(picture=command.picture)]


def refused(command: RenderPage, problem: Problem) -> Message:
    """What a failure is answered with: whoever waits for the picture hears why there is none."""
    return PageRendered(picture=command.picture, problem=problem)
