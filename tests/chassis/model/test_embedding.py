"""Embeddings from a real local server: their order, what they cost, and every way in which they may fail."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest

from services.chassis.model.embedding import OpenAIEmbeddings
from services.chassis.model.failures import ModelQuotaSpent, ModelRejected, UpstreamFailed, UpstreamTimedOut
from services.chassis.model.providers import ModelNotUsable, ModelSettings
from services.chassis.model.spending import Tally, tallied
from tests.chassis.model.asking import Clock
from tests.standins.model import model_behaviours as does
from tests.standins.model.meaning import vector
from tests.standins.model.openai_server import StandIn

TEXTS = ["The moon pulls the sea.", "Bees make honey."]
Configured = Callable[..., OpenAIEmbeddings]


@pytest.fixture
async def configured(model_server: StandIn, clock: Clock) -> AsyncIterator[Configured]:
    made: list[OpenAIEmbeddings] = []

    def configure(**changes: object) -> OpenAIEmbeddings:
        plain = {"base_url": model_server.base_url, "model": "one", "timeout_s": 5.0}
        made.append(OpenAIEmbeddings(ModelSettings.model_validate(plain | changes), sleep=clock.sleep))
        return made[-1]

    yield configure
    for each in made:
        await each.aclose()


async def asked(client: OpenAIEmbeddings) -> list[list[float]]:
    return await client.embed(TEXTS, model="small", role="search")


async def test_each_text_gets_its_vector_whatever_order_they_come_in(
    model_server: StandIn, configured: Configured
) -> None:
    assert await asked(configured()) == [vector(text) for text in TEXTS]
    (call,) = model_server.embeddings
    assert call.body == {"model": "small", "input": TEXTS, "encoding_format": "float"}
    assert model_server.calls == []


async def test_what_it_takes_is_in_the_runs_tally_with_its_price(configured: Configured) -> None:
    tally = Tally()
    with tallied(tally):
        await asked(configured(prices={"small": (20, 0)}))
    (spent,) = tally.spent()
    assert (spent.role, spent.model, spent.tokens_in, spent.tokens_out) == ("search", "small", 100, 0)
    assert (spent.cost, spent.estimated) == ("0.002", False)


async def test_a_server_that_counts_no_tokens_is_counted_for(model_server: StandIn, configured: Configured) -> None:
    model_server.embedding_otherwise(does.embeds(usage=False))
    tally = Tally()
    with tallied(tally):
        await asked(configured())
    assert [(spent.tokens_in, spent.estimated) for spent in tally.spent()] == [(10, True)]


@pytest.mark.parametrize(
    "fault",
    [
        does.embeds("count"),
        does.embeds("length"),
        does.embeds("nan"),
        does.embeds("zero"),
        does.embeds("empty"),
        does.garbage(),
        does.garbage('{"data": [{"index": 0, "embedding": "AAAA"}]}'),
        does.status(500),
        does.reset(),
    ],
)
async def test_what_is_no_embeddings_is_tried_again_like_an_outage(
    fault: does.Behaviour, model_server: StandIn, configured: Configured, clock: Clock
) -> None:
    model_server.embedding_then(fault, fault)
    assert await asked(configured()) == [vector(text) for text in TEXTS]
    assert clock.waits == [1, 3]
    clock.waits.clear()
    model_server.embedding_otherwise(fault)
    with pytest.raises(UpstreamFailed) as failed:
        await asked(configured())
    assert (failed.value.code, clock.waits) == ("model_unavailable", [1, 3, 5])


@pytest.mark.parametrize("fault", [does.never(), replace(does.embeds(), wait_s=1.0), does.status(504)])
async def test_a_server_that_takes_too_long_is_a_504(
    fault: does.Behaviour, model_server: StandIn, configured: Configured, clock: Clock
) -> None:
    model_server.embedding_otherwise(fault)
    with pytest.raises(UpstreamTimedOut):
        await asked(configured(timeout_s=0.2))
    assert clock.waits == [1, 3, 5]


async def test_a_busy_server_is_asked_again_when_it_says(
    model_server: StandIn, configured: Configured, clock: Clock
) -> None:
    model_server.embedding_then(does.busy("7"), does.busy())
    await asked(configured())
    assert clock.waits == [7, 3]


@pytest.mark.parametrize("status", [400, 401, 404, 501])
async def test_a_server_that_has_none_is_asked_once(
    status: int, model_server: StandIn, configured: Configured, clock: Clock
) -> None:
    model_server.embedding_otherwise(does.status(status))
    with pytest.raises(ModelRejected):
        await asked(configured())
    assert (len(model_server.embeddings), clock.waits) == (1, [])


async def test_a_spent_quota_is_never_repeated(model_server: StandIn, configured: Configured) -> None:
    model_server.embedding_otherwise(does.no_quota())
    with pytest.raises(ModelQuotaSpent):
        await asked(configured())
    assert len(model_server.embeddings) == 1


def test_the_model_of_embeddings_is_no_role_and_none_unless_it_is_named() -> None:
    local = {"PENSUM_MODEL_BASE_URL": "http://127.0.0.1:1/v1"}
    none, named = (ModelSettings.from_env(environ={**local, **more}) for more in ({}, {"PENSUM_MODEL_EMBED": " e5 "}))
    assert none is not None
    assert named is not None
    assert (none.embed, named.embed, named.models) == (None, "e5", {})


def test_a_model_of_embeddings_without_a_server_is_a_mistake_to_stop_at() -> None:
    with pytest.raises(ModelNotUsable, match="PENSUM_MODEL_EMBED"):
        ModelSettings.from_env(environ={"PENSUM_MODEL_EMBED": "e5"})
