"""The rule on hints: none gives the answer away."""

from contracts.items import Item, MultipleChoice, Numeric, TrueFalse
from contracts.quizzes import Refusal
from services.evaluator.items.refusals import refused
from services.evaluator.items.registry import rules_of
from services.text.quantities.numbers import values_in
from services.text.words import occurs


def hint_tells(item: Item, language: str) -> Refusal | None:
    """A hint does not say the key, nor what tells it apart."""
    for hint in item.hints:
        if _tells(item, hint, language):
            return refused("answer_leaked", "hint_tells", hint=hint)
    return None


def _tells(item: Item, hint: str, language: str) -> bool:
    match item:
        case Numeric():
            return item.value in values_in(hint, language)
        case MultipleChoice():
            # Who names the right option beside a wrong one still leaves a choice.
            others = [option.text for option in item.options if option.option_id != item.answer]
            return occurs(item.answer_text, hint) and not any(occurs(text, hint) for text in others)
        case TrueFalse():
            return bool(item.right) and occurs(item.right, hint)
    return any(occurs(secret, hint) for secret in rules_of(item).secrets(item))
