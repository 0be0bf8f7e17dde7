"""The model client against a real local server: how often it asks, how long it waits, how it gives up."""

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from pydantic import SecretStr

from services.chassis.model.client import OpenAIModel
from services.chassis.model.failures import (
    ModelError,
    ModelQuotaSpent,
    ModelRejected,
    UpstreamFailed,
    UpstreamTimedOut,
)
from services.chassis.model.providers import ModelSettings
from tests.chassis.model.asking import GOOD, Clock, Configure, ask, models
from tests.standins.model import model_behaviours as does
from tests.standins.model.openai_server import StandIn


@pytest.mark.parametrize("fault", [does.status(500), does.status(502), does.status(503), does.status(529)])
async def test_an_outage_is_tried_again_after_1_3_and_5_seconds_and_is_then_a_502(
    fault: does.Behaviour, model_server: StandIn, client: Configure, clock: Clock
) -> None:
    model_server.otherwise(fault)
    with pytest.raises(UpstreamFailed) as failed:
        await ask(client())
    assert clock.waits == [1, 3, 5]
    assert len(model_server.calls) == 4
    assert (failed.value.status, failed.value.code, failed.value.final) == (502, "model_unavailable", True)
    assert failed.value.tokens == 0


@pytest.mark.parametrize("fault", [does.reset(), does.half(), does.garbage(), does.garbage('{"choices": null}')])
async def test_a_broken_connection_or_answer_is_tried_again_like_an_outage(
    fault: does.Behaviour, model_server: StandIn, client: Configure, clock: Clock
) -> None:
    model_server.then(fault, fault, does.ok(GOOD))
    assert (await ask(client())).value.score == 3
    assert clock.waits == [1, 3]


async def test_a_server_that_is_not_there_is_a_502_after_the_same_waits(clock: Clock) -> None:
    async with StandIn() as gone:
        settings = ModelSettings(base_url=gone.base_url, model="one", timeout_s=5)
    async with OpenAIModel(settings, sleep=clock.sleep) as model:
        with pytest.raises(UpstreamFailed):
            await ask(model)
    assert clock.waits == [1, 3, 5]


@pytest.mark.parametrize("fault", [does.never(), does.slow(1.0), does.status(504), does.status(408)])
async def test_a_server_that_takes_too_long_is_a_504_after_the_same_waits(
    fault: does.Behaviour, model_server: StandIn, client: Configure, clock: Clock
) -> None:
    model_server.otherwise(fault)
    with pytest.raises(UpstreamTimedOut) as failed:
        await ask(client(timeout_s=0.2))
    assert clock.waits == [1, 3, 5]  # A call whose time is over before it has arrived is one too.
    assert (failed.value.status, failed.value.code) == (504, "model_timed_out")


async def test_a_stream_that_drips_on_and_on_is_a_504_that_is_not_tried_again(
    model_server: StandIn, client: Configure, clock: Clock
) -> None:
    model_server.otherwise(does.drip(GOOD))
    with pytest.raises(UpstreamTimedOut):
        await ask(client(timeout_s=0.2, stream_s=0.1))
    assert clock.waits == []  # It was not away: what it answers does not end.


async def test_the_last_trouble_decides_between_502_and_504(model_server: StandIn, client: Configure) -> None:
    model_server.then(*[does.status(503)] * 3, does.status(504), *[does.status(504)] * 3, does.status(503))
    with pytest.raises(UpstreamTimedOut):
        await ask(client())
    with pytest.raises(UpstreamFailed):
        await ask(client())


async def test_a_busy_server_is_asked_again_when_it_says(
    model_server: StandIn, client: Configure, clock: Clock
) -> None:
    in_20_s = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    model_server.then(does.busy("7"), does.busy(in_20_s), does.busy("nonsense"), does.ok(GOOD))
    await ask(client())
    assert clock.waits[0] == 7
    assert 17 < clock.waits[1] <= 20
    assert clock.waits[2] == 5


