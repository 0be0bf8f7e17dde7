"""Asks a model about several items at once, side by side, within a budget of tokens; each answer is read by itself.

Of two answers about one item neither counts. What the session's token budget had no room for is not answered, and so is
what the model would not or could not answer while it answered others: asking once more would not help.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

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

_OF_THE_ANSWER = (ModelRefused, ModelTruncated, ModelUnreadable)
_TOKENS_MORE = 500


N = TypeVar("N", bound=BaseModel)


@dataclass(frozen=True)
class Question(Generic[N]):
    """What is asked in each ask: `mark` around what is shown, `answer` with one list, `entries`, of `entry`."""

    role: str
    system: str
    mark: str
    answer: type[BaseModel]
    entries: str
    entry: type[N]
    by: str
    tokens_an_entry: int


@dataclass(frozen=True)
class Outcome(Generic[N]):
    """By number: what was answered, and the errors for which others could not be. `tokens`: spent on all."""

    given: Mapping[int, N]
    unasked: Mapping[int, ModelError] = field(default_factory=dict)
    tokens: int = 0


def request(mark: str, shown: Sequence[Mapping[str, Any]]) -> str:
    """The user message: JSON in which no text can close the marks around it."""
    return f"<{mark}>\n{as_data(shown)}\n</{mark}>"


async def asked(
    model: Model, question: Question[N], shown: Sequence[dict[str, Any]], session: str, *, tokens: int, items: int
) -> Outcome[N]:
    """The answers about all that is shown. `tokens`: how much, roughly, goes in one ask; `items`: of how many at most.

    Raises `Failure` (502, 504): the model failed.
    """
    batches = list(_batches(question.mark, shown, tokens, items))
    asks = (_answers(model, question, batch, session) for batch in batches)
    ended = await asyncio.gather(*asks, return_exceptions=True)
    spent = sum(each.tokens if isinstance(each, ModelError) else 0 for each in ended)
    spent += sum(each[1] for each in ended if not isinstance(each, BaseException))
    answered = any(not isinstance(each, BaseException) for each in ended)
    given, unasked = dict[int, N](), dict[int, ModelError]()
    for batch, each in zip(batches, ended, strict=True):
        if not isinstance(each, BaseException):
            given |= each[0]
        elif isinstance(each, BudgetSpent) or (answered and isinstance(each, _OF_THE_ANSWER)):
            unasked |= {told["number"]: each for told in batch}
        elif isinstance(each, ModelError):
            raise upstream(each, spent - each.tokens) from each
        else:
            raise each
    return Outcome(given, unasked, spent)


async def _answers(
    model: Model, question: Question[N], batch: list[dict[str, Any]], session: str
) -> tuple[dict[int, N], int]:
    answer = await model.ask(
        role=question.role,
        system=question.system,
        user=request(question.mark, batch),
        schema=question.answer,
        session=session,
        max_tokens=_TOKENS_MORE + len(batch) * question.tokens_an_entry,
    )
    good, _ = read_each(getattr(answer.value, question.entries), question.entry)
    numbers = [getattr(each, question.by) for each in good]
    by_number = {number: each for number, each in zip(numbers, good, strict=True) if numbers.count(number) == 1}
    wanted = [each["number"] for each in batch]
    return {number: by_number[number] for number in wanted if number in by_number}, answer.tokens


def _batches(mark: str, shown: Sequence[dict[str, Any]], tokens: int, items: int) -> Iterator[list[dict[str, Any]]]:
    batch, room = list[dict[str, Any]](), tokens
    for each in shown:
        cost = estimated_tokens(len(request(mark, [each])))
        if batch and (cost > room or len(batch) == items):
            yield batch
            batch, room = [], tokens
        batch.append(each)
        room -= cost
    if batch:
        yield batch
