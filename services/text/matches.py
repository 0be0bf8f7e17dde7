"""Which words of two texts are the same in whatever form, and where they stand. Pure; places count code points."""

from collections.abc import Collection, Iterator

from services.text.alphabets import WORD
from services.text.languages import code_of
from services.text.quantities.numbers import readings, same_number, values_in
from services.text.vocabulary.forms import forms_of
from services.text.words import bare, fold, is_small, stems_of

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


def rests_on(sentence: str, told: Collection[str], language: str) -> bool:
    """Whether a sentence says what texts say: half of its words that say something stand there, and all its numbers."""
    said, there = content(sentence, language), frozenset[str]().union(*(content(each, language) for each in told))
    numbers = values_in(sentence, language)
    return 2 * len(said & there) >= len(said) and numbers <= frozenset().union(*(values_in(t, language) for t in told))


def is_typed(raw: str, answer: str, language: str) -> bool:
    """Whether what was typed is an answer that is known: the same words in any form, or the same number."""
    if any(map(str.isdigit, answer)) and (values := readings(answer, language)):
        return same_number(raw, answer, language) or [value for value, _ in readings(raw, language)][:1] == [
            values[0][0]
        ]
    stems, wanted = ([s for _, found in _words(text, language) for s in found] for text in (raw, answer))
    return bare(raw) == bare(answer) or (bool(stems) and stems == wanted)


def _words(text: str, language: str) -> Iterator[tuple[Place, tuple[str, ...]]]:
    for word in WORD.finditer(text):
        if not is_small(fold(word.group())):
            yield word.span(), stems_of(word.group(), language)
