"""Seed 000, row by row: its agents and their state, its tables, its two state machines and its rules.

`docs/seeds.md` maps each row to the test named after it here.
"""

import pytest

from contracts.agents import STATE_KEYS, WRITER
from contracts.learner_views import LearnerView
from tests.seeds.conftest import LONG_MESSAGE, Walked

pytestmark = pytest.mark.embedded
AGENTS = ("coordinator", "diagnostic", "tutor", "quiz", "feedback", "pathplanner")
TABLES = (
    "quiz_results",
    "concept_mastery",
    "knowledge_gaps",
    "session_logs",
    "extracted_concepts",
    "concept_relationships",
)

FIELDS = (
    "user_id",
    "session_id",
    "current_topic",
    "prerequisite_gaps",
    "diagnostic_complete",
    "learner_level",
    "explanation",
    "examples_provided",
    "quiz_questions",
    "quiz_responses",
    "quiz_score",
    "quiz_paused",
    "quiz_question_index",
    "mastery_score",
    "mastery_threshold",
    "learning_cycle_count",
    "error_patterns",
    "feedback_text",
    "improvement_areas",
    "goals",
    "learning_path",
    "next_topic",
    "last_routed_to",
    "routing_reason",
)
"""Of the seed's SessionState."""


def handovers(walked: Walked) -> list[tuple[str, str]]:
    """Who handed over to whom, in order."""
    return [(row["from_agent"], row["to_agent"]) for row in walked.rows("agent_transitions", "id")]


def written(walked: Walked) -> dict[str, str]:
    """Who wrote each key of the state."""
    return {row["key"]: row["agent"] for row in walked.rows("agent_state", "key")}


def reached(walked: Walked) -> set[str]:
    """Everybody to whom something was handed over."""
    return {to for _, to in handovers(walked)}


# The agents' table


def test_agent_coordinator_routes_messages_to_the_specialists(walked: Walked) -> None:
    assert {"diagnostic", "tutor", "quiz", "feedback", "pathplanner"} <= reached(walked)
    assert walked.last["last_routed_to"] in (*AGENTS, "reader", "evaluator")
    assert walked.last["routing_reason"]


def test_agent_diagnostic_assesses_prerequisites_and_gaps(walked: Walked) -> None:
    view = walked.diagnosed
    assert view["diagnostic_complete"] is True
    assert view["learner_level"] in ("beginner", "intermediate", "advanced")
    assert view["recommendations"]
    assert walked.fresh["diagnostic_complete"] is False
    assert walked.fresh["learner_level"] == "unknown"
    known = {each["concept"] for each in view["concepts"]}
    assert set(view["prerequisite_gaps"]) <= known


def test_agent_tutor_explains_concepts_with_examples_and_quotes(walked: Walked) -> None:
    view = walked.mastered.views[0]
    assert view["explanation"]
    blocks = walked.me.blocks(walked.session)
    for quote in view["explanation_quotes"]:
        assert blocks[quote["block_id"]]["text"][quote["start"] : quote["end"]] == quote["quote"]
        assert quote["quote"] in view["explanation"]
    assert any(each["examples_provided"] for each in (*walked.mastered.views, *walked.remedied.views))


def test_agent_tutor_answers_questions_and_says_when_the_document_does_not_tell(walked: Walked) -> None:
    lines = walked.me.http.get(f"/sessions/{walked.session}/messages").json()["messages"]
    asked = next(n for n, line in enumerate(lines) if "football" in line["text"])
    answer = lines[asked + 1]
    assert (answer["role"], answer["agent"]) == ("tutor", "tutor")
    assert "does not" in answer["text"]
    assert "football" not in answer["text"].replace("does not", "") or "not" in answer["text"]


def test_agent_quiz_generates_and_evaluates_questions(walked: Walked) -> None:
    view = walked.mastered.last
    assert view["quiz_questions"]
    assert view["quiz_responses"]
    assert walked.mastered.last["quiz_score"] == 1.0
    assert walked.remedied.last["quiz_score"] < 0.2


def test_agent_feedback_analyses_performance_and_identifies_patterns(walked: Walked) -> None:
    view = walked.remedied.last
    assert view["error_patterns"]
    assert view["feedback_text"]
    assert view["improvement_areas"]


def test_agent_pathplanner_recommends_learning_paths(walked: Walked) -> None:
    view = walked.planned
    assert view["learning_path"]
    assert view["next_topic"] == view["learning_path"][0]
    assert view["path_reasoning"]


