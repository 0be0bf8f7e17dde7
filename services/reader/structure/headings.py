"""Which paragraphs are headings, and how deep: by the document's bookmarks, by size, by bold type, by number."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from services.reader.pages import Bookmark, Line
from services.reader.structure.paragraphs import Paragraph, bulleted

_NUMBERED = re.compile(
    r"^(?:chapter|part|appendix|kapittel|del|vedlegg|kapitel)\s+[\dA-Z]+\b|^(?P<number>\d{1,2}(?:\.\d{1,2})*)\.?\s+\S",
    re.I,
)
_ALONE = re.compile(r"(?:\d{1,2}|[A-Z])(?:\.\d{1,2})+\.?")
_LETTERS = re.compile(r"[\W\d_]+")
_HAS_WORD = re.compile(r"[^\W\d_]{3}|[^\x00-\u024f]")
_LARGER, _AS_LARGE = 1.12, 0.98
# Of recognised lines, whose sizes are estimates that are off by up to 12 % either way.
_SURELY_LARGER, _ALIKE, _ALIKE_ESTIMATES = 1.3, 0.96, 0.85
_DEEPEST = 6
_LEAST_TITLE, _MOST_LINES = 3, 4  # letters of a bookmark's title, lines of a heading
_LONGEST, _MOST_RUN = 160, 3  # of a heading: characters, and lines by its type alone
_CLOSE = 0.8  # of the size: the gap between the lines of one heading
_FAR = 4.0  # sizes that a heading's number stands before it at most


def folded(text: str) -> str:
    """A title's letters, whatever stands between them and before them."""
    return _LETTERS.sub("", text.casefold())


class Headings:
    """Knows a document's body size, its heading sizes in falling order, and its bookmarks."""

    def __init__(self, lines: Iterable[Line], outline: Sequence[Bookmark]) -> None:
        sizes: Counter[float] = Counter()
        estimated = 0
        for line in lines:
            sizes[line.size] += len(line.text)
            estimated += len(line.text) if line.words else 0
        self._jitters = estimated * 2 > sizes.total()
        self.body = max(sizes, key=lambda size: (sizes[size], size), default=0.0)
        if self._jitters:
            self.body = _middle(sizes)
        least = (_SURELY_LARGER if self._jitters else _LARGER) * self.body
        larger = sorted((size for size in sizes if size >= least), reverse=True)
        self._ranks = _ranked(larger, _ALIKE_ESTIMATES if self._jitters else _ALIKE)
        self._outline = {name: level for level, title, _ in reversed(outline) if len(name := folded(title)) > 3}
        self._led: dict[int, dict[str, int]] = {}
        for level, title, page in reversed(outline):
            if page and len(name := folded(title)) >= _LEAST_TITLE:
                self._led.setdefault(page, {})[name] = level

    def stands_larger(self, paragraph: Paragraph) -> bool:
        """Whether its type is larger than the body's."""
        estimated = self._jitters or any(line.words for line in paragraph)
        return max(line.size for line in paragraph) >= (_SURELY_LARGER if estimated else _LARGER) * self.body

    def whole(self, found: Sequence[Paragraph]) -> list[Paragraph]:
        """The paragraphs of a page, with headings that go over two or three lines set far apart as one.

        More lines than three one under the other are a list in large type.
        """
        runs: list[list[Paragraph]] = []
        for paragraph in self._with_numbers(found):
            if runs and self._goes_on(runs[-1][-1], paragraph):
                runs[-1].append(paragraph)
            else:
                runs.append([paragraph])
        joined: list[Paragraph] = []
        for run in runs:
            if sum(map(len, run)) <= _MOST_RUN and not self._marked_apart(run):
                joined.append([line for paragraph in run for line in paragraph])
            else:
                joined += run
        return joined

    def _with_numbers(self, found: Sequence[Paragraph]) -> Iterator[Paragraph]:
        """The paragraphs; a section's number that is set far before its title is one with it."""
        number: Paragraph = []
        for paragraph in found:
            if number and self._counts(number, paragraph):
                number, paragraph = [], [*number, *paragraph]
            elif number:
                yield number
            number = paragraph if len(paragraph) == 1 and _ALONE.fullmatch(paragraph[0].text) else []
            if not number:
                yield paragraph
        if number:
            yield number

    def _counts(self, number: Paragraph, title: Paragraph) -> bool:
        """Whether a number stands before a heading, in its row and type."""
        last, line = number[0], title[0]
        alike = last.size == line.size and last.bold == line.bold and abs(last.y0 - line.y0) < 0.1 * line.size
        if not alike or line.row or not 0 < line.x0 - last.x1 < _FAR * line.size:
            return False
        return self.level([*number, *title], f"{last.text} {said_in(title)}") is not None

    def _goes_on(self, before: Paragraph, after: Paragraph) -> bool:
        """Whether two paragraphs are headings of one level and look, close under each other."""
        last, line = before[-1], after[0]
        if last.size != line.size or last.bold != line.bold or line.y0 - last.y1 >= _CLOSE * line.size:
            return False
        if line.y0 < last.y0 or min(last.x1, line.x1) <= max(last.x0, line.x0):
            return False
        first, second = said_in(before), said_in(after)
        if not self.stands_larger(after) or len(first) + len(second) > _LONGEST or _NUMBERED.match(second):
            return False
        level = self.level(before, first)
        return level is not None and level == self.level(after, second)

    def _marked_apart(self, run: Sequence[Paragraph]) -> bool:
        """Whether the bookmarks name one of the lines by itself."""
        return len(run) > 1 and any(folded(said_in(each)) in self._outline for each in run)

    def led_to(self, page: int, text: str) -> int | None:
        """The level of the bookmark that leads to that page and has this text for its title; None: there is none."""
        return self._led.get(page, {}).get(folded(text))

    def parted(self, page: int, paragraphs: Sequence[Paragraph]) -> Sequence[Paragraph]:
        """The paragraphs of a page; a bookmark's title that stands in one as lines of its own is a paragraph."""
        whole = {folded(said_in(paragraph)) for paragraph in paragraphs}
        missing = self._led.get(page, {}).keys() - whole
        if not missing:
            return paragraphs
        return [piece for paragraph in paragraphs for piece in _parted(paragraph, missing)]

    def level(self, paragraph: Paragraph, text: str, page: int = 0) -> int | None:
        """The depth of a heading, from 1; None: it is none. What a bookmark to its page names is one in any type."""
        if len(paragraph) <= _MOST_LINES and (led := self.led_to(page, text)):
            return min(led, _DEEPEST)
        if not 3 <= len(text) <= _LONGEST or len(paragraph) > _MOST_RUN or _is_typed(paragraph[0]):
            return None
        if not any(c.isalpha() for c in text) or not _HAS_WORD.search(text) or bulleted(text):
            return None
        size = max(line.size for line in paragraph)
        bold = all(line.bold for line in paragraph)
        larger = self.stands_larger(paragraph)
        numbered = _NUMBERED.match(text)
        counted = bool(numbered and numbered["number"] and "." in numbered["number"])
        set_apart = bold or (counted and _is_italic(paragraph))
        stands_out = larger or (set_apart and size >= _AS_LARGE * self.body)
        if stands_out and (known := self._outline.get(folded(text))):
            return min(known, _DEEPEST)
        if not stands_out or text.endswith((".", ",", ";", ":")) or sum(c.isalpha() for c in text) < 0.4 * len(text):
            return None
        if text[0].islower() and not larger:
            return None
        if numbered and counted:
            return min(numbered["number"].count(".") + 1, _DEEPEST)
        return min(self._ranks.get(size, len(set(self._ranks.values())) + 1), _DEEPEST)


