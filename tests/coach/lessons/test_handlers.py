"""Planner and executor as the house runs them, without a model: their events, their logs, what they refuse."""

import json

import pytest

from contracts.lessons import LessonPlanned, TurnTaught
from contracts.problems import Failure
from services.coach.lessons.executor import Executor
from services.coach.lessons.planner import Planner
from tests.coach.lessons.courses import blocks, plan_lesson, replan, steps_of, teach
from tests.coach.orders import Noted


async def test_a_lesson_is_planned_and_its_reasons_are_logged() -> None:
    run = Noted()
    (message,) = await Planner(None).plan(plan_lesson("ebb", "flood"), run)
    assert isinstance(message, LessonPlanned)
    assert LessonPlanned.read(message.write()) == message
    assert message.origin.author == "offline"
    assert run.notes["input_summary"] == "plan of tides: 0 objectives, 2 concepts, 0 standings"
    assert run.notes["reasoning"].startswith("rule:plan:v1: 2 concepts to explain")
    assert "tokens_used" not in run.notes


async def test_a_redelivered_command_gives_the_same_steps() -> None:
    first, second = [await Planner(None).plan(plan_lesson("ebb"), Noted()) for _ in range(2)]
    assert first == second


async def test_another_plan_is_logged_with_its_reason() -> None:
    run, made = Noted(), replan(steps_of(plan_lesson("ebb")), "failures", "blocked")
    await Planner(None).plan(plan_lesson("ebb", replan=made), run)
    assert run.notes["input_summary"].startswith("replan (failures)")
    assert run.notes["reasoning"].startswith("rule:replan:v1: failures")


async def test_a_lesson_about_nothing_is_refused() -> None:
    with pytest.raises(Failure) as caught:
        await Planner(None).plan(plan_lesson(topic=""), Noted())
    assert (caught.value.problem.code, caught.value.final) == ("contract_broken", True)


async def test_a_turn_is_taught_and_its_log_has_no_answer() -> None:
    run, command = Noted(), teach(directive="explain")
    (message,) = await Executor(None, 1000).teach(command, run)
    assert isinstance(message, TurnTaught)
    assert TurnTaught.read(message.write()) == message
    assert run.notes["output"] == message.message
    logged = json.dumps({name: run.notes[name] for name in ("input_summary", "reasoning")})
    assert str(message.expected_answer) not in logged


async def test_a_passage_of_no_known_document_is_refused() -> None:
    nameless = [block.model_copy(update={"document_sha256": None}) for block in blocks("en")]
    with pytest.raises(Failure) as caught:
        await Executor(None, 1000).teach(teach(blocks=nameless, document_sha256=None), Noted())
    assert (caught.value.problem.code, caught.value.final) == ("contract_broken", True)
