"""Which task is meant: by its place in the list shown last, by "it", or by words of its title. Pure.

A number wins over an ordinal. A place counts until the next list: what it names is looked up before it is used.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from contracts.assistant import ConversationMetadata
from services.text.words import fold, stem_of

K = TypeVar("K")

ORDINALS: Mapping[str, int] = {
    word: place
    for place, words in enumerate(
        (
            "first 1st første fyrste",
            "second 2nd andre",
            "third 3rd tredje",
            "fourth 4th fjerde",
            "fifth 5th femte",
            "sixth 6th sjette",
            "seventh 7th sjuende syvende",
            "eighth 8th åttende",
            "ninth 9th niende",
            "tenth 10th tiende",
        ),
        1,
    )
    for word in words.split()
}


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


LAST = _set("last siste sist final")
_COUNTED = "one en én|two to|three tre|four fire|five fem|six seks|seven sju syv|eight åtte|nine ni|ten ti"
_NUMBERS = {word: number for number, words in enumerate(_COUNTED.split("|"), 1) for word in words.split()}
PRONOUNS = _set("it that this them den det denne dette")
# What stands around a place and names nothing.
_AROUND = _set(
    "task tasks todo item number numbers no nr nummer the one ones on of in at my list them please just oppgave "
    "oppgaven oppgåve punkt punktet gjøremål gjøremålet på lista listen den det av min mine a an"
)
# What names no task by itself.
_SMALL = _AROUND | _set(
    "about to for with from that this thing stuff damn bloody fucking stupid stupide jævla fordømte dumme greia "
    "greiene tingen med om som er til fra i og and å et ei dette denne meg mitt me our is it its also too already "
    "now nå også allerede"
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_LIKE, _PREFIX, _ENOUGH, _SAME = 80.0, 4, 0.5, 0.05


def resolved(metadata: ConversationMetadata, said: str) -> int | None:
    """The id of the task at the place that is said ("task 2", "the first one", "#3"); None: it names no such place."""
    references = metadata.task_references or {}
    place = place_of(said, len(references))
    return None if place is None else references.get(str(place))


def place_of(said: str, count: int) -> int | None:
    """The place that is said, in a list of `count`; None: it is no place."""
    words = [word.strip("'’") for word in _WORD.findall(fold(said))]
    if digits := [word for word in words if word.isdigit()]:
        return int(digits[0])
    for word in words:
        if word in ORDINALS:
            return ORDINALS[word]
        if word in LAST:
            return count
    # "number two", but not "the second one"
    numbers = [word for word in words if word in _NUMBERS]
    return (
        int(_NUMBERS[numbers[0]])
        if numbers and any(word in ("number", "nummer", "task", "oppgave") for word in words)
        else None
    )


def is_place(said: str) -> bool:
    """Whether it says a place and nothing else: "task 2", not "chapter 2"."""
    words = [word for word in _WORD.findall(fold(said)) if word not in _AROUND]
    return place_of(said, 1) is not None and all(
        word.isdigit() or word in ORDINALS or word in LAST or word in _NUMBERS for word in words
    )


def is_pronoun(said: str) -> bool:
    """ "it", "den" and the like."""
    return fold(said).strip(".,!? ") in PRONOUNS


def names_of(said: str) -> list[str]:
    """The words by which a title is looked for; none: it names nothing."""
    return [word for word in _WORD.findall(fold(said)) if word not in _SMALL]


def named(said: str, titles: Mapping[K, str], language: str) -> list[K]:
    """Whose titles have the words said, in any form or nearly so spelt; the likeliest alone where they differ."""
    wanted = names_of(said)
    if not wanted:
        return []
    if exact := [key for key, title in titles.items() if fold(title) == fold(said).strip("'\"")]:
        return exact
    scores = {key: _score(wanted, title, language) for key, title in titles.items()}
    best = max(scores.values(), default=0.0)
    return [key for key, score in scores.items() if score >= max(_ENOUGH, best - _SAME)]


def _score(wanted: Iterable[str], title: str, language: str) -> float:
    """How many of the words the title has, from 0 to 1."""
    has = _WORD.findall(fold(title))
    found = [max((_alike(word, other, language) for other in has), default=0.0) for word in wanted]
    return sum(found) / len(found)


def _alike(one: str, other: str, language: str) -> float:
    if one == other:
        return 1.0
    if one.isdigit() or other.isdigit():
        return 0.0
    if min(len(one), len(other)) >= 3 and stem_of(one, language) == stem_of(other, language):
        return 1.0
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= _PREFIX and longer.startswith(shorter):
        return 0.95
    if len(shorter) >= _PREFIX and longer.endswith(shorter) and len(longer) - len(shorter) >= 3:
        return 0.9  # lab rapport, labrapport
    if len(shorter) >= _PREFIX and OSA.distance(one, other) <= (1 if len(shorter) < 7 else 2):
        return 0.9
    return 0.85 if len(shorter) > _PREFIX and fuzz.ratio(one, other) >= _LIKE else 0.0
