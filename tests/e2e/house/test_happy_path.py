"""The happy path, each of its criteria, on Apache Kafka with every service a process of its own."""

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from contracts.coaching import CoachNotes, StudyMaterial, WriteMaterial
from contracts.digest import DocumentDigested
from contracts.grading import Evaluation, QuizResults
from contracts.quizzes import ItemsValidated
from contracts.reading import ReaderOutput
from contracts.session import DocumentSubmitted, QuizRequested, SessionUpdated
from contracts.topics import TOPICS
from tests.e2e.houses import SAMPLES
from tests.reader.papers import lines, paper
from tests.standins.composed import SERVICES, Composed
from tests.standins.learners.learner import Learner
from tests.standins.proofs import assert_cards_proved, assert_items_proved, plain
from tests.standins.tables import assert_nothing_doubled, folded, replayed, select
from tests.standins.topics import messages

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(240)]
SAMPLE = SAMPLES / "photosynthesis.en.pdf"
ACCEPTABLE_SECONDS = 60
Json = dict[str, Any]


def test_happy_path(kafka_house: Composed) -> None:
    kafka, database = kafka_house.ground.kafka, kafka_house.ground.postgres
    with Learner(kafka_house.url, kafka_house.token("owner"), kafka_house.token("learner")) as me:
        # PDF -> Reader -> Orchestrator -> Coach -> quiz and flashcards, within an acceptable time.
        began = time.monotonic()
        answer = me.upload(SAMPLE, name="photosynthesis.pdf")
        assert answer.status_code == 202
        session = answer.json()["session_id"]
        state = me.settle(session)
        assert time.monotonic() - began < ACCEPTABLE_SECONDS
        assert state["status"] == "ready"
        quiz, items, cards, blocks = me.quiz(session), me.items(session), me.cards(session), me.blocks(session)
        assert len(quiz["questions"]) == 10
        assert len({question["type"] for question in quiz["questions"]}) >= 2
        assert len(cards) >= 5
        # Accurate, and relevant to the PDF.
        assert_items_proved(items, blocks)
        assert_cards_proved(cards, blocks)
        assert 5 <= len(state["context"]["keyConcepts"]) <= 10
        assert state["context"]["fullSummary"]
        assert state["context"]["mainSections"]
        concepts = {plain(item["concept"]) for item in items}
        assert len(concepts & {plain(each["term"]) for each in state["context"]["keyConcepts"]}) >= 3
        assert not any({"answer", "proof", "concept"} & question.keys() for question in quiz["questions"])

        # Answers, at least three concepts missed; grades and notes come back.
        by_id = {item["item_id"]: item for item in items}
        missed: set[str] = set()
        wrong: set[str] = set()
        for question in quiz["questions"]:
            item = by_id[question["item_id"]]
            if len(missed) < 3 or item["concept"] in missed:
                missed.add(item["concept"])
                wrong.add(item["item_id"])
        attempt = me.answer(session, quiz, wrong=wrong)["attempt_id"]
        graded = me.results(session, attempt)
        assert {one["item_id"]: one["is_correct"] for one in graded["results"]} == {id: id not in wrong for id in by_id}
        judged = [one for one in graded["results"] if not one["undecided"]]  # Of the rest the learner is to be asked.
        right = sum(one["is_correct"] for one in judged)
        assert len(judged) >= len(by_id) - 2
        assert graded["score"] == pytest.approx(right / len(judged), abs=0.01)
        me.settle(session, after=state["version"])
        notes = me.notes(session)
        result_ids = {one["result_id"]: one for one in graded["results"]}
        assert len(missed) >= 3
        for concept in missed:
            about = [note for note in notes if plain(concept) in plain(note["note"])]
            assert about, f"no note says anything of {concept}"
            assert any(
                result_ids[id]["concept"] == concept and not result_ids[id]["is_correct"]
                for note in about
                for id in note["result_ids"]
            )
        assert all(note["result_ids"] and note["made_by"] for note in notes)

        # The second quiz: nothing again, at least half on what was missed (each of it), and that first.
        second = me.new_quiz(session)
        me.settle(session)
        new = {item["item_id"]: item for item in me.items(session) if item["item_id"] not in by_id}
        asked = [new[question["item_id"]] for question in second["questions"]]
        before = {(plain(item["question"]), item.get("statement", "")) for item in items}
        assert before.isdisjoint((plain(item["question"]), item.get("statement", "")) for item in asked)
        focus = {plain(concept) for concept in me.session(session)["focus_areas"]}
        assert focus == {plain(concept) for concept in missed}
        on_focus = [plain(item["concept"]) in focus for item in asked]
        assert sum(on_focus) >= len(asked) / 2
        assert focus <= {plain(item["concept"]) for item in asked}
        assert on_focus == sorted(on_focus, reverse=True)
        assert_items_proved(asked, blocks)
        state = me.settle(session)

    everything_passed_the_topics(kafka, session)
    the_state_in_postgres_is_what_the_api_shows(database, session, state)
    each_run_is_logged(kafka_house, session)
    assert_nothing_doubled(database, session)
    assert replayed(database, session).rows == state["version"]


