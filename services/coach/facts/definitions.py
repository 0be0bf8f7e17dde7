"""Definitions: what a sentence says that a concept is, as `mentions.py` finds it, and what a printed glossary says."""

import re
from collections.abc import Iterable, Iterator, Sequence

from contracts.documents import Block
from services.coach.drafts.draft import Span
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Definition
from services.coach.sentences.mentions import NO_DEFINITION, Mention
from services.text.splitting import spans_of
from services.text.words import fold

_MOST_SAID, _MOST_MORE = 45, 2  # words of a definition; of an entry's term beyond the concept's
# "growth hormone (GH): anterior pituitary hormone that ... (also called somatotropin)"
_ENTRY = re.compile(
    r"(?P<term>[^:()]{2,60}?)\s*(?:\([^()]{1,40}\)\s*)?:\s+(?:\([^()]{1,60}\)\s*)?(?P<said>\S.*?)"
    r"\s*(?:\((?:also|see|også|auch|siehe|se|voir)\b[^()]*\)\s*)?[.,;]?\s*"
)
# "Delinquency: It is the term that refers to late payments."
SAID_AGAIN = re.compile(
    r"(?:it|this|that|they|these) (?:is|are|means?|refers? to) "
    r"(?:the terms? (?:that|which) (?:refers? to|means?|describes?) )?"
    r"|(?:det|dette|de|disse) (?:er|betyr) |(?:das|dies|es|sie) (?:ist|sind|bedeutet) "
    r"|(?:is|are|er|ist|sind) (?=(?:an?|the|en|et|ei|den|det|de|eine?|der|die|das) )",
    re.IGNORECASE,
)


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


def printed_of(concepts: Sequence[Concept], blocks: Iterable[Block]) -> Iterator[Definition]:
    """The entries of a glossary that the document prints, where the Reader took one for a concept's definition."""
    entries = {fold(concept.definition): concept for concept in concepts if ":" in concept.definition}
    for block in blocks if entries else ():
        concept = entries.get(fold(block.text))
        entry = _ENTRY.fullmatch(block.text) if concept else None
        if concept is None or entry is None or not fold(entry["term"]).startswith(fold(concept.name)[:4]):
            continue
        # "The first licence is the freest: all is allowed" is no entry of a glossary.
        if len(entry["term"].split()) > len(concept.name.split()) + _MOST_MORE:
            continue
        start, end = entry.span("said")
        end = first_of(block.text, start, end)
        again = _said_again(block.text, entry["term"], start)
        if not again and NO_DEFINITION.match(entry["said"]):
            continue
        if len(block.text[start:end].split()) <= _MOST_SAID:
            at = Span(block, 0, len(block.text[: end + 1].rstrip()))
            term = Span(block, *entry.span("term"))
            yield Definition(concept, at, term, Span(block, again or start, end), name=term.text, printed=True)


def first_of(text: str, start: int, end: int) -> int:
    """Where the first sentence of what is said ends, without its full stop: an example and what to see also follow."""
    first = next((last for first, last in spans_of(text[:end]) if last > start), end)
    return first if first >= end else first - len(text[:first]) + len(text[:first].rstrip(". "))


def _said_again(text: str, term: str, start: int) -> int:
    """Where what a term is begins behind "It is" or its own name ("Quay: A quay is a ..."); 0: it begins at once."""
    own = re.compile(
        rf"(?:(?:an?|the|en|et|ei|eine?|der|die|das) )?{re.escape(term)} (?=is|are|er|ist|sind)", re.IGNORECASE
    )
    named = own.match(text, start)
    found = SAID_AGAIN.match(text, named.end() if named else start)
    return found.end() if found else 0
