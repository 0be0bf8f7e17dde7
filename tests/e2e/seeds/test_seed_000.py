"""Seed 000, row by row: its agents and their state, its tables, its two state machines and its rules.

`docs/seeds.md` maps each row to the test named after it here.
"""

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

import pytest
from pydantic import BaseModel, ConfigDict

from contracts.agents import STATE_KEYS, WRITER
from contracts.views.learners import LearnerView
from tests.e2e.seeds.conftest import LONG_MESSAGE, Walked, say
from tests.standins.documents import lessons
from tests.standins.learners.learner import Json
from tests.standins.tables import select

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(300)]
"""The walk has a dozen rounds of learning, and the test that comes first waits for it."""
AGENTS = ("coordinator", "diagnostic", "tutor", "quiz", "feedback", "pathplanner")
TABLES = (
    "quiz_results",
    "concept_mastery",
    "knowledge_gaps",
    "session_logs",
    "extracted_concepts",
    "concept_relationships",
)


class Strict(BaseModel):
    """As the seed's data classes have it: no field more, none less, no type turned into another."""

    model_config = ConfigDict(strict=True, extra="forbid")


class QuizQuestion(Strict):
    question_id: str
    question_text: str
    concept_name: str
    difficulty: Literal["easy", "medium", "hard"]
    expected_answer: str
    source_context: str


class QuizResponse(Strict):
    question_id: str
    learner_answer: str
    is_correct: bool
    time_taken_seconds: float
    attempt_number: int


class ErrorPattern(BaseModel):
    """Ours says more of a pattern: its concept, and who made it."""

    model_config = ConfigDict(strict=True)

    pattern_type: Literal["conceptual", "procedural", "careless"]
    description: str
    affected_questions: list[str]
    suggested_remediation: str


class State(Strict):
    """The seed's SessionState with its defaults."""

    user_id: str
    session_id: str
    current_topic: str = ""
    prerequisite_gaps: list[str] = []
    diagnostic_complete: bool = False
    learner_level: str = "unknown"
    explanation: str = ""
    examples_provided: list[str] = []
    quiz_questions: list[QuizQuestion] = []
    quiz_responses: list[QuizResponse] = []
    quiz_score: float = 0.0
    quiz_paused: bool = False
    quiz_question_index: int = 0
    mastery_score: float = 0.0
    mastery_threshold: float = 0.85
    learning_cycle_count: int = 0
    error_patterns: list[ErrorPattern] = []
    feedback_text: str = ""
    improvement_areas: list[str] = []
    goals: list[str] = []
    learning_path: list[str] = []
    next_topic: str = ""
    last_routed_to: str = ""
    routing_reason: str = ""


FIELDS = tuple(State.model_fields)
ONCE_READY = ("quiz_questions", "last_routed_to", "routing_reason")
"""What the agents have written by the time that a document is read and its first quiz is there."""
OLD = {
    "tutor": ("tutor",),
    "curriculum_planner": ("diagnostic", "pathplanner"),
    "assessor": ("quiz", "feedback"),
    "education_supervisor": ("coordinator",),
}
"""The seed's older agents, and which of today's have their work."""


def seeds(view: Json) -> Json:
    """Of a view the seed's own keys."""
    return {name: view[name] for name in FIELDS}


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
    assert walked.carriers, "the diagnosis asks about something that other concepts build on"
    assert view["prerequisite_gaps"] == walked.carriers
    assert walked.fresh["prerequisite_gaps"] == []


def test_agent_tutor_explains_concepts_with_examples_and_quotes(walked: Walked) -> None:
    view = walked.mastered.views[0]
    assert view["explanation"]
    assert view["explanation_quotes"]
    blocks = walked.me.blocks(walked.session)
    for quote in view["explanation_quotes"]:
        assert blocks[quote["block_id"]]["text"][quote["start"] : quote["end"]] == quote["quote"]
        assert quote["quote"] in view["explanation"]
    assert any(each["examples_provided"] for each in walked.mastered.views)


ASKED = (
    ("What is chlorophyll?", "green pigment"),
    ("Why do leaves look green?", "reflects green light"),
    ("How many chloroplasts may a single leaf cell hold?", "20 and 100"),
    ("When did Melvin Calvin receive the Nobel Prize?", "1961"),
    ("Who received it?", "Calvin"),
    ("What is the difference between starch and cellulose?", "links between the units"),
)
"""What, why, how many, when, a question that leans on the one before, a difference; with words of the answer."""
ASKED_NO = (
    ("Hva er permafrost?", "frossen"),
    ("Hvorfor slipper den ut metan?", "råtne"),
    ("Hvor mange vannmagasiner har Norge?", "1000"),
)


