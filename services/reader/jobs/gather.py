"""A child's job: make the reading of a whole document out of its ranges, and ask the quality gate.

`given`: plan (path of the plan's blob), ranges (paths), corrections (by page the path of its text), approved, accepted
(pages), filename, sha256, reading (name). Tells the reading, and its parts or `ReadingHeld`.
"""

from itertools import chain
from pathlib import Path
from typing import Any

from pydantic_core import to_json

from contracts.reading import ReadingHeld
from services.reader.jobs.read import source_of
from services.reader.reading.assembly import Review, assembled
from services.reader.reading.parts import parts_of, shortened
from services.reader.reading.plans import Plan
from services.reader.reading.stored_pages import pages_of
from services.reader.sandbox.frames import Kind, Sink
from services.reader.sandbox.limits import Clock
from services.reader.settings import ReaderSettings


def gather(given: dict[str, Any], settings: ReaderSettings, seconds: float, tell: Sink) -> None:
    """Gathers. Raises `Failure` where there is nothing to learn from."""
    clock = Clock(tell, "The document", seconds, settings.patience)
    clock.rest()
    plan = Plan.read(Path(given["plan"]).read_bytes())
    corrections = {
        int(page): Path(path).read_bytes().decode("utf-8", "replace") for page, path in given["corrections"].items()
    }
    review = Review(corrections, given["approved"], given["accepted"])
    pages = chain.from_iterable(pages_of(Path(path).read_bytes()) for path in given["ranges"])
    made = assembled([*pages], source_of(given, plan), settings, review)  # nobody else keeps them
    reading = made.reading
    tell(Kind.KEPT, to_json(reading, exclude_none=True))
    if made.problem is None:
        for part in parts_of(reading, given["reading"], made.words):
            tell(Kind.MESSAGE, part.write())
        return
    assert reading.recognition is not None
    held = ReadingHeld(
        document_sha256=given["sha256"],
        problem=made.problem,
        recognition=shortened(reading.recognition),
        doc_meta=reading.doc_meta,
        reading=given["reading"],
    )
    tell(Kind.MESSAGE, held.write())
