"""Which drafts a source gives, kind by kind. Pure.

Each kind of question has its file: `choices`, `labels` (of a list's lines), `gap`
(cloze), `numbers`, `pairs` (matching), `steps` (ordering), `open_questions`, `cards`. What a type writes of
one kind of fact alone, its own rules write (`authors/items`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from contracts.documents import Block
from services.coach.authors.items.registry import RULES, rules_of, said_by
from services.coach.authors.offline.item_types import (
    cards,
    choices,
    labels,
    open_questions,
    printed,
    steps,
)
from services.coach.authors.offline.item_types.gap import gap_of, gap_of_line, is_early
from services.coach.authors.offline.source import Source, is_for
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import DOUBTFUL, Draft
from services.coach.drafts.order import Order
from services.coach.facts.find import facts_of
from services.coach.facts.sound import sound
from services.coach.sentences.concepts import names
from services.coach.sentences.mentions import Mention, mentions_of
from services.coach.sentences.split import sentences_of
from services.text.words import holds, stems_of

_MOST_MENTIONS = 8


def source_of(order: Order, blocks: Sequence[Block], places: Places, *, last_resort: bool = False) -> Source:
    """What these blocks of an order in one language give to write from."""
    order = replace(order, concepts=[each for each in order.concepts if each.focus or places.is_thing(each)])
    found = sentences_of(blocks, order.language, last_resort=last_resort)
    sentences = [each for each in found if is_for(order, each.text)] or found
    by_concept = mentions_of(order.concepts, sentences, order.language, places.capitals, order.headings)
    mentions = [mention for concept in order.concepts for mention in _best(by_concept.get(concept, ()))]
    facts = sound(
        facts_of(order.concepts, sentences, order.language, blocks, places.capitals, order.headings),
        order.language,
        order.headings,
    )
    return Source(order, mentions, facts, places, len(sentences), last_resort)


def _best(found: Sequence[Mention]) -> Sequence[Mention]:
    """Those in which the term stands once, as a gap wants it, the best first."""
    return sorted((each for each in found if not each.again), key=_worth)[:_MOST_MENTIONS]


def _worth(mention: Mention) -> tuple[int, bool, bool, int, int]:
    """Definitions that stand alone first, then sentences with the term late in them and others beside it."""
    return mention.sentence.doubt, not mention.defines, is_early(mention), -min(3, mention.others), mention.start


def questions_of(source: Source) -> Iterator[Draft]:
    """Drafts of every kind; of multiple choice alone where that is ordered. What is answered counts for a draft's
    concept, so each asks about it by its name, or has that in its answer."""
    return (asked for draft in _questions(source) if (asked := counted(draft, source)) is not None)


def counted(draft: Draft, source: Source) -> Draft | None:
    """The draft, about its concept where it names that, else about the first that it does; None: it names none."""
    rules = rules_of(draft.shape)
    shown = [] if rules is None else rules.asked_with(draft.shape)
    text = " | ".join([draft.question, *shown, said_by(draft.shape, source.language)])
    if names(text, draft.concept.name, source.language):
        return draft
    stems = stems_of(text, source.language)
    other = next((each for each in source.order.concepts if holds(stems, each.key)), None)
    return None if other is None else replace(draft, concept=other)


def _questions(source: Source) -> Iterator[Draft]:
    yield from printed.questions(source)
    yield from simple_questions(source)
    facts = source.facts
    for definition in source.defined:
        yield from choices.what_it_is(definition, source)
    if source.order.choice_only:
        return
    yield from _open(source)
    for definition in source.definitions:
        yield from open_questions.in_own_words(definition, source)
    if source.order.of_a_round:
        yield from open_questions.what_is_told(source)
    for process in facts.processes:
        yield from steps.ordered(process, source)
    for rules in RULES.values():
        yield from rules.offline(source)


def _open(source: Source) -> Iterator[Draft]:
    """Those that are answered in one's own words."""
    facts = source.facts
    for each in facts.enumerations:
        yield from open_questions.name_them(each, source)
    for cause in facts.causes:
        yield from _named(open_questions.reason(cause, source))
    for way in facts.ways:
        yield from open_questions.how(way, source)
    for condition in facts.conditions:
        yield from _named(open_questions.when(condition, source))
    for lead in facts.leads:
        yield from open_questions.what_follows(lead, source)
    for contrast in facts.contrasts:
        yield from open_questions.difference(contrast, source)


def _named(drafts: Iterator[Draft]) -> Iterator[Draft]:
    """Where a sentence names no concept itself, it is the one before that it speaks of: hardly worth asking, but of a
    focus area."""
    return (replace(draft, doubt=DOUBTFUL) if draft.doubt and not draft.concept.focus else draft for draft in drafts)


def simple_questions(source: Source) -> Iterator[Draft]:
    """Those that need nothing but their own sentence: a gap to fill; the term to choose, where nothing else may be
    ordered, or one concept is to be mastered: whoever knows what the words mean finds which of four terms is meant."""
    order = source.order
    for definition in source.defined if source.any_kind else ():
        yield from choices.which_term(definition, source)
    for mention in source.mentions if source.any_kind else ():
        yield from choices.which_does(mention, source)
    # Another term may fit a gap, so that one is chosen only where nothing else may be ordered.
    for mention in source.mentions if order.choice_only or not source.wording else ():
        yield from choices.fits_gap(mention, source)
    if order.choice_only:
        for group in source.facts.labels:
            yield from labels.which_label(group, source)
        return
    for definition in source.defined:
        yield from gap_of_line(definition, source)
    for group in source.facts.labels:
        yield from labels.to_type(group, source)
    for mention in source.mentions:
        yield from gap_of(mention, source)


def cards_of(source: Source) -> Iterator[Draft]:
    """Drafts of cards."""
    for definition in source.definitions:
        yield from cards.of_definition(definition, source)
    for group in source.facts.labels:
        yield from labels.cards_of(group, source)
    yield from cards.of_open(_open(source), source.language)
    for mention in source.mentions:
        yield from cards.of_predicate(mention, source)
    for mention in source.mentions:
        yield from cards.of_mention(mention, source)
