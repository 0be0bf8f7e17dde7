"""Notes in a model's words: from the same evidence, three at most, each resting on results."""

import json
from typing import Any
from uuid import UUID

import pytest

from contracts.coaching import CoachNotes, WriteNotes
from contracts.mastery import ErrorPattern, Standing
from contracts.problems import Failure
from services.chassis.model.client import OpenAIModel
from services.coach.notes.handler import NoteWriter
from tests.coach.notes.test_rules import RIGHT, UNSURE, WRONG, evaluation, place
from tests.coach.orders import Noted
from tests.standins.model.model_behaviours import ok, status
from tests.standins.model.openai_server import StandIn


def command() -> WriteNotes:
    return WriteNotes(evaluation=evaluation(("a", WRONG), ("b", RIGHT)), language="en")


async def written(asked: WriteNotes, model: OpenAIModel, run: Noted | None = None) -> CoachNotes:
    (notes,) = await NoteWriter(model).write(asked, run or Noted())
    assert isinstance(notes, CoachNotes)
    return notes


async def test_a_models_notes_rest_on_results_too(server: StandIn, model: OpenAIModel) -> None:
    good = {"note": "Read about a again.", "answers": [1]}
    bad: list[Any] = [{"note": "You are great.", "answers": []}, {"note": "Look here.", "answers": [9]}, "no"]
    server.then(ok({"notes": [*bad, good]}))
    run = Noted()
    notes = await written(command(), model, run)
    assert notes.notes == ["Read about a again."]
    assert notes.evidence[0].result_ids == [UUID(int=100)]
    assert notes.evidence[0].made_by.startswith("model:one")
    assert run.notes["tokens_used"] == 120


async def test_of_a_models_notes_three_are_kept(server: StandIn, model: OpenAIModel) -> None:
    server.then(ok({"notes": [{"note": f"Note {number}.", "answers": [1]} for number in range(4)]}))
    assert (await written(command(), model)).notes == ["Note 0.", "Note 1.", "Note 2."]


async def test_a_model_is_shown_no_undecided_answer_and_not_asked_where_all_are(
    server: StandIn, model: OpenAIModel
) -> None:
    server.then(ok({"notes": [{"note": "Read about b again.", "answers": [1]}]}))
    asked = command().model_copy(update={"evaluation": evaluation(("a", UNSURE), ("b", RIGHT))})
    assert (await written(asked, model)).evidence[0].result_ids == [UUID(int=101)]
    none = asked.model_copy(update={"evaluation": evaluation(("a", UNSURE))})
    (note,) = (await written(none, model)).notes
    assert note.startswith("One answer could not be judged surely.")
    assert len(server.calls) == 1


async def test_a_model_sees_places_and_patterns_and_no_figure_beside_the_counts(
    server: StandIn, model: OpenAIModel
) -> None:
    server.then(ok({"notes": [{"note": "Read page 3.", "answers": [1]}]}))
    pattern = ErrorPattern(
        pattern_type="careless",
        description="Two slips.",
        affected_questions=[UUID(int=200)],
        suggested_remediation="Read “the key of another question”.",
    )
    asked = WriteNotes(
        evaluation=evaluation(("a", WRONG), error_patterns=[pattern]),
        language="en",
        standings=[Standing(concept="a", score=0.62, answers=3)],
        places=[place(0, quote="")],
    )
    await written(asked, model)
    seen = server.calls[0].body["messages"][1]["content"]
    told = json.loads(seen)
    assert "62" not in seen
    assert "the key of another question" not in seen
    assert told["errorPatterns"][0]["answers"] == [1]
    (answer,) = told["answers"]
    assert {name: answer[name] for name in ("heading", "page", "youAnswered", "textSays")} == {
        "heading": "Tides",
        "page": 3,
        "youAnswered": "fetch",
        "textSays": "",
    }


async def test_what_was_graded_again_is_told_by_the_rules_whatever_the_model(
    server: StandIn, model: OpenAIModel
) -> None:
    again = await written(command().model_copy(update={"regraded": True}), model)
    assert server.calls == []
    assert {each.made_by.split(":")[0] for each in again.evidence} == {"rule"}
    server.then(ok({"notes": [{"note": "Well done.", "answers": [1]}]}))
    assert (await written(command(), model)).notes == ["Well done."]


@pytest.mark.parametrize(
    ("behaviours", "code"), [([status(503)] * 4, "model_unavailable"), ([ok({"notes": []})], "model_unreadable")]
)
async def test_a_model_that_fails_at_notes_is_a_502(
    server: StandIn, model: OpenAIModel, behaviours: list[Any], code: str
) -> None:
    server.then(*behaviours)
    with pytest.raises(Failure) as caught:
        await written(command(), model)
    assert (caught.value.problem.status, caught.value.problem.code, caught.value.final) == (502, code, True)
