"""Seed 000's two state machines and its validation rules, row by row; `docs/seeds.md` maps them."""

import re
from typing import Any

import pytest

from contracts.agents import STATE_KEYS
from services.text.scores import percent
from tests.console.samples.make_samples import lesson
from tests.e2e.seeds.conftest import Walked, say
from tests.e2e.seeds.test_seed_000 import AGENTS
from tests.standins.learners.learner import Json
from tests.standins.learners.pupil import begin, learner_view
from tests.standins.tables import select

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(300)]
"""The walk has a dozen rounds of learning, and the test that comes first waits for it."""
MESSAGES = {
    "PLAN": "What should I learn next?",
    "QUESTION": "What does the liver make?",
    "DIAGNOSE": "Please find out what I know already.",
    "LEARN": "Teach me about the liver, please.",
}
SPECIALISTS = {
    "PLAN": ("pathplanner", "PLAN"),
    "QUESTION": ("tutor", "LEARN"),
    "DIAGNOSE": ("quiz", "DIAGNOSE"),
    "LEARN": ("tutor", "TUTOR_EXPLAINING"),
}
"""A diagnosis begins with a quiz, where there are no answers to go by."""


# Routing state machine


def test_routing_begins_and_ends_awaiting_input(walked: Walked) -> None:
    assert walked.fresh["routing"] == walked.last["routing"] == "AWAITING_INPUT"


@pytest.fixture(scope="module")
def routed(walked: Walked) -> str:
    """A session in which one message of each kind was written, and nothing else."""
    session = another(walked)
    for text in MESSAGES.values():
        say(walked.me, session, text)
    return session


@pytest.mark.parametrize("word", MESSAGES)
def test_routing_leads_from_classify_intent_to_the_specialist(walked: Walked, routed: str, word: str) -> None:
    """Each message is first classified, then goes where its intent says; which is the next that is handed over to."""
    query = (
        "select from_agent, to_agent, reason, message_excerpt from agent_transitions where session_id = %s order by id"
    )
    rows = select(walked.database, query, routed)
    at = next(n for n, row in enumerate(rows) if row["message_excerpt"] == MESSAGES[word])
    assert (rows[at]["to_agent"], rows[at]["reason"]) == ("coordinator", "CLASSIFY_INTENT")
    after = rows[at + 1]
    assert after["from_agent"] == "coordinator"
    assert (after["to_agent"], after["reason"].split(":")[0]) == SPECIALISTS[word]


# Learning cycle state machine


def test_cycle_tutor_explaining_leads_to_quiz_active(walked: Walked) -> None:
    for view in (*walked.mastered.views, *walked.remedied.views):
        assert view["phase"] == "QUIZ_ACTIVE"
        assert view["explanation"]


def test_cycle_below_the_threshold_loops_again_and_counts(walked: Walked) -> None:
    """Each round is explained anew, until the last that there may be."""
    assert [view["learning_cycle_count"] for view in walked.remedied.views] == [1, 2, 3, 4, 5]
    reasons = [row["reason"] for row in walked.rows("agent_transitions", "id")]
    assert any("LOOP_AGAIN" in reason and "round 5 of 5" in reason for reason in reasons)


def test_cycle_at_the_threshold_is_mastered(walked: Walked) -> None:
    """In every view of the walk: what reaches the threshold is mastered, and nothing else; the session likewise."""
    courses = (walked.mastered, walked.remedied, walked.short)
    for view in (walked.fresh, walked.diagnosed, *(course.last for course in courses), walked.last):
        for each in view["concepts"]:
            assert each["mastered"] == (each["answers"] > 0 and each["score"] >= view["mastery_threshold"])
            assert (each["missing"] == "") == each["mastered"] == (each["answers_needed"] == 0)
    for course in courses:
        reached = course.last["mastery_score"] >= course.last["mastery_threshold"]
        assert reached == (course.last["phase"] == "MASTERED")
    assert walked.mastered.last["phase"] == "MASTERED"
    last = walked.mastered.last
    assert [cycle["mastery_achieved"] for cycle in last["cycles"] if cycle["topic"] == last["current_topic"]] == [
        *([False] * (len(walked.mastered.quizzes) - 1)),
        True,
    ]
    (stands,) = [each for each in last["concepts"] if each["concept"] == last["current_topic"]]
    assert stands["score"] >= last["mastery_threshold"] == 0.85
    assert last["mastery_score"] == stands["score"]
    assert walked.remedied.last["mastery_score"] < 0.5


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


