"""Fixtures: a model's server of ours, and a client that asks it and does not really wait between its tries."""

from collections.abc import AsyncIterator

import pytest

from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from tests.standins.model.openai_server import StandIn


@pytest.fixture
async def server() -> AsyncIterator[StandIn]:
    async with StandIn() as standing:
        yield standing


@pytest.fixture
async def model(server: StandIn) -> AsyncIterator[OpenAIModel]:
    """It asks the model `judge` as the Evaluator, `one` as anybody else."""

    async def at_once(_: float) -> None:
        return None

    settings = ModelSettings(base_url=server.base_url, model="one", models={"evaluator": "judge"}, timeout_s=5.0)
    async with OpenAIModel(settings, sleep=at_once) as asked:
        yield asked
