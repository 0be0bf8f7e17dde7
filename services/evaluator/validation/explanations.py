"""Rules on explanations: each is of an option that there is, and what it quotes stands there and speaks of it."""

from contracts.documents import Block
from contracts.items import Item
from contracts.quizzes import Refusal
from services.evaluator.items.registry import rules_of
from services.evaluator.items.shared_rules import stands
from services.evaluator.validation import proofs
from services.text.words import stems_of


def faults(item: Item, blocks: dict[str, Block], document_sha256: str, language: str) -> list[Refusal]:
    """All that is wrong with an item's explanations."""
    rules = rules_of(item)
    texts = {option.option_id: option.text for option in rules.explained(item)}
    found, seen = list[Refusal](), set[str]()
    for each in item.explanations:
        text = texts.get(each.option_id)
        if text is None or each.option_id in seen:
            why = "names no option" if text is None else "is the second of its option"
            sentence = f"The explanation of “{each.option_id}” {why}."
            found.append(Refusal(code="explanation_without_option", sentence=sentence))
            continue
        seen.add(each.option_id)
        if each.proof is None:
            continue
        broken = proofs.broken(each.proof, blocks.get(each.proof.block_id), document_sha256, None)
        found += [
            Refusal(code=refusal.code, sentence=f"In the explanation of “{text}”: {refusal.sentence}")
            for refusal in broken
        ]
        if not broken and rules.keys(item) is not None and each.proof.quote != item.proof.quote:
            found += _elsewhere(text, each.proof.quote, language)
    return found


def _elsewhere(text: str, quote: str, language: str) -> list[Refusal]:
    """A quote of its own speaks of the option: it has at least one of its words."""
    if stands(text, quote, language) or set(stems_of(text, language)) & set(stems_of(quote, language)):
        return []
    sentence = f"The quote that is to explain “{text}” does not speak of it."
    return [Refusal(code="explanation_elsewhere", sentence=sentence)]
