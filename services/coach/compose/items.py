"""Chosen drafts as items and cards, each with its proof; what is a type's own stands in `authors/items`. Pure.

Ids follow from the quiz and from what is asked: the same draft gets the same one.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from contracts.coaching import QuizEntry
from contracts.items import Flashcard, Item, MultipleChoice
from contracts.proof import Explanation, Origin
from services.coach.authors.items.registry import is_by_model, kind_of, rules_of, said_by
from services.coach.drafts.draft import Card, Draft
from services.coach.drafts.order import Order
from services.coach.drafts.prove import proof


def entry(draft: Draft, order: Order, origin: Origin) -> QuizEntry:
    """The quiz question. Raises ValueError for a card, and for a shape that its item's contract refuses."""
    item = _item(draft, order, origin)
    options = [option.text for option in getattr(item, "options", ())]
    key = None
    if isinstance(item, MultipleChoice):
        key = [option.option_id for option in item.options].index(item.answer)
    return QuizEntry(question=draft.question, options=options, correct_answer_index=key, item=item)


def flashcard(draft: Draft, order: Order, origin: Origin) -> Flashcard:
    """The card. Raises ValueError for a question."""
    if not isinstance(draft.shape, Card):
        raise ValueError("shape: not a card")
    return Flashcard(
        card_id=_id(draft, order),
        question=draft.question,
        answer=draft.shape.answer,
        concept=draft.concept.name,
        proof=proof(draft.at, order, draft.answer_at),
        origin=origin,
    )


def id_of(draft: Draft, order: Order) -> UUID:
    """The id that its item or card gets, whoever wrote it. Raises ValueError as they do."""
    if isinstance(draft.shape, Card):
        return _id(draft, order)
    return _item(draft, order, Origin(author="offline", name="", version="")).item_id


def _item(draft: Draft, order: Order, origin: Origin) -> Item:
    fields: dict[str, Any] = {
        "item_id": order.quiz_id,  # until its reasons are known
        "quiz_id": order.quiz_id,
        "concept": draft.concept.name,
        "difficulty": draft.difficulty,
        "level": draft.level,
        "question": draft.question,
        "proof": proof(draft.at, order, draft.answer_at),
        "supports": [proof(at, order) for at in draft.supports],
        "origin": origin,
    }
    rules = rules_of(draft.shape)
    if rules is None:
        raise ValueError("shape: a card is no question")
    item = rules.item(fields, draft.shape, draft, order)
    return item.model_copy(update={"item_id": _id(draft, order, item.explanations)})


def _id(draft: Draft, order: Order, explanations: Sequence[Explanation] = ()) -> UUID:
    """From all that a learner could tell items by, so that one written anew with other options is another item; of what
    a model wrote also from its reasons, which it may correct alone."""
    shape = draft.shape
    said = [kind_of(shape), draft.at.block.block_id, str(draft.at.start), str(draft.at.end), draft.question]
    rules = rules_of(shape)
    said += [said_by(shape), *(rules.others(shape) if rules else ())]
    if is_by_model(draft):
        for each in explanations:
            said += [each.sentence, each.proof.quote if each.proof else ""]
    return uuid5(order.quiz_id, "\x1f".join(said))
