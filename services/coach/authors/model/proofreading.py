"""Holds what a language model wrote against the text: finds its quote and answer there, or says why not. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from contracts.documents import Block
from contracts.proof import Difficulty
from services.coach.authors.items.registry import RULES
from services.coach.authors.items.rules import Unfit, quoted, within
from services.coach.authors.model.schemas import ComposedCard, ComposedQuestion
from services.coach.drafts.draft import Card, Draft, Shape, Span
from services.coach.drafts.order import Concept, Order
from services.text.words import content_of, find, fold, stems_of

__all__ = ["Unfit", "card_draft", "question_draft"]


def question_draft(composed: ComposedQuestion, blocks: Mapping[str, Block], order: Order) -> Draft:
    """The draft with its proof. Raises `Unfit`."""
    if order.choice_only and composed.type != "multiple_choice":
        raise Unfit("not_multiple_choice")
    quote = quoted(composed.block_id, composed.quote, blocks)
    found = RULES[composed.type].found(composed, quote, blocks, order)
    draft = _draft(composed, order, found.quote or quote, found.shape, found.answer, composed.difficulty)
    return replace(draft, told=found.told)


def card_draft(composed: ComposedCard, blocks: Mapping[str, Block], order: Order) -> Draft:
    """The same for a flashcard; its answer may be in words of its own if the quote holds half of what they say."""
    quote = quoted(composed.block_id, composed.quote, blocks)
    answer = within(composed.answer, quote)
    said = content_of(composed.answer, order.language)
    if answer is None and 2 * len(said & content_of(quote.text, order.language)) < max(1, len(said)):
        raise Unfit("answer_not_in_quote")
    if find(composed.answer, fold(composed.question)) >= 0:
        raise Unfit("answer_leaked")
    return _draft(composed, order, quote, Card(composed.answer), answer, order.difficulty)


def _draft(
    composed: ComposedQuestion | ComposedCard,
    order: Order,
    quote: Span,
    shape: Shape,
    answer: Span | None,
    difficulty: Difficulty,
) -> Draft:
    return Draft(
        concept=_concept(composed.concept, order),
        difficulty=difficulty,
        question=composed.question,
        at=quote,
        shape=shape,
        answer_at=answer,
        frame=getattr(composed, "type", "card"),
    )


def _concept(name: str, order: Order) -> Concept:
    """The ordered concept of that name, else one of its own that ranks after those of high relevance."""
    key = stems_of(name, order.language)
    return next((concept for concept in order.concepts if concept.key == key), Concept(name, key, 1, False))
