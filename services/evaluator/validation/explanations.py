"""Rules on explanations: each is of an option that there is, and what it quotes stands there and speaks of it.

Of an answer that is typed each is of the right one or of a wrong one, has a proof, and says what its quote says.
"""

from contracts.documents import Block
from contracts.items import Item
from contracts.proof import Explanation, Proof
from contracts.quizzes import Refusal
from services.evaluator.items.refusals import refused
from services.evaluator.items.registry import rules_of
from services.evaluator.items.shared_rules import stands
from services.evaluator.validation import proofs
from services.text.matches import rests_on
from services.text.quantities.numbers import values_in
from services.text.words import stems_of

_NO_ANSWER = {False: "explains_nothing", True: "explains_another"}


def faults(item: Item, blocks: dict[str, Block], document_sha256: str, language: str) -> list[Refusal]:
    """All that is wrong with an item's explanations."""
    rules = rules_of(item)
    texts = {option.option_id: option.text for option in rules.explained(item)}
    found, seen = list[Refusal](), set[str]()
    for each in item.explanations:
        text = texts.get(each.option_id)
        if text is None or each.option_id in seen:
            form = _NO_ANSWER[item.by == "words"] if text is None else "explains_twice"
            found.append(refused("explanation_without_option", form, option=each.option_id))
            continue
        seen.add(each.option_id)
        if each.proof is None:
            found += [_untold(text)] if item.by == "words" else []
            continue
        broken = proofs.broken(each.proof, blocks.get(each.proof.block_id), document_sha256, None)
        found += [refused(why.code, "in_explanation", text=text, why=why.phrase or why.sentence) for why in broken]
        if broken:
            continue
        if rules.keys(item) is not None and each.proof.quote != item.proof.quote:
            found += _elsewhere(text, each.proof.quote, language)
        if item.by == "words":
            found += _of_typed(item, each, each.proof, language)
    return found


def unreviewed(item: Item) -> list[Refusal]:
    """Where nobody reviews what a model wrote, each of its reasons has a quote."""
    texts = {option.option_id: option.text for option in rules_of(item).explained(item)}
    return [
        refused("explanation_unproved", "unreviewed_reason", text=texts.get(each.option_id, each.option_id))
        for each in item.explanations
        if each.proof is None
    ]


def _of_typed(item: Item, each: Explanation, where: Proof, language: str) -> list[Refusal]:
    """The quote speaks of the answer, or stands beside the item's own; the sentence says what it says."""
    is_key, about = each.option_id == item.answer, [each.option_id]
    if is_key:
        about += [item.concept, item.answer_text]
    beside = is_key and where.block_id == item.proof.block_id
    found = [] if beside or any(_speaks(text, where.quote, language) for text in about) else _no_word(each.option_id)
    told = [where.quote, item.question, item.concept, each.option_id]
    return found if rests_on(each.sentence, told, language) else [*found, _untold(each.option_id)]


def _speaks(text: str, quote: str, language: str) -> bool:
    """Whether a quote has words of a text, or its number."""
    if stands(text, quote, language) or set(stems_of(text, language)) & set(stems_of(quote, language)):
        return True
    return bool(values_in(text, language) & values_in(quote, language))


def _untold(text: str) -> Refusal:
    return refused("explanation_unproved", "explanation_unproved", text=text)


def _elsewhere(text: str, quote: str, language: str) -> list[Refusal]:
    """A quote of its own speaks of the option: it has at least one of its words."""
    if stands(text, quote, language) or set(stems_of(text, language)) & set(stems_of(quote, language)):
        return []
    return _no_word(text)


def _no_word(text: str) -> list[Refusal]:
    return [refused("explanation_elsewhere", "explains_elsewhere", text=text)]
