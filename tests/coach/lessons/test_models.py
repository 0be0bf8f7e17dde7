"""Planner and executor with a language model: what does not hold is asked once more, then the rules' words are told."""

from typing import Any

import pytest

from contracts.lessons import LessonPlanned, PlanLesson, TeachTurn, TurnTaught
from contracts.problems import Failure
from services.chassis.model.client import OpenAIModel
from services.coach.lessons.executor import Executor
from services.coach.lessons.planner import Planner
from services.coach.lessons.planning import planned_of
from services.coach.lessons.turn import turned
from tests.coach.lessons.courses import after, plan_lesson, replan, steps_of, teach
from tests.coach.orders import Noted
from tests.standins.model.author import composes
from tests.standins.model.model_behaviours import fenced, ok, refuse, status, text
from tests.standins.model.openai_server import StandIn

QUOTE = "A cake that is cut into four equal parts shows the denominator 4."
SAID = "A cake in four equal parts shows the denominator 4."


async def taught(model: OpenAIModel, command: TeachTurn, run: Noted | None = None) -> TurnTaught:
    (message,) = await Executor(model, 12_000).teach(command, run or Noted())
    assert isinstance(message, TurnTaught)
    return message


async def planned(model: OpenAIModel, command: PlanLesson, run: Noted | None = None) -> LessonPlanned:
    (message,) = await Planner(model).plan(command, run or Noted())
    assert isinstance(message, LessonPlanned)
    return message


def sentence(said: str = SAID, quote: str = QUOTE, block_id: str = "b01", **more: Any) -> dict[str, Any]:
    return {"text": said, "quote": quote, "block_id": block_id if quote else "", **more}


def turn(*sentences: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"sentences": list(sentences or [sentence()]), **more}


def document(**more: Any) -> TeachTurn:
    return teach(guideline="", **more)


def step(**more: Any) -> dict[str, Any]:
    return {
        "type": "explain",
        "title": "The water falls",
        "description": "What an ebb is.",
        "teaching_approach": "With a harbour.",
        "success_criteria": "One right answer.",
        "concepts": ["EBB"],
        "needed": 1,
        **more,
    }


def plan(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"todo_list": list(steps), "reasoning": "So it is."}


PLAN = plan(step(), step(type="check", title="Do you see it"), step(type="practice", title="Use it", needed=3))


async def test_a_turn_has_the_feedback_the_models_sentences_and_the_houses_question(
    server: StandIn, model: OpenAIModel
) -> None:
    run = Noted()
    opinions = {
        "hints": ["Think of slices.", "It is smaller."],
        "mastery_signal": "adequate",
        "mastery_updates": [{"concept": "denominator", "score": 0.7}],
        "misconceptions_detected": ["unknown"],
        "advance_to_step": 9,
        "turn_summary": "cake",
        "reasoning": "because it is smaller",
        "question_asked": "How does each part become? Choose one.",
    }
    server.then(ok(turn(**opinions)))
    message = await taught(model, document(feedback="Good."), run)
    assert message.message.startswith(f"Good.\n\n{SAID}\n\nHow does each part become? Choose one.\na) larger")
    assert [proof.quote for proof in message.quotes] == [QUOTE]
    assert [hint.text for hint in message.hints] == ["Think of slices."]
    assert (message.origin.author, message.mastery_signal) == ("model", "adequate")
    assert message.mastery_updates == {"denominator": 0.7}
    assert message.misconceptions_detected == []
    assert message.advance_to_step is None
    assert message.turn_summary.endswith("cake")
    assert "smaller" not in f"{message.reasoning} {run.notes['output'].partition('How does')[0]}"
    assert message.expected_answer == "smaller"
    assert run.notes["tokens_used"] == 120


