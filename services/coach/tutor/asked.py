"""A learner's question, taken apart: the kind of answer that is wanted, and the words that say what about. Pure."""

import re
from dataclasses import dataclass

from services.coach.tutor.question_nouns import COUNTED, EMPTY, MEASURES, OF_KIND, PLACED, SMALL
from services.coach.tutor.question_words import KINDS, Kind
from services.text.alphabets import WORD
from services.text.frequencies import is_common
from services.text.words import fold, is_small, stems_of

_ARTICLE = re.compile(r"^(?:an?|the|en|et|ei|den|det|de|om)\s+", re.IGNORECASE)
_FREQUENT = 1e-3  # of all words: about "what"
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class Asked:
    """`terms`: stems that must stand in an answer; `loose`: of the thing asked for, which may be named otherwise.

    `subject`: X in "what is X", else "". `counted`: the stem of what "how many" counts. `measure`: what
    a number must be given in.
    """

    text: str
    kind: Kind
    terms: frozenset[str]
    loose: frozenset[str] = frozenset()
    subject: str = ""
    counted: str = ""
    measure: re.Pattern[str] | None = None


def asked_of(text: str, language: str) -> Asked:
    """Reads a question: the last one of several sentences."""
    sentences = [each.strip() for each in _SENTENCE.split(text.strip()) if each.strip()]
    questions = [each for each in sentences if each.endswith("?")] or sentences[-1:]
    said = questions[-1].rstrip(" ?!.") if questions else ""
    kind, subject = _kind(said, language)
    counted = _noun(COUNTED.search(said), language) if kind == "number" else ""
    loose = {_noun(OF_KIND.match(said), language)} if kind == "other" else set()
    every = WORD.findall(fold(said))
    empty = EMPTY | PLACED if kind == "where" else EMPTY
    words = [word for word in every if word not in empty and not _is_small(word, language)]
    stems = frozenset(stem for word in words for stem in stems_of(word, language))
    measure = next((MEASURES[word] for word in every if word in MEASURES), None)
    return Asked(
        text=said,
        kind=kind,
        terms=stems - loose,
        loose=frozenset(loose & stems),
        subject=subject,
        counted=counted if counted in stems else "",
        measure=measure if kind == "number" and not counted else None,
    )


def _is_small(word: str, language: str) -> bool:
    """Whether it says nothing by itself in this language: "die" is no article in English."""
    return word in SMALL[language] if language in SMALL else is_small(word) or is_common(word, language, _FREQUENT)


def _kind(said: str, language: str) -> tuple[Kind, str]:
    for kind, pattern in KINDS.get(language, ()):
        if found := pattern.search(said):
            return kind, _ARTICLE.sub("", found["x"]) if kind == "what" else ""
    return "other", ""


def _noun(found: re.Match[str] | None, language: str) -> str:
    stems = stems_of(found["noun"], language) if found else ()
    return stems[0] if stems else ""
