"""A model's answer comes as a stream: each token is progress, silence in its midst is found out, and no server is lost
that streams otherwise or not at all."""

import time

import pytest

from services.chassis import progress
from services.chassis.model.client import OpenAIModel
from services.chassis.model.failures import UpstreamFailed, UpstreamTimedOut
from services.chassis.model.providers import ModelSettings
from tests.chassis.model.asking import GOOD, Clock, ask
from tests.standins.model import model_behaviours as does
from tests.standins.model.model_behaviours import Behaviour
from tests.standins.model.openai_server import StandIn


def client(server: StandIn, *, timeout_s: float = 10.0, silence_s: float = 5.0, stream_s: float = 60.0) -> OpenAIModel:
    limits = {"timeout_s": timeout_s, "silence_s": silence_s, "stream_s": stream_s}
    settings = ModelSettings(base_url=server.base_url, model="one", **limits)
    return OpenAIModel(settings, sleep=Clock().sleep)


async def test_each_token_is_progress_and_the_server_still_counts_them() -> None:
    heard: list[float] = []
    async with StandIn() as server, client(server) as model:
        server.then(does.ok(GOOD))
        with progress.told_to(lambda: heard.append(time.monotonic())):
            answer = await ask(model)
    assert (answer.value.model_dump(), answer.tokens, answer.estimated) == (GOOD, 120, False)
    assert server.calls[0].body["stream"] is True
    assert len(heard) > 4


async def test_what_falls_silent_in_its_midst_is_found_out_before_the_call_has_to_be_over() -> None:
    async with StandIn() as server, client(server, timeout_s=30.0, silence_s=1.0) as model:
        server.then(does.stall(GOOD), does.ok(GOOD))
        started = time.monotonic()
        answer = await ask(model)
    assert answer.value.model_dump() == GOOD
    assert len(server.calls) == 2
    assert time.monotonic() - started < 15


async def test_silence_to_the_end_is_a_504() -> None:
    async with StandIn() as server, client(server, silence_s=0.2) as model:
        server.otherwise(does.stall(GOOD))
        with pytest.raises(UpstreamTimedOut):
            await ask(model)
    assert len(server.calls) == 4


async def test_who_thinks_long_before_the_first_token_is_not_silent() -> None:
    async with StandIn() as server, client(server, silence_s=1.0) as model:
        server.then(does.slow(2.0, GOOD))
        assert (await ask(model)).value.model_dump() == GOOD
    assert len(server.calls) == 1


async def test_a_long_answer_is_limited_by_silence_and_not_by_the_whole() -> None:
    async with StandIn() as server, client(server, timeout_s=0.3) as model:
        server.then(does.drip(GOOD))
        started = time.monotonic()
        assert (await ask(model)).value.model_dump() == GOOD
    assert time.monotonic() - started > 0.3


async def test_a_stream_that_never_ends_meets_a_limit_too_and_is_not_begun_anew() -> None:
    async with StandIn() as server, client(server, timeout_s=0.3, stream_s=0.3) as model:
        server.otherwise(does.drip(GOOD))
        with pytest.raises(UpstreamTimedOut):
            await ask(model)
    assert len(server.calls) == 1


@pytest.mark.parametrize(
    "broken",
    [
        does.half(),
        does.ends_early(),
        does.garbled(),
        does.breaks_in_stream({"message": "overloaded", "type": "server_error"}),
        does.breaks_in_stream({"message": "slow down", "code": 429}),
    ],
    ids=["reset", "ended early", "garbled", "an error", "an error with a status"],
)
async def test_a_stream_that_breaks_is_asked_for_again(broken: Behaviour) -> None:
    async with StandIn() as server, client(server) as model:
        server.then(broken, does.ok(GOOD))
        assert (await ask(model)).value.model_dump() == GOOD
    assert len(server.calls) == 2


async def test_a_stream_that_says_what_cannot_get_better_is_not_repeated() -> None:
    async with StandIn() as server, client(server) as model:
        server.then(does.breaks_in_stream({"message": "no such model", "code": 404}))
        with pytest.raises(UpstreamFailed) as failed:
            await ask(model)
    assert (failed.value.code, len(server.calls)) == ("model_rejected", 1)


async def test_a_server_that_says_all_and_does_not_hang_up_has_answered() -> None:
    async with StandIn() as server, client(server, silence_s=1.0) as model:
        server.then(does.never_hangs_up(GOOD))
        answer = await ask(model)
    assert (answer.value.model_dump(), answer.tokens) == (GOOD, 120)


async def test_a_server_that_answers_whole_is_read_whole() -> None:
    async with StandIn() as server, client(server) as model:
        server.then(does.whole(GOOD))
        answer = await ask(model)
    assert (answer.value.model_dump(), answer.tokens, len(server.calls)) == (GOOD, 120, 1)


async def test_a_server_that_refuses_to_stream_is_asked_without_from_then_on() -> None:
    async with StandIn() as server, client(server) as model:
        server.otherwise(does.no_stream("stream", GOOD))
        assert [(await ask(model)).tokens for _ in range(2)] == [120, 120]
    assert [call.body.get("stream", False) for call in server.calls] == [True, False, False]


async def test_one_that_does_not_know_the_count_streams_without_it() -> None:
    async with StandIn() as server, client(server) as model:
        server.otherwise(does.no_stream("stream_options", GOOD))
        answer = await ask(model)
        assert (await ask(model)).value.model_dump() == GOOD
    assert answer.estimated
    assert [("stream_options" in call.body, call.body.get("stream")) for call in server.calls] == [
        (True, True),
        (False, True),
        (False, True),
    ]


async def test_a_format_that_is_refused_is_no_refusal_to_stream() -> None:
    async with StandIn() as server, client(server) as model:
        server.then(does.no_format(), does.ok(GOOD))
        assert (await ask(model)).value.model_dump() == GOOD
    assert [call.body.get("stream") for call in server.calls] == [True, True]
