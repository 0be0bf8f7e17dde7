"""Flashcards: a definition both ways, a list, a reason, a difference, a number; a gap as the last resort."""

from collections.abc import Iterator
from dataclasses import replace

from services.coach.authors.offline.choices import mention_spans
from services.coach.authors.offline.distractors import tells
from services.coach.authors.offline.gap import gapped_sentence, is_aside, is_worth_it
from services.coach.authors.offline.lists import asked, whole
from services.coach.authors.offline.open_questions import points_back, says_more, what_leads
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Card, Draft
from services.coach.facts.fact import Cause, Contrast, Definition, Enumeration
from services.coach.facts.names import name_of
from services.coach.sentences.mentions import Mention


def of_definition(fact: Definition, source: Source) -> Iterator[Draft]:
    """What is it; which term is it."""
    wording, said, key = source.wording, fact.said.text, name_of(fact)
    if not wording:
        return
    question = wording.what_short.format(fact.asks) if fact.asks else wording.fill(wording.meant, key)
    yield source.draft(
        fact.concept, fact.at, question, Card(fact.at.text), "what", "EASY", answer_at=fact.at, doubt=fact.doubt
    )
    if not tells(said, fact.term.text, (), source.language):
        yield source.draft(
            fact.concept,
            fact.at,
            wording.fill(wording.recall, said),
            Card(key),
            "which",
            answer_at=fact.term,
            doubt=fact.doubt,
        )


def of_list(fact: Enumeration, source: Source) -> Iterator[Draft]:
    """Name them."""
    if source.wording and len(fact.members) >= 2:
        question = asked(fact, source)
        yield source.draft(
            fact.concept,
            fact.at,
            question,
            Card(whole(fact).text),
            "list",
            "HARD",
            answer_at=whole(fact),
            doubt=fact.doubt,
        )


def of_cause(fact: Cause, source: Source) -> Iterator[Draft]:
    """Why is it so."""
    if source.wording and not points_back(fact) and says_more(fact.cause.text, fact.effect.text, source):
        question = source.wording.fill(source.wording.reason, fact.effect.text)
        yield source.draft(
            fact.concept,
            fact.at,
            question,
            Card(fact.cause.text),
            "reason",
            "HARD",
            answer_at=fact.cause,
            doubt=fact.doubt,
        )


def of_lead(fact: Cause, source: Source) -> Iterator[Draft]:
    """What leads to it."""
    for draft in what_leads(fact, source):
        yield replace(draft, shape=Card(fact.cause.text))


def of_contrast(fact: Contrast, source: Source) -> Iterator[Draft]:
    """What differs."""
    if source.wording:
        question = source.wording.fill(
            source.wording.difference, source.within(fact.one.text), source.within(fact.other.text)
        )
        yield source.draft(
            fact.concept,
            fact.at,
            question,
            Card(fact.at.text),
            "difference",
            "HARD",
            answer_at=fact.at,
            doubt=fact.doubt,
        )


def of_mention(mention: Mention, source: Source) -> Iterator[Draft]:
    """A sentence with a gap; in a language that we have no words in also a term and the sentence that it stands in."""
    sentence, answer = mention_spans(mention)
    doubt = min(2, mention.sentence.doubt + 1 + is_aside(mention))
    gapped = gapped_sentence(mention, source.language)
    if gapped is not None and is_worth_it(mention, source):
        yield source.draft(mention.concept, sentence, gapped, Card(mention.text), "gap", answer_at=answer, doubt=doubt)
    if not source.wording:
        yield source.draft(
            mention.concept,
            sentence,
            mention.term,
            Card(sentence.text),
            "sentence",
            answer_at=sentence,
            doubt=doubt,
        )
