"""Wrong answers: the document's own terms, or what it says elsewhere, of the key's shape and surely wrong."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from services.coach.authors.offline.source import Source
from services.coach.drafts.order import Concept
from services.text.alphabets import WORD, is_together
from services.text.vocabulary.frequencies import is_listed
from services.text.words import content_of, fold, holds, is_small, stems_of

LEAST, MOST = 2, 3
_SIGNS = 2  # by how many signs terms without blanks may differ in length
_FAR = 12  # blocks: terms of one section are nearer than those of another
_ROOT, _MOST_OF_ROOT = 4, 0.6  # letters that two words of one root begin with, as a share of the shorter
_COMPOUNDING = ("no", "de")
_LEAST_END, _LEAST_BEFORE = 5, 3  # letters of what two compounds end with, and of what stands before it
_ENDINGS = frozenset(("schaft", "ierung", "ungen", "heiten", "keiten", "ismus", "ering", "ligst", "liche"))
_LONGER = 1.5
_LEAST_INITIALS = 2
_ENOUGH_TERMS = 5
_T = TypeVar("_T")


def other_terms(key: str, concept: Concept, sentence: str, source: Source) -> list[Concept]:
    """Two or three terms, of the key's kind first, that could be the key by their shape, do not stand in the sentence,
    share no word with the key but their last, and are not defined by it; none where there are fewer."""
    language, said, names = source.language, stems_of(sentence, source.language), source.places
    stems = frozenset(concept.key)
    pool = source.order.concepts if source.order.choice_only else without_plain(source.order.concepts)
    kind = names.kind(concept)
    if concept not in pool:
        return []
    fitting = []
    for n, other in enumerate(pool):
        # Kinds of one thing share its name: "growth hormone", "thyroid hormone".
        head = {concept.key[-1]} if min(len(concept.key), len(other.key)) > 1 else set[str]()
        own = frozenset(other.key) - head
        if stems & own or not own or not _same_shape(key, other.name, language) or holds(said, other.key):
            continue
        if len(other.key) > 1 and not is_together(other.name[0]) and any(stem in said for stem in own):
            continue
        if stems <= names.said_of(other) or _parts(key, other.name):
            continue
        home = abs(names.home(other) - names.home(concept)) // _FAR
        far = abs(len(other.name) - len(key)) // 4
        near = (
            names.kind(other) != kind or kind is None,
            not other.definition,
            home,
            abs(len(other.key) - len(stems)),
            far,
            abs(other.rank - concept.rank),
            n,
        )
        fitting.append((near, other))
    near_first = [other for _, other in sorted(fitting, key=lambda each: each[0])]
    others = apart(near_first, key, lambda other: other.name, language)
    return [] if is_odd(key, [other.name for other in others]) else others


def is_odd(key: str, others: Sequence[str]) -> bool:
    """Whether a term alone is of several words, has a hyphen or begins with a capital, or alone does not."""
    looks = [(" " in text, "-" in text, text[:1].isupper()) for text in (key, *others)]
    return any(own not in wrong for own, *wrong in zip(*looks, strict=True) if wrong)


def without_plain(concepts: Sequence[Concept]) -> Sequence[Concept]:
    """Without mere words, taken because the text has hardly a term: they make no good options.

    The Reader calls its five best terms High, and such words Low.
    """
    if sum(concept.rank == 0 for concept in concepts) >= _ENOUGH_TERMS:
        return concepts
    return [concept for concept in concepts if concept.rank < 2]


def about_as_long(key: str, other: str) -> bool:
    """Whether length does not tell two texts apart."""
    words, count = len(key.split()), len(other.split())
    return max(words, count) <= max(_LONGER * min(words, count), min(words, count) + 2)


def apart(found: Iterable[_T], key: str, text_of: Callable[[_T], str], language: str, most: int = MOST) -> list[_T]:
    """The first two to `most` that are not the key nor one another, not even in part; none where there are fewer."""
    taken: list[_T] = []
    seen = [frozenset(stems_of(key, language))]
    for each in found:
        stems = frozenset(stems_of(text_of(each), language))
        if stems and not any(stems <= other or other <= stems for other in seen):
            seen.append(stems)
            taken.append(each)
        if len(taken) == most:
            break
    return taken if len(taken) >= LEAST else []


def says_much_the_same(said: str, other: str, language: str) -> bool:
    """Whether more than half of what is said is said there too, so that what is meant there may be right as well."""
    told = content_of(said, language)
    return 2 * len(told & content_of(other, language)) > len(told)


def alike(options: Sequence[str]) -> list[str]:
    """The options, all with a capital where one has one, so that it does not tell them apart."""
    if any(option[:1].isupper() for option in options):
        return [option[:1].upper() + option[1:] for option in options]
    return list(options)


def tells(shown: str, key: str, others: Iterable[str], language: str) -> bool:
    """Whether what is shown shares a word, or a root, with the key that no other option has."""
    told, wrong = content_of(shown, language), [*others]
    shared = told & content_of(key, language)
    if (
        shared - frozenset().union(*(content_of(other, language) for other in wrong))
        or _is_short_for(shown, key)
        or _is_short_for(key, shown)
    ):
        return True
    roots = {
        root
        for one in _forms(shown, language)
        for word in _forms(key, language)
        if (root := _root(one, word, language))
    }
    wrong = [fold(other) for other in wrong]
    return any(not any(root in other for other in wrong) for root in roots)


@lru_cache(maxsize=4_096)
def _forms(text: str, language: str) -> frozenset[str]:
    """Its words that say something, and their stems."""
    return frozenset(word for word in WORD.findall(fold(text)) if not is_small(word)) | content_of(text, language)


@lru_cache(maxsize=65_536)
def _root(one: str, word: str, language: str) -> str:
    """The root that two words have in common: they begin alike ("elastin", "elasticity"), or one is an end of the
    other or, in a language that compounds, a part of it ("watt", "kilowattime"); "": none."""
    if language in _COMPOUNDING and (end := _same_end(one, word, language)):
        return end
    short, long = sorted((one, word), key=len)
    same = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if same >= max(_ROOT, _MOST_OF_ROOT * len(short)):
        return short[:same]
    compounds = language in _COMPOUNDING
    inside = short in long if compounds and len(short) >= _ROOT else long.endswith(short)
    begins = compounds and len(short) > 1 and long.startswith(short) and len(long) > len(short) + 2
    return short if begins or (inside and len(short) >= _ROOT and len(long) >= len(short) + 2) else ""


def _same_end(one: str, word: str, language: str) -> str:
    """The word that two compounds end with: "Bearbeitungsgebühr", "Darlehensgebühr"."""
    same = 0
    while same < min(len(one), len(word)) - _LEAST_BEFORE and one[-same - 1] == word[-same - 1]:
        same += 1
    ends = (one[start:] for start in range(len(one) - same, len(one) - _LEAST_END + 1))
    return next((end for end in ends if is_listed(end, language) and end not in _ENDINGS), "")


def _is_short_for(shown: str, key: str) -> bool:
    """Whether a word with a capital is the key's initials, or its beginning: "Right Ascension (RA)"."""
    words, initials = [*WORD.findall(key)], "".join(word[0] for word in WORD.findall(key)).casefold()
    return any(
        (word.casefold() in initials if word.isupper() and len(word) > _LEAST_INITIALS else word.casefold() == initials)
        or (len(word) > 2 and words[0].casefold().startswith(word.casefold()))
        for word in WORD.findall(shown)
        if len(word) > 1 and word[0].isupper() and not is_small(word)
    )


