"""Where the files that a command names lie, as paths for a child; and the reading that comes back, kept."""

import asyncio

from contracts.documents import Document
from contracts.problems import Code
from contracts.reading import ReaderOutput
from services.chassis.problems import failed
from services.reader.ports import BlobStore
from services.reader.reading.plans import Plan, plan_blob
from services.reader.sandbox.pool import Outcome


async def path_of(blobs: BlobStore, name: str, what: str) -> str:
    """The path of a blob. Raises `Failure`, not final, when it is not there; `what`: under which
    name the catalogue says so."""
    path = blobs.path(name)
    if not await asyncio.to_thread(path.exists):
        raise failed(Code.UNAVAILABLE, what, final=False)
    return str(path)


async def paths_of(blobs: BlobStore, document: Document) -> dict[str, str | None]:
    """Where a document and its password lie. Raises `Failure`, not final, when they are not there."""
    what = "file_gone"
    password = await path_of(blobs, document.password, what) if document.password else None
    return {"path": await path_of(blobs, document.blob, what), "password": password}


async def plan_of(blobs: BlobStore, plan: str) -> Plan:
    """A plan that was kept. Raises `Failure`, not final, when it is not there."""
    try:
        return Plan.read(await asyncio.to_thread(blobs.read, plan_blob(plan)))
    except FileNotFoundError:
        raise failed(Code.UNAVAILABLE, "plan_gone", final=False) from None


def is_reading(outcome: Outcome) -> bool:
    """Whether a child answered with the parts of a reading: they alone say what was extracted."""
    return b'"extracted_blocks"' in outcome.messages[0]


async def keep_reading(blobs: BlobStore, name: str, outcome: Outcome) -> list[ReaderOutput]:
    """Keeps the reading under its name; its parts as messages."""
    await asyncio.to_thread(blobs.create, name, outcome.kept)
    parts = []
    for body in outcome.messages:
        parts.append(ReaderOutput.read(body))
        await asyncio.sleep(0)  # a part takes milliseconds to validate, a long document has many
    return parts
