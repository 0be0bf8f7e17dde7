"""What the tests of the model client share: a small schema, a clock that does not wait, and ways to look at calls."""

from collections.abc import Callable

from pydantic import BaseModel, Field

from services.chassis.model.client import Answer, Model, OpenAIModel
from tests.standins.model.openai_server import StandIn

Configure = Callable[..., OpenAIModel]


class Digest(BaseModel):
    summary: str
    score: int = Field(ge=0, le=10)


GOOD = {"summary": "Ørsted found it", "score": 3}


class Clock:
    """Records the waits and does not wait."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


async def ask(model: Model, session: str | None = None) -> Answer[Digest]:
    return await model.ask(role="reader", system="Digest.", user="TEXT", schema=Digest, session=session)


def formats(server: StandIn) -> list[str | None]:
    """The response formats that were asked for, call by call."""
    return [(call.body.get("response_format") or {}).get("type") for call in server.calls]


def models(server: StandIn) -> list[str]:
    """The models that were asked, call by call."""
    return [call.body["model"] for call in server.calls]
