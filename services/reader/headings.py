"""Which paragraphs are headings, and how deep: by the document's bookmarks, by size, by bold type, by number."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from services.reader.pages import Line
from services.reader.paragraphs import Paragraph

_NUMBERED = re.compile(
    r"^(?:chapter|part|appendix|kapittel|del|vedlegg|kapitel)\s+[\dA-Z]+\b|^(?P<number>\d{1,2}(?:\.\d{1,2})*)\.?\s+\S",
    re.I,
)
_LETTERS = re.compile(r"[\W\d_]+")
_HAS_WORD = re.compile(r"[^\W\d_]{3}|[^\x00-\u024f]")
_LARGER, _AS_LARGE = 1.12, 0.98
_DEEPEST = 6


def _folded(text: str) -> str:
    return _LETTERS.sub("", text.casefold())


class Headings:
    """Knows a document's body size, its heading sizes in falling order, and its bookmarks."""

    def __init__(self, lines: Iterable[Line], outline: Sequence[tuple[int, str]]) -> None:
        sizes: Counter[float] = Counter()
        for line in lines:
            sizes[line.size] += len(line.text)
        self.body = max(sizes, key=lambda size: (sizes[size], size), default=0.0)
        larger = sorted((size for size in sizes if size >= _LARGER * self.body), reverse=True)
        self._ranks = _ranked(larger)
        self._outline = {folded: level for level, title in reversed(outline) if len(folded := _folded(title)) > 3}

    def level(self, paragraph: Paragraph, text: str) -> int | None:
        """The depth of a heading, from 1; None: it is none."""
        if not 3 <= len(text) <= 160 or len(paragraph) > 3 or paragraph[0].mono or not any(c.isalpha() for c in text):
            return None
        if not _HAS_WORD.search(text):
            return None
        size = max(line.size for line in paragraph)
        bold = all(line.bold for line in paragraph)
        larger = size >= _LARGER * self.body
        stands_out = larger or (bold and size >= _AS_LARGE * self.body)
        if stands_out and (known := self._outline.get(_folded(text))):
            return min(known, _DEEPEST)
        if not stands_out or text.endswith((".", ",", ";", ":")) or sum(c.isalpha() for c in text) < 0.4 * len(text):
            return None
        if text[0].islower() and not larger:
            return None
        numbered = _NUMBERED.match(text)
        if numbered and numbered["number"] and "." in numbered["number"]:
            return min(numbered["number"].count(".") + 1, _DEEPEST)
        return min(self._ranks.get(size, len(set(self._ranks.values())) + 1), _DEEPEST)


def _ranked(sizes: Sequence[float]) -> dict[float, int]:
    """Sizes in falling order to levels; sizes within 4 % are one level."""
    ranks: dict[float, int] = {}
    level, top = 0, 0.0
    for size in sizes:
        if not level or size < 0.96 * top:
            level, top = level + 1, size
        ranks[size] = level
    return ranks
