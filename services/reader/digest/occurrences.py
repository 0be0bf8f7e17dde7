"""Where terms stand in the material, whatever their ending: found in one pass over the words."""

import functools
from collections import defaultdict
from collections.abc import Iterable

from services.reader.digest.material import Material
from services.reader.digest.term_shapes import words_of
from services.text.vocabulary.plurals import irregular, regular
from services.text.words import stem_of

_PREFIX = 3

Key = tuple[str, ...]
Place = tuple[int, int, int]


@functools.cache
def stem(word: str, language: str) -> str:
    """A case-folded word without its ending; itself for languages without rules."""
    return stem_of(word, language)


def key_of(text: str, language: str) -> Key:
    """What tells terms apart: their stems, in order."""
    return tuple(stem(part, language) for word in words_of(text, language) for part in word.split("-"))


@functools.lru_cache(maxsize=65_536)
def is_same(one: str, other: str, language: str) -> bool:
    """Whether two texts of one key are one term: in English "social" is not "socialization", of the same stem."""
    if language != "en":
        return True
    words, others = (text.casefold().replace("-", " ").split() for text in (one, other))
    return len(words) == len(others) and all(
        _numbers(word) & _numbers(another) for word, another in zip(words, others, strict=True)
    )


@functools.cache
def _numbers(word: str) -> frozenset[str]:
    word = word.removesuffix("'s").removesuffix("’s")
    return frozenset(regular(word, norwegian=False) | irregular(word, norwegian=False))


def places_of(keys: Iterable[Key], material: Material) -> dict[Key, list[Place]]:
    """Each key's places (index of the prose block, start, end), in reading order."""
    by_first: defaultdict[str, list[Key]] = defaultdict(list)
    prefixes: set[str] = set()
    for key in keys:
        if key:
            by_first[key[0]].append(key)
            prefixes.update(part[:_PREFIX] for part in key)
    found: defaultdict[Key, list[Place]] = defaultdict(list)
    for n, prose in enumerate(material.prose):
        # A hyphen parts words here: "wave-particle" is found in "wave particle" and the other way round.
        pieces: list[tuple[str, int, int]] = []
        for word in prose.words:
            start = word.start
            for part in word.folded.split("-"):
                stemmed = stem(part, material.language) if part[:_PREFIX] in prefixes else ""
                pieces.append((stemmed, start, start + len(part)))
                start += len(part) + 1
        for at, (stemmed, start, _) in enumerate(pieces):
            for key in by_first.get(stemmed, ()) if stemmed else ():
                held = pieces[at : at + len(key)]
                if tuple(piece[0] for piece in held) == key:
                    found[key].append((n, start, held[-1][2]))
    return found
