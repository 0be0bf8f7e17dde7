"""Lessons in a house, from the first turn to the end: by a guideline, about a document, by learners of each kind."""

from collections import Counter
from itertools import pairwise
from uuid import UUID

import pytest

from contracts.lessons import TurnAssessed, TurnTaught
from services.orchestrator.workflow.state import State
from tests.e2e.houses import Up, pensum
from tests.standins.documents.lessons import lesson
from tests.standins.learners.learner import Json, Learner
from tests.standins.learners.lessons import DUNNO, Taught, assert_no_turn_doubled, guideline_id
from tests.standins.tables import journal, select

pytestmark = pytest.mark.embedded
FRACTIONS = {"country": "India", "board": "CBSE", "grade": 3, "subject": "Mathematics", "topic": "Fractions"}
STEP = {
    "step_id",
    "type",
    "title",
    "description",
    "teaching_approach",
    "success_criteria",
    "concepts",
    "status",
    "status_info",
}


def begun(me: Learner, house: Up) -> Taught:
    """A lesson about fractions."""
    return Taught.by_guideline(me, house.house.database, guideline_id(me, "Comparing fractions", **FRACTIONS))


def assert_shapes(taught: Taught) -> None:
    """Seed 003's answers, field by field."""
    assert taught.begun.keys() == {"session_id", "first_turn"}
    assert UUID(taught.begun["session_id"])
    first = taught.begun["first_turn"]
    assert first.keys() == {"message", "hints", "step_idx", "mastery_score"}
    assert (first["step_idx"], first["mastery_score"]) == (0, 0.5)
    assert_turn(first)
    for step in taught.steps:
        assert step.keys() == {"next_turn", "routing", "last_grading"}
        assert step["next_turn"].keys() == {"message", "hints", "step_idx", "mastery_score", "is_complete"}
        assert_turn(step["next_turn"])
        assert step["routing"] in ("Advance", "Continue", "Redirect", "Guide", "Replan", "Extend", "End")
        grading = step["last_grading"]
        assert grading is None or grading.keys() == {"score", "rationale", "labels"}
        assert grading is None or (0 <= grading["score"] <= 1 and isinstance(grading["labels"], list))
    assert [step["next_turn"]["is_complete"] for step in taught.steps].index(True) == len(taught.steps) - 1


def assert_turn(turn: Json) -> None:
    """Words, hints, and a number from 0 to 1."""
    assert turn["message"].strip()
    assert all(isinstance(hint, str) and hint for hint in turn["hints"])
    assert 0 <= turn["mastery_score"] <= 1


def assert_plan(stands: Json) -> None:
    """Three to five steps with the seed's fields; which one is current follows from their statuses."""
    steps = stands["study_plan"]["todo_list"]
    assert 3 <= len(steps) <= 5
    for step in steps:
        assert step.keys() >= STEP
        assert step["status_info"].keys() == {"questions_asked", "questions_correct", "attempts"}
    statuses = [step["status"] for step in steps]
    open_ones = [n for n, status in enumerate(statuses) if status in ("in_progress", "pending")]
    going = [n for n, status in enumerate(statuses) if status == "in_progress"]
    assert stands["current_step"] == (going or open_ones or [len(steps)])[0] + 1


def plan_of(taught: Taught) -> list[Json]:
    """The steps as they stand now."""
    steps: list[Json] = taught.stands()["study_plan"]["todo_list"]
    return steps


def test_who_excels_gets_another_plan_that_skips_steps_and_masters_it(me: Learner, house: Up) -> None:
    taught = begun(me, house)
    assert_plan(taught.stands())
    planned = plan_of(taught)
    while not taught.steps or taught.steps[-1]["routing"] == "Advance":
        taught.step(taught.right())
    assert taught.steps[-1]["routing"] == "Replan"
    stands = taught.stands()
    assert (stands["replan_reason"], stands["study_plan"]["metadata"]["replan_count"]) == ("excelling", 1)
    assert_plan(stands)
    done = {step["step_id"] for step in plan_of(taught) if step["status"] == "completed"}
    left = [step for step in plan_of(taught) if step["step_id"] not in done]
    assert len(left) < len([step for step in planned if step["step_id"] not in done])
    last = taught.learn(lambda _: True)
    assert (last["routing"], last["next_turn"]["is_complete"]) == ("End", True)
    stands = taught.stands()
    assert (stands["ended"], stands["is_complete"]) == ("complete", True)
    assert stands["mastery_score"] > 0.8
    assert {step["status"] for step in plan_of(taught)} == {"completed"}
    assert_shapes(taught)
    assert_no_turn_doubled(taught)


def test_who_errs_now_and_then_masters_it_by_the_first_plan(me: Learner, house: Up) -> None:
    taught = begun(me, house)
    while not taught.steps or not taught.steps[-1]["next_turn"]["is_complete"]:
        assert len(taught.steps) < 60
        answered = [step["last_grading"]["score"] for step in taught.steps if step["last_grading"]]
        if len(answered) % 3 == 1 and taught.steps[-1]["routing"] != "Continue":
            before = taught.stands()["mastery_score"]
            assert taught.step(DUNNO)["routing"] == "Continue"
            assert taught.stands()["mastery_score"] == before, "the question is not over yet"
        taught.step(taught.right())
    stands = taught.stands()
    assert (stands["ended"], stands["study_plan"]["metadata"]["replan_count"]) == ("complete", 0)
    assert_shapes(taught)
    assert_no_turn_doubled(taught)


