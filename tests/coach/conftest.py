"""A language model's server of our own, and a Coach that writes with it."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from contracts.coaching import StudyMaterial, WriteMaterial
from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.coach.authors.model.author import ModelAuthor
from services.coach.compose.handler import Composer
from tests.coach.orders import Noted
from tests.standins.model.openai_server import StandIn

Write = Callable[..., Any]


@pytest.fixture
async def server() -> AsyncIterator[StandIn]:
    async with StandIn() as standing:
        yield standing


@pytest.fixture
async def write(server: StandIn) -> AsyncIterator[Write]:
    """Composes with a model that does not really wait between its retries."""

    async def at_once(_: float) -> None:
        return None

    settings = ModelSettings(base_url=server.base_url, model="one", timeout_s=5.0)
    async with OpenAIModel(settings, sleep=at_once) as model:

        async def compose(command: WriteMaterial, run: Noted | None = None, *, tokens: int = 12_000) -> StudyMaterial:
            (material,) = await Composer(ModelAuthor(model, tokens)).compose(command, run or Noted())
            assert isinstance(material, StudyMaterial)
            return material

        yield compose
