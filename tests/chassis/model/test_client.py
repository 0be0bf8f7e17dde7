"""The model client against a real local server: the shape it asks for, what it reads, tokens, cost, budget."""

from decimal import Decimal

import pytest

from services.chassis.model.failures import (
    BudgetSpent,
    ModelRefused,
    ModelRejected,
    ModelTruncated,
    ModelUnreadable,
)
from tests.chassis.model.asking import GOOD, Clock, Configure, Digest, ask, formats, models
from tests.standins.model import model_behaviours as does
from tests.standins.model.openai_server import StandIn


async def test_an_answer_comes_with_its_tokens_and_the_model_that_gave_it(
    model_server: StandIn, client: Configure
) -> None:
    model_server.then(does.ok(GOOD, usage=(70, 12)))
    answer = await ask(client(price_in=2.0, price_out=10.0))
    assert answer.value == Digest(**GOOD)
    assert (answer.tokens, answer.model, answer.estimated) == (82, "one-stand-in", False)
    assert answer.cost == Decimal("0.00026")


async def test_the_first_request_enforces_a_strict_schema_and_always_limits_the_answer(
    model_server: StandIn, client: Configure
) -> None:
    await ask(client())
    body = model_server.calls[0].body
    assert body["max_tokens"] == 500
    assert body["response_format"]["json_schema"]["strict"] is True
    schema = body["response_format"]["json_schema"]["schema"]
    assert schema["required"] == ["summary", "score"]
    assert schema["additionalProperties"] is False
    assert "maximum" not in schema["properties"]["score"]
    assert [message["content"] for message in body["messages"]] == ["Digest.", "TEXT"]


async def test_a_server_that_counts_no_tokens_is_counted_for_and_says_so(
    model_server: StandIn, client: Configure
) -> None:
    model_server.then(does.ok(GOOD, usage=None))
    answer = await ask(client())
    assert answer.estimated
    assert 10 < answer.tokens < 40
    assert answer.cost is None


async def test_the_role_chooses_the_model(model_server: StandIn, client: Configure) -> None:
    model = client(models={"coach": "large"})
    await ask(model)
    await model.ask(role="coach", system="s", user="u", schema=Digest)
    assert models(model_server) == ["one", "large"]


@pytest.mark.parametrize("refusal", [does.refuse(), does.filtered(), does.status(400, code="content_filter")])
async def test_a_refusal_is_final_and_says_so(
    refusal: does.Behaviour, model_server: StandIn, client: Configure
) -> None:
    model_server.otherwise(refusal)
    with pytest.raises(ModelRefused) as failed:
        await ask(client())
    assert (failed.value.code, len(model_server.calls)) == ("model_refused", 1)
    assert failed.value.tokens == (0 if refusal.status == 400 else 120)


async def test_a_truncated_answer_is_final_even_when_it_happens_to_be_readable(
    model_server: StandIn, client: Configure
) -> None:
    whole = does.Behaviour(make=lambda _: GOOD, finish_reason="length")
    model_server.then(does.truncate(GOOD), whole)
    for _ in range(2):
        with pytest.raises(ModelTruncated) as failed:
            await ask(client())
        assert failed.value.tokens == 120
    assert len(model_server.calls) == 2


async def test_a_server_that_refuses_schemas_is_asked_for_an_object_and_then_by_prompt_alone(
    model_server: StandIn, client: Configure, clock: Clock
) -> None:
    model_server.then(does.no_format("json_schema"), does.no_format("json_object"), does.ok(GOOD))
    model = client()
    await ask(model)
    assert formats(model_server) == ["json_schema", "json_object", None]
    for call in model_server.calls[1:]:
        assert '"summary"' in call.body["messages"][0]["content"]
    await ask(model)
    assert formats(model_server)[3:] == [None]
    assert clock.waits == []


