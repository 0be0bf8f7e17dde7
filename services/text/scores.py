"""A concept's score as it is told, and what is missing until it is mastered, said as what to do."""

import math

from services.text.catalogue import sentences
from services.text.languages import spoken

_WORDS = sentences("missing")
_NAMED = {1: "one", 2: "two", 3: "three", 4: "four"}


def percent(score: float) -> int:
    """A score in whole percents, never rounded up: it reaches a threshold in whole percents exactly when the score
    does, and 100 is all of it."""
    return math.floor(100 * score + 1e-9)


def more(needed: int, language: str) -> str:
    """ "two more right answers"; "" where none is needed."""
    name = more_named(needed)
    return _WORDS[spoken(language, _WORDS)][name].format(count=needed) if name else ""


def more_named(needed: int) -> str:
    """What the catalogue calls that, of `missing`; "" where none is needed."""
    return _NAMED.get(needed, "many") if needed >= 1 else ""


def missing(concept: str, needed: int, language: str) -> str:
    """A sentence: how many right answers on the concept surely master it, and where that is far off what to do first;
    "" where it is mastered."""
    if needed < 1:
        return ""
    words = _WORDS[spoken(language, _WORDS)]
    return words["sentence" if needed in _NAMED else "sentence_many"].format(
        answers=more(needed, language), concept=concept
    )


def unasked(concept: str, language: str) -> str:
    """A sentence: nothing was asked about the concept yet."""
    return _WORDS[spoken(language, _WORDS)]["unasked"].format(concept=concept)
