"""What a run's models took: every call that was answered, exactly, by role and model, also where the run failed."""

import asyncio
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from uuid import UUID

import pytest

from contracts.agents import Spent
from contracts.message import Message
from contracts.reading import ReadDocument
from contracts.session import StepFailed
from services.chassis.broker.outgoing import Outgoing
from services.chassis.model.client import OpenAIModel
from services.chassis.model.failures import ModelError
from services.chassis.model.providers import ModelNotUsable, ModelSettings
from services.chassis.model.spending import Tally, plain, tallied
from services.chassis.storage.blobs import Blobs
from services.chassis.worker.handlers import Handler, Run
from services.chassis.worker.worker import Worker
from tests.chassis.model.asking import GOOD, Configure, Digest, ask
from tests.chassis.worker.commands import command
from tests.standins.model import model_behaviours as does
from tests.standins.model.model_behaviours import Behaviour
from tests.standins.model.openai_server import StandIn


async def test_sums_of_money_are_exact(model_server: StandIn, client: Configure) -> None:
    """0.1 + 0.1 + 0.1 is 0.30000000000000004 in binary fractions."""
    model, tally = client(price_in="0.1", price_out="0.2"), Tally()
    model_server.otherwise(does.ok(GOOD, usage=(1_000_000, 1_000_000)))
    with tallied(tally):
        await asyncio.gather(*(ask(model) for _ in range(10)))
    told = Spent(role="reader", model="one", tokens_in=10**7, tokens_out=10**7, cost="3", currency="USD")
    assert (tally.spent(), tally.tokens) == ([told], 2 * 10**7)


@pytest.mark.parametrize(
    ("bad", "calls"),
    [(does.refuse(), 1), (does.truncate(GOOD), 1), (does.text("Hm, well."), 2)],
    ids=["refused", "cut off", "unreadable twice"],
)
async def test_a_call_that_failed_with_an_answer_is_paid_for(
    bad: Behaviour, calls: int, model_server: StandIn, client: Configure
) -> None:
    tally = Tally()
    model_server.otherwise(bad)
    with tallied(tally), pytest.raises(ModelError):
        await ask(client(price_in="2", price_out="10"))
    (told,) = tally.spent()
    assert (told.tokens_in, told.tokens_out) == (100 * calls, 20 * calls)
    assert Decimal(told.cost or 0) == Decimal(100 * calls * 2 + 20 * calls * 10) / 1_000_000


async def test_the_second_model_has_a_line_and_a_price_of_its_own(model_server: StandIn, client: Configure) -> None:
    prices = {"one": ("1", "2"), "two": ("10", "20")}
    tally = Tally()
    model_server.when(lambda body: body["model"] == "one", does.refuse()).otherwise(does.ok(GOOD))
    with tallied(tally):
        with pytest.raises(ModelError):
            await ask(client(prices=prices))
        await client(prices=prices, model="two").ask(role="coach", system="s", user="u", schema=Digest)
    lines = [(each.role, each.model, each.cost) for each in tally.spent()]
    assert lines == [("reader", "one", "0.00014"), ("coach", "two", "0.0014")]


async def test_without_a_price_tokens_are_told_and_no_cost(model_server: StandIn, client: Configure) -> None:
    tally = Tally()
    with tallied(tally):
        await ask(client())
    assert tally.spent() == [Spent(role="reader", model="one", tokens_in=100, tokens_out=20)]


def test_a_run_that_asked_no_model_has_spent_nothing() -> None:
    assert (Tally().spent(), Tally().tokens) == ([], None)


@pytest.mark.parametrize("amount", ["0", "0.5", "10", "100.25", "1E-7", "3.10", "1E+2"])
def test_amounts_are_digits_alone(amount: str) -> None:
    assert Decimal(plain(Decimal(amount))) == Decimal(amount)
    assert Spent(role="r", model="m", tokens_in=1, tokens_out=1, cost=plain(Decimal(amount))).cost


async def test_runs_side_by_side_have_a_tally_each_and_a_failed_one_tells_its_own(
    model_server: StandIn, client: Configure, tmp_path: Path
) -> None:
    model, sent = client(price_in="1", price_out="1"), list[Outgoing]()
    model_server.when(lambda body: "fail" in str(body), does.refuse()).otherwise(does.ok(GOOD))

    async def handle(message: ReadDocument, run: Run) -> Sequence[Message]:
        await model.ask(role="reader", system="well", user="u", schema=Digest)
        await model.ask(role="reader", system="fail", user="u", schema=Digest)
        raise AssertionError

    async def publish(messages: Sequence[Outgoing]) -> None:
        sent.extend(messages)

    worker = Worker(
        "reader", [Handler(ReadDocument, handle, "reader", dear=False, limit_s=5)], publish, Blobs(tmp_path)
    )
    await asyncio.gather(*(worker.handle(command(id=UUID(int=number))) for number in range(3)))
    for answer in sent:
        failed = StepFailed.read(answer.value)
        assert failed.run
        assert failed.run.errors
        assert failed.run.tokens_used == failed.tokens_used == 240
        (line,) = failed.run.spending
        assert (line.model, line.tokens_in, line.tokens_out, line.cost) == ("one", 200, 40, "0.00024")
    assert len(sent) == 3


def settings(**environ: str) -> ModelSettings:
    found = ModelSettings.from_env(environ={"APP_LLM_PROVIDER": "local", **environ})
    assert found is not None
    return found


def test_prices_are_by_model_and_win_over_the_price_of_all() -> None:
    found = settings(
        PENSUM_MODEL_PRICE_IN="0.10",
        PENSUM_MODEL_PRICE_OUT="0.40",
        PENSUM_MODEL_PRICES="meta/llama=v3:8b=1.25/10, small=0/0",
        PENSUM_MODEL_CURRENCY="NOK",
    )
    assert found.price_of("meta/llama=v3:8b") == (Decimal("1.25"), Decimal(10))
    assert found.price_of("small") == (Decimal(0), Decimal(0))
    assert found.price_of("any other") == (Decimal("0.10"), Decimal("0.40"))
    assert (found.currency, found.models, settings().price_of("any")) == ("NOK", {}, None)


@pytest.mark.parametrize(
    "environ",
    [
        {"PENSUM_MODEL_PRICE_IN": "1"},
        {"PENSUM_MODEL_PRICES": "small"},
        {"PENSUM_MODEL_PRICES": "small=1"},
        {"PENSUM_MODEL_PRICES": "=1/2"},
        {"PENSUM_MODEL_PRICES": "small=1/-2"},
        {"PENSUM_MODEL_PRICES": "small=1/nan"},
    ],
)
def test_a_price_that_cannot_be_read_is_a_mistake(environ: dict[str, str]) -> None:
    with pytest.raises(ModelNotUsable, match="PENSUM_MODEL_PRICE"):
        settings(**environ)


async def test_the_session_budget_is_apart_from_any_run(model_server: StandIn, client: Configure) -> None:
    model: OpenAIModel = client(session_tokens=200)
    await ask(model, "s")
    with tallied(tally := Tally()):
        await ask(model, "s")
        with pytest.raises(ModelError):
            await ask(model, "s")
    assert tally.tokens == 120
