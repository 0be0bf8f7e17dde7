"""The author that asks a language model. It must quote; what does not stand in the text is let go.

The document is data: it goes in as JSON within marks that it cannot close, and the rules say that nothing in it is an
instruction. One bad item costs one. A long document goes in portions; a token budget that is spent on the way keeps
what the other portions gave.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel

from contracts.documents import Block
from contracts.problems import Failure
from contracts.proof import Origin
from services.chassis.model.client import Answer, Model
from services.chassis.model.failures import BudgetSpent, ModelError, upstream
from services.chassis.model.json_answer import read_each
from services.coach.authors.model.portions import Portion, portions
from services.coach.authors.model.prompt import request, rules
from services.coach.authors.model.proofreading import Unfit, card_draft, question_draft
from services.coach.authors.model.schemas import ComposedCard, ComposedQuestion, Composition
from services.coach.drafts.draft import Draft, Written
from services.coach.drafts.order import Order

ROLE = "coach"
VERSION = "2"
_CHARACTERS_A_TOKEN = 4
_TOKENS_A_QUESTION, _TOKENS_A_CARD, _TOKENS_MORE = 450, 200, 500

C = TypeVar("C", bound=BaseModel)


@dataclass(frozen=True)
class ModelAuthor:
    """Writes with a language model. `input_tokens`: how much of the document it is shown at once, roughly;
    `most_portions`: in how many asks at most, the first alone and then the others side by side."""

    model: Model
    input_tokens: int
    most_portions: int = 4

    async def write(self, order: Order, session: str) -> Written:
        """See `Author.write`. Raises `Failure` (502, 504): the model failed."""
        cut = portions(order, self.input_tokens * _CHARACTERS_A_TOKEN, self.most_portions)
        outcomes = await self._all(order, cut, session)
        answers = [outcome for outcome in outcomes if isinstance(outcome, Answer)]
        failed = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
        spent = sum(answer.tokens for answer in answers)
        budget = sum(isinstance(error, BudgetSpent) for error in failed)
        if failed and (not answers or budget < len(failed)):
            raise _worst(failed, spent)
        blocks = {block.block_id: block for block in order.blocks}
        quiz, dropped_quiz = _drafts(answers, "quiz", ComposedQuestion, question_draft, blocks, order)
        cards, dropped_cards = _drafts(answers, "flashcards", ComposedCard, card_draft, blocks, order)
        left_out = Counter({"model_budget": budget})
        return Written(
            quiz=quiz,
            cards=cards,
            origin=Origin(author="model", name=answers[0].model if answers else "", version=VERSION),
            dropped_quiz=dropped_quiz + left_out,
            dropped_cards=dropped_cards + left_out,
            tokens=spent,
        )

    async def _all(
        self, order: Order, cut: Sequence[Portion], session: str
    ) -> list[Answer[Composition] | BaseException]:
        """The first goes ahead: that the model is away is found out by one ask."""
        outcomes: list[Answer[Composition] | BaseException] = []
        for some in (cut[:1], cut[1:]):
            asks = [self._ask(order, portion, session) for portion in some]
            outcomes += await asyncio.gather(*asks, return_exceptions=True)
            if any(isinstance(outcome, BaseException) for outcome in outcomes):
                break
        return outcomes

    async def _ask(self, order: Order, portion: Portion, session: str) -> Answer[Composition]:
        limit = _TOKENS_MORE + portion.questions * _TOKENS_A_QUESTION + portion.flashcards * _TOKENS_A_CARD
        return await self.model.ask(
            role=ROLE,
            system=rules(order),
            user=request(order, portion),
            schema=Composition,
            session=session,
            max_tokens=limit,
        )


def _worst(failed: Sequence[BaseException], spent: int) -> BaseException:
    """The failure to tell: a bug before an outage, an outage before a spent budget; with all that was spent."""
    for error in failed:
        if not isinstance(error, ModelError):
            return error
    tokens = spent + sum(error.tokens or 0 for error in failed if isinstance(error, ModelError))
    told = sorted(failed, key=lambda error: isinstance(error, BudgetSpent))[0]
    assert isinstance(told, ModelError)
    failure = Failure(upstream(told).problem, final=True, tokens=tokens)
    failure.__cause__ = told
    return failure


def _drafts(
    answers: Sequence[Answer[Composition]],
    name: str,
    shape: type[C],
    drafted: Callable[[Any, Mapping[str, Block], Order], Draft],
    blocks: Mapping[str, Block],
    order: Order,
) -> tuple[list[Draft], Counter[str]]:
    """What holds of the entries `quiz` or `flashcards` of all answers, and how many do not, by reason."""
    ordered = order.questions if name == "quiz" else order.flashcards
    drafts, dropped = list[Draft](), Counter[str]()
    for answer in answers if ordered else ():
        good, bad = read_each(getattr(answer.value, name), shape)
        dropped["unreadable"] += len(bad)
        for composed in good:
            try:
                drafts.append(drafted(composed, blocks, order))
            except Unfit as unfit:
                dropped[unfit.reason] += 1
    return drafts, dropped
