"""What a learner orders of a session: another quiz, another try, to be forgotten."""

from typing import Any
from uuid import UUID

import httpx
import pytest

from contracts.envelope import Envelope
from contracts.problems import Code
from contracts.session import ForgetRequested, QuizRequested, RetryRequested, Status
from tests.gateway.conftest import Sent
from tests.gateway.shelf import Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return shelf.quiz(shelf.session(tenant, "ann"))


@pytest.mark.parametrize("body", [b"", b"{}", b" { } "])
async def test_another_quiz_is_ordered_with_nothing(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, body: bytes
) -> None:
    answer = await ann.post(f"/v1/sessions/{kept.session}/quizzes", content=body)
    assert answer.status_code == 202
    message = QuizRequested.read(sent.messages[0].value)
    assert (message.quiz_spec, message.instructions) == (None, None)
    waits = await ann.get(answer.headers["Location"])
    assert (waits.status_code, waits.json()["session_id"]) == (202, str(kept.session))
    assert answer.headers["Location"].endswith(answer.json()["quiz_id"])


@pytest.mark.parametrize(
    "wishes",
    [
        {"numQuizQuestions": 4, "focusAreas": ["light"]},
        {"constraints": {"numQuizQuestions": 4}, "focusAreas": ["light"]},
    ],
)
async def test_another_quiz_is_ordered_with_wishes(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, wishes: dict[str, Any]
) -> None:
    assert (await ann.post(f"/v1/sessions/{kept.session}/quizzes", json=wishes)).status_code == 202
    told = QuizRequested.read(sent.messages[0].value).instructions
    assert told is not None
    assert (told.constraints.num_quiz_questions, told.focus_areas) == (4, ["light"])


@pytest.mark.parametrize(
    ("wishes", "goals"),
    [
        ({"numQuizQuestions": 4}, ["quiz"]),
        ({"numQuizQuestions": 4, "numFlashcards": 2}, ["flashcards", "quiz"]),
        ({"generationGoals": ["multiple_choice_quiz"]}, ["multiple_choice_quiz"]),
    ],
)
async def test_another_quiz_brings_cards_only_where_they_are_named(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, wishes: dict[str, Any], goals: list[str]
) -> None:
    await ann.post(f"/v1/sessions/{kept.session}/quizzes", json=wishes)
    told = QuizRequested.read(sent.messages[0].value).instructions
    assert told is not None
    assert told.generation_goals == goals


async def test_another_quiz_is_ordered_by_a_specification(ann: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    spec = {"blocks_to_assess": ["p0", "p2"], "num_questions": 2, "difficulty": "hard"}
    assert (await ann.post(f"/v1/sessions/{kept.session}/quizzes", json=spec)).status_code == 202
    told = QuizRequested.read(sent.messages[0].value).quiz_spec
    assert told is not None
    assert (told.blocks_to_assess, told.num_questions, told.difficulty) == (["p0", "p2"], 2, "HARD")


async def test_what_a_concept_may_be_asked_and_who_helps_out_reach_the_coach(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept
) -> None:
    wishes = {"questionsPerConcept": 1, "fallback": "offline"}
    assert (await ann.post(f"/v1/sessions/{kept.session}/quizzes", json=wishes)).status_code == 202
    told = QuizRequested.read(sent.messages[0].value).instructions
    assert told is not None
    assert (told.constraints.questions_per_concept, told.fallback) == (1, "offline")


@pytest.mark.parametrize("levels", ["understand=2,apply=1", {"understand": 2, "apply": 1}])
async def test_a_mix_of_levels_reaches_the_coach_in_the_forms_writing_and_as_an_object(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, levels: Any
) -> None:
    assert (await ann.post(f"/v1/sessions/{kept.session}/quizzes", json={"levels": levels})).status_code == 202
    told = QuizRequested.read(sent.messages[0].value).instructions
    assert told is not None
    assert told.constraints.levels.model_dump() == {"recall": 0, "understand": 2, "apply": 1}


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({"blocks_to_assess": [], "num_questions": 2}, "blocks_to_assess"),
        ({"num_questions": 2}, "blocks_to_assess"),
        ({"blocks_to_assess": ["p0", "p9"], "num_questions": 2}, "blocks_to_assess"),
        ({"blocks_to_assess": ["p0"], "num_questions": 0}, "num_questions"),
        ({"blocks_to_assess": ["p0"]}, "num_questions"),
        ({"generationGoals": ["quiz"], "numQuizQuestions": 0}, "numQuizQuestions"),
        ({"generationGoals": ["flashcards"], "numFlashcards": 0}, "numFlashcards"),
        ({"generationGoals": ["explanation"]}, "generationGoals"),
        ({"instructions_for_coach": {}}, "instructions_for_coach"),
        ({"blocks_to_assess": ["p0"], "num_questions": "2"}, "num_questions"),
        ({"blocks_to_assess": ["p0"], "num_questions": 2, "difficulty": "odd"}, "difficulty"),
        ({"numQuizQuestions": 51}, "numQuizQuestions"),
        ({"questionsPerConcept": 0}, "questionsPerConcept"),
        ({"questionsPerConcept": 11}, "questionsPerConcept"),
        ({"questionsPerConcept": "some"}, "questionsPerConcept"),
        ({"fallback": "somebody"}, "fallback"),
        ({"levels": "apply=many"}, "levels"),
        ({"levels": {"apply": -1}}, "levels"),
        ({"numQuizQuestions": 4, "colour": "red"}, "colour"),
        ({"constraints": {"numQuizQuestions": 51}}, "constraints.numQuizQuestions"),
    ],
)
async def test_a_broken_order_is_a_400_that_names_the_field(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, order: dict[str, Any], field: str
) -> None:
    answer = await ann.post(f"/v1/sessions/{kept.session}/quizzes", json=order)
    assert (answer.status_code, answer.json()["fields"]) == (400, [field])
    assert sent.messages == []


