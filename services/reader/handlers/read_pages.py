"""Reading a range of a planned document: its pages are kept beside the plan, for the gathering."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.message import Message
from contracts.problems import Failure
from contracts.reading import PagesRead, ReadPages
from services.reader.formats.media import PDF
from services.reader.handlers.blobs import paths_of, plan_of
from services.reader.handlers.progress import Progress
from services.reader.ocr.languages import Packs
from services.reader.ports import BlobStore, Telling
from services.reader.reading.plans import range_blob
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings


@dataclass(frozen=True)
class RangeReader:
    """Handles `ReadPages`."""

    settings: ReaderSettings
    blobs: BlobStore
    children: Children
    packs: Packs

    async def read(self, command: ReadPages, run: Telling) -> Sequence[Message]:
        """One `PagesRead`; the pages lie in the blob `<plan>/<number>.json`.

        Raises `Failure`: a limit that was met; not final: a child that died, a blob that is not there, a Reader
        without tesseract (another one may have it).
        """
        document, pages, settings = command.document, command.pages, self.settings
        plan = await plan_of(self.blobs, command.plan)
        ocr = plan.ocr_in(pages)
        if ocr and not self.packs.languages:
            raise Failure(self.packs.missing, final=False)
        given = {
            **await paths_of(self.blobs, document),
            "media_type": plan.media_type,
            "pages": [pages.first, pages.last],
            "ocr": ocr,
            "languages": self.packs.languages,
            "count": plan.pages if plan.media_type == PDF else 0,
            "seen": plan.seen[pages.first - 1 : pages.last],
        }
        count = pages.last - pages.first + 1
        run.note(input_summary=f"{document.filename}, pages {pages.first}-{pages.last}, {len(ocr)} for OCR")
        progress = Progress()
        async with progress.telling(run):
            outcome = await self.children.run(
                "range",
                given,
                settings,
                seconds=settings.range_seconds(count - len(ocr), len(ocr)),
                writes=True,
                on_page=progress.set,
            )
        (body,) = outcome.messages
        recognised, confidence = json.loads(body)
        await asyncio.to_thread(self.blobs.create, range_blob(command.plan, command.number), outcome.kept)
        said = f", {recognised} recognised" if recognised else ""
        said += f", confidence {confidence:g} %" if confidence is not None else ""
        run.note(output=f"{count} pages{said}")
        run.measure(
            first_page=pages.first,
            last_page=pages.last,
            pages=count,
            ocr_pages=recognised,
            ocr_confidence=confidence,
            **outcome.figures,
        )
        return [
            PagesRead(
                document_sha256=document.sha256,
                number=command.number,
                pages=pages,
                recognised=recognised,
                confidence=confidence,
            )
        ]
