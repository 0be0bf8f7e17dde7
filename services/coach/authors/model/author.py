"""The author that asks a language model. It must quote; what does not stand in the text is let go.

The document is data: it goes in as JSON within marks that it cannot close, and the rules say that nothing in it is an
instruction. One bad item costs one, and one bad answer its few items (`portions.py`).

1. The first ask goes ahead: by it is found out that the model is away, and what it gives can be shown while the others,
   side by side, are under way.
2. An answer that is out of its shape or cut off costs its ask. After two such alone nothing more is asked: such a model
   is there and writes what does not hold, so the offline author may fill in; where that is forbidden, it is a failure.
   A token budget that is spent on the way keeps what the other asks gave.
   Where all that it was asked for holds up, the others are asked for less to spare.
3. Where less is left than is ordered, the author is told once what was let go of, and why, to correct it.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from contracts.documents import Block
from contracts.problems import Failure
from contracts.proof import Level, Origin
from services.chassis.model.client import Answer, Model
from services.chassis.model.failures import BudgetSpent, ModelError, ModelTruncated, ModelUnreadable, upstream
from services.chassis.model.json_answer import read_each
from services.coach.authors.model.holding import Unfit, nearest
from services.coach.authors.model.portions import MOST_MENDED, Portion, about, portions
from services.coach.authors.model.prompt import Letting, request, rules
from services.coach.authors.model.proofreading import card_draft, question_draft
from services.coach.authors.model.schemas import ComposedCard, ComposedQuestion, Composition
from services.coach.drafts.draft import Draft, Written
from services.coach.drafts.order import Order

ROLE = "coach"
VERSION = "3"
_CHARACTERS_A_TOKEN = 4
_TOKENS_A_QUESTION, _TOKENS_A_CARD, _TOKENS_MORE = 450, 200, 500
_OF_THE_ANSWER = (ModelUnreadable, ModelTruncated)
_PROBES = 2

Outcome = Answer[Composition] | ModelError
Told = Callable[[Written], Awaitable[object]]


@dataclass
class _Held:
    """What came of the asks so far."""

    order: Order
    quiz: list[Draft] = field(default_factory=list)
    cards: list[Draft] = field(default_factory=list)
    dropped_quiz: Counter[str] = field(default_factory=Counter)
    dropped_cards: Counter[str] = field(default_factory=Counter)
    let_go: list[Letting] = field(default_factory=list)
    answers: list[Answer[Composition]] = field(default_factory=list)
    failed: list[ModelError] = field(default_factory=list)

    def take(self, portion: Portion, outcome: Outcome) -> None:
        """One ask's answer, or that it brought none."""
        if isinstance(outcome, ModelError):
            self.failed.append(outcome)
            code = "model_budget" if isinstance(outcome, BudgetSpent) else "unreadable"
            self.dropped_quiz[code] += 1 if code == "model_budget" else portion.questions
            self.dropped_cards[code] += 1 if code == "model_budget" else portion.flashcards
            return
        self.answers.append(outcome)
        shown = {block.block_id for block in portion.blocks}
        blocks = {
            block.block_id: block for block in sorted(self.order.blocks, key=lambda block: block.block_id not in shown)
        }
        if self.order.questions:
            self._read(
                outcome.value.quiz, ComposedQuestion, question_draft, self.quiz, self.dropped_quiz, blocks, shown
            )
        if self.order.flashcards:
            self._read(
                outcome.value.flashcards, ComposedCard, card_draft, self.cards, self.dropped_cards, blocks, shown
            )

    def _read(
        self,
        entries: Sequence[Any],
        shape: Any,
        drafted: Any,
        drafts: list[Draft],
        dropped: Counter[str],
        blocks: Mapping[str, Block],
        shown: Set[str],
    ) -> None:
        good, bad = read_each(entries, shape)
        dropped["unreadable"] += len(bad)
        for composed in good:
            try:
                drafts.append(drafted(composed, blocks, self.order))
            except Unfit as unfit:
                dropped[unfit.reason] += 1
                named = composed.block_id if composed.block_id in blocks else nearest(composed.quote, blocks, shown)
                self.let_go.append(Letting(composed, unfit.reason, named))

    def holds(self, portion: Portion) -> bool:
        """Whether all that was asked of a first one is there."""
        return len(self.quiz) >= portion.questions and len(self.cards) >= portion.flashcards

    def levels(self) -> Counter[Level]:
        """How many questions of each level there are."""
        return Counter(draft.level for draft in self.quiz)

    def missing(self) -> tuple[int, int]:
        """How many questions and cards fewer than ordered there are."""
        return max(0, self.order.questions - len(self.quiz)), max(0, self.order.flashcards - len(self.cards))

    def written(self) -> Written:
        """All of it."""
        return Written(
            quiz=list(self.quiz),
            cards=list(self.cards),
            origin=Origin(author="model", name=self.answers[0].model if self.answers else "", version=VERSION),
            dropped_quiz=+self.dropped_quiz,
            dropped_cards=+self.dropped_cards,
            tokens=sum(answer.tokens for answer in self.answers) + sum(error.tokens or 0 for error in self.failed),
        )


