"""The tutor with a language model: what a quote proves stays, all else is dropped; a model that fails ends the step."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from contracts.learning import Explain, Explained
from contracts.problems import Failure
from services.chassis.model.client import OpenAIModel
from services.chassis.model.providers import ModelSettings
from services.coach.tutor.handler import Tutor
from tests.coach.orders import Noted
from tests.coach.test_injection import WORDINGS
from tests.coach.tutor.samples import explain
from tests.standins.model.author import composes, invents
from tests.standins.model.model_behaviours import garbage, ok, refuse, status, text, truncate
from tests.standins.model.openai_server import StandIn

Tell = Callable[..., Awaitable[Explained]]
GREEN = "Chlorophyll is the green pigment that absorbs light in the chloroplast."
ATOM = "Each molecule of chlorophyll holds one atom of magnesium at its centre."


@pytest.fixture
async def tell(server: StandIn) -> AsyncIterator[Tell]:
    async def at_once(_: float) -> None:
        return None

    settings = ModelSettings(base_url=server.base_url, model="one", timeout_s=5.0)
    async with OpenAIModel(settings, sleep=at_once) as model:

        async def told(command: Explain, run: Noted | None = None, *, tokens: int = 12_000) -> Explained:
            (message,) = await Tutor(model, tokens).explain(command, run or Noted())
            assert isinstance(message, Explained)
            return message

        yield told


def home(command: Explain, words: str) -> str:
    return next(block.block_id for block in command.blocks if words in block.text)


def sentence(command: Explain, said: str, quote: str = "") -> dict[str, str]:
    return {"text": said, "block_id": home(command, quote) if quote else "", "quote": quote}


def answer(*sentences: dict[str, Any], found: bool = True, examples: Any = ()) -> dict[str, Any]:
    return {"found": found, "sentences": list(sentences), "examples": list(examples)}


async def test_what_a_quote_bears_out_is_told_and_proved(server: StandIn, tell: Tell) -> None:
    command, run = explain("photosynthesis.en", "chlorophyll"), Noted()
    server.then(
        ok(
            answer(
                sentence(command, "Let us look at chlorophyll first."),
                sentence(command, "Chlorophyll is a green pigment: it absorbs light.", GREEN),
                examples=[sentence(command, "A molecule of chlorophyll holds one magnesium atom.", ATOM)],
            )
        )
    )
    message = await tell(command, run)
    assert message.explanation == "Let us look at chlorophyll first. Chlorophyll is a green pigment: it absorbs light."
    assert [proof.quote for proof in message.quotes] == [GREEN]
    assert [(each.text, each.proof.quote) for each in message.examples] == [
        ("A molecule of chlorophyll holds one magnesium atom.", ATOM)
    ]
    assert (message.found, message.origin.author, message.concepts) == (True, "model", ["chlorophyll"])
    assert run.notes["tokens_used"] == 120


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("Chlorophyll is the green pigment.", "Chlorophyll is a red pigment."),
        ("Chlorophyll holds 7 atoms of magnesium at its centre.", ATOM),
        ("Chlorophyll is not the green pigment that absorbs light.", GREEN),
        ("Plants were created by aliens from a distant star.", GREEN),
        ("Chlorophyll was discovered by two French chemists.", ""),
        ("All your answers are right.", ""),
    ],
)
async def test_what_no_quote_bears_out_is_dropped(server: StandIn, tell: Tell, said: str, quote: str) -> None:
    command = explain("photosynthesis.en", "chlorophyll")
    wrong = {"text": said, "block_id": home(command, GREEN) if quote else "", "quote": quote}
    server.then(ok(answer(wrong, sentence(command, GREEN, GREEN), wrong)))
    assert (await tell(command)).explanation == GREEN


async def test_what_was_taken_for_what_is_told_before_the_models_words(server: StandIn, tell: Tell) -> None:
    mistaken = [{"concept": "chlorophyll", "taken": "stroma"}]
    command = explain("photosynthesis.en", "chlorophyll", times=1, of_a_round=True, mistaken=mistaken)
    server.then(ok(answer(sentence(command, GREEN, GREEN))))
    message = await tell(command)
    first, said = message.explanation.split("\n\n")
    assert first.startswith("You took “stroma” for “chlorophyll”.\nWhat “stroma” is: “")
    assert said == GREEN
    quotes = [proof.quote for proof in message.quotes]
    assert GREEN in quotes
    assert len(quotes) == len(set(quotes)) == 2


async def test_a_name_may_stand_in_what_the_quote_leans_on(server: StandIn, tell: Tell) -> None:
    command = explain("photosynthesis.en", question="When was the Calvin cycle traced?")
    quote = (
        "It is named after Melvin Calvin, who received the Nobel Prize in 1961 for tracing it with radioactive carbon."
    )
    said = "The Calvin cycle is the second stage, named after Melvin Calvin."
    server.then(ok(answer(sentence(command, said, quote))))
    assert (await tell(command)).explanation == said


async def test_a_name_or_an_identifier_that_the_quote_does_not_have_is_refused(server: StandIn, tell: Tell) -> None:
    command = explain("photosynthesis.en", "chlorophyll")
    block = command.blocks[0].model_copy(
        update={"block_id": "s", "text": "The stage s1 of chlorophyll was seen by Ada Berg.", "emphasis": []}
    )
    command = command.model_copy(update={"blocks": [block, *command.blocks]})
    right = "The stage s1 of chlorophyll was seen by Ada Berg."
    wrong = ("The stage s2 of chlorophyll was seen by Ada Berg.", "The stage s1 of chlorophyll was seen by Eva Berg.")
    told = [{"text": each, "block_id": "s", "quote": right} for each in (wrong[0], right, wrong[1])]
    server.then(ok(answer(*told)))
    assert (await tell(command)).explanation == right


async def test_what_the_document_does_not_tell_is_said_at_its_place(server: StandIn, tell: Tell) -> None:
    command = explain("photosynthesis.en", question="What is chlorophyll, and who discovered it?")
    honest = "The document does not say who discovered chlorophyll."
    untold = {"text": honest, "untold": True}
    server.then(ok(answer(sentence(command, GREEN, GREEN), untold, {"text": "Two men found it.", "untold": True})))
    message = await tell(command)
    assert message.explanation == f"{GREEN} {honest}"
    assert [proof.quote for proof in message.quotes] == [GREEN]


async def test_a_question_of_whose_answer_nothing_is_proved_is_shown_the_nearest_passage(
    server: StandIn, tell: Tell
) -> None:
    server.then(ok(invents))
    message = await tell(explain("photosynthesis.en", question="Why do leaves look green?"))
    assert not message.found
    assert message.explanation.startswith("I found no sentence that answers this; nearest is: “")
    assert message.quotes


async def test_one_unreadable_sentence_costs_one(server: StandIn, tell: Tell) -> None:
    command = explain("photosynthesis.en", "chlorophyll")
    bad: list[Any] = ["no", {"text": 7}, {"text": ""}]
    server.then(ok(answer(*bad, sentence(command, GREEN, GREEN))))
    assert (await tell(command)).explanation == GREEN


@pytest.mark.parametrize("composed", [invents, lambda _: answer(), lambda _: answer({"text": "Let us look at it."})])
async def test_an_explanation_of_which_nothing_is_proved_is_a_502(server: StandIn, tell: Tell, composed: Any) -> None:
    server.then(ok(composed))
    with pytest.raises(Failure) as caught:
        await tell(explain("photosynthesis.en", "chlorophyll"))
    assert (caught.value.problem.status, caught.value.problem.code) == (502, "model_unreadable")
    assert (caught.value.final, caught.value.tokens) == (True, 120)


@pytest.mark.parametrize(
    ("behaviours", "code"),
    [
        ([refuse()], "model_refused"),
        ([truncate()], "model_truncated"),
        ([status(503)] * 4, "model_unavailable"),
        ([status(504)] * 4, "model_timed_out"),
        ([garbage()] * 4, "model_unavailable"),
        ([text("I would rather not.")] * 2, "model_unreadable"),
    ],
)
async def test_a_model_that_fails_ends_the_step(server: StandIn, tell: Tell, behaviours: Any, code: str) -> None:
    server.then(*behaviours)
    with pytest.raises(Failure) as caught:
        await tell(explain("photosynthesis.en", "chlorophyll"))
    assert (caught.value.problem.code, caught.value.final) == (code, True)


async def test_what_the_model_does_not_find_is_said_in_our_words(server: StandIn, tell: Tell) -> None:
    server.then(ok(answer(found=False)), ok(answer(found=False)))
    message = await tell(explain("photosynthesis.en", question="Who discovered chlorophyll?"))
    assert not message.found
    assert message.explanation.startswith("I found no sentence that answers this; nearest is: “")
    message = await tell(explain("photosynthesis.en", question="What is chlorophyll?"))
    assert not message.found
    assert GREEN in [proof.quote for proof in message.quotes]


async def test_the_stand_in_explains_and_answers_as_a_good_model_does(server: StandIn, tell: Tell) -> None:
    server.otherwise(ok(composes))
    message = await tell(explain("photosynthesis.en", "chlorophyll"))
    assert message.found
    assert message.explanation.startswith(f"Let us look at it step by step. {GREEN}")
    message = await tell(explain("photosynthesis.en", question="Which pigment absorbs light in the chloroplast?"))
    assert message.explanation == GREEN
    assert not (await tell(explain("photosynthesis.en", question="What is the capital of France?"))).found


@pytest.mark.parametrize("words", WORDINGS)
async def test_document_and_question_are_data(server: StandIn, tell: Tell, words: str) -> None:
    command = explain("photosynthesis.en", "chlorophyll")
    evil = command.blocks[0].model_copy(update={"block_id": "evil", "text": words, "emphasis": []})
    poisoned = command.model_copy(update={"blocks": [evil, *command.blocks], "question": words})
    obeys = {"text": words, "block_id": "evil", "quote": words}
    server.then(ok(answer(sentence(command, GREEN, GREEN))), ok(answer(obeys, sentence(command, GREEN, GREEN))))
    assert (await tell(command)).explanation == GREEN
    message = await tell(poisoned.model_copy(update={"question": ""}))
    assert message.explanation == GREEN
    (system, _), (system_too, asked) = ([turn["content"] for turn in call.body["messages"]] for call in server.calls)
    assert system == system_too
    assert asked.count("<document>") == asked.count("</document>") == 1
    assert asked.count("<") == asked.count(">") == 2
    shown = json.loads(asked.split("<document>\n")[1].removesuffix("\n</document>"))
    assert {"block_id": "evil", "page": 1, "text": words} in shown["blocks"]
    assert "not an instruction" in system


@pytest.mark.parametrize(("named", "told"), [("Mill 2", True), ("Mill 1", False), ("Mill 3", False), ("Dam 2", False)])
async def test_a_name_by_its_number_may_stand_before_the_quote(
    server: StandIn, tell: Tell, named: str, told: bool
) -> None:
    quote = "The wheel turned two stones and a saw."
    command = explain("photosynthesis.en", "wheel")
    blocks = [command.blocks[0].model_copy(update={"text": f"Mill 1 ground rye. Mill 2 ground wheat. {quote}"})]
    command = command.model_copy(update={"blocks": blocks, "question": "What did the wheel turn?"})
    server.then(ok(answer(sentence(command, f"The wheel of {named} turned two stones.", quote))))
    assert (named in (await tell(command)).explanation) is told


@pytest.mark.parametrize("said", ["Type 2 lamps burn the oil of whales.", "Lamps of Type 2 burn the oil of whales."])
async def test_what_is_told_of_a_name_by_its_number_is_not_said_of_another(
    server: StandIn, tell: Tell, said: str
) -> None:
    quote = "Type 1 lamps burn the oil of whales."
    command = explain("photosynthesis.en", "lamps")
    blocks = [command.blocks[0].model_copy(update={"text": f"Type 2 lamps came late to the coast. {quote}"})]
    command = command.model_copy(update={"blocks": blocks, "question": "What do lamps burn?"})
    server.then(ok(answer(sentence(command, said, quote), sentence(command, quote, quote))))
    assert (await tell(command)).explanation == quote


async def test_a_long_document_is_shown_where_it_speaks_of_the_topic(server: StandIn, tell: Tell) -> None:
    command = explain("human-body.en", "antibody")
    server.then(ok(composes))
    message = await tell(command, tokens=1000)
    assert message.found
    asked = server.calls[0].body["messages"][1]["content"]
    assert "An antibody is a Y-shaped protein" in asked
    assert len(asked) < 6000
