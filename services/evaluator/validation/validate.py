"""Handles `ValidateItems`: every item and card gets a verdict, with each reason for which it is refused.

An item is held against its block and by itself, then against what was asked before it: in the session, and among those
accepted in the same message; of two that ask the same the first stays. Items are compared with items, cards with cards.
Nothing is repaired.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from contracts.documents import Block
from contracts.items import Flashcard, Item
from contracts.message import Message
from contracts.quizzes import ItemsValidated, Refusal, ValidateItems, Verdict
from services.chassis import progress
from services.chassis.worker.handlers import Run
from services.evaluator.items.refusals import refused
from services.evaluator.items.registry import asked_words, rules_of
from services.evaluator.items.shared_rules import answer_leaked
from services.evaluator.validation import explanations, proofs
from services.evaluator.validation.flaws import flawed
from services.evaluator.validation.guess import Guesser
from services.evaluator.validation.hints import hint_tells
from services.evaluator.validation.language import language_differs
from services.evaluator.validation.repeats import Accepted, said
from services.evaluator.validation.review import DOUBTS, Case, Reviewer
from services.evaluator.validation.round_trip import RoundTrip
from services.text.words import main_stems_of, occurs

FLAWS_LIMIT = 1
_LONGEST_STEM = 600
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True)
class Validator:
    """Handles `ValidateItems`. Of what a model wrote: `round_trip`, its items must be answered from their quotes;
    `reviewer`, another reader judges what rules on words cannot, instead of them; `guesser`, who has not read the text
    must not find their answers. None: nothing is asked."""

    flaws_limit: int
    round_trip: RoundTrip | None = None
    reviewer: Reviewer | None = None
    guesser: Guesser | None = None

    async def validate_items(self, command: ValidateItems, run: Run) -> Sequence[Message]:
        """Answers with `ItemsValidated`. Raises `Failure` (502, 504): the model failed."""
        judged, doubts = _judged(command, self.flaws_limit, reviewed=self.reviewer is not None)
        run.note(
            input_summary=f"{len(command.items)} items, {len(command.flashcards)} cards, {len(command.blocks)} blocks"
        )
        judged = await self._asked(command, judged, doubts, run)
        reasons = Counter(reason.code for verdict in judged.verdicts for reason in verdict.reasons)
        run.note(
            output=f"{sum(verdict.accepted for verdict in judged.verdicts)} of {len(judged.verdicts)} accepted",
            reasoning=", ".join(f"{code}: {count}" for code, count in sorted(reasons.items())) or "no rule broken",
        )
        return [judged]

    async def _asked(
        self, command: ValidateItems, judged: ItemsValidated, doubts: Mapping[UUID, Sequence[Refusal]], run: Run
    ) -> ItemsValidated:
        """The verdicts after models were asked about what a model wrote and no rule refused. What is guessed goes back
        and is asked about no more: the guess takes a fifth of what these take."""
        if command.reviewed or not any((self.reviewer, self.round_trip, self.guesser)):
            return judged
        held = {verdict.item_id for verdict in judged.verdicts if verdict.accepted}
        items = [item for item in command.items if _by_model(item) and item.item_id in held]
        cards = [card for card in command.flashcards if _by_model(card) and card.card_id in held]
        session, refused, tokens = str(run.envelope.subject), dict[UUID, list[Refusal]](), list[int]()

        async def review(reviewer: Reviewer) -> None:
            cases = [Case(item, doubts.get(item.item_id, ())) for item in items]
            cases += [Case(card, doubts.get(card.card_id, ())) for card in cards]
            if cases:
                found, spent = await reviewer.refusals(cases, _by_id(command.blocks), session)
                tokens.append(spent)
                for name, why in found.items():
                    refused.setdefault(name, []).extend(why)

        async def answer(blind: RoundTrip | Guesser) -> None:
            if items:
                found, spent = await blind.refusals(items, command.language, session)
                tokens.append(spent)
                for name, why in found.items():
                    refused.setdefault(name, []).append(why)

        if self.guesser:
            await answer(self.guesser)
            items = [item for item in items if item.item_id not in refused]
        asks = [review(self.reviewer)] if self.reviewer else []
        asks += [answer(self.round_trip)] if self.round_trip else []
        for ended in await asyncio.gather(*asks, return_exceptions=True):
            if isinstance(ended, BaseException):
                raise ended
        if tokens:
            run.note(tokens_used=sum(tokens))
        verdicts = [
            Verdict(item_id=verdict.item_id, accepted=False, reasons=_each_once(refused[verdict.item_id]))
            if verdict.accepted and verdict.item_id in refused
            else verdict
            for verdict in judged.verdicts
        ]
        return judged.model_copy(update={"verdicts": verdicts})


def validate(command: ValidateItems, flaws_limit: int = FLAWS_LIMIT) -> ItemsValidated:
    """One verdict for each item and card, in their order, items first."""
    return _judged(command, flaws_limit, reviewed=False)[0]


def reviewable(command: ValidateItems, flaws_limit: int = FLAWS_LIMIT) -> list[Refusal]:
    """What is refused of what a model wrote before a reviewer is asked."""
    return [why for verdict in _judged(command, flaws_limit, reviewed=True)[0].verdicts for why in verdict.reasons]


def _judged(
    command: ValidateItems, flaws_limit: int, *, reviewed: bool
) -> tuple[ItemsValidated, Mapping[UUID, Sequence[Refusal]]]:
    """The verdicts of the rules; where a model's are reviewed, without those of rules on words, which are its
    doubts."""
    blocks = _by_id(command.blocks)
    verdicts, doubts = list[Verdict](), dict[UUID, list[Refusal]]()
    items = Accepted(command.asked, command.language, of_a_round=command.of_a_round)
    cards = Accepted(command.cards, command.language)

    def judge(id: UUID, one: Item | Flashcard, before: Accepted, faults: list[Refusal]) -> None:
        if reviewed and _by_model(one):
            doubts[id] = [fault for fault in faults if fault.phrase and fault.phrase.code in DOUBTS]
            faults = [fault for fault in faults if fault not in doubts[id]]
        elif one.origin.author == "model" and not isinstance(one, Flashcard):
            faults = [*faults, *explanations.unreviewed(one)]
        verdicts.append(_verdict(id, one, before, _each_once(faults), command.language))

    for item in progress.each(command.items):
        judge(item.item_id, item, items, [*filter(None, all_item_faults(item, blocks, command, flaws_limit))])
    for card in progress.each(command.flashcards):
        judge(card.card_id, card, cards, [*filter(None, all_card_faults(card, blocks, command))])
    return ItemsValidated(quiz_id=command.quiz_id, verdicts=verdicts), doubts


def _by_model(one: Item | Flashcard) -> bool:
    """Whether it is asked about: what the offline author writes is the text's own words."""
    return one.origin.author != "offline"


