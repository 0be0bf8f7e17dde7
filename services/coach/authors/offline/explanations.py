"""Why an option is right or wrong, in the text's language, and the sentence that says so."""

from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Choice, Span
from services.coach.drafts.order import Concept


def right(text: str, at: Span, source: Source) -> Choice:
    """The key, with its quote."""
    return Choice(text, _filled(source, "right", at.text), at)


def other_term(text: str, concept: Concept, source: Source) -> Choice:
    """A wrong term, with what the text says of it."""
    place = source.places.of(concept)
    if place is None:
        return Choice(text, _filled(source, "not_it_unsaid", text))
    return Choice(text, _filled(source, "not_it", text, place.at.text), place.at)


def said_of(text: str, term: str, at: Span, source: Source) -> Choice:
    """Something that the text says of another term."""
    return Choice(text, _filled(source, "said_of", term, at.text), at)


def because(text: str, at: Span, source: Source) -> Choice:
    """A reason that the text gives for something else."""
    return Choice(text, _filled(source, "other_reason", at.text), at)


def listed(text: str, at: Span, source: Source) -> Choice:
    """What the text does list."""
    return Choice(text, _filled(source, "listed", at.text), at)


def listed_elsewhere(text: str, at: Span, source: Source) -> Choice:
    """What the text lists in another place."""
    return Choice(text, _filled(source, "not_listed", text, at.text), at)


def _filled(source: Source, frame: str, *texts: str) -> str:
    """The frame of that name; nothing in a language without words."""
    wording = source.wording
    return wording.fill(getattr(wording, frame), *texts) if wording else ""