def test_who_knows_nothing_gets_three_other_plans_and_then_a_person(me: Learner, house: Up) -> None:
    taught = begun(me, house)
    plans = [plan_of(taught)]
    for left in (3, 2, 1, 0):
        assert [taught.step(DUNNO)["routing"] for _ in range(2)] == ["Continue"] * 2
        assert taught.step(DUNNO)["routing"] == ("Replan" if left else "End")
        if left:
            assert_plan(taught.stands())
            plans.append(plan_of(taught))
    for one, other in pairwise(plans):
        assert {step["step_id"] for step in one} != {step["step_id"] for step in other}, "it really changes steps"
    stands = taught.stands()
    assert (stands["ended"], stands["study_plan"]["metadata"]["replan_count"]) == ("intervention", 3)
    assert stands["mastery_score"] < 0.5
    summary = me.http.get(f"/sessions/{taught.session}/summary").json()
    assert "intervention" in str(summary)
    assert_shapes(taught)
    assert_no_turn_doubled(taught)


def test_a_lesson_about_a_topic_of_a_document_to_its_end(me: Learner, house: Up) -> None:
    session = me.study(lesson("A body that is taught", "human-body.en"))["session_id"]
    [(topic, _)] = Counter(item["concept"] for item in me.items(session)).most_common(1)
    taught = Taught.about(me, house.house.database, session, topic)
    assert_plan(taught.stands())
    last = taught.learn(lambda _: True)
    assert last["routing"] == "End"
    assert taught.stands()["ended"] == "complete"
    assert_shapes(taught)
    blocks = me.blocks(session)
    turns = me.http.get(f"/sessions/{session}/turns").json()["turns"]
    quotes = [quote for turn in turns for quote in turn["quotes"]]
    assert quotes
    for quote in quotes:
        assert quote["quote"] in blocks[quote["block_id"]]["text"]
    assert_no_turn_doubled(taught)


def test_a_repeated_step_is_the_same_turn_and_messages_are_the_same_door(me: Learner, house: Up) -> None:
    taught = begun(me, house)
    right = taught.right()
    assert taught.step(right, key="the same") == taught.step(right, key="the same")
    version = me.session(taught.session)["version"]
    me.post(f"/sessions/{taught.session}/messages", {"text": taught.right()})
    me.settle(taught.session, version)
    told = me.http.get(f"/sessions/{taught.session}/turns").json()
    assert [turn["routing"] for turn in told["turns"]] == ["Advance"] * 3
    said = me.http.get(f"/sessions/{taught.session}/messages").json()["messages"]
    assert [line["role"] for line in said] == ["tutor", "learner", "tutor", "learner", "tutor"]
    assert_no_turn_doubled(taught)


def test_each_agent_of_a_turn_notes_what_it_got_made_and_why_and_these_are_the_seeds_events(
    me: Learner, house: Up
) -> None:
    taught = begun(me, house)
    taught.step(taught.right())
    wanted = {"planner", "executor", "safety", "evaluator"}
    noted = [
        row
        for row in select(house.house.database, "select * from events where session_id = %s", taught.session)
        if row["agent"] in wanted
    ]
    assert {row["agent"] for row in noted} == wanted
    assert [row["agent"] for row in noted].count("executor") == 2, "of the first turn and of this one"
    for row in noted:
        assert row["input_summary"], row
        assert row["output"], row
        assert row["reasoning"], row
        assert row["duration_ms"] > 0, row
        assert row["timestamp"], row
    told = me.http.get(f"/sessions/{taught.session}/agent-logs?limit=100").json()["logs"]
    assert {line["agent"] for line in told} >= wanted
    columns = "select table_name as name from information_schema.tables where table_name = any(%s)"
    there = {
        row["name"] for row in select(house.house.database, columns, ["sessions", "events", "teaching_guidelines"])
    }
    assert there == {"sessions", "events", "teaching_guidelines"}


def test_its_journal_can_be_looked_at_row_by_row(me: Learner, house: Up) -> None:
    taught = begun(me, house)
    taught.step(taught.right())
    whole = pensum("replay", taught.session, "--data", house.data)
    assert whole.returncode == 0, whole.stdout + whole.stderr
    assert "equal" in whole.stdout
    _, second = me.http.get(f"/sessions/{taught.session}/turns").json()["turns"]
    rows = {row["type"]: row["seq"] for row in journal(house.house.database, taught.session)}
    assert rows[TurnAssessed.type_name] == second["seq"]
    for row, statuses in (
        (rows[TurnAssessed.type_name], ["completed", "pending"]),
        (rows[TurnTaught.type_name], ["completed", "in_progress"]),
    ):
        shown = pensum("replay", taught.session, "--until", str(row), "--data", house.data)
        assert shown.returncode == 0, shown.stderr
        state = State.model_validate_json(shown.stdout)
        assert state.lesson
        assert [step.status for step in state.lesson.steps[:2]] == statuses
    beyond = pensum("replay", taught.session, "--until", "1000", "--data", house.data)
    assert (beyond.returncode, beyond.stdout) == (1, "")
    assert "no row 1000" in beyond.stderr
