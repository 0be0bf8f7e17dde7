"""Sources with facts built by hand, so that each kind of question is tested by itself."""

from collections.abc import Sequence
from dataclasses import replace

from contracts.documents import Block
from services.coach.authors.offline.source import Source
from services.coach.authors.offline.terms import Places
from services.coach.drafts.audience import Level
from services.coach.drafts.draft import Span
from services.coach.drafts.order import Concept, Order, order_of
from services.coach.facts.fact import Definition, Enumeration, Facts
from services.coach.sentences.mentions import mentions_of
from services.coach.sentences.split import sentences_of
from services.text.words import stems_of
from tests.coach.orders import order

# Definitions of one kind.
PLACES = (
    "A glacier is a place where snow turns to ice over the years.",
    "A moraine is a place where a glacier left its stones behind.",
    "A fjord is a place where the sea reaches far between steep walls.",
    "A delta is an area of sand at the mouth of a stream.",
    "A sound is an area of the sea between an island and the coast.",
)
STEDER = (
    "En fjord er et sted der havet når langt inn mellom bratte vegger.",
    "Et delta er et område av sand ved munningen av en elv.",
    "En myr er et sted der planter råtner sent fordi bakken er våt.",
    "En foss er et sted der vannet stuper utfor et stup.",
)


def order_about(
    texts: Sequence[str],
    names: Sequence[str],
    language: str = "en",
    level: Level | None = None,
    *,
    choice: bool = False,
) -> Order:
    """An order about texts with these concepts, all of high relevance."""
    named = [name for name in names if any(name in text.casefold() for text in texts)]
    read = order_of(order(texts, [(name, "High") for name in named], language=language))
    more = [Concept(name, stems_of(name, read.language), 0, False) for name in names if name not in named]
    return replace(read, audience_level=level, choice_only=choice, concepts=[*read.concepts, *more])


def source(read: Order, facts: Facts = Facts()) -> Source:  # noqa: B008 - frozen
    """A source with these facts, and the mentions that stand in the text."""
    sentences = sentences_of(read.blocks, read.language)
    by_concept = mentions_of(read.concepts, sentences, read.language)
    mentions = [mention for concept in read.concepts for mention in by_concept.get(concept, ())]
    return Source(read, mentions, facts, Places(read), len(sentences))


def concept(read: Order, name: str) -> Concept:
    return next(each for each in read.concepts if each.name == name)


def block_with(read: Order, words: str) -> Block:
    return next(block for block in read.blocks if words in block.text)


def span(read: Order, words: str, within: str = "") -> Span:
    """Where the words first stand; `within`: in which sentence."""
    block = block_with(read, within or words)
    start = block.text.index(words, block.text.index(within) if within else 0)
    return Span(block, start, start + len(words))


def definition(read: Order, name: str, sentence: str, said: str, asks: str = "") -> Definition:
    term = next(part for part in (name, name[0].upper() + name[1:]) if part in sentence)
    return Definition(
        concept(read, name), span(read, sentence), span(read, term, sentence), span(read, said, sentence), asks
    )


def enumeration(read: Order, name: str, sentence: str, what: str, members: Sequence[str]) -> Enumeration:
    return Enumeration(
        concept(read, name),
        span(read, sentence),
        span(read, what, sentence),
        [span(read, member, sentence) for member in members],
    )
