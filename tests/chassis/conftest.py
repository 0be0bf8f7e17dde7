"""Fixtures for the plumbing's tests."""

from collections.abc import AsyncIterator

import pytest

from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from tests.chassis.model.asking import Clock, Configure
from tests.standins.model.openai_server import StandIn


@pytest.fixture
async def model_server() -> AsyncIterator[StandIn]:
    """A running stand-in for a language model's server."""
    async with StandIn() as server:
        yield server


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def client(model_server: StandIn, clock: Clock) -> AsyncIterator[Configure]:
    """Makes clients of the stand-in; takes settings that differ from the usual."""
    made: list[OpenAIModel] = []

    def configure(**changes: object) -> OpenAIModel:
        plain = {"base_url": model_server.base_url, "model": "one", "timeout_s": 5.0, "max_tokens": 500}
        made.append(OpenAIModel(ModelSettings.model_validate(plain | changes), sleep=clock.sleep))
        return made[-1]

    yield configure
    for model in made:
        await model.aclose()
