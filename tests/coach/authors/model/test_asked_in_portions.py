"""A long document goes to a model in several asks: shared out, within the budget, and all or nothing when it fails."""

from collections.abc import Callable
from typing import Any

import pytest

from contracts.problems import Failure
from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.coach.authors.model.author import ModelAuthor
from services.coach.compose.handler import Composer
from tests.coach.orders import Noted, order, whole
from tests.standins.model.author import composes, ordered
from tests.standins.model.model_behaviours import ok, refuse
from tests.standins.model.openai_server import StandIn

Write = Callable[..., Any]


def _shown(call: Any) -> list[str]:
    return [block["text"] for block in ordered(call.body["messages"][1]["content"])[0]["blocks"]]


async def test_a_long_document_goes_in_portions_that_share_the_order(server: StandIn, write: Write) -> None:
    server.otherwise(ok(composes))
    material = await write(order(questions=6, cards=4), tokens=130)
    shown = [_shown(call) for call in server.calls]
    assert 2 <= len(shown) <= 4
    assert len(set(map(tuple, shown))) >= 2
    assert len({entry.item.proof.block_id for entry in material.quiz}) > max(map(len, shown)) // 2
    assert len(material.quiz) <= 6


async def test_a_budget_that_is_spent_on_the_way_keeps_what_is_written(server: StandIn) -> None:
    server.otherwise(ok(composes))
    settings = ModelSettings(base_url=server.base_url, model="one", timeout_s=5.0, session_tokens=100)
    async with OpenAIModel(settings) as model:
        material = whole(await Composer(ModelAuthor(model, 130)).compose(order(questions=8, cards=8), Noted()))
    assert material.quiz
    assert len(server.calls) == 1
    assert any("token budget" in short.sentence for short in material.shortfall)


async def test_one_portion_that_fails_fails_the_step_with_all_that_was_spent(server: StandIn, write: Write) -> None:
    server.then(ok(composes), refuse(), refuse(), refuse())
    with pytest.raises(Failure) as caught:
        await write(order(questions=8, cards=8), tokens=130)
    assert caught.value.problem.code == "model_refused"
    assert (caught.value.tokens or 0) >= 120