def _is_typed(line: Line) -> bool:
    """Whether most of it is set in a typewriter's type, which is often larger: a command is no heading."""
    return sum(len(run.text) for run in line.runs if run.mono) * 2 > sum(len(run.text) for run in line.runs)


def _is_italic(lines: Sequence[Line]) -> bool:
    """Whether all of it that is seen, but for its number, is italic."""
    seen = [run for line in lines for run in line.runs if any(c.isalpha() for c in run.text)]
    return bool(seen) and all(run.style.endswith("italic") for run in seen)


def said_in(lines: Sequence[Line]) -> str:
    """The text of a paragraph's lines."""
    return " ".join(line.text for line in lines)


def _parted(paragraph: Paragraph, titles: Collection[str]) -> list[Paragraph]:
    """The paragraph in pieces: each title that is whole lines of it by itself, and what stands before and after it."""
    for first in range(len(paragraph)):
        for last in range(first + 1, min(first + _MOST_LINES, len(paragraph)) + 1):
            if folded(said_in(paragraph[first:last])) in titles:
                pieces = [paragraph[:first], paragraph[first:last], *_parted(paragraph[last:], titles)]
                return [piece for piece in pieces if piece]
    return [paragraph] if paragraph else []


def _middle(sizes: Counter[float]) -> float:
    """The size that half of the characters do not exceed."""
    passed = 0
    for size in sorted(sizes):
        passed += sizes[size]
        if passed * 2 >= sizes.total():
            return size
    return 0.0


def _ranked(sizes: Sequence[float], alike: float) -> dict[float, int]:
    """Sizes in falling order to levels; sizes of at least `alike` of the level's largest are one level."""
    ranks: dict[float, int] = {}
    level, top = 0, 0.0
    for size in sizes:
        if not level or size < alike * top:
            level, top = level + 1, size
        ranks[size] = level
    return ranks
