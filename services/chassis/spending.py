"""Counts the tokens that sessions spend on language models in this process, and what an ask has cost."""

from collections import OrderedDict
from dataclasses import dataclass

from services.chassis.providers import ModelSettings

MOST_SESSIONS = 10_000
CHARACTERS_A_TOKEN = 4


def estimated_tokens(characters: int) -> int:
    """A rough count for servers that report no usage, so that a budget holds with them too."""
    return -(-characters // CHARACTERS_A_TOKEN)


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
    """Adds up the calls of one ask. `estimated`: at least one of them came without the server's own count."""

    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def cost(self, settings: ModelSettings) -> float | None:
        """In the currency of the configured prices; None where these are not configured."""
        if settings.price_in is None or settings.price_out is None:
            return None
        return (self.input_tokens * settings.price_in + self.output_tokens * settings.price_out) / 1_000_000