async def test_what_a_server_understands_is_remembered_by_model(model_server: StandIn, client: Configure) -> None:
    model_server.then(does.no_format(), does.ok(GOOD))
    model = client(models={"coach": "other"})
    await ask(model)
    await model.ask(role="coach", system="s", user="u", schema=Digest)
    await ask(model)
    assert formats(model_server) == ["json_schema", "json_object", "json_schema", "json_object"]


async def test_a_server_that_ignores_the_schema_is_read_all_the_same_and_asked_in_words_from_then_on(
    model_server: StandIn, client: Configure
) -> None:
    model_server.otherwise(does.fenced(GOOD))
    model = client()
    for _ in range(3):
        assert (await ask(model)).value.score == 3
    assert formats(model_server) == ["json_schema", "json_object", None]


async def test_thinking_aloud_is_left_away_and_is_no_disobedience(model_server: StandIn, client: Configure) -> None:
    model_server.otherwise(does.thinking(GOOD))
    model = client()
    for _ in range(2):
        assert (await ask(model)).value.score == 3
    assert formats(model_server) == ["json_schema", "json_schema"]


async def test_an_answer_out_of_its_schema_is_asked_for_once_more_with_the_error(
    model_server: StandIn, client: Configure
) -> None:
    model_server.then(does.ok({"summary": "s", "score": 11}), does.ok(GOOD))
    answer = await ask(client())
    assert answer.tokens == 240
    again = model_server.calls[1].body
    assert "score: Input should be less than or equal to 10" in again["messages"][1]["content"]
    assert '"maximum":10' in again["messages"][0]["content"]
    assert formats(model_server) == ["json_schema", "json_schema"]  # a range is not enforced: no sign of ignorance


async def test_an_answer_without_a_field_shows_that_the_schema_was_ignored(
    model_server: StandIn, client: Configure
) -> None:
    model_server.then(does.ok({"summary": "s"}), does.ok(GOOD))
    await ask(client())
    assert formats(model_server) == ["json_schema", "json_object"]


@pytest.mark.parametrize("bad", [does.ok({"score": 1}), does.text("I would rather not."), does.text("")])
async def test_a_second_unreadable_answer_ends_the_ask(
    bad: does.Behaviour, model_server: StandIn, client: Configure, clock: Clock
) -> None:
    model_server.otherwise(bad)
    with pytest.raises(ModelUnreadable) as failed:
        await ask(client())
    assert (len(model_server.calls), clock.waits) == (2, [])
    assert (failed.value.code, failed.value.status, failed.value.tokens) == ("model_unreadable", 502, 240)


async def test_a_server_that_knows_the_limit_by_its_other_name_gets_it(
    model_server: StandIn, client: Configure
) -> None:
    wrong = does.status(400, code="unsupported_parameter", message="'max_tokens': use 'max_completion_tokens'")
    model_server.when(lambda body: "max_tokens" in body, wrong)
    model = client()
    await ask(model)
    await ask(model)
    assert ["max_tokens" in call.body for call in model_server.calls] == [True, False, False]
    assert model_server.calls[1].body["max_completion_tokens"] == 500


async def test_an_answer_limit_that_no_name_helps_is_rejected(model_server: StandIn, client: Configure) -> None:
    model_server.otherwise(does.status(400, message="max_tokens and max_completion_tokens are too large"))
    with pytest.raises(ModelRejected):
        await ask(client())
    assert len(model_server.calls) == 2


async def test_a_session_that_has_spent_its_tokens_sends_nothing_more(model_server: StandIn, client: Configure) -> None:
    model = client(session_tokens=200)
    await ask(model, session="a")
    await ask(model, session="a")
    with pytest.raises(BudgetSpent) as failed:
        await ask(model, session="a")
    assert (failed.value.code, failed.value.status, failed.value.final) == ("model_budget", 502, True)
    assert len(model_server.calls) == 2
    await ask(model, session="b")
    with pytest.raises(BudgetSpent):
        await model.ask(role="coach", system="s", user="u", schema=Digest, session="c", spent=200)
    assert len(model_server.calls) == 3