@pytest.mark.parametrize("agent", AGENTS)
def test_each_agent_writes_its_own_state_keys_and_no_other(walked: Walked, agent: str) -> None:
    own = {key for key, who in written(walked).items() if who == agent}
    assert own & set(STATE_KEYS[agent]), agent  # type: ignore[index]
    assert {key for key in own if key in WRITER} <= set(STATE_KEYS[agent])  # type: ignore[index]


# The session's state


@pytest.mark.parametrize("name", FIELDS)
def test_session_state_has_every_field_of_the_seed(walked: Walked, name: str) -> None:
    assert name in walked.last
    assert name in walked.fresh


def test_session_state_begins_with_the_seeds_defaults(walked: Walked) -> None:
    fresh = LearnerView.model_validate(walked.fresh)
    assert (fresh.current_topic, fresh.diagnostic_complete, fresh.learner_level) == ("", False, "unknown")
    assert (fresh.mastery_threshold, fresh.learning_cycle_count, fresh.quiz_paused) == (0.85, 0, False)
    assert fresh.prerequisite_gaps == fresh.examples_provided == fresh.goals == fresh.learning_path == []


def test_quiz_question_has_the_seeds_fields(walked: Walked) -> None:
    fields = {"question_id", "question_text", "concept_name", "difficulty", "expected_answer", "source_context"}
    for question in walked.last["quiz_questions"]:
        assert set(question) == fields
        assert question["difficulty"] in ("easy", "medium", "hard")


def test_quiz_response_has_the_seeds_fields(walked: Walked) -> None:
    fields = {"question_id", "learner_answer", "is_correct", "time_taken_seconds", "attempt_number"}
    assert walked.mastered.last["quiz_responses"]
    for response in walked.mastered.last["quiz_responses"]:
        assert set(response) == fields
        assert response["attempt_number"] >= 1


def test_error_pattern_has_the_seeds_fields_and_types(walked: Walked) -> None:
    answered = {row["item_id"] for row in walked.rows("results")}
    for pattern in walked.remedied.last["error_patterns"]:
        assert pattern["pattern_type"] in ("conceptual", "procedural", "careless")
        assert pattern["description"]
        assert pattern["suggested_remediation"]
        assert {*pattern["affected_questions"]} <= {str(item) for item in answered}


# The database


def test_table_agent_transitions_has_from_to_reason_and_the_first_100_characters(walked: Walked) -> None:
    rows = walked.rows("agent_transitions", "id")
    assert {"id", "session_id", "from_agent", "to_agent", "reason", "message_excerpt", "timestamp"} <= rows[0].keys()
    assert all(len(row["message_excerpt"] or "") <= 100 for row in rows)
    assert LONG_MESSAGE[:100] in {row["message_excerpt"] for row in rows}
    assert all(row["reason"] for row in rows)


def test_table_learning_cycles_has_a_row_for_each_round(walked: Walked) -> None:
    rows = walked.rows("learning_cycles", "id")
    own = {"id", "user_id", "session_id", "topic", "cycle_number", "quiz_score", "mastery_achieved", "started_at"}
    assert own | {"completed_at"} <= rows[0].keys()
    done = [row for row in rows if row["completed_at"]]
    assert len(done) >= len(walked.mastered.quizzes) + len(walked.remedied.quizzes)
    assert all(row["completed_at"] >= row["started_at"] for row in done)


def test_table_diagnostic_results_keeps_the_diagnosis(walked: Walked) -> None:
    (row, *_) = walked.rows("diagnostic_results", "id")
    assert row["learner_level"] == walked.diagnosed["learner_level"]
    assert row["prerequisite_gaps"] == walked.diagnosed["prerequisite_gaps"]
    assert row["recommendations"] == walked.diagnosed["recommendations"]


@pytest.mark.parametrize(
    "index", ["idx_transitions_session", "idx_cycles_user", "idx_cycles_topic", "idx_diagnostic_user"]
)
def test_the_seeds_indexes_are_there(walked: Walked, index: str) -> None:
    from tests.standins.tables import select

    assert select(walked.database, "select from pg_indexes where indexname = %s", index)


@pytest.mark.parametrize("table", TABLES)
def test_the_six_older_tables_exist_and_hold_this_session(walked: Walked, table: str) -> None:
    assert walked.rows(table)


# Who routes to whom


def test_diagram_the_path_planner_reads_mastery_and_writes_the_path(walked: Walked) -> None:
    mastered = {each["concept"] for each in walked.planned["concepts"] if each["mastered"]}
    assert mastered
    assert not mastered & set(walked.planned["learning_path"])


def test_diagram_tutor_then_quiz_then_feedback(walked: Walked) -> None:
    order = [to for _, to in handovers(walked)]
    tutor = order.index("tutor")
    quiz = order.index("quiz", tutor)
    assert order.index("feedback", quiz) > quiz
