"""Definitions: what a sentence says that a concept is, as `mentions.py` finds it."""

from collections.abc import Iterable, Iterator

from services.coach.drafts.draft import Span
from services.coach.facts.fact import Definition
from services.coach.sentences.mentions import Mention


def definitions_of(mentions: Iterable[Mention]) -> Iterator[Definition]:
    """One for each mention that defines, in the order given."""
    for mention in mentions:
        if mention.said is None:
            continue
        sentence = mention.sentence
        block = sentence.block
        yield Definition(
            concept=mention.concept,
            at=Span(block, sentence.start, sentence.end),
            term=Span(block, mention.start, mention.end),
            said=Span(block, *mention.said),
            asks=mention.asks,
            doubt=sentence.doubt,
            name=mention.term,
        )
