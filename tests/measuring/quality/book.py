"""A book of 200,000 words out of our English lessons: each copy of them has other long words, so other terms."""

import re
import zlib
from collections.abc import Sequence
from itertools import count
from string import ascii_lowercase

from contracts.documents import Block, DocMeta
from contracts.reading import StoredReading
from tests.measuring.quality.documents import Reading

WORDS = 200_000
MOST_SECONDS = 15.0
_LONG = re.compile(r"\b[a-z]{7,}\b")


def book_of(readings: Sequence[Reading]) -> StoredReading:
    """As the Reader would keep it. Deterministic; emphasis stays where it was, since no word changes its length."""
    lessons = [reading.kept for reading in readings if reading.language == "en"]
    blocks: list[Block] = []
    words, page = 0, 0
    for copy in count():
        for number, lesson in enumerate(lessons):
            for block in lesson.blocks:
                fields = {
                    "block_id": f"{copy}.{number}.{block.block_id}",
                    "text": _varied(block.text, copy),
                    "source_page": page + block.source_page,
                    "document_sha256": None,
                }
                blocks.append(block.model_copy(update=fields))
                words += len(block.text.split())
            page += lesson.doc_meta.pages or 1
        if words >= WORDS:
            break
    meta = DocMeta(title="A book", language="en", pages=page)
    return StoredReading(doc_meta=meta, document_sha256="0" * 64, reader="quality", blocks=blocks)


def _varied(text: str, copy: int) -> str:
    """A third of the long words end in another letter; the first copy is as it was."""
    letter = ascii_lowercase[copy % 26]

    def ending(found: re.Match[str]) -> str:
        word = found.group()
        return word[:-1] + letter if copy and zlib.crc32(f"{word} {copy}".encode()) % 3 == 0 else word

    return _LONG.sub(ending, text)
