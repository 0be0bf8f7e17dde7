"""What sessions spend on language models in this process: tokens by session, and exact costs by run.

Whatever a run's calls took is in its tally, also of calls whose answer was refused, cut off or unreadable: who asks
need not add up anything. A call that brought no answer at all says nothing of tokens and counts none.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from decimal import Decimal

from contracts.agents import Spent
from services.chassis.model.providers import ModelSettings

MOST_SESSIONS = 10_000
CHARACTERS_A_TOKEN = 4
MILLION = Decimal(1_000_000)


def estimated_tokens(characters: int) -> int:
    """A rough count for servers that report no usage, so that a budget holds with them too."""
    return -(-characters // CHARACTERS_A_TOKEN)


def plain(amount: Decimal) -> str:
    """An amount in digits, without exponent and trailing zeros."""
    digits = f"{amount:f}"
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


class Ledger:
    """Tokens by session; the sessions seen longest ago are forgotten first."""

    def __init__(self) -> None:
        self._spent: OrderedDict[str, int] = OrderedDict()

    def spent(self, session: str) -> int:
        """What this process has spent on the session."""
        return self._spent.get(session, 0)

    def add(self, session: str, tokens: int) -> None:
        """Book what a call cost."""
        self._spent[session] = self.spent(session) + tokens
        self._spent.move_to_end(session)
        if len(self._spent) > MOST_SESSIONS:
            self._spent.popitem(last=False)


@dataclass
class Bill:
    """Adds up the calls to one model. `estimated`: at least one of them came without the server's own count.

    `cost`: in the currency of the configured prices; None where the model's is not configured.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False
    cost: Decimal | None = Decimal(0)

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def add(self, model: str, tokens_in: int, tokens_out: int, estimated: bool, settings: ModelSettings) -> None:
        """Book a call to a model."""
        self.input_tokens += tokens_in
        self.output_tokens += tokens_out
        self.estimated = self.estimated or estimated
        price = settings.price_of(model)
        if price is None or self.cost is None:
            self.cost = None
        else:
            self.cost += (tokens_in * price[0] + tokens_out * price[1]) / MILLION


class Tally:
    """What one run has spent, by role, model and currency."""

    def __init__(self) -> None:
        self._bills: dict[tuple[str, str, str], Bill] = {}

    def add(
        self, role: str, model: str, tokens_in: int, tokens_out: int, estimated: bool, settings: ModelSettings
    ) -> None:
        """Book a call."""
        bill = self._bills.setdefault((role, model, settings.currency), Bill())
        bill.add(model, tokens_in, tokens_out, estimated, settings)

    @property
    def tokens(self) -> int | None:
        """All of them; None where no model has answered."""
        return sum(bill.tokens for bill in self._bills.values()) if self._bills else None

    def spent(self) -> list[Spent]:
        """A line for each role and model."""
        return [
            Spent(
                role=role,
                model=model,
                tokens_in=bill.input_tokens,
                tokens_out=bill.output_tokens,
                cost=None if bill.cost is None else plain(bill.cost),
                currency=None if bill.cost is None else currency,
                estimated=bill.estimated,
            )
            for (role, model, currency), bill in self._bills.items()
        ]


_RUN: ContextVar[Tally | None] = ContextVar("run", default=None)


@contextmanager
def tallied(tally: Tally) -> Iterator[None]:
    """Calls that are made within count in this tally, in whichever task or thread of it."""
    token = _RUN.set(tally)
    try:
        yield
    finally:
        _RUN.reset(token)


def current() -> Tally | None:
    """The tally of the run under way, if there is one."""
    return _RUN.get()
