"""Under which heading a question stands: said with it where its own words leave open of what it speaks. Pure."""

import re

from services.coach.authors.offline.distractors import tells
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Span
from services.text.words import content_of, holds, is_small, stems_of

_LONGEST, _LOW = 60, 2
_LONG, _SHARED = 5, 3  # words of an answer; one in so many
# "3.2 Locks", "C.1 Locks", "IV. Locks"; "X Window System" and "1984" name something.
_NUMBERED = re.compile(r"^(?:(?:(?:[A-Z]\.?)?\d{1,3}(?:\.\d+)*)[.:)]?|[IVX]+[.:)])\s+(?=\S)")
# What stands over parts of any document names no subject.
_GENERAL = re.compile(
    r"(?:introduction|preliminaries|overview|summary|background|conclusions?|abstract|preface|general|details?"
    r"|descriptions?|discussion|examples?|notes?|remarks?|usage|tips?|exercises?|questions?|glossary|(?:key )?terms"
    r"|other|miscellaneous|(?:chapter|part|section) \w+"
    r"|innledning|oversikt|sammendrag|oppsummering|bakgrunn|konklusjon|generelt|eksempl\w+|merknad\w*|oppgaver?|ordliste"
    r"|begreper|annet|kapit(?:tel|el) \w+"
    r"|einleitung|überblick|zusammenfassung|hintergrund|allgemeines|beispiele?|hinweise?|aufgaben?|glossar|begriffe"
    r"|sonstiges"
    r"|présentation|aperçu|résumé|contexte|généralités|exemples?|remarques?|exercices?|glossaire|divers)",
    re.IGNORECASE,
)


def placed(question: str, at: Span, answer: str, source: Source, *, always: bool = False) -> str:
    """The question with the heading over its sentence, where it names no term of weight, or the text is about a system,
    whose manual says "an expression" of its own expressions; or `always`. Without it where none is known, or is torn,
    or asks itself, or says nothing that the question does not, or something of the answer."""
    if not always and not source.of_a_system and _names_a_term(question, source):
        return question
    heading = _NUMBERED.sub("", source.order.headings.get(at.block.block_id, "").strip()).strip(" .:")
    if not source.wording or not heading or len(heading) > _LONGEST or heading.endswith("?"):
        return question
    if is_small(heading.split()[-1]):
        return question
    if _GENERAL.fullmatch(heading) or content_of(heading, source.language) <= content_of(question, source.language):
        return question
    if _tells(heading, answer, source):
        return question
    return source.wording.placed.format(source.wording.quoted(heading), question)


def _names_a_term(question: str, source: Source) -> bool:
    stems = stems_of(question, source.language)
    return any(concept.rank < _LOW and holds(stems, concept.key) for concept in source.order.concepts)


def _tells(heading: str, answer: str, source: Source) -> bool:
    """Whether a heading says much of the answer: of a long one, more than a word."""
    said = content_of(answer, source.language)
    shared = said & content_of(heading, source.language)
    return tells(heading, answer, (), source.language) if len(said) < _LONG else _SHARED * len(shared) >= len(said)
