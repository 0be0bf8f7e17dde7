"""Validating: every item and card gets a verdict, with each reason for which it is refused. Pure.

An item is held against its block and by itself, then against those accepted before it in the same message: of two that
ask the same the first stays. Items are compared with items, cards with cards. Nothing is repaired.
"""

from collections.abc import Iterable
from uuid import UUID

from contracts.documents import Block
from contracts.quizzes import Flashcard, Item, ItemsValidated, MultipleChoice, Refusal, ValidateItems, Verdict
from services.evaluator import item_rules, proof_rules
from services.evaluator.text import bare, fold


def validate(command: ValidateItems) -> ItemsValidated:
    """One verdict for each item and card, in their order, items first."""
    blocks: dict[str, Block] = {}
    for block in command.blocks:
        blocks.setdefault(block.block_id, block)
    items, cards = _Accepted(), _Accepted()
    verdicts = [
        items.judge(item.item_id, item.question, item.proof.quote, item.answer_text, item_faults(item, blocks, command))
        for item in command.items
    ]
    verdicts += [
        cards.judge(card.card_id, card.question, card.proof.quote, card.answer, card_faults(card, blocks, command))
        for card in command.flashcards
    ]
    return ItemsValidated(quiz_id=command.quiz_id, verdicts=verdicts)


def item_faults(item: Item, blocks: dict[str, Block], command: ValidateItems) -> list[Refusal]:
    """What is wrong with an item taken alone."""
    proof = item.proof
    block = blocks.get(proof.block_id)
    language = (block.language if block else None) or command.language
    faults: list[Refusal | None] = [
        *proof_rules.broken(proof, block, command.document_sha256, (item.answer_text,)),
        item_rules.stem_length(item.question),
        item_rules.answer_not_in_quote(item),
    ]
    if isinstance(item, MultipleChoice):
        faults += [
            item_rules.key_ambiguous(item, language),
            item_rules.options_alike(item),
            item_rules.option_shape(item),
            item_rules.choice_leaked(item, language),
        ]
    else:
        faults += [item_rules.gap_mismatch(item), item_rules.cloze_leaked(item, language)]
    return _each_once(faults)


def card_faults(card: Flashcard, blocks: dict[str, Block], command: ValidateItems) -> list[Refusal]:
    """What is wrong with a card taken alone."""
    proof = card.proof
    return _each_once(
        [
            *proof_rules.broken(
                proof, blocks.get(proof.block_id), command.document_sha256, (card.answer, card.concept)
            ),
            item_rules.stem_length(card.question),
            item_rules.card_without_quote(card),
            item_rules.card_leaked(card),
        ]
    )


def _each_once(faults: Iterable[Refusal | None]) -> list[Refusal]:
    """The faults, one for each code."""
    kept: dict[str, Refusal] = {}
    for fault in faults:
        if fault:
            kept.setdefault(fault.code, fault)
    return list(kept.values())


class _Accepted:
    """What was accepted so far of one kind, to know a duplicate by."""

    def __init__(self) -> None:
        self._ids: set[UUID] = set()
        self._stems: set[str] = set()
        self._facts: set[tuple[str, str]] = set()

    def judge(self, id: UUID, question: str, quote: str, answer: str, faults: list[Refusal]) -> Verdict:
        stem, fact = fold(question), (fold(quote), bare(answer))
        if id in self._ids or stem in self._stems or fact in self._facts:
            faults = [*faults, Refusal(code="duplicate", sentence="The same is asked before it in this material.")]
        if not faults:
            self._ids.add(id)
            self._stems.add(stem)
            self._facts.add(fact)
        return Verdict(item_id=id, accepted=not faults, reasons=faults)