@pytest.mark.parametrize(
    ("name", "asked", "untold", "honest", "page"),
    [
        (
            "photosynthesis.en",
            ASKED,
            "When was chlorophyll discovered?",
            "I found no sentence that answers this",
            "page",
        ),
        (
            "vannets-kretslop.no",
            ASKED_NO,
            "Når ble permafrosten oppdaget?",
            "Jeg fant ingen setning som svarer",
            "side",
        ),
    ],
)
def test_agent_tutor_answers_questions_and_says_when_the_document_does_not_tell(
    walked: Walked, name: str, asked: Sequence[tuple[str, str]], untold: str, honest: str, page: str
) -> None:
    """Each answer quotes the sentence that answers, names its page, and stands to its own question; what is not told is
    said not to be, also of a thing that the document speaks of, and what is shown as nearest has its page too."""
    me = walked.me
    session = me.study(lessons.lesson(f"Asked about, {name}", name))["session_id"]
    for text in (*(ask for ask, _ in asked), untold):
        say(me, session, text)
    lines = me.http.get(f"/sessions/{session}/messages").json()["messages"]
    ids = {line["text"]: line["message_id"] for line in lines if line["role"] == "learner"}
    answers = {line["in_reply_to"]: line for line in lines if line["in_reply_to"]}
    blocks = me.blocks(session)
    for ask, words in (*asked, (untold, honest)):
        answer = answers[ids[ask]]
        assert (answer["role"], answer["agent"]) == ("tutor", "tutor")
        assert words in answer["text"], (ask, answer["text"])
        assert answer["text"].startswith(honest) == (ask == untold), (ask, answer["text"])
        told = [quote for quote in answer["quotes"] if " ".join(quote["quote"].split()) in answer["text"]]
        assert told, ask
        for quote in told:
            block = blocks[quote["block_id"]]
            assert block["text"][quote["start"] : quote["end"]] == quote["quote"]
            assert f"({page} {block['source_page']})" in answer["text"]


def test_agent_tutor_says_that_a_strange_question_is_not_told_and_explains_when_asked(walked: Walked) -> None:
    said = walked.me.http.get(f"/sessions/{walked.session}/messages").json()["messages"]
    football = next(line["message_id"] for line in said if "football" in line["text"])
    stranger = next(line for line in said if line["in_reply_to"] == football)
    assert stranger["text"].startswith("I found no sentence that answers this")
    explained = next(n for n, line in enumerate(said) if line["text"].startswith("Explain "))
    assert (said[explained + 1]["agent"], bool(said[explained + 1]["quotes"])) == ("tutor", True)


def test_agent_quiz_generates_and_evaluates_questions(walked: Walked) -> None:
    view = walked.mastered.last
    quiz = walked.mastered.quizzes[-1]["questions"]
    assert {each["question_id"] for each in view["quiz_responses"]} == {each["item_id"] for each in quiz}
    assert {each["question_id"] for each in view["quiz_questions"]} == {each["item_id"] for each in quiz}
    assert walked.mastered.last["quiz_score"] == 1.0
    assert walked.remedied.last["quiz_score"] == 0.0


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
    """Every key of the seed's table, each under its agent's name."""
    by = {key: who for key, who in written(walked).items() if key in WRITER}
    assert {key for key, who in by.items() if who == agent} == set(STATE_KEYS[agent])  # type: ignore[index]


def test_the_tutor_alone_writes_the_examples_and_the_text_gives_them(walked: Walked) -> None:
    """What the explanations held in any round stood in the state key; the topic's text says "such as"."""
    rounds = [*walked.mastered.views, *walked.remedied.views, *walked.short.views]
    filled = [view for view in rounds if view["examples_provided"]]
    assert len(filled) > len(rounds) // 2
    texts = " ".join(" ".join(block["text"].split()) for block in walked.me.blocks(walked.session).values())
    assert all(example in texts for view in filled for example in view["examples_provided"])
    assert written(walked)["examples_provided"] == "tutor"


@pytest.mark.parametrize("old", OLD)
def test_the_older_agents_work_is_done_by_todays(walked: Walked, old: str) -> None:
    """Today's agents have the parts that the seed's migration gives them; only the tutor's older name is left."""
    runs = {row["agent"] for row in walked.rows("session_logs", "seq")} | set(written(walked).values())
    for agent in OLD[old]:
        assert agent in runs
        assert agent in reached(walked)
    if old != "tutor":
        assert old not in runs | reached(walked)
        assert old not in STATE_KEYS
    assert set(AGENTS) == {agent for agents in OLD.values() for agent in agents}


# The session's state


def test_session_state_has_every_field_of_the_seed_in_its_type(walked: Walked) -> None:
    assert len(FIELDS) == 24
    for view in (walked.fresh, walked.diagnosed, walked.mastered.last, walked.remedied.last, walked.last):
        State.model_validate(seeds(view))


def test_session_state_begins_with_the_seeds_defaults(walked: Walked) -> None:
    """All 24: of the contract, and of a session that nobody has learnt in."""
    default = State(user_id="u", session_id=walked.session).model_dump()
    own = LearnerView(user_id="u", session_id=UUID(walked.session)).model_dump(mode="json")
    assert seeds(own) == default
    assert walked.fresh["user_id"]
    assert walked.fresh["session_id"] == walked.session
    written = {"user_id", "session_id", *ONCE_READY}
    assert {name: walked.fresh[name] for name in FIELDS if name not in written} == {
        name: value for name, value in default.items() if name not in written
    }
    assert len(walked.fresh["quiz_questions"]) == 4
    assert (walked.fresh["last_routed_to"], walked.fresh["routing_reason"]) == ("coordinator", "ready")