def _parts(key: str, other: str) -> bool:
    """Whether one of the two is a part of the other."""
    one, two = fold(key), fold(other)
    return one in two or two in one


@lru_cache(maxsize=65_536)
def _same_shape(key: str, other: str, language: str) -> bool:
    """The same kind of writing (abbreviation, name, word), about as long, and in English the same number."""
    if _writing(key) != _writing(other) or any(c.isdigit() for c in key) != any(c.isdigit() for c in other):
        return False
    if is_together(key[0]) != is_together(other[0]) or (is_together(key[0]) and abs(len(key) - len(other)) > _SIGNS):
        return False
    if abs(len(key.split()) - len(other.split())) > 1 or ("-" in key[1:-1]) > ("-" in other or " " in other):
        return False
    return language != "en" or key.isupper() or is_plural(key) == is_plural(other)


def _writing(text: str) -> int:
    """0 small, 1 one word with a capital, 2 capitals within, 3 capitals only."""
    if text.isupper():
        return 3
    # One word with a capital is a name; of several words the first has one where a heading or a sentence gave it.
    if text[1:].lower() == text[1:]:
        return int(text[:1].isupper() and " " not in text)
    return 2


def is_plural(text: str) -> bool:
    """Whether an English term looks like more than one."""
    return text.endswith("s") and not text.endswith(("ss", "us", "is", "ics"))
