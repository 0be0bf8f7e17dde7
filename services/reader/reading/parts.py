"""A reading as the messages that leave the Reader: parts of at most 200 KB of JSON, the first with the recognition."""

import re
from collections.abc import Sequence

from contracts.documents import Block, PageQuality, Part, Recognition
from contracts.message import Fields
from contracts.reading import ReaderOutput, StoredReading

PART_BYTES = 200_000
RECOGNITION_BYTES = 60_000
_WORD = re.compile(r"\S+")
_AROUND = 2000  # what stands in a part beside its blocks


def parts_of(kept: StoredReading, reading: str, words: int) -> list[ReaderOutput]:
    """The blocks as messages, in order; `words` is the whole document's. Where lines and words stand is not told."""
    recognition = shortened(kept.recognition) if kept.recognition else None
    beside = _size(recognition) if recognition else 0
    beside += sum(_size(notice) for notice in kept.notices)
    bundles: list[list[Block]] = []
    room = 0
    for block in map(_sent, kept.blocks):
        size = _size(block)
        if not bundles or size > room:
            room = PART_BYTES - _AROUND - (0 if bundles else beside)
            bundles.append([])
        bundles[-1].append(block)
        room -= size
    messages = [
        ReaderOutput(
            extracted_blocks=bundle,
            doc_meta=kept.doc_meta,
            part=Part(number=number, of=len(bundles)),
            reading=reading,
            words=words,
            document_sha256=kept.document_sha256,
            reader=kept.reader,
        )
        for number, bundle in enumerate(bundles, 1)
    ]
    messages[0] = messages[0].model_copy(update={"recognition": recognition, "notices": kept.notices})
    return messages


def shortened(found: Recognition, most: int = RECOGNITION_BYTES) -> Recognition:
    """The recognition in at most 60 KB: first reasons go, then the entries of pages that are ok, at last any."""
    if _size(found) <= most:
        return found
    pages = [page.model_copy(update={"reason": "", "languages": ""}) for page in found.pages]
    if _size(found.model_copy(update={"pages": pages})) > most:
        pages = [page for page in pages if page.verdict != "ok"]
    return found.model_copy(update={"pages": _within(pages, most - 500)})


def _within(pages: Sequence[PageQuality], room: int) -> list[PageQuality]:
    kept = []
    for page in pages:
        room -= _size(page)
        if room < 0:
            break
        kept.append(page)
    return kept


def _sent(block: Block) -> Block:
    """A block as it travels: how sure each word is, but not where it stands, which is more than all the text."""
    return block.model_copy(update={"lines": [], "words": [], "word_confidences": word_confidences(block)})


def word_confidences(block: Block) -> list[int]:
    """In percent, for each word of the text as blanks part it; a word that nothing was heard of has the block's."""
    if not block.words:
        return []
    heard, sure = sorted(block.words, key=lambda word: word.start), []
    at = 0
    for found in _WORD.finditer(block.text):
        while at < len(heard) and heard[at].end <= found.start():
            at += 1
        own = []
        for word in heard[at:]:
            if word.start >= found.end():
                break
            own.append(word.confidence)
        sure.append(round(sum(own) / len(own) if own else block.confidence or 0.0))
    return sure


def _size(fields: Fields) -> int:
    return len(fields.model_dump_json(exclude_none=True).encode()) + 1
