"""What is it called: what the text tells, and the name that it gives it in the next sentence; typed, and as a card."""

from collections.abc import Iterator

from services.coach.authors.offline.explanations import typed_word
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import GAP, Card, Draft, Gap
from services.coach.facts.fact import Definition


def name_to_type(fact: Definition, source: Source) -> Iterator[Draft]:
    """Both sentences, with a gap for the name (easy)."""
    accepted = [] if fact.term.text == fact.concept.name else [fact.concept.name]
    told = typed_word(fact.term.text, fact.concept, fact.at, source)
    yield source.draft(
        fact.concept,
        fact.at,
        _gapped(fact),
        Gap(fact.term.text, [*accepted, *source.places.also_called(fact.concept)]),
        "name",
        "EASY",
        answer_at=fact.term,
        doubt=fact.doubt,
        told=told,
    )


def card_of(fact: Definition, source: Source) -> Iterator[Draft]:
    """The same to recall."""
    card = Card(fact.term.text)
    yield source.draft(
        fact.concept, fact.at, _gapped(fact), card, "name", "EASY", answer_at=fact.term, doubt=fact.doubt
    )


def _gapped(fact: Definition) -> str:
    """Up to the name: what follows it says more of it than what it is."""
    return f"{fact.at.block.text[fact.at.start : fact.term.start]}{GAP}."
