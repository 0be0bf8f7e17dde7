"""Holds what a language model wrote against the text: finds its quotes there, or says why not. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from contracts.documents import Block
from contracts.proof import Difficulty, Level
from services.coach.authors.model.holding import Unfit, quoted, within
from services.coach.authors.model.schemas import ComposedCard, ComposedQuestion
from services.coach.authors.model.shaping import shaped
from services.coach.drafts.draft import Card, Draft, Shape, Span
from services.coach.drafts.order import Concept, Order
from services.text.words import stems_of

__all__ = ["Unfit", "card_draft", "question_draft"]

_MOST_SUPPORTS = 3


def question_draft(composed: ComposedQuestion, blocks: Mapping[str, Block], order: Order) -> Draft:
    """The draft with its proof and what else supports it. Raises `Unfit`."""
    if order.choice_only and composed.type != "multiple_choice":
        raise Unfit("not_multiple_choice")
    quotes = [quoted(composed.block_id, composed.quote, blocks)]
    for each in composed.supports[:_MOST_SUPPORTS]:
        place = quoted(each.block_id, each.quote, blocks)
        if place not in quotes:
            quotes.append(place)
    found = shaped(composed, quotes, blocks, order)
    difficulty = composed.difficulty or _difficulty(composed.level, order)
    draft = _draft(composed, order, found.quote or quotes[0], found.shape, found.answer, difficulty)
    return replace(draft, told=found.told, level=composed.level, supports=quotes[1:])


def _difficulty(level: Level, order: Order) -> Difficulty:
    """As hard as its level; to compare, which takes understanding, is hard where hard questions are ordered."""
    if level == "understand":
        return "HARD" if order.difficulty == "HARD" else "MEDIUM"
    return "EASY" if level == "recall" else "HARD"


def card_draft(composed: ComposedCard, blocks: Mapping[str, Block], order: Order) -> Draft:
    """The same for a flashcard; its answer may be in words of its own."""
    quote = quoted(composed.block_id, composed.quote, blocks)
    return _draft(composed, order, quote, Card(composed.answer), within(composed.answer, quote), order.difficulty)


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
