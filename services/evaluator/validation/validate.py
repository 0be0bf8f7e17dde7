"""Validating: every item and card gets a verdict, with each reason for which it is refused. Pure.

An item is held against its block and by itself, then against what was asked before it: in the session, and among those
accepted in the same message; of two that ask the same the first stays. Items are compared with items, cards with cards.
Nothing is repaired.
"""

from collections.abc import Iterable
from uuid import UUID

from contracts.documents import Block
from contracts.items import (
    Cloze,
    Flashcard,
    Item,
    Matching,
    MultipleAnswer,
    MultipleChoice,
    Numeric,
    Ordering,
    ShortAnswer,
    TrueFalse,
)
from contracts.quizzes import ItemsValidated, Refusal, ValidateItems, Verdict
from services.chassis import progress
from services.evaluator.items import matching, numeric, options, ordering, rules, short_answer, true_false
from services.evaluator.items.questions import asked_words
from services.evaluator.language import language_differs
from services.evaluator.validation import explanations, proofs
from services.evaluator.validation.flaws import flawed
from services.evaluator.validation.repeats import Accepted, said

FLAWS_LIMIT = 1


def validate(command: ValidateItems, flaws_limit: int = FLAWS_LIMIT) -> ItemsValidated:
    """One verdict for each item and card, in their order, items first."""
    blocks: dict[str, Block] = {}
    for block in command.blocks:
        blocks.setdefault(block.block_id, block)
    verdicts = []
    items, cards = Accepted(command.asked, command.language), Accepted(command.cards, command.language)
    for item in progress.each(command.items):
        faults = item_faults(item, blocks, command, flaws_limit)
        verdicts.append(_verdict(item.item_id, item, items, faults, command.language))
    for card in progress.each(command.flashcards):
        verdicts.append(_verdict(card.card_id, card, cards, card_faults(card, blocks, command), command.language))
    return ItemsValidated(quiz_id=command.quiz_id, verdicts=verdicts)


def item_faults(
    item: Item, blocks: dict[str, Block], command: ValidateItems, flaws_limit: int = FLAWS_LIMIT
) -> list[Refusal]:
    """What is wrong with an item taken alone."""
    block = blocks.get(item.proof.block_id)
    language = (block.language if block else None) or command.language
    answers, parts = _answers(item)
    return _each_once(
        [
            *proofs.broken(item.proof, block, command.document_sha256, answers, parts=parts),
            rules.stem_length(item.question),
            *_by_type(item, blocks, language),
            *explanations.faults(item, blocks, command.document_sha256, language),
            language_differs(asked_words(item), item.proof.quote, language),
            language_differs(_choices(item), item.proof.quote, language),
            flawed(item, language, flaws_limit),
        ]
    )


def card_faults(card: Flashcard, blocks: dict[str, Block], command: ValidateItems) -> list[Refusal]:
    """What is wrong with a card taken alone."""
    proof = card.proof
    block = blocks.get(proof.block_id)
    language = (block.language if block else None) or command.language
    return _each_once(
        [
            *proofs.broken(proof, block, command.document_sha256, (card.answer, card.concept)),
            rules.stem_length(card.question),
            rules.card_without_quote(card, language),
            rules.card_leaked(card),
            language_differs(card.question, proof.quote, language),
            language_differs(card.answer, proof.quote, language),
        ]
    )


def _by_type(item: Item, blocks: dict[str, Block], language: str) -> list[Refusal | None]:
    """The rules of its own type."""
    match item:
        case MultipleChoice() | MultipleAnswer():
            keys = [item.answer] if isinstance(item, MultipleChoice) else item.answer
            return [
                options.keys_not_in_quote(item.options, keys, item.proof.quote),
                options.key_ambiguous(item.options, keys, item.proof.quote, language),
                options.options_alike(item.options),
                options.option_shape(item.options),
                options.leaked(item.question, item.options, keys, language),
                rules.says_nothing([option.text for option in item.options], item.concept),
                rules.stem_elsewhere(item, language),
            ]
        case TrueFalse():
            return [*true_false.faults(item, blocks.values(), language), options.options_alike(item.options)]
        case Cloze():
            return [
                rules.cloze_not_in_quote(item),
                rules.gap_mismatch(item),
                rules.cloze_leaked(item, language),
                rules.says_nothing([item.answer], item.concept),
            ]
        case Matching():
            return matching.faults(item, language)
        case Ordering():
            return ordering.faults(item, blocks, language)
        case Numeric():
            return numeric.faults(item, language)
        case ShortAnswer():
            return short_answer.faults(item, blocks.get(item.proof.block_id), language)


def _answers(item: Item) -> tuple[tuple[str, ...], bool]:
    """What may stand at the answer's place, and whether a part of it is enough."""
    match item:
        case TrueFalse():
            return (item.right or item.statement,), True
        case MultipleAnswer() | Ordering():
            return tuple(option.text for option in item.options if option.option_id in item.answer), True
        case Matching():
            first = item.prompts[0]
            pair = [option.text for option in item.options if option.option_id == item.answer[first.option_id]]
            return (*pair, first.text), False
        case Numeric():
            return (item.answer, item.answer_text), True
        case ShortAnswer():
            return (item.answer, *(point.text for point in item.key_points)), True
        case _:
            return (item.answer_text,), False


def _choices(item: Item) -> str:
    """The words of its options that are not the text's own."""
    if isinstance(item, MultipleChoice | MultipleAnswer | Matching):
        return " · ".join(option.text for option in item.options)
    return ""


def _verdict(id: UUID, asked: Item | Flashcard, before: Accepted, faults: list[Refusal], language: str) -> Verdict:
    one = said(asked, language)
    if twice := before.duplicate(id, one):
        faults = [*faults, twice]
    if not faults:
        before.keep(id, one)
    return Verdict(item_id=id, accepted=not faults, reasons=faults)


def _each_once(faults: Iterable[Refusal | None]) -> list[Refusal]:
    """The faults, one for each code."""
    kept: dict[str, Refusal] = {}
    for fault in faults:
        if fault:
            kept.setdefault(fault.code, fault)
    return list(kept.values())