def test_what_reaches_a_sessions_own_threshold_is_mastered_and_nothing_below(walked: Walked) -> None:
    """The threshold is moved to what a score reads as, and to the percent above it: that alone decides, at once."""
    me, other = walked.me, another(walked)
    version = me.session(other)["version"]
    me.answer(other, me.quiz(other))
    me.settle(other, version)
    asked = [each for each in learner_view(me, other)["concepts"] if each["answers"]]
    assert asked
    assert not any(each["mastered"] for each in asked)
    most = max(percent(each["score"]) for each in asked)
    assert 0 < most < 85
    for threshold, some in ((most, True), (most + 1, False), (100, False)):
        assert me.http.patch(f"/sessions/{other}/aims", json={"mastery_threshold": threshold / 100}).status_code == 202
        me.until(lambda to=threshold: percent(learner_view(me, other)["mastery_threshold"]) == to)  # type: ignore[misc]
        view = learner_view(me, other)
        reached = {each["concept"] for each in view["concepts"] if each["mastered"]}
        assert reached == {each["concept"] for each in asked if percent(each["score"]) >= threshold}
        assert bool(reached) == some
        assert all((each["missing"] == "") == each["mastered"] for each in view["concepts"])


def test_rule_at_most_five_cycles_configurable_then_remediation(walked: Walked) -> None:
    """Who knows nothing gets five rounds and no sixth, by what nobody has set; one, where one is set."""
    assert walked.fresh["max_cycles"] == 5
    for course, limit in ((walked.remedied, 5), (walked.short, 1)):
        assert len(course.quizzes) == limit
        assert course.last["max_cycles"] == limit
        assert (course.last["phase"], course.last["cycle_quiz"]) == (None, None)
        assert course.last["remediation"]
        assert course.last["last_routed_to"] in ("coordinator", "pathplanner")
        assert not any(
            cycle["mastery_achieved"]
            for cycle in course.last["cycles"]
            if cycle["topic"] == course.last["current_topic"]
        )
    assert walked.mastered.last["remediation"] == []


def test_rule_a_session_quiz_has_3_to_10_questions(walked: Walked) -> None:
    """Every quiz that the house puts together, and the one that an upload without numbers brings.

    A round about a single concept asks it two or three times where the text has as much; it is not padded with others.
    """
    *rounds, diagnostic, plain = own_quizzes(walked)
    assert all(1 <= len(quiz["questions"]) <= 10 for quiz in rounds)
    assert 2 * sum(len(quiz["questions"]) >= 2 for quiz in rounds) > len(rounds)
    assert all(3 <= len(quiz["questions"]) <= 10 for quiz in (diagnostic, plain))


def test_rule_1_to_3_questions_a_concept(walked: Walked) -> None:
    """Of each round's quiz at least one is about the round's topic, and of no concept there are more than three."""
    by_id = {item["item_id"]: item["concept"] for item in walked.me.items(walked.session)}
    for quiz in (*own_quizzes(walked)[:-1],):
        concepts = [by_id[each["item_id"]] for each in quiz["questions"]]
        assert max(map(concepts.count, concepts)) <= 3
    for course in (walked.mastered, walked.remedied, walked.short):
        for quiz in course.quizzes:
            assert course.last["current_topic"] in {by_id[each["item_id"]] for each in quiz["questions"]}
    plain = concepts_of(walked, walked.plain)
    assert max(map(plain.count, plain)) <= 3


def test_an_owners_order_may_be_wider_up_to_its_own_limits(walked: Walked) -> None:
    """The seed's ranges are what nobody has set; `numQuizQuestions` goes to 50 and `questionsPerConcept` to 10."""
    wide = walked.me.study(lesson("human-body.en"), numQuizQuestions=24, questionsPerConcept=1, numFlashcards=1)
    concepts = concepts_of(walked, str(wide["session_id"]))
    assert len(concepts) == 24
    assert max(map(concepts.count, concepts)) == 1
    for name, over in (("numQuizQuestions", 51), ("questionsPerConcept", 11), ("questionsPerConcept", 0)):
        wish: dict[str, Any] = {name: over}
        refused = walked.me.upload(lesson("human-body.en"), **wish)
        assert (refused.status_code, refused.json()["fields"]) == (400, [name])


def own_quizzes(walked: Walked) -> list[Json]:
    """Rounds' and the diagnosis's; last that of an upload without numbers."""
    courses = (walked.mastered, walked.remedied, walked.short)
    rounds = [quiz for course in courses for quiz in course.quizzes]
    return [*rounds, walked.diagnostic, walked.me.quiz(walked.plain)]


def concepts_of(walked: Walked, session: str) -> list[str]:
    """The concept of each question of a session's first quiz."""
    by_id = {item["item_id"]: item["concept"] for item in walked.me.items(session)}
    return [by_id[each["item_id"]] for each in walked.me.quiz(session)["questions"]]


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
