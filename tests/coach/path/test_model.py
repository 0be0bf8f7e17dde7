"""The path planner with a language model: only the document's own topics stay, and the rules stand behind it."""

from typing import Any

import pytest

from contracts.learning import PathPlanned, PlanPath
from contracts.problems import Failure
from services.chassis.model.client import OpenAIModel
from services.coach.path.handler import PathPlanner
from services.coach.path.rules import planned_of
from tests.coach.orders import Noted
from tests.coach.path.courses import PLACES, mastered, plan, weak
from tests.coach.test_injection import WORDINGS
from tests.standins.model.author import composes
from tests.standins.model.model_behaviours import fenced, ok, refuse, status, text
from tests.standins.model.openai_server import StandIn

GOOD = {
    "learning_path": ["Charge", "circuits", "power"],
    "next_topic": "charge",
    "path_reasoning": "You stand at 40 % in charge (page 2), and all of Circuits builds on it.",
    "remediation": ["Read page 2 again, where charge is told.", "Buy a new book."],
}


async def planned(model: OpenAIModel, command: PlanPath, run: Noted | None = None) -> PathPlanned:
    (message,) = await PathPlanner(model).plan(command, run or Noted())
    assert isinstance(message, PathPlanned)
    return message


async def test_topics_are_named_as_the_document_does_and_others_are_dropped(
    server: StandIn, model: OpenAIModel
) -> None:
    run = Noted()
    server.then(ok({**GOOD, "learning_path": ["magnets", "atom", *GOOD["learning_path"], "charge"]}))
    message = await planned(model, plan(mastered("atom"), weak("charge")), run)
    assert message.learning_path == ["charge", "Circuits", "power"]
    assert (message.next_topic, message.path_reasoning) == ("charge", GOOD["path_reasoning"])
    assert message.remediation == []
    assert run.notes["reasoning"].startswith("model:one")
    assert run.notes["tokens_used"] == 120


async def test_advice_that_names_nothing_of_the_document_is_dropped(server: StandIn, model: OpenAIModel) -> None:
    server.then(ok(GOOD), ok({**GOOD, "remediation": ["Buy a new book."]}))
    command = plan(mastered("atom"), weak("charge"), reason="remediation", topic="charge")
    assert (await planned(model, command)).remediation == [GOOD["remediation"][0]]
    assert (await planned(model, command)).remediation == list(planned_of(command).remediation)


async def test_a_next_topic_off_the_path_is_the_first_of_it(server: StandIn, model: OpenAIModel) -> None:
    server.then(ok({**GOOD, "next_topic": "magnets"}))
    assert (await planned(model, plan())).next_topic == "charge"


async def test_what_nobody_asks_about_is_dropped_and_what_may_not_be_told_is_never_next(
    server: StandIn, model: OpenAIModel
) -> None:
    server.then(ok(GOOD), ok({**GOOD, "learning_path": ["charge"]}))
    message = await planned(model, plan(mastered("atom"), left_out=["power"], untold=["charge"]))
    assert (message.learning_path, message.next_topic) == (["Circuits", "charge"], "Circuits")
    message = await planned(model, plan(mastered("atom"), untold=["charge"]))
    assert (message.learning_path, message.next_topic) == (["charge"], "charge")


@pytest.mark.parametrize("bad", [{"learning_path": ["magnets"]}, {"learning_path": []}, {"path_reasoning": " "}])
async def test_after_one_more_try_the_rules_plan_stands(server: StandIn, model: OpenAIModel, bad: Any) -> None:
    run, command = Noted(), plan(weak("atom"))
    server.then(ok({**GOOD, **bad}), ok({**GOOD, **bad}))
    message = await planned(model, command, run)
    assert message.learning_path == planned_of(command).path
    assert message.path_reasoning == planned_of(command).reasoning
    assert len(server.calls) == 2
    assert run.notes["reasoning"].startswith("rule:path:v1")
    assert run.notes["tokens_used"] == 240
    server.then(ok({**GOOD, **bad}), ok(GOOD))
    assert (await planned(model, command)).path_reasoning == GOOD["path_reasoning"]


@pytest.mark.parametrize(
    ("behaviours", "code"),
    [
        ([refuse()], "model_refused"),
        ([status(503)] * 4, "model_unavailable"),
        ([text("Let me think about it.")] * 2, "model_unreadable"),
    ],
)
async def test_a_model_that_fails_ends_the_step(
    server: StandIn, model: OpenAIModel, behaviours: Any, code: str
) -> None:
    server.then(*behaviours)
    with pytest.raises(Failure) as caught:
        await planned(model, plan())
    assert (caught.value.problem.code, caught.value.final) == (code, True)


async def test_nobody_is_asked_when_all_is_mastered(server: StandIn, model: OpenAIModel) -> None:
    message = await planned(model, plan(*(mastered(place.concept) for place in PLACES)))
    assert message.learning_path == []
    assert server.calls == []


async def test_the_stand_in_plans_as_a_good_model_does(server: StandIn, model: OpenAIModel) -> None:
    server.then(ok(composes), fenced(composes))
    for _ in range(2):
        message = await planned(model, plan(mastered("atom"), reason="remediation", topic="charge"))
        assert message.next_topic == "charge"
        assert message.path_reasoning == "Begin with 'charge' on page 2, since the rest builds on it."
        assert message.remediation[0] == "Read page 2 again, where 'charge' is told."


@pytest.mark.parametrize("words", WORDINGS)
async def test_goals_and_topics_are_data(server: StandIn, model: OpenAIModel, words: str) -> None:
    server.then(ok({**GOOD, "learning_path": [words, "charge"], "next_topic": words}))
    message = await planned(model, plan(goals=[words], topic=words))
    assert message.learning_path == ["charge"]
    assert words not in server.calls[0].body["messages"][0]["content"]