def test_quiz_question_has_the_seeds_fields(walked: Walked) -> None:
    questions = [QuizQuestion.model_validate(each) for each in walked.remedied.last["quiz_questions"]]
    assert questions
    for question in questions:
        assert question.question_text
        assert question.concept_name
        assert question.expected_answer, "answered, so its key may be told"
        assert question.source_context


def test_quiz_response_has_the_seeds_fields(walked: Walked) -> None:
    right, wrong = (
        [QuizResponse.model_validate(each) for each in course.last["quiz_responses"]]
        for course in (walked.mastered, walked.remedied)
    )
    assert right
    assert wrong
    assert all(response.is_correct and response.learner_answer for response in right)
    assert not any(response.is_correct for response in wrong)
    assert {response.time_taken_seconds for response in (*right, *wrong)} == {1.5}
    assert all(response.attempt_number >= 1 for response in right)


def test_error_pattern_has_the_seeds_fields_and_types(walked: Walked) -> None:
    answered = {str(row["item_id"]) for row in walked.rows("results") if not row["is_correct"]}
    patterns = [ErrorPattern.model_validate(each) for each in walked.remedied.last["error_patterns"]]
    assert patterns
    for pattern in patterns:
        assert pattern.description
        assert pattern.suggested_remediation
        assert pattern.affected_questions
        assert {*pattern.affected_questions} <= answered


# The database


def test_table_agent_transitions_has_from_to_reason_and_the_first_100_characters(walked: Walked) -> None:
    rows = walked.rows("agent_transitions", "id")
    assert {"id", "session_id", "from_agent", "to_agent", "reason", "message_excerpt", "timestamp"} <= rows[0].keys()
    assert all(0 < len(row["message_excerpt"]) <= 100 for row in rows)
    assert LONG_MESSAGE[:100] in {row["message_excerpt"] for row in rows}
    assert all(row["reason"] for row in rows)


def test_table_learning_cycles_has_a_row_for_each_round(walked: Walked) -> None:
    rows = walked.rows("learning_cycles", "id")
    own = {"id", "user_id", "session_id", "topic", "cycle_number", "quiz_score", "mastery_achieved", "started_at"}
    assert own | {"completed_at"} <= rows[0].keys()
    done = [row for row in rows if row["completed_at"]]
    courses = (walked.mastered, walked.remedied, walked.short)
    assert len(done) >= sum(len(course.quizzes) for course in courses)
    assert all(row["completed_at"] >= row["started_at"] for row in done)
    for course in courses:
        topic = course.last["current_topic"]
        own_rows = [row for row in done if row["topic"] == topic]
        assert [row["cycle_number"] for row in own_rows] == list(range(1, len(course.quizzes) + 1))
        assert [row["mastery_achieved"] for row in own_rows][-1] is (course is walked.mastered)
        assert {row["quiz_score"] for row in own_rows} == {1.0 if course is walked.mastered else 0.0}


def test_table_diagnostic_results_keeps_the_diagnosis(walked: Walked) -> None:
    (row, *_) = walked.rows("diagnostic_results", "id")
    assert row["learner_level"] == walked.diagnosed["learner_level"]
    assert row["prerequisite_gaps"] == walked.diagnosed["prerequisite_gaps"]
    assert row["recommendations"] == walked.diagnosed["recommendations"]


@pytest.mark.parametrize(
    "index", ["idx_transitions_session", "idx_cycles_user", "idx_cycles_topic", "idx_diagnostic_user"]
)
def test_the_seeds_indexes_are_there(walked: Walked, index: str) -> None:
    assert select(walked.database, "select from pg_indexes where indexname = %s", index)


@pytest.mark.parametrize("table", TABLES)
def test_the_six_older_tables_exist_and_hold_this_session(walked: Walked, table: str) -> None:
    assert walked.rows(table)


# Who routes to whom


def test_diagram_the_path_planner_reads_mastery_and_writes_the_path(walked: Walked) -> None:
    mastered = {each["concept"] for each in walked.planned["concepts"] if each["mastered"]}
    assert mastered
    path = walked.planned["learning_path"]
    assert path
    assert not mastered & set(path)
    assert walked.mastered.last["current_topic"] in mastered


def test_diagram_tutor_then_quiz_then_feedback(walked: Walked) -> None:
    """In every round that was gone through to its end."""
    rows = walked.rows("agent_transitions", "id")
    rounds = [n for n, row in enumerate(rows) if row["reason"].startswith("TUTOR_EXPLAINING")]
    orders = [
        [row["to_agent"] for row in rows[begin:end]] for begin, end in zip(rounds, [*rounds[1:], None], strict=True)
    ]
    whole = [order for order in orders if "feedback" in order]
    assert len(whole) == sum(len(course.quizzes) for course in (walked.mastered, walked.remedied, walked.short))
    for order in whole:
        assert order[0] == "tutor"
        assert order.index("quiz") < order.index("feedback")
