"""Short answer: the reason that the text gives, the difference that it states; in a round what a term means."""

import re
from collections.abc import Iterator

from services.coach.authors.offline.explanations import more_of
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Draft, Open, Span
from services.coach.facts.fact import Cause, Contrast, Definition
from services.coach.facts.names import name_of
from services.text.words import content_of

_LEAST_NEW = 2
# After the reason, these point back at what stands in it.
_BACK = re.compile(
    r"\b(?:it|its|they|them|their|he|him|she|his|her|this|these|those|den|det|dens|dets|deres|dem|han|hun|dette|disse"
    r"|sie|ihre?|seine?|dies\w*)\b",
    re.IGNORECASE,
)


def reason(fact: Cause, source: Source) -> Iterator[Draft]:
    """What happens; to say why (hard)."""
    wording = source.wording
    if not wording or points_back(fact) or not says_more(fact.cause.text, fact.effect.text, source):
        return
    question = wording.fill(wording.reason, fact.effect.text)
    shape = Open(fact.cause.text, [fact.cause])
    told = [more_of(shape.answer, fact.concept, fact.at, source)]
    yield source.draft(
        fact.concept, fact.at, question, shape, "reason", "HARD", answer_at=fact.cause, doubt=fact.doubt, told=told
    )


def what_leads(fact: Cause, source: Source) -> Iterator[Draft]:
    """A thing; to say what leads to it (hard)."""
    wording = source.wording
    if not wording or fact.doubt or points_back(fact) or not says_more(fact.cause.text, fact.effect.text, source, 1):
        return
    question = wording.fill(wording.leads_to, fact.effect.text)
    shape = Open(fact.cause.text, [fact.cause])
    told = [more_of(shape.answer, fact.concept, fact.at, source)]
    yield source.draft(
        fact.concept, fact.at, question, shape, "leads", "HARD", answer_at=fact.cause, doubt=fact.doubt, told=told
    )


def difference(fact: Contrast, source: Source) -> Iterator[Draft]:
    """Two things; to say how they differ (hard)."""
    wording = source.wording
    if not wording:
        return
    question = wording.fill(wording.difference, source.within(fact.one.text), source.within(fact.other.text))
    shape = Open(fact.at.text, [fact.one_said, fact.other_said])
    told = [more_of(shape.answer, fact.concept, fact.at, source)]
    yield source.draft(
        fact.concept, fact.at, question, shape, "difference", "HARD", answer_at=fact.at, doubt=fact.doubt, told=told
    )


def in_own_words(fact: Definition, source: Source) -> Iterator[Draft]:
    """A term; to explain it (medium): who is learning it may be asked for what was just read."""
    if source.wording and len(content_of(fact.said.text, source.language)) >= _LEAST_NEW:
        question, shape = source.wording.fill(source.wording.own_words, name_of(fact)), Open(fact.at.text, [fact.said])
        told = [more_of(shape.answer, fact.concept, fact.at, source)]
        yield source.draft(
            fact.concept, fact.at, question, shape, "own", answer_at=fact.said, doubt=fact.doubt, told=told
        )


def what_is_told(source: Source) -> Iterator[Draft]:
    """A term that the text defines nowhere and names once; to say what it tells of it (medium). Of a term that it names
    more often it tells more than one sentence can be the answer to."""
    told = {fact.concept for fact in source.facts.definitions}
    for mention in source.mentions:
        sentence = mention.sentence
        if source.wording is None or mention.concept in told or sentence.doubt:
            continue
        if source.places.count(mention.concept) > 1:
            continue
        told.add(mention.concept)
        at = Span(sentence.block, sentence.start, sentence.end)
        question = source.wording.fill(source.wording.told_of, mention.term)
        more = [more_of(at.text, mention.concept, at, source)]
        yield source.draft(mention.concept, at, question, Open(at.text, [at]), "told", answer_at=at, told=more)


def points_back(fact: Cause) -> bool:
    """Whether what happens cannot be understood without the reason."""
    return fact.cause.start < fact.effect.start and bool(_BACK.search(fact.effect.text))


def says_more(answer: str, question: str, source: Source, least: int = _LEAST_NEW) -> bool:
    """Whether the answer has as many words as that which the question has not."""
    return len(content_of(answer, source.language) - content_of(question, source.language)) >= least
