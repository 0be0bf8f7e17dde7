"""Where a section stands, in the words of its document: pages, slides, sections or times; with several, in which. Pure.

`contentRef` is "pages 1-5", "slide 3", "00:01:10-00:04:30"; of several documents "The Tides, pages 1-5".
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from typing import TypeVar

from contracts.digest import Section
from contracts.documents import Block
from contracts.reading import StoredReading

MOST_SECTIONS = 40
_NUMBERS = re.compile(r"(\d+)(?:-(\d+))?$")
One = TypeVar("One")


def by_documents(readings: Sequence[StoredReading], sections: Sequence[Sequence[Section]]) -> list[Section]:
    """The sections of all readings in order, at most forty, each document's share the same."""
    several = len(readings) > 1
    titles = Counter(reading.doc_meta.title for reading in readings)
    found = []
    for number, (reading, own) in enumerate(zip(readings, sections, strict=True), 1):
        title = reading.doc_meta.title
        name = f"{title} ({number}), " if titles[title] > 1 else f"{title}, "
        for section in own[: max(1, MOST_SECTIONS // len(readings))]:
            place = place_of(section.content_ref, reading)
            found.append(section.model_copy(update={"content_ref": name + place if several else place}))
    return found


def place_of(content_ref: str, reading: StoredReading) -> str:
    """ "pages 1-5" in what the document counts by."""
    numbers = _NUMBERS.search(content_ref)
    kind = reading.doc_meta.page_kind
    if numbers is None or kind == "page":
        return content_ref
    first, last = int(numbers[1]), int(numbers[2] or numbers[1])
    if kind == "cue" and (times := _times(reading.blocks, first, last)):
        return times
    return f"{kind} {first}" if first == last else f"{kind}s {first}-{last}"


def _times(blocks: Sequence[Block], first: int, last: int) -> str:
    cues = [block for block in blocks if first <= block.source_page <= last]
    begins = [block.start_sec for block in cues if block.start_sec is not None]
    ends = [block.end_sec for block in cues if block.end_sec is not None]
    return f"{_clock(min(begins))}-{_clock(max(ends))}" if begins and ends else ""


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest:02}"


def by_turns(many: Sequence[Sequence[One]]) -> list[One]:
    """The first of each, the second of each, and so on."""
    missing = object()
    return [one for turn in zip_longest(*many, fillvalue=missing) for one in turn if one is not missing]  # type: ignore[misc]