def everything_passed_the_topics(kafka: str, session: str) -> None:
    """Each contract went over Kafka, on its topic, by its service, within the session's trace."""
    found = messages(kafka, session)
    seen = Counter(type(each.message) for each in found)
    expected = (DocumentSubmitted, ReaderOutput, DocumentDigested, WriteMaterial, StudyMaterial, ItemsValidated)
    for message in (*expected, QuizResults, Evaluation, CoachNotes, QuizRequested, SessionUpdated):
        assert seen[message] >= 1, message.__name__
    topics = {topic.name: topic for topic in TOPICS}
    for each in found:
        assert type(each.message) in topics[each.topic].messages
        assert each.envelope.source.removeprefix("pensum/") in topics[each.topic].producers
        assert each.envelope.traceparent is not None
        assert each.envelope.traceparent.split("-")[1] == session.replace("-", "")
        assert nothing_else(json.loads(each.value), each.message.plain()), "the value is the message and nothing else"
    handover = next(each.message for each in found if isinstance(each.message, WriteMaterial)).handover
    assert str(handover.metadata.session_id) == session
    assert handover.instructions_for_coach.constraints.num_quiz_questions == 10
    assert handover.context.key_concepts


def nothing_else(sent: Any, message: Any) -> bool:
    """Whether what was sent is the message; a field that has its default may be left out."""
    if isinstance(sent, dict):
        return all(name in message and nothing_else(value, message[name]) for name, value in sent.items())
    if isinstance(sent, list):
        return len(sent) == len(message) and all(map(nothing_else, sent, message))
    return bool(sent == message)


def the_state_in_postgres_is_what_the_api_shows(database: str, session: str, state: Json) -> None:
    """The single source of truth is the one that is shown."""
    (row,) = select(database, "select * from sessions where session_id = %s", session)
    assert (row["status"], row["version"], row["focus_areas"]) == (
        state["status"],
        state["version"],
        state["focus_areas"],
    )
    assert sum(folded(database, session).values()) <= row["version"]
    items = select(database, "select body from items where session_id = %s and accepted", session)
    shown = {item["item_id"]: item["question"] for item in state["quiz_items"]}
    assert {row["body"]["item_id"]: asked(row["body"]) for row in items} == shown
    results = select(database, "select * from results where session_id = %s", session)
    assert {str(row["result_id"]): row["is_correct"] for row in results} == {
        one["result_id"]: one["is_correct"] for one in state["results"]
    }
    notes = select(database, "select note from notes where session_id = %s order by timestamp, ordinal", session)
    assert [row["note"] for row in notes] == state["notes"]
    blocks = select(
        database,
        "select b.body from blocks b join courses c using (reading_id) join sessions s using (course_id)"
        " where s.session_id = %s",
        session,
    )
    assert len(blocks) == state["totals"]["blocks"]
    texts = {row["body"]["block_id"]: row["body"]["text"] for row in blocks}
    assert all(texts[block["block_id"]] == block["text"] for block in state["extracted_blocks"])


def asked(item: Json) -> str:
    """The question as it is shown: with the statement that is to be judged, and how the words of a gap begin."""
    asks = " ".join(filter(None, (item["question"], item.get("statement"))))
    begins = " ".join(f"{word[0].lower()}…" if len(word) > 2 else "…" for word in str(item["answer"]).split())
    return asks.replace("____", f"____ ({begins})") if item["type"] == "cloze" else asks


def each_run_is_logged(house: Composed, session: str) -> None:
    """Hashes, duration and errors per agent, in the table and as JSON lines by the trace id."""
    runs = select(house.ground.postgres, "select * from agent_runs where session_id = %s", session)
    assert {"reader", "quiz", "evaluator", "feedback"} <= {run["agent"] for run in runs}
    for run in runs:
        assert len(run["input_hash"]) == len(run["output_hash"]) == 64
        assert run["duration_ms"] >= 0
        assert (run["tokens_used"], run["errors"]) == (None, [])
    moves = select(house.ground.postgres, "select * from agent_transitions where session_id = %s order by id", session)
    agents = {move["from_agent"] for move in moves} | {move["to_agent"] for move in moves}
    assert {"reader", "quiz", "evaluator", "feedback"} <= agents
    assert agents.isdisjoint({"coach", "gateway", "orchestrator"}), "roles, never services"
    trace = session.replace("-", "")
    hashes = {run["output_hash"] for run in runs}
    for service in ("reader", "coach", "evaluator"):
        said = [line for line in log_lines(house.log(service)) if line.get("trace_id") == trace]
        logged = {line["output_hash"] for line in said if "output_hash" in line}
        assert logged, service
        assert logged <= hashes
        assert all(
            {"input_hash", "duration_ms", "tokens_used", "errors"} <= line.keys() for line in said if "agent" in line
        )


def log_lines(log: Path) -> list[Json]:
    """Every line is a JSON object."""
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_the_house_logs_nothing_but_json_lines(kafka_house: Composed) -> None:
    for service in SERVICES:
        assert all(
            {"timestamp", "level", "message", "service"} <= line.keys() for line in log_lines(kafka_house.log(service))
        )


def test_an_error_names_the_session_as_its_trace(kafka_house: Composed) -> None:
    with Learner(kafka_house.url, kafka_house.token("owner"), kafka_house.token("learner")) as me:
        session = me.upload(paper(lines("Too short."))).json()["session_id"]
        assert me.settle(session)["status"] == "failed"
        answer = me.http.get(f"/sessions/{session}/quiz")
        assert (answer.status_code, answer.json()["code"]) == (422, "text_too_short")
        assert answer.json()["trace_id"] == session.replace("-", "")
        lines_of = [
            line for line in log_lines(kafka_house.log("reader")) if line.get("trace_id") == answer.json()["trace_id"]
        ]
        assert any("text_too_short" in str(line.get("errors")) for line in lines_of)
