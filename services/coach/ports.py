"""What the Coach needs from outside, as small Protocols: the run that it answers in, and an author."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from contracts.envelope import Envelope
from contracts.message import Message
from services.coach.drafts.draft import Written
from services.coach.drafts.order import Order


class Running(Protocol):
    """The part of a worker's run that the Coach uses."""

    @property
    def envelope(self) -> Envelope: ...

    async def tell(self, message: Message) -> None: ...

    def note(
        self, *, input_summary: str = "", output: str = "", reasoning: str = "", tokens_used: int | None = None
    ) -> None: ...


class Author(Protocol):
    """Who writes. `session` is whose token budget it counts against; `told` hears once what is written first, while the
    rest is being written."""

    async def write(
        self, order: Order, session: str, told: Callable[[Written], Awaitable[object]] | None = None
    ) -> Written:
        """Drafts for the order. Raises `Failure`, final, where a model failed (502, 504)."""
        ...