async def test_an_order_of_nothing_at_all_names_both_counts(ann: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    answer = await ann.post(f"/v1/sessions/{kept.session}/quizzes", json={"numQuizQuestions": 0, "numFlashcards": 0})
    assert (answer.status_code, answer.json()["fields"]) == (400, ["numFlashcards", "numQuizQuestions"])
    assert sent.messages == []


async def test_no_quiz_is_ordered_of_a_document_not_read_yet(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    reading = shelf.session(tenant, "ann", status=Status.READING)
    assert (await ann.post(f"/v1/sessions/{reading.session}/quizzes", json={})).status_code == 409


async def test_a_failed_session_is_retried_at_its_version(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, tenant: str
) -> None:
    failed = shelf.session(tenant, "ann", status=Status.FAILED, error=Code.MODEL_FAILED, version=9)
    path = f"/v1/sessions/{failed.session}/retry"
    for version in (8, 10):
        wrong = await ann.post(path, json={"version": version})
        assert (wrong.status_code, wrong.json()["numbers"]) == (409, {"version": 9})
    assert (await ann.post(path, json={"version": 9})).status_code == 202
    assert RetryRequested.read(sent.messages[0].value).version == 9
    assert len(sent.messages) == 1


@pytest.mark.parametrize("body", [{}, {"version": 0}, {"version": "9"}, {"version": True}])
async def test_a_retry_names_its_version(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, body: dict[str, Any]
) -> None:
    failed = shelf.session(tenant, "ann", status=Status.FAILED, error=Code.MODEL_FAILED, version=9)
    answer = await ann.post(f"/v1/sessions/{failed.session}/retry", json=body)
    assert (answer.status_code, answer.json()["fields"]) == (400, ["version"])


async def test_what_trying_again_cannot_mend_is_not_retried(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    failed = shelf.session(tenant, "ann", status=Status.FAILED, error=Code.ENCRYPTED, version=9)
    answer = await ann.post(f"/v1/sessions/{failed.session}/retry", json={"version": 9})
    assert answer.status_code == 409
    assert "password" in answer.json()["detail"]
    ready = shelf.session(tenant, "ann", version=9)
    assert (await ann.post(f"/v1/sessions/{ready.session}/retry", json={"version": 9})).status_code == 409


async def test_forgetting_is_asked_of_the_orchestrator(ann: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    answer = await ann.delete(f"/v1/sessions/{kept.session}")
    assert (answer.status_code, UUID(answer.json()["session_id"])) == (202, kept.session)
    assert Envelope.from_headers(sent.messages[0].headers).type == ForgetRequested.type_name
