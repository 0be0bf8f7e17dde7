"""Under which heading a question stands: the sentence by itself may leave open of what it speaks. Pure."""

import re

from services.coach.authors.offline.distractors import tells
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Span
from services.text.words import content_of, is_small

_LONGEST = 60
_LONG, _SHARED = 5, 3  # words of an answer; one in so many
# "3.2 Locks", "C.1 Locks", "IV. Locks"; "X Window System" and "1984" name something.
_NUMBERED = re.compile(r"^(?:(?:(?:[A-Z]\.?)?\d{1,3}(?:\.\d+)*)[.:)]?|[IVX]+[.:)])\s+(?=\S)")
# What stands over parts of any document names no subject.
_GENERAL = re.compile(
    r"(?:introduction|preliminaries|overview|summary|background|conclusions?|abstract|preface|general|details?"
    r"|descriptions?|discussion|examples?|notes?|remarks?|usage|tips?|cautions?|warnings?|important"
    r"|exercises?|questions?|glossary|(?:key )?terms"
    r"|other|miscellaneous|(?:chapter|part|section) \w+"
    r"|innledning|oversikt|sammendrag|oppsummering|bakgrunn|konklusjon|generelt|eksempl\w+|merknad\w*"
    r"|advarsel|viktig|merk|oppgaver?|ordliste"
    r"|begreper|annet|kapit(?:tel|el) \w+"
    r"|einleitung|überblick|zusammenfassung|hintergrund|allgemeines|beispiele?|hinweise?|aufgaben?|glossar|begriffe"
    r"|sonstiges"
    r"|présentation|aperçu|résumé|contexte|généralités|exemples?|remarques?|exercices?|glossaire|divers)",
    re.IGNORECASE,
)


def placed(question: str, at: Span, answer: str, source: Source) -> str:
    """The question with the heading over its sentence. Without it where none is known, or is torn, or asks itself, or
    says nothing that the question does not, or something of the answer."""
    heading = _NUMBERED.sub("", source.order.headings.get(at.block.block_id, "").strip()).strip(" .:")
    if not source.wording or not heading or len(heading) > _LONGEST or heading.endswith("?"):
        return question
    if is_small(heading.split()[-1]):
        return question
    if _GENERAL.fullmatch(heading) or content_of(heading, source.language) <= content_of(question, source.language):
        return question
    if _tells(heading, question, answer, source):
        return question
    return source.wording.placed.format(source.wording.quoted(heading), question)


def names_a_field(heading: str) -> bool:
    """Whether a heading says of what its part speaks, so that an everyday word can be asked under it."""
    return bool(heading) and not _GENERAL.fullmatch(heading.strip(" .:"))


def _tells(heading: str, question: str, answer: str, source: Source) -> bool:
    """Whether a heading says much of what an answer says beside its question: of a long one, more than a word."""
    said = content_of(answer, source.language) - content_of(question, source.language)
    shared = said & content_of(heading, source.language)
    return (
        tells(heading, " ".join(said), (), source.language) if len(said) < _LONG else _SHARED * len(shared) >= len(said)
    )
