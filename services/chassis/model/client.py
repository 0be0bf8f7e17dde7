"""Asks a language model for an answer of a given shape: retries, a second model, one re-ask, tokens and cost.

Rules, each tested by `tests/chassis/model/test_client.py`:
1. Outages and time-outs are tried again after 1, 3 and 5 s, a 429 after its Retry-After: four calls an ask, no more.
2. After the last of them the role's second model, if it has one, is tried once.
3. What cannot get better is never repeated: 400, 401, 403, 404, 422, a spent quota, a refusal, a truncated answer.
4. A server that refuses or ignores a JSON schema is asked in a simpler manner, remembered by model.
5. An answer out of its schema is asked for once more, with what was wrong.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

from services.chassis.model.answer_schema import Manner, messages, response_format
from services.chassis.model.completion import CallFailed, Connected, Reply
from services.chassis.model.failures import (
    LIMIT_FIELDS,
    BudgetSpent,
    Kind,
    ModelRefused,
    ModelTruncated,
    ModelUnreadable,
    Trouble,
)
from services.chassis.model.json_answer import AnswerUnfit, read
from services.chassis.model.providers import ModelSettings
from services.chassis.model.spending import Bill, Ledger, current

T = TypeVar("T", bound=BaseModel)
V = TypeVar("V", covariant=True)

WAITS_S = (1.0, 3.0, 5.0)


@dataclass(frozen=True)
class Answer(Generic[V]):
    """`tokens`: input and output of all calls that the ask took (`estimated`: the server did not count them all).

    `model`: as the server names the one that answered. `cost`: in the currency of the configured prices, else None.
    """

    value: V
    tokens: int
    model: str
    cost: Decimal | None = None
    estimated: bool = False


class Model(Protocol):
    """What an author or a judge needs of a language model."""

    async def ask(
        self,
        *,
        role: str,
        system: str,
        user: str,
        schema: type[T],
        session: str | None = None,
        spent: int = 0,
        max_tokens: int | None = None,
    ) -> Answer[T]:
        """Ask for one `schema`. Raises ModelError: final, the retries are behind it.

        `role` chooses the model. `session` is whose token budget this counts against; `spent`: all tokens that the
        caller knows to be spent on it, anywhere (what this process has counted holds if it is more). `max_tokens`:
        limit on the answer, else the configured one.
        Give `schema` at least one required field, else any JSON object fits it.
        """
        ...


@dataclass
class _Ask:
    """What changes while one ask is under way."""

    model: str
    second: str | None
    waits: list[float]
    bill: Bill
    complaint: str | None = None
    limit_renamed: bool = False


class OpenAIModel(Connected):
    """The client for every OpenAI-compatible server. One a process: its limit on calls in flight is its own."""

    def __init__(self, settings: ModelSettings, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        super().__init__(settings)
        self._sleep = sleep
        self._ledger = Ledger()
        self._manners: dict[str, Manner] = {}
        self._limit_fields: dict[str, str] = {}

    async def ask(
        self,
        *,
        role: str,
        system: str,
        user: str,
        schema: type[T],
        session: str | None = None,
        spent: int = 0,
        max_tokens: int | None = None,
    ) -> Answer[T]:
        """See `Model.ask`."""
        first, second = self._settings.models_for(role)
        ask = _Ask(first, second if second != first else None, list(WAITS_S), Bill())
        while True:
            self._check_budget(session, spent, ask.bill)
            manner = self._manner(ask.model)
            request = self._request(ask, system, user, schema, manner, max_tokens)
            try:
                reply = await self._endpoint.complete(request, role, session)
            except CallFailed as failed:
                await self._after_trouble(failed.trouble, ask, manner, request)
                continue
            self._book(reply, ask, role, session)
            if reply.refused:
                raise ModelRefused(f"{reply.model}: refused", ask.bill.tokens)
            if reply.finish_reason == "length":
                raise ModelTruncated(f"{reply.model}: truncated", ask.bill.tokens)
            try:
                reading = read(reply.text, schema)
            except AnswerUnfit as unfit:
                if unfit.shapeless:
                    self._simplify(ask.model, manner)
                if ask.complaint is not None:
                    raise ModelUnreadable(f"{reply.model}: unreadable twice", ask.bill.tokens) from None
                ask.complaint = unfit.complaint
                continue
            if not reading.bare:  # readable by luck: the server did not heed the format
                self._simplify(ask.model, manner)
            return Answer(reading.value, ask.bill.tokens, reply.model, ask.bill.cost, ask.bill.estimated)

    async def _after_trouble(self, trouble: Trouble, ask: _Ask, manner: Manner, request: dict[str, Any]) -> None:
        """Prepare the next call, or raise what the trouble ends in."""
        if trouble.kind is Kind.FORMAT and manner is not Manner.PROMPT:
            self._simplify(ask.model, manner)
        elif trouble.kind is Kind.LIMIT and not ask.limit_renamed:
            ask.limit_renamed = True
            self._limit_fields[ask.model] = next(field for field in LIMIT_FIELDS if field not in request)
        elif trouble.kind is Kind.AGAIN and ask.waits:
            wait = ask.waits.pop(0)
            if trouble.retry_after is not None:
                wait = min(trouble.retry_after, self._settings.longest_wait_s)
            await self._sleep(wait)
        elif trouble.kind is Kind.AGAIN and ask.second:
            ask.model, ask.second = ask.second, None
        else:
            raise trouble.error(ask.bill.tokens)

    def _request(
        self, ask: _Ask, system: str, user: str, schema: type[BaseModel], manner: Manner, max_tokens: int | None
    ) -> dict[str, Any]:
        limit_field = self._limit_fields.get(ask.model, self._settings.preset().limit_field)
        request: dict[str, Any] = {
            "model": ask.model,
            "messages": messages(system, user, schema, manner, ask.complaint),
            limit_field: max_tokens or self._settings.max_tokens,
        }
        shape = response_format(schema, manner)
        return request if shape is None else {**request, "response_format": shape}

    def _manner(self, model: str) -> Manner:
        return self._manners.get(model, self._settings.preset().manner)

    def _simplify(self, model: str, manner: Manner) -> None:
        """Remember the manner after `manner`, unless a call beside this one has moved it already."""
        if self._manner(model) is manner:
            self._manners[model] = manner.simpler()

    def _check_budget(self, session: str | None, spent: int, bill: Bill) -> None:
        budget = self._settings.session_tokens
        if session is None or budget is None:
            return
        used = max(spent + bill.tokens, self._ledger.spent(session))
        if used >= budget:
            raise BudgetSpent(f"{used} of {budget} tokens spent", bill.tokens)

    def _book(self, reply: Reply, ask: _Ask, role: str, session: str | None) -> None:
        told = (reply.input_tokens, reply.output_tokens, reply.estimated)
        ask.bill.add(ask.model, *told, self._settings)
        if (tally := current()) is not None:
            tally.add(role, ask.model, *told, self._settings)
        if session is not None:
            self._ledger.add(session, reply.input_tokens + reply.output_tokens)