async def test_a_busy_server_counts_in_the_same_allowance_and_its_wait_is_bounded(
    model_server: StandIn, client: Configure, clock: Clock
) -> None:
    model_server.then(does.busy("3600"), does.status(503), does.busy(), does.busy("1"))
    with pytest.raises(UpstreamFailed) as failed:
        await ask(client(longest_wait_s=9))
    assert clock.waits == [9, 3, 5]
    assert failed.value.code == "model_unavailable"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422])
async def test_a_rejected_request_is_never_repeated(
    status: int, model_server: StandIn, client: Configure, clock: Clock
) -> None:
    model_server.otherwise(does.status(status, message="no such thing"))
    with pytest.raises(ModelRejected, match="no such thing") as failed:
        await ask(client(second_model="two"))
    assert (failed.value.status, failed.value.code) == (502, "model_rejected")
    assert (models(model_server), clock.waits) == (["one"], [])


@pytest.mark.parametrize("spent", [does.no_quota(), does.status(402)])
async def test_a_spent_quota_is_never_repeated(
    spent: does.Behaviour, model_server: StandIn, client: Configure, clock: Clock
) -> None:
    model_server.otherwise(spent)
    with pytest.raises(ModelQuotaSpent):
        await ask(client(second_model="two"))
    assert (len(model_server.calls), clock.waits) == (1, [])


async def test_a_second_model_is_tried_once_after_the_third_retry(
    model_server: StandIn, client: Configure, clock: Clock
) -> None:
    model_server.then(*[does.status(503)] * 4, does.ok(GOOD))
    answer = await ask(client(second_model="two"))
    assert models(model_server) == ["one"] * 4 + ["two"]
    assert clock.waits == [1, 3, 5]
    assert answer.model == "two-stand-in"


async def test_a_second_model_that_fails_too_ends_the_ask(
    model_server: StandIn, client: Configure, clock: Clock
) -> None:
    model_server.otherwise(does.status(503))
    with pytest.raises(UpstreamFailed):
        await ask(client(second_models={"reader": "two"}))
    assert models(model_server) == ["one"] * 4 + ["two"]
    assert clock.waits == [1, 3, 5]


async def test_the_re_ask_shares_the_retries_of_its_ask(model_server: StandIn, client: Configure, clock: Clock) -> None:
    down = does.status(503)
    model_server.then(down, down, does.ok({}), down, down)
    with pytest.raises(UpstreamFailed) as failed:
        await ask(client())
    assert clock.waits == [1, 3, 5]
    assert failed.value.tokens == 120


async def test_no_more_calls_than_allowed_are_in_flight(model_server: StandIn, client: Configure) -> None:
    model_server.otherwise(does.slow(0.05, GOOD))
    model = client(concurrency=2)
    await asyncio.gather(*(ask(model) for _ in range(6)))
    assert (model_server.most_at_once, len(model_server.calls)) == (2, 6)


async def test_who_asks_much_holds_up_another_session_by_a_call(model_server: StandIn, client: Configure) -> None:
    model_server.otherwise(does.slow(0.05, GOOD))
    model, ended = client(concurrency=2), list[str]()

    async def asked(session: str) -> None:
        await ask(model, session)
        ended.append(session)

    much = [asyncio.create_task(asked("much")) for _ in range(12)]
    await asyncio.sleep(0.02)
    await asked("little")
    await asyncio.gather(*much)
    assert ended.index("little") <= 4  # Those two that were under way, and who was as near to its end.


async def test_a_cancelled_ask_frees_its_place(model_server: StandIn, client: Configure) -> None:
    model_server.then(does.never())
    model = client(concurrency=1)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await ask(model)
    assert (await ask(model)).value.summary == "words"


async def test_the_key_travels_in_its_header_and_in_no_error(model_server: StandIn, client: Configure) -> None:
    model_server.then(does.status(401, message="wrong key: sk-secret"))
    with pytest.raises(ModelError) as failed:
        await ask(client(api_key=SecretStr("sk-secret")))
    assert model_server.calls[0].headers["authorization"] == "Bearer sk-secret"
    assert "sk-secret" not in str(failed.value)
