"""Seed 000's two state machines and its validation rules, row by row; `docs/seeds.md` maps them."""

import re

import pytest

from contracts.agents import STATE_KEYS
from tests.samples.make_samples import lesson
from tests.seeds.conftest import Walked
from tests.seeds.test_seed_000 import AGENTS, reached
from tests.standins.learner import Json
from tests.standins.pupil import begin, learner_view

pytestmark = pytest.mark.embedded


# Routing state machine


def test_routing_begins_and_ends_awaiting_input(walked: Walked) -> None:
    assert walked.fresh["routing"] == walked.last["routing"] == "AWAITING_INPUT"


@pytest.mark.parametrize(("word", "to"), [("PLAN", "pathplanner"), ("LEARN", "tutor"), ("DIAGNOSE", "diagnostic")])
def test_routing_leads_from_classify_intent_to_the_specialist(walked: Walked, word: str, to: str) -> None:
    assert to in reached(walked), word


# Learning cycle state machine


def test_cycle_tutor_explaining_leads_to_quiz_active(walked: Walked) -> None:
    for view in (*walked.mastered.views, *walked.remedied.views):
        assert view["phase"] == "QUIZ_ACTIVE"
        assert view["explanation"]


def test_cycle_below_the_threshold_loops_again_and_counts(walked: Walked) -> None:
    assert [view["learning_cycle_count"] for view in walked.remedied.views] == [1, 2]


def test_cycle_at_the_threshold_is_mastered(walked: Walked) -> None:
    assert walked.mastered.last["phase"] == "MASTERED"
    assert walked.mastered.last["cycles"][-1]["mastery_achieved"] or any(
        cycle["mastery_achieved"] for cycle in walked.mastered.last["cycles"]
    )


# Validation rules


@pytest.mark.parametrize("agent", AGENTS)
def test_rule_agent_names_are_short_lowercase_and_unique(agent: str) -> None:
    assert re.fullmatch(r"[a-z0-9_]{1,30}", agent)
    assert list(STATE_KEYS).count(agent) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("threshold", [-0.1, 1.1, "high"])
def test_rule_mastery_threshold_is_from_0_to_1(walked: Walked, threshold: object) -> None:
    body = {"mastery_threshold": threshold}
    answer = walked.me.http.patch(f"/sessions/{walked.session}/aims", json=body)
    assert answer.status_code == 400
    assert answer.json()["fields"] == ["mastery_threshold"]


def test_rule_mastery_threshold_is_set_per_session(walked: Walked) -> None:
    other = another(walked)
    assert walked.me.http.patch(f"/sessions/{other}/aims", json={"mastery_threshold": 0.6}).status_code == 202
    walked.me.until(lambda: learner_view(walked.me, other)["mastery_threshold"] == 0.6)
    assert walked.last["mastery_threshold"] == 0.85


def test_rule_at_most_five_cycles_configurable_then_remediation(walked: Walked) -> None:
    assert walked.fresh["max_cycles"] == 5
    assert len(walked.remedied.quizzes) == 2
    assert walked.remedied.last["remediation"]


def test_rule_a_session_quiz_has_3_to_10_questions(walked: Walked) -> None:
    for quiz in (*walked.mastered.quizzes, *walked.remedied.quizzes):
        assert 3 <= len(quiz["questions"]) <= 10


def test_rule_1_to_3_questions_a_concept(walked: Walked) -> None:
    by_id = {item["item_id"]: item["concept"] for item in walked.me.items(walked.session)}
    for quiz in (*walked.mastered.quizzes, *walked.remedied.quizzes, walked.diagnostic):
        concepts = [by_id[each["item_id"]].casefold() for each in quiz["questions"]]
        assert max(map(concepts.count, concepts)) <= 3


def another(walked: Walked) -> str:
    """A further session of the same bytes, ready at once."""
    found: Json = walked.me.study(lesson("human-body.en"), numQuizQuestions=3, numFlashcards=1)
    return str(found["session_id"])


def test_the_current_topic_and_the_goals_are_the_learners(walked: Walked) -> None:
    other = another(walked)
    topic = walked.fresh["concepts"][0]["concept"]
    wishes = {"goals": ["Understand the heart"], "current_topic": topic}
    assert walked.me.http.patch(f"/sessions/{other}/aims", json=wishes).status_code == 202
    walked.me.until(lambda: learner_view(walked.me, other)["goals"] == ["Understand the heart"])
    assert learner_view(walked.me, other)["current_topic"] == topic
    assert begin(walked.me, other)["cycle_quiz"]
