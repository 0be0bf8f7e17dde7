"""The types of items, a row each, and what is asked of any item by its type."""

from collections.abc import Collection, Mapping
from typing import Any

from contracts.items import Flashcard, Item, ItemType
from services.evaluator.items.cloze import ClozeRules
from services.evaluator.items.matching import MatchingRules
from services.evaluator.items.multiple_answer import MultipleAnswerRules
from services.evaluator.items.multiple_choice import MultipleChoiceRules
from services.evaluator.items.numeric import NumericRules
from services.evaluator.items.ordering import OrderingRules
from services.evaluator.items.rules import Rules
from services.evaluator.items.short_answer import ShortAnswerRules
from services.evaluator.items.true_false import TrueFalseRules

RULES: Mapping[ItemType, Rules[Any]] = {
    "multiple_choice": MultipleChoiceRules(),
    "true_false": TrueFalseRules(),
    "multiple_answer": MultipleAnswerRules(),
    "ordering": OrderingRules(),
    "matching": MatchingRules(),
    "cloze": ClozeRules(),
    "numeric": NumericRules(),
    "short_answer": ShortAnswerRules(),
}


def rules_of(item: Item) -> Rules[Any]:
    """What the Evaluator knows of an item's type."""
    return RULES[item.type]


def credit(item: Item, answer: str | None, known: Collection[str] = (), language: str = "") -> float | None:
    """What a raw answer earns, from 0 to 1; None: only a person can tell. A skipped item, None or blank, earns 0.

    `known` as for `typed.same`; `language` is the document's.
    """
    if answer is None or not answer.strip():
        return 0.0
    return rules_of(item).credit(item, answer, known, language)


def raw_of(item: Item, reply: str) -> str:
    """The reply as a raw answer (`contracts/items.py`)."""
    return rules_of(item).read(item, reply)


def asked_words(asked: Item | Flashcard) -> str:
    """The question, and what is shown with it where the question alone is the same for all: a statement, prompts,
    options to put in order."""
    shown = [] if isinstance(asked, Flashcard) else rules_of(asked).shown_with(asked)
    return " ".join([asked.question, *(text for text in shown if text not in asked.question)])
