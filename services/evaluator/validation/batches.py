"""Asks a model about several items at once, side by side, within a budget of tokens; each answer is read by itself.

The text that they rest on is told once, in numbered passages, and each names the numbers of its own.
Of two answers about one item neither counts. What the session's token budget had no room for is not answered, and so is
what the model would not or could not answer while it answered others: asking once more would not help.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from contracts.documents import Block
from contracts.proof import Proof
from services.chassis.model.client import Model
from services.chassis.model.data import as_data
from services.chassis.model.failures import (
    BudgetSpent,
    ModelError,
    ModelRefused,
    ModelTruncated,
    ModelUnreadable,
    upstream,
)
from services.chassis.model.json_answer import read_each
from services.chassis.model.spending import estimated_tokens
from services.evaluator.validation.passages import passages

_OF_THE_ANSWER = (ModelRefused, ModelTruncated, ModelUnreadable)
_TOKENS_MORE = 500
FORMS = "<forms>"

N = TypeVar("N", bound=BaseModel)


@dataclass(frozen=True)
class Question(Generic[N]):
    """What is asked in each ask: `mark` around what is shown, `answer` with one list, `entries`, of `entry`; `around`:
    so many characters of the text beside the quotes. `forms`: how an answer is written, by type, which stands in
    `system` for `FORMS`, of the types that are shown."""

    role: str
    system: str
    mark: str
    answer: type[BaseModel]
    entries: str
    entry: type[N]
    by: str
    tokens_an_entry: int
    around: int = 0
    forms: Mapping[str, str] = field(default_factory=dict)

    def rules(self, shown: Sequence["Shown"]) -> str:
        """The system message."""
        types = {each.type for each in shown}
        told = (f"  {type}: {form}" for type, form in self.forms.items() if type in types)
        return self.system.replace(FORMS, "\n".join(told))


Numbered = Callable[[Sequence[Proof]], list[int]]
"""The numbers of the passages that quotes are."""


@dataclass(frozen=True)
class Shown:
    """An item as it is shown: what it rests on, and what is told of it once the passages have numbers."""

    number: int
    type: str
    proofs: Sequence[Proof]
    told: Callable[[Numbered], dict[str, Any]]


@dataclass(frozen=True)
class Outcome(Generic[N]):
    """By number: what was answered, and the errors for which others could not be. `tokens`: spent on all."""

    given: Mapping[int, N]
    unasked: Mapping[int, ModelError] = field(default_factory=dict)
    tokens: int = 0


def request(question: Question[Any], shown: Sequence[Shown], blocks: Mapping[str, Block]) -> str:
    """The user message: JSON in which no text can close the marks around it."""
    found = passages([proof for each in shown for proof in each.proofs], blocks, question.around)
    text = {"text": found.text} if found.text else {}
    told = {**text, "entries": [{"number": each.number, **each.told(found.of)} for each in shown]}
    return f"<{question.mark}>\n{as_data(told, compact=True)}\n</{question.mark}>"


async def asked(
    model: Model,
    question: Question[N],
    shown: Sequence[Shown],
    blocks: Mapping[str, Block],
    session: str,
    *,
    tokens: int,
    items: int,
) -> Outcome[N]:
    """The answers about all that is shown. `tokens`: how much, roughly, goes in one ask; `items`: of how many at most.

    Raises `Failure` (502, 504): the model failed.
    """
    batches = list(_batches(question, shown, blocks, tokens, items))
    asks = (_answers(model, question, batch, blocks, session) for batch in batches)
    ended = await asyncio.gather(*asks, return_exceptions=True)
    spent = sum(each.tokens if isinstance(each, ModelError) else 0 for each in ended)
    spent += sum(each[1] for each in ended if not isinstance(each, BaseException))
    answered = any(not isinstance(each, BaseException) for each in ended)
    given, unasked = dict[int, N](), dict[int, ModelError]()
    for batch, each in zip(batches, ended, strict=True):
        if not isinstance(each, BaseException):
            given |= each[0]
        elif isinstance(each, BudgetSpent) or (answered and isinstance(each, _OF_THE_ANSWER)):
            unasked |= {told.number: each for told in batch}
        elif isinstance(each, ModelError):
            raise upstream(each, spent - each.tokens) from each
        else:
            raise each
    return Outcome(given, unasked, spent)


async def _answers(
    model: Model, question: Question[N], batch: list[Shown], blocks: Mapping[str, Block], session: str
) -> tuple[dict[int, N], int]:
    answer = await model.ask(
        role=question.role,
        system=question.rules(batch),
        user=request(question, batch, blocks),
        schema=question.answer,
        session=session,
        max_tokens=_TOKENS_MORE + len(batch) * question.tokens_an_entry,
    )
    good, _ = read_each(getattr(answer.value, question.entries), question.entry)
    numbers = [getattr(each, question.by) for each in good]
    by_number = {number: each for number, each in zip(numbers, good, strict=True) if numbers.count(number) == 1}
    wanted = [each.number for each in batch]
    return {number: by_number[number] for number in wanted if number in by_number}, answer.tokens


def _batches(
    question: Question[Any], shown: Sequence[Shown], blocks: Mapping[str, Block], tokens: int, items: int
) -> Iterator[list[Shown]]:
    """What several items share goes once, so that more go together than each by itself would tell."""

    def size(told: Sequence[Shown]) -> int:
        return estimated_tokens(len(request(question, told, blocks)))

    batch, alone = list[Shown](), 0
    for each in shown:
        own = size([each])
        if batch and (len(batch) == items or (alone + own > tokens and size([*batch, each]) > tokens)):
            yield batch
            batch, alone = [], 0
        batch.append(each)
        alone += own
    if batch:
        yield batch
