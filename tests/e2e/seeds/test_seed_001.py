"""Seed 001, what its other tests leave: the shape of the session state, its language throughout, every node's log."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pydantic import AwareDatetime, BaseModel, ConfigDict

from services.reader.language import language_of
from tests.console.samples.make_samples import lesson
from tests.e2e.houses import Up
from tests.e2e.seeds.conftest import Walked
from tests.standins.learners.learner import Json, Learner
from tests.standins.learners.pupil import begin, learner_view

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(300)]
"""The walk has a dozen rounds of learning, and the test that comes first waits for it."""
SHA256 = re.compile(r"[0-9a-f]{64}")
NODES = ("coordinator", "reader", "quiz", "evaluator", "tutor", "diagnostic", "feedback", "pathplanner")
"""The orchestrator is the coordinator, and so is the Evaluator where it classifies; quiz, tutor, feedback and
pathplanner are the Coach's agents."""
LOGS = {"orchestrator": {"coordinator"}, "reader": {"reader"}, "coach": {"quiz", "tutor", "feedback", "pathplanner"}}
LOGS["evaluator"] = {"evaluator", "diagnostic", "coordinator"}


class Seeds(BaseModel):
    """The seed's example names these; we may add others beside them."""

    model_config = ConfigDict(extra="ignore")


class DocMeta(Seeds):
    filename: str
    uploaded_at: AwareDatetime


class Block(Seeds):
    block_id: str
    text: str
    source_page: int


class Item(Seeds):
    item_id: UUID
    question: str
    difficulty: str


class Result(Seeds):
    item_id: UUID
    is_correct: bool
    timestamp: AwareDatetime


class State(Seeds):
    """Seed 001's `SessionState`."""

    session_id: UUID
    user_id: str
    doc_meta: DocMeta
    extracted_blocks: list[Block]
    quiz_items: list[Item]
    results: list[Result]
    notes: list[str]


def test_session_state_has_seed_001s_shape_and_what_it_holds_is_true(walked: Walked) -> None:
    raw = walked.me.session(walked.session)
    assert State.model_fields.keys() <= raw.keys()
    state = State.model_validate(raw)
    assert str(state.session_id) == walked.session
    assert state.user_id == walked.fresh["user_id"]
    assert state.doc_meta.filename == "document.pdf"
    assert state.extracted_blocks
    assert state.results
    assert state.notes
    assert all(block.text and block.source_page >= 1 for block in state.extracted_blocks)
    assert {item.difficulty for item in state.quiz_items} <= {"EASY", "MEDIUM", "HARD"}
    answered = {row["item_id"] for row in walked.rows("results")}
    assert {result.item_id for result in state.results} <= answered
    notes = [row["note"] for row in walked.rows("notes")]
    assert set(state.notes) <= set(notes)


# Language


@pytest.fixture(scope="module")
def norsk(house: Up) -> Iterator[tuple[Learner, str, Json]]:
    """A Norwegian document: its quiz answered wrongly, its topic explained."""
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as me:
        session = me.study(lesson("vannets-kretslop.no"), numQuizQuestions=8, numFlashcards=4)["session_id"]
        quiz = me.quiz(session)
        version = me.session(session)["version"]
        me.answer(session, quiz, [each["item_id"] for each in quiz["questions"]])
        me.settle(session, version)
        yield me, session, begin(me, session)


def test_the_language_is_the_documents_in_digest_items_notes_and_explanation(
    norsk: tuple[Learner, str, Json],
) -> None:
    me, session, view = norsk
    state = me.session(session)
    assert state["doc_meta"]["language"] == "no"
    context = state["context"]
    told = {
        "fullSummary": context["fullSummary"],
        "keyConcepts": " ".join(concept["definition"] for concept in context["keyConcepts"]),
        "mainSections": " ".join(section["sectionSummary"] for section in context["mainSections"]),
        "questions": " ".join(item["question"] for item in me.items(session)),
        "why": " ".join(one["sentence"] for item in me.items(session) for one in item["explanations"]),
        "cards": " ".join(f"{card['question']} {card['answer']}" for card in me.cards(session)),
        "notes": " ".join(note["note"] for note in me.notes(session)),
        "explanation": view["explanation"],
        "feedback": learner_view(me, session)["feedback_text"],
    }
    assert {name: language_of(text) for name, text in told.items()} == dict.fromkeys(told, "no")


def test_the_houses_own_sentences_about_it_are_in_its_language(norsk: tuple[Learner, str, Json]) -> None:
    me, _, _ = norsk
    short = me.study(lesson("vannets-kretslop.no"), numQuizQuestions=50, numFlashcards=0, generationGoals=["quiz"])
    sentences = [each["sentence"] for each in me.quiz(str(short["session_id"]))["shortfall"]]
    assert sentences
    assert language_of(" ".join(sentences)) == "no"


# Sections


def test_the_main_sections_have_title_summary_and_place_in_the_documents_order(walked: Walked) -> None:
    state = walked.me.session(walked.session)
    blocks = walked.me.blocks(walked.session)
    sections = state["context"]["mainSections"]
    assert len(sections) >= 2
    assert len({section["sectionTitle"] for section in sections}) == len(sections)
    firsts = [int(re.findall(r"\d+", section["contentRef"])[0]) for section in sections]
    assert firsts == sorted(firsts)
    everything = " ".join(block["text"] for block in blocks.values())
    pages = {block["source_page"] for block in blocks.values()}
    for first, section in zip(firsts, sections, strict=True):
        assert section["sectionTitle"]
        assert section["sectionSummary"].split(". ")[0].rstrip(".") in everything
        assert first in pages


# Observability


@pytest.mark.parametrize("node", NODES)
def test_every_node_logs_its_runs_with_hashes_time_tokens_and_errors(walked: Walked, node: str) -> None:
    runs = [row for row in walked.rows("session_logs", "seq") if row["agent"] == node]
    assert runs
    for run in runs:
        assert SHA256.fullmatch(run["input_hash"])
        assert SHA256.fullmatch(run["output_hash"])
        assert run["duration_ms"] >= 0
        assert run["tokens_used"] is None, "no model is configured"
        assert all(isinstance(error, str) and error for error in run["errors"])
    assert any(not run["errors"] for run in runs)
    assert any(run["duration_ms"] > 0 for run in runs)


@pytest.mark.parametrize("service", LOGS)
def test_every_services_log_has_a_line_for_each_run_with_the_session_as_trace(
    walked: Walked, house: Up, service: str
) -> None:
    runs = {name: runs_in(house.data / "logs" / f"{name}.log", walked.session) for name in LOGS}
    own = runs[service]
    assert {line["agent"] for line in own} == LOGS[service]
    rows = walked.rows("session_logs", "seq")
    for agent in LOGS[service]:
        logged = {hashes(line) for lines in runs.values() for line in lines if line["agent"] == agent}
        assert {hashes(row) for row in rows if row["agent"] == agent} <= logged
    for line in own:
        assert line["duration_ms"] >= 0
        assert line["tokens_used"] is None
        assert all(re.fullmatch(r"\w+", error) for error in line["errors"]), "codes, and no words"


def runs_in(log: Path, session: str) -> list[dict[str, Any]]:
    """The lines of a log that tell of a run of the session."""
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return [line for line in lines if line.get("trace_id") == session.replace("-", "") and "input_hash" in line]


def hashes(run: dict[str, Any]) -> tuple[str, str]:
    """What went in and came out."""
    return run["input_hash"], run["output_hash"]
