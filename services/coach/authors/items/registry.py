"""The types of items, a row each, and what is asked of any draft by its shape."""

from collections.abc import Mapping
from typing import Any, Literal

from contracts.items import ItemType
from services.coach.authors.items.cloze import ClozeRules
from services.coach.authors.items.matching import MatchingRules
from services.coach.authors.items.multiple_answer import MultipleAnswerRules
from services.coach.authors.items.multiple_choice import MultipleChoiceRules
from services.coach.authors.items.numeric import NumericRules
from services.coach.authors.items.ordering import OrderingRules
from services.coach.authors.items.rules import Rules
from services.coach.authors.items.short_answer import ShortAnswerRules
from services.coach.authors.items.true_false import TrueFalseRules
from services.coach.drafts.draft import Card, Draft, Shape

Kind = ItemType | Literal["flashcard"]
RULES: Mapping[ItemType, Rules[Any]] = {
    "multiple_choice": MultipleChoiceRules(),
    "multiple_answer": MultipleAnswerRules(),
    "cloze": ClozeRules(),
    "numeric": NumericRules(),
    "true_false": TrueFalseRules(),
    "matching": MatchingRules(),
    "ordering": OrderingRules(),
    "short_answer": ShortAnswerRules(),
}
_NAMES: dict[type[Any], ItemType] = {rules.shape: name for name, rules in RULES.items()}


def rules_of(shape: Shape) -> Rules[Any] | None:
    """What the Coach knows of the type that a draft's shape becomes; None: it is a card."""
    return None if isinstance(shape, Card) else RULES[_NAMES[type(shape)]]


def kind_of(shape: Shape) -> Kind:
    """The `type` of its item, or that it is a card."""
    return "flashcard" if isinstance(shape, Card) else _NAMES[type(shape)]


def is_by_model(draft: Draft) -> bool:
    """Whether a model wrote it, whose frames are its types."""
    return draft.frame in (kind_of(draft.shape), "card")


def said_by(shape: Shape, language: str = "") -> str:
    """The right answer in words, as the item's `answer_text` will have it."""
    return shape.answer if isinstance(shape, Card) else RULES[_NAMES[type(shape)]].said(shape, language)