@dataclass(frozen=True)
class ModelAuthor:
    """Writes with a language model. In tokens, roughly: `input_tokens` of the document are shown at once at most, and
    `item_tokens` for each item that is asked for."""

    model: Model
    input_tokens: int
    item_tokens: int = 130

    async def write(self, order: Order, session: str, told: Told | None = None) -> Written:
        """See `Author.write`. Raises `Failure` (502, 504): the model failed."""
        sizes = self.input_tokens * _CHARACTERS_A_TOKEN, self.item_tokens * _CHARACTERS_A_TOKEN
        asks = await asyncio.to_thread(portions, order, *sizes)  # A long text's would hold up everybody's answers.
        held, ahead = _Held(order), 0
        while asks[ahead:] and not held.answers and ahead < _PROBES:
            await self._all(asks[ahead : ahead + 1], held, session)
            ahead += 1
        if asks and not held.answers:
            if order.fallback == "none":
                raise _worst(held.failed)
            return held.written()
        rest = asks[ahead:]
        if rest and order.is_new and ahead == 1 and held.holds(asks[0]):
            rest = await asyncio.to_thread(portions, order, *sizes, asks[0], held.levels())
        if told and rest:
            await told(held.written())
        await self._all(rest, held, session)
        for portion in self._mending(held):
            await self._mend(portion, held, session)
        return held.written()

    async def _all(self, asks: Sequence[Portion], held: _Held, session: str) -> None:
        """Side by side. Raises `Failure` for what concerns more than an answer, and whatever is a bug."""
        outcomes = await asyncio.gather(*(self._ask(held, each, session) for each in asks), return_exceptions=True)
        grave = [each for each in outcomes if isinstance(each, ModelError) and not isinstance(each, _OF_THE_ANSWER)]
        for portion, outcome in zip(asks, outcomes, strict=True):
            if isinstance(outcome, BaseException) and not isinstance(outcome, ModelError):
                raise outcome
            held.take(portion, outcome)
        if any(not isinstance(each, BudgetSpent) for each in grave) or (grave and not held.answers):
            raise _worst(held.failed, held.written().tokens or 0)

    async def _mend(self, portion: Portion, held: _Held, session: str) -> None:
        """What is let go of once more is no more than it was, and a model that fails here takes nothing away."""
        counted = Counter(held.dropped_quiz), Counter(held.dropped_cards)
        try:
            held.take(portion, await self._ask(held, portion, session))
        except ModelError as error:
            held.failed.append(error)
        held.dropped_quiz, held.dropped_cards = counted

    async def _ask(self, held: _Held, portion: Portion, session: str) -> Answer[Composition]:
        limit = _TOKENS_MORE + portion.questions * _TOKENS_A_QUESTION + portion.flashcards * _TOKENS_A_CARD
        return await self.model.ask(
            role=ROLE,
            system=rules(held.order),
            user=request(held.order, portion, held.let_go, [*held.quiz, *held.cards]),
            schema=Composition,
            session=session,
            max_tokens=limit,
        )

    def _mending(self, held: _Held) -> list[Portion]:
        """One more ask about what was let go of, where less is left than is ordered: of no more than is missing."""
        questions, cards = held.missing()
        questions = min(questions, MOST_MENDED)
        cards = min(cards, MOST_MENDED - questions)
        let_go = [each for each in held.let_go if isinstance(each.composed, ComposedQuestion)][:questions]
        let_go += [each for each in held.let_go if isinstance(each.composed, ComposedCard)][:cards]
        blocks, room = list[Block](), self.input_tokens * _CHARACTERS_A_TOKEN
        for block in held.order.blocks:
            if any(block.block_id == each.block_id for each in let_go) and len(block.text) <= room:
                blocks.append(block)
                room -= len(block.text)
        held.let_go = let_go
        return about(held.order, blocks, questions, cards, held.levels()) if blocks else []


def _worst(failed: Sequence[ModelError], spent: int | None = None) -> Failure:
    """The failure to tell: an outage before a spent budget; with all that was spent."""
    told = sorted(failed, key=lambda error: (isinstance(error, BudgetSpent), isinstance(error, _OF_THE_ANSWER)))[0]
    tokens = sum(error.tokens or 0 for error in failed) if spent is None else spent
    failure = Failure(upstream(told).problem, final=True, tokens=tokens)
    failure.__cause__ = told
    return failure
