"""A Coach that writes with a language model."""

from collections.abc import Callable
from typing import Any

import pytest

from contracts.coaching import StudyMaterial, WriteMaterial
from services.chassis.model.client import OpenAIModel
from services.coach.authors.model.author import ModelAuthor
from services.coach.compose.handler import Composer
from tests.coach.orders import Noted, whole

Write = Callable[..., Any]


@pytest.fixture
async def write(model: OpenAIModel) -> Write:
    """Composes with a model."""

    async def compose(command: WriteMaterial, run: Noted | None = None, *, tokens: int = 12_000) -> StudyMaterial:
        return whole(await Composer(ModelAuthor(model, tokens)).compose(command, run or Noted()))

    return compose