def _by_id(blocks: Iterable[Block]) -> dict[str, Block]:
    found: dict[str, Block] = {}
    for block in blocks:
        found.setdefault(block.block_id, block)
    return found


def item_faults(
    item: Item, blocks: dict[str, Block], command: ValidateItems, flaws_limit: int = FLAWS_LIMIT
) -> list[Refusal]:
    """What is wrong with an item taken alone, one for each code."""
    return _each_once(all_item_faults(item, blocks, command, flaws_limit))


def all_item_faults(
    item: Item, blocks: dict[str, Block], command: ValidateItems, flaws_limit: int = FLAWS_LIMIT
) -> list[Refusal | None]:
    """The word of every rule on an item taken alone."""
    block = blocks.get(item.proof.block_id)
    language = (block.language if block else None) or command.language
    rules = rules_of(item)
    answers, parts = rules.at_answers_place(item)
    return [
        *proofs.broken(item.proof, block, command.document_sha256, answers, parts=parts),
        *(
            why
            for support in item.supports
            for why in proofs.broken(support, blocks.get(support.block_id), command.document_sha256, None)
        ),
        _stem_length(item.question),
        *rules.faults(item, blocks, language),
        *explanations.faults(item, blocks, command.document_sha256, language),
        hint_tells(item, language),
        language_differs(asked_words(item), item.proof.quote, language),
        language_differs(rules.foreign_words(item), item.proof.quote, language),
        flawed(item, language, flaws_limit),
    ]


def card_faults(card: Flashcard, blocks: dict[str, Block], command: ValidateItems) -> list[Refusal]:
    """What is wrong with a card taken alone, one for each code."""
    return _each_once(all_card_faults(card, blocks, command))


def all_card_faults(card: Flashcard, blocks: dict[str, Block], command: ValidateItems) -> list[Refusal | None]:
    """The word of every rule on a card taken alone."""
    proof = card.proof
    block = blocks.get(proof.block_id)
    language = (block.language if block else None) or command.language
    return [
        *proofs.broken(proof, block, command.document_sha256, (card.answer, card.concept)),
        _stem_length(card.question),
        _card_without_quote(card, language),
        _card_number(card),
        _card_leaked(card),
        language_differs(card.question, proof.quote, language),
        language_differs(card.answer, proof.quote, language),
    ]


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


def _stem_length(question: str) -> Refusal | None:
    """The question says something, and no more than a reader can hold."""
    if not any(char.isalnum() for char in question):
        return refused("stem_empty", "stem_empty")
    if len(question) > _LONGEST_STEM:
        return refused("stem_too_long", "stem_long", count=len(question), most=_LONGEST_STEM)
    return None


def _card_leaked(card: Flashcard) -> Refusal | None:
    """The front of a card does not hold its back."""
    return answer_leaked() if occurs(card.answer, card.question) else None


def _card_without_quote(card: Flashcard, language: str) -> Refusal | None:
    """The answer of a card stands in the quote, or at least half of what it says does, by its stems."""
    said = main_stems_of(card.answer, language)
    if occurs(card.answer, card.proof.quote):
        return None
    if said and 2 * len(said & main_stems_of(card.proof.quote, language)) >= len(said):
        return None
    return refused("answer_not_in_quote", "card_answer")


def _card_number(card: Flashcard) -> Refusal | None:
    """A card tells no number that its front and its quote do not have."""
    known = set(_FIGURE.findall(f"{card.proof.quote} {card.question}"))
    invented = [figure for figure in _FIGURE.findall(card.answer) if figure not in known]
    return refused("answer_not_in_quote", "card_number", number=invented[0]) if invented else None
