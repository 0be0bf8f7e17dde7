"""Which words of two texts are the same in whatever form, and where they stand. Pure; places count code points."""

from collections.abc import Collection, Iterator

from services.text.alphabets import WORD
from services.text.forms import forms_of
from services.text.languages import code_of
from services.text.words import fold, is_small, stems_of

Place = tuple[int, int]


def content(text: str, language: str) -> frozenset[str]:
    """The stems of the words that say something."""
    return frozenset(stem for _, stems in _words(text, language) for stem in stems)


def places_of(wanted: Collection[str], text: str, language: str) -> tuple[list[Place], frozenset[str]]:
    """Where words of `text` stand that are one of these stems or a form of it, those side by side as one place; and
    which of the stems they are."""
    places, found, code = list[Place](), set[str](), code_of(language) or "en"
    for (start, end), stems in _words(text, language):
        same = {each for stem in stems for each in wanted if each == stem or forms_of(stem, [each], code)}
        if not same:
            continue
        found |= same
        if places and not text[places[-1][1] : start].strip():
            start = places.pop()[0]
        places.append((start, end))
    return places, frozenset(found)


def _words(text: str, language: str) -> Iterator[tuple[Place, tuple[str, ...]]]:
    for word in WORD.finditer(text):
        if not is_small(fold(word.group())):
            yield word.span(), stems_of(word.group(), language)
