"""Flashcards: a definition both ways, a list, a reason, a difference, a number; a gap as the last resort."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from services.coach.authors.offline.distractors import tells
from services.coach.authors.offline.item_types.choices import mention_spans
from services.coach.authors.offline.item_types.gap import doubt_of_gap, gapped_sentence
from services.coach.authors.offline.source import Source
from services.coach.drafts.draft import Card, Draft, Open
from services.coach.facts.fact import Definition
from services.coach.facts.names import name_of
from services.coach.sentences.mentions import Mention


def of_definition(fact: Definition, source: Source) -> Iterator[Draft]:
    """What is it; which term is it."""
    wording, said, key = source.wording, fact.said.text, name_of(fact)
    if not wording:
        return
    question = wording.what.format(fact.asks) if fact.asks else wording.fill(wording.meant, key)
    back = fact.at if fact.asks else fact.said
    yield source.draft(
        fact.concept, fact.at, question, Card(back.text), "what", "EASY", answer_at=back, doubt=fact.doubt
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


def of_open(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """What asks for a reason, a consequence, a difference or a list in a quiz does so on a card."""
    for draft in drafts:
        if isinstance(draft.shape, Open):
            yield replace(draft, shape=Card(draft.shape.answer), told=())


def of_mention(mention: Mention, source: Source) -> Iterator[Draft]:
    """A sentence with a gap; in a language that we have no words in also a term and the sentence that it stands in."""
    sentence, answer = mention_spans(mention)
    doubt = max(1, doubt_of_gap(mention, source))
    gapped = gapped_sentence(mention, source.language)
    if gapped is not None:
        yield source.draft(mention.concept, sentence, gapped, Card(mention.text), "gap", answer_at=answer, doubt=doubt)
    if not source.wording:
        yield source.draft(
            mention.concept, sentence, mention.term, Card(sentence.text), "sentence", answer_at=sentence, doubt=doubt
        )
