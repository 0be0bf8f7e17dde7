"""Whether a sentence gives what a question asks for: a time, a number, a reason, a name, a place, a contrast. Pure."""

import re
from collections.abc import Sequence

from services.coach.tutor.asked import Asked
from services.coach.tutor.fitting_words import (
    APART,
    ASKS_FOR_YEAR,
    BECAUSE,
    CONTRAST,
    DIMENSIONS,
    FULL_NAME,
    NAME,
    NUMERALS,
    ONE,
    OPENS_BECAUSE,
    PLACE,
    THEREFORE,
    TIMES,
    YEAR,
    YEARS,
)
from services.coach.tutor.lesson import Lesson
from services.text.alphabets import WORD
from services.text.words import content_of, fold, stems_of

_DIGIT = re.compile(r"\d")
_COUNTED_WITHIN = 6  # words from a number to what it counts
_LEAST_EFFECT = 0.6


def fits(asked: Asked, number: int, lesson: Lesson) -> bool:
    """Whether sentence `number` gives an answer of the kind that is asked for."""
    text = lesson.sentences[number].text
    match asked.kind:
        case "when":
            return bool((YEARS if ASKS_FOR_YEAR.search(asked.text) else TIMES).search(text))
        case "number":
            return _counts(asked, text, lesson.language)
        case "why":
            return _gives_reason(asked, number, lesson)
        case "who":
            return _names(asked, text)
        case "where":
            return bool(PLACE.search(text))
        case "difference":
            return bool(CONTRAST.search(text))
        case _:
            return _says_more(asked, text, lesson.language)


def _counts(asked: Asked, text: str, language: str) -> bool:
    """Whether a number stands there: right before what is counted, or in the unit that is asked for."""
    words = WORD.findall(fold(text))
    places = [at for at, word in enumerate(words) if _DIGIT.search(word) or word in NUMERALS]
    if asked.measure and (places or ONE.search(text)):
        return bool(asked.measure.search(text)) and not _other_dimension(asked, words)
    if not places:
        return False
    if not asked.counted:
        return bool(_DIGIT.search(re.sub(YEAR, "", text))) or len(places) > 0
    return any(asked.counted in stems_of(" ".join(words[at + 1 : at + 1 + _COUNTED_WITHIN]), language) for at in places)


def _other_dimension(asked: Asked, words: Sequence[str]) -> bool:
    """Whether the length of one thing is told and the depth is asked for."""
    wanted = [each for each in DIMENSIONS if any(word in each for word in WORD.findall(fold(asked.text)))]
    told = [each for each in DIMENSIONS if any(word in each for word in words)]
    return bool(wanted) and bool(told) and not any(each in told for each in wanted)


def _gives_reason(asked: Asked, number: int, lesson: Lesson) -> bool:
    """Whether the sentence gives a reason for what is asked about, and not what follows from it."""
    text = lesson.sentences[number].text
    if opening := OPENS_BECAUSE.match(text):
        return _is_effect(asked, text[opening.end() :], opening.group(), lesson)
    if found := BECAUSE.search(text):
        *others, effect = APART.split(text[: found.start()])
        return _is_effect(asked, effect, " ".join([*others, text[found.start() :]]), lesson)
    if found := THEREFORE.search(text):
        behind = text[found.end() :]
        before = text[: found.start()]
        return _is_effect(asked, behind, before, lesson)
    return False


def _is_effect(asked: Asked, effect: str, cause: str, lesson: Lesson) -> bool:
    """Whether most of what is asked about stands in the effect, and no more of it in the cause alone."""
    terms = asked.terms
    in_effect = {term for term in terms if term in stems_of(effect, lesson.language)}
    only_cause = {term for term in terms - in_effect if term in stems_of(cause, lesson.language)}
    return bool(in_effect) and len(in_effect) >= _LEAST_EFFECT * (len(in_effect) + len(only_cause))


def _names(asked: Asked, text: str) -> bool:
    """Whether somebody is named who is not named in the question."""
    known = fold(asked.text)
    names = [*FULL_NAME.findall(text), *NAME.findall(text)]
    return any(fold(part) not in known for name in names for part in name.split())


def _says_more(asked: Asked, text: str, language: str) -> bool:
    return len(content_of(text, language) - asked.terms - asked.loose) >= 2