BAD = {
    "asks itself": turn(sentence(), sentence("Do you see?", "")),
    "answers": turn(sentence(), sentence("Then each part is smaller.", "")),
    "another question": turn(question_asked="What is a cake?"),
    "ourselves": turn(sentence("The student's answer shows the denominator 4.")),
    "proof": turn(sentence("A part changes.", "The larger the denominator is, the smaller each part becomes.", "b02")),
    "invented": turn(sentence("A cake has 7 parts.", QUOTE)),
    "nowhere": turn(sentence(SAID, "A pie shows it.")),
    "nothing": turn(sentence("", "")),
    "twice": turn(sentence(), sentence()),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
async def test_what_does_not_hold_is_asked_once_more_then_the_rules_turn_is_told(
    server: StandIn, model: OpenAIModel, bad: Any
) -> None:
    command, run = document(), Noted()
    server.then(ok(bad), ok(bad))
    message = await taught(model, command, run)
    assert message.message == turned(command).text("en")
    assert message.origin.author == "offline"
    assert "in the place of a model's turn; refused 2: " in run.notes["reasoning"]
    assert len(server.calls) == 2
    assert run.notes["tokens_used"] == 240
    assert "Your last turn was not told, because " in server.calls[1].body["messages"][1]["content"]


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
async def test_the_second_try_may_hold(server: StandIn, model: OpenAIModel, bad: Any) -> None:
    run = Noted()
    server.then(ok(bad), ok(turn()))
    message = await taught(model, document(), run)
    assert message.message.startswith(SAID)
    assert "refused 1: " in run.notes["reasoning"]


async def test_a_told_sentence_is_not_told_again(server: StandIn, model: OpenAIModel) -> None:
    server.then(ok(turn()), ok(turn()), ok(turn()))
    command = document()
    command = after(command, await taught(model, command), directive="again")
    message = await taught(model, command)
    assert message.origin.author == "offline"
    assert SAID not in message.message


async def test_what_leaked_is_asked_for_with_a_word_about_it(server: StandIn, model: OpenAIModel) -> None:
    server.then(ok(turn()))
    await taught(model, document(leaked=True))
    assert "it told what is not to be told" in server.calls[0].body["messages"][1]["content"]


async def test_in_a_guidelines_lesson_a_sentence_needs_no_quote(server: StandIn, model: OpenAIModel) -> None:
    server.then(ok(turn(sentence("Imagine four friends who share a pizza.", ""))))
    assert (await taught(model, teach())).message.startswith("Imagine four friends who share a pizza.")


@pytest.mark.parametrize("directive", ["repeat", "intervene"])
async def test_a_model_is_not_asked_for_what_the_house_says_best(
    server: StandIn, model: OpenAIModel, directive: Any
) -> None:
    assert (await taught(model, document(directive=directive))).origin.author == "offline"
    assert server.calls == []


async def test_how_a_lesson_went_needs_no_quote_and_asks_nothing(server: StandIn, model: OpenAIModel) -> None:
    server.then(ok(turn(sentence("You have learnt what a denominator is.", ""))))
    message = await taught(model, document(directive="close"))
    assert message.message == "You have learnt what a denominator is."
    assert message.question_asked is message.expected_answer is None
    assert message.hints == []


@pytest.mark.parametrize(
    ("behaviours", "code"),
    [
        ([refuse()], "model_refused"),
        ([status(503)] * 4, "model_unavailable"),
        ([text("Let me think about it.")] * 2, "model_unreadable"),
    ],
)
@pytest.mark.parametrize("planning", [True, False])
async def test_a_model_that_fails_ends_the_step(
    server: StandIn, model: OpenAIModel, behaviours: Any, code: str, planning: bool
) -> None:
    server.then(*behaviours)
    with pytest.raises(Failure) as caught:
        await (planned(model, plan_lesson("ebb")) if planning else taught(model, document()))
    assert (caught.value.problem.code, caught.value.final) == (code, True)


async def test_a_plan_that_holds_is_taken_with_the_concepts_as_the_document_spells_them(
    server: StandIn, model: OpenAIModel
) -> None:
    run = Noted()
    server.then(ok(PLAN))
    message = await planned(model, plan_lesson("ebb"), run)
    assert [each.title for each in message.todo_list] == ["The water falls", "Do you see it", "Use it"]
    assert {name for each in message.todo_list for name in each.concepts} == {"ebb"}
    assert all(each.title_phrase is None for each in message.todo_list)
    assert (message.origin.author, run.notes["tokens_used"]) == ("model", 120)


BAD_PLANS = {
    "two steps": plan(step(), step(type="practice")),
    "no practice": plan(step(), step(), step()),
    "strange": plan(step(concepts=["pizza"]), step(), step(type="practice")),
    "too much": plan(step(needed=5), step(needed=5), step(type="practice")),
    "ourselves": plan(step(title="Assessment: weak"), step(), step(type="practice")),
}


@pytest.mark.parametrize("bad", BAD_PLANS.values(), ids=BAD_PLANS)
async def test_a_plan_that_does_not_hold_is_asked_for_once_more_then_the_rules_plan_stands(
    server: StandIn, model: OpenAIModel, bad: Any
) -> None:
    run, command = Noted(), plan_lesson("ebb")
    server.then(ok(bad), ok(bad))
    message = await planned(model, command, run)
    assert message.todo_list == planned_of(command, run.envelope.id).steps
    assert (message.origin.author, len(server.calls)) == ("offline", 2)
    assert "in the place of a model's plan: " in run.notes["reasoning"]
    server.then(ok(bad), ok(PLAN))
    assert (await planned(model, command)).origin.author == "model"


async def test_another_plan_keeps_what_is_completed_and_repeats_no_step(server: StandIn, model: OpenAIModel) -> None:
    before = steps_of(plan_lesson("ebb"))
    made = replan(before, "approach", "completed", "in_progress", concept="ebb")
    same = plan(*(each.model_dump(mode="json", include=set(step())) for each in before[1:]))
    server.then(ok(same), ok(plan(step(), step(type="practice", title="Use it"))))
    message = await planned(model, plan_lesson("ebb", replan=made))
    assert message.todo_list[0] == made.plan.todo_list[0]
    assert [each.title for each in message.todo_list[1:]] == ["The water falls", "Use it"]
    assert "comes again as it was" in server.calls[1].body["messages"][1]["content"]


async def test_the_stand_in_plans_and_teaches_as_a_good_model_does(server: StandIn, model: OpenAIModel) -> None:
    server.then(ok(composes), fenced(composes), ok(composes))
    made = await planned(model, plan_lesson("ebb", "flood"))
    assert all(each.title.endswith(", together") for each in made.todo_list)
    message = await taught(model, document())
    assert message.origin.author == "model", message.reasoning
    assert message.quotes
    assert (await taught(model, after(document(), message))).message != message.message
