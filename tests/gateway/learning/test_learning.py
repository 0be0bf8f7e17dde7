"""Learning: what a learner asks for becomes a message, and what came of it is told."""

import json
from typing import Any

import httpx
import pytest

from contracts.envelope import Envelope
from contracts.learning import AimsSet, ConceptMarked, LearningRequested, MessageSent, PathRequested
from contracts.problems import Code
from contracts.session import Status
from contracts.views.learners import LearnerView
from tests.gateway.conftest import As, Sent
from tests.gateway.learnt import own, read, state, studied
from tests.gateway.shelf import START, Kept, Shelf

WISHES: dict[str, tuple[str, dict[str, Any]]] = {
    "learning": ("POST", {"topic": "leaf"}),
    "path": ("POST", {}),
    "aims": ("PATCH", {"goals": ["pass"]}),
    "marks": ("POST", {"concept": "leaf", "mark": "known"}),
    "messages": ("POST", {"text": "What is a leaf?"}),
}


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    return read(shelf, shelf.quiz(shelf.session(tenant, "ann")))


def at(kept: Kept, part: str) -> str:
    return f"/v1/sessions/{kept.session}/{part}"


async def test_a_section_that_has_a_concepts_name_is_taken_by_its_very_spelling(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, kept: Kept
) -> None:
    shelf.ask(
        "update blocks set body = jsonb_set(body::jsonb, '{text}', '\"Root\"') "
        "where reading_id = %(reading)s and body ->> 'text' = 'Below the ground'",
        reading=kept.reading,
    )
    for said in ("Root", "root", "ROOT"):
        assert (await ann.post(at(kept, "learning"), json={"topic": said})).status_code == 202
    assert [LearningRequested.read(one.value).topic for one in sent.messages] == ["Root", "root", "root"]


async def test_each_wish_is_its_message_with_names_as_the_document_has_them(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept
) -> None:
    asked = {
        "topic": " above  THE ground", "diagnostic": True, "mastery_threshold": 0.9, "max_cycles": 3,
    }  # fmt: skip
    for method, part, body in (
        ("POST", "learning", asked),
        ("POST", "path", {}),
        ("PATCH", "aims", {"goals": ["pass"], "current_topic": "ROOT", "mastery_threshold": 0}),
        ("POST", "marks", {"concept": "Chlorophyll", "mark": "not_yet"}),
        ("POST", "messages", {"text": "What is a leaf?"}),
    ):
        answer = await ann.request(method, at(kept, part), json=body)
        assert (answer.status_code, answer.json()["session_id"]) == (202, str(kept.session)), answer.text
    learn, path, aims, mark, said = sent.messages
    assert LearningRequested.read(learn.value) == LearningRequested(
        topic="Above the ground", diagnostic=True, mastery_threshold=0.9, max_cycles=3
    )
    assert PathRequested.read(path.value) == PathRequested()
    assert AimsSet.read(aims.value) == AimsSet(goals=["pass"], current_topic="root", mastery_threshold=0)
    assert ConceptMarked.read(mark.value) == ConceptMarked(concept="chlorophyll", mark="not_yet")
    assert MessageSent.read(said.value) == MessageSent(text="What is a leaf?")
    assert str(Envelope.from_headers(said.headers).id) == answer.json()["message_id"]


async def test_no_body_learns_what_is_weakest(ann: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    assert (await ann.post(at(kept, "learning"))).status_code == 202
    assert LearningRequested.read(sent.messages[0].value) == LearningRequested()


@pytest.mark.parametrize(
    ("method", "part", "body", "field"),
    [
        ("POST", "learning", {"topic": "the moon"}, "topic"),
        ("POST", "learning", {"topic": 7}, "topic"),
        ("POST", "learning", {"mastery_threshold": 1.1}, "mastery_threshold"),
        ("POST", "learning", {"max_cycles": 0}, "max_cycles"),
        ("POST", "learning", {"speed": 1}, "speed"),
        ("PATCH", "aims", {"goals": ["a", "x" * 201]}, "goals.1"),
        ("PATCH", "aims", {}, "goals"),
        ("PATCH", "aims", {"current_topic": "the moon"}, "current_topic"),
        ("PATCH", "aims", {"mastery_threshold": -0.1}, "mastery_threshold"),
        ("POST", "marks", {"concept": "the moon", "mark": "known"}, "concept"),
        ("POST", "marks", {"concept": "Above the ground", "mark": "known"}, "concept"),
        ("POST", "marks", {"concept": "leaf", "mark": "maybe"}, "mark"),
        ("POST", "messages", {"text": ""}, "text"),
        ("POST", "messages", {"text": "  \n"}, "text"),
        ("POST", "messages", {"text": "x" * 4001}, "text"),
        ("POST", "messages", {"text": "a\0b"}, "text"),
        ("POST", "messages", {}, "text"),
    ],
)
async def test_a_wrong_wish_is_a_400_that_names_the_field(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, method: str, part: str, body: Any, field: str
) -> None:
    answer = await ann.request(method, at(kept, part), json=body)
    assert (answer.status_code, answer.json()["fields"]) == (400, [field]), answer.text
    assert sent.messages == []


@pytest.mark.parametrize("part", WISHES)
async def test_the_same_wish_again_is_the_same_answer(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, part: str
) -> None:
    method, body = WISHES[part]
    headers = {"Idempotency-Key": "once"}
    one, two = [await ann.request(method, at(kept, part), json=body, headers=headers) for _ in range(2)]
    assert (one.status_code, one.content, len(sent.messages)) == (202, two.content, 1)
    other = {**body, "topic": "root"} if part == "learning" else {"text": "x"} if part == "messages" else None
    if other:
        again = await ann.request(method, at(kept, part), json=other, headers=headers)
        assert again.json()["code"] == "idempotency_key_reused"


@pytest.mark.parametrize("part", WISHES)
async def test_before_there_is_anything_to_learn_it_is_409_and_in_review_422(
    ann: httpx.AsyncClient, shelf: Shelf, sent: Sent, tenant: str, part: str
) -> None:
    method, body = WISHES[part]
    early = shelf.session(tenant, "ann", status=Status.READING)
    failed = shelf.session(tenant, "ann", status=Status.FAILED, error=Code.DAMAGED)
    for kept in (early, failed):
        assert (await ann.request(method, at(kept, part), json=body)).status_code == 409
    waits = shelf.quiz(shelf.session(tenant, "ann", status=Status.PENDING_REVIEW, error=Code.LOW_CONFIDENCE))
    assert (await ann.request(method, at(waits, part), json=body)).status_code == 422
    for name in ("learner", "messages", "disputes", "summary", "replay", "logs"):
        assert (await ann.get(at(waits, name))).status_code == 422, name
    assert sent.messages == []


async def test_the_learner_is_the_seeds_state(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = studied(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    item = kept.items[0]
    progress = {"answers": [], "question_index": 1, "paused": True, "saved_at": START}
    shelf.insert("quiz_progress", quiz_id=kept.quiz, **progress, **own(kept))
    shelf.insert(
        "recalls", message_id=item.item_id, attempt_id=kept.attempt, item_id=item.item_id, what="retracted",
        reason="It was wrong.", score_before=0.5, score_after=None, timestamp=START, **own(kept),
    )  # fmt: skip
    answer = await ann.get(at(kept, "learner"))
    told = LearnerView.model_validate_json(answer.content)
    assert (told.user_id, told.session_id, told.current_topic) == ("ann", kept.session, "leaf")
    assert (told.explanation, told.last_routed_to, told.learner_level) == ("A leaf is green.", "tutor", "beginner")
    assert (told.mastery_threshold, told.mastery_score, told.max_cycles, told.learning_cycle_count) == (0.9, 0.4, 3, 1)
    assert (told.phase, told.routing, told.cycle_quiz) == ("QUIZ_ACTIVE", "LEARN", kept.quiz)
    assert (told.quiz_score, told.quiz_paused) == (0.5, False), "saved before the last attempt: it is of that one"
    assert told.topics == ["leaf", "chlorophyll", "root", "Above the ground", "Below the ground"]
    assert [(one.concept, one.section, one.prerequisites) for one in told.concepts] == [
        ("leaf", "Above the ground", []),
        ("chlorophyll", "Above the ground", ["leaf"]),
        ("root", "Below the ground", []),
    ]
    assert told.quiz_questions[0].model_dump(mode="json") == {
        "question_id": str(item.item_id), "question_text": item.question, "concept_name": item.concept,
        "difficulty": "easy", "expected_answer": item.answer_text, "source_context": item.proof.quote,
    }  # fmt: skip
    assert told.quiz_responses[0].model_dump(mode="json") == {
        "question_id": str(item.item_id), "learner_answer": "a pigment", "is_correct": True,
        "time_taken_seconds": 3.0, "attempt_number": 1,
    }  # fmt: skip
    assert (told.error_patterns[0].pattern_type, told.knowledge_gaps[0].mistaken_for) == ("conceptual", "water")
    assert (told.cycles[0].topic, told.cycles[0].quiz_id) == ("leaf", kept.quiz)
    assert (told.recalls[0].question, told.recalls[0].score_before) == (item.question, 0.5)
    assert told.remediation == ["Read about leaves first."]


async def test_the_learner_is_told_before_anything_is_known(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    early = shelf.session(tenant, "ann", status=Status.READING, blocks=0)
    answer = await ann.get(at(early, "learner"))
    told = LearnerView.model_validate_json(answer.content)
    assert (answer.status_code, answer.headers["Retry-After"]) == (200, "1")
    assert told == LearnerView(user_id="ann", session_id=early.session)


async def test_however_often_a_quiz_was_taken_a_page_of_the_answers_is_shown(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    for _ in range(60):
        shelf.attempt(kept)
    path = at(kept, "learner")
    told = (await ann.get(path)).json()
    assert (len(told["quiz_responses"]), told["totals"]["quiz_responses"]) == (100, 120)
    assert [each["attempt_number"] for each in told["quiz_responses"][-2:]] == [60, 60]
    older = (await ann.get(f"{path}?offset=100&limit=500")).json()
    assert len(older["quiz_responses"]) == 20
    past = (await ann.get(f"{path}?offset=120")).json()
    assert (past["quiz_responses"], past["totals"]) == ([], told["totals"])
    numbers = [each["attempt_number"] for each in [*older["quiz_responses"], *told["quiz_responses"]]]
    assert numbers == sorted(numbers)
    assert (await ann.get(f"{path}?limit=501")).status_code == 400
    shelf.attempt(kept)
    assert len((await ann.get(path)).content) < 1.01 * len(json.dumps(told).encode())


async def test_the_learner_has_the_sessions_tag(as_user: As, shelf: Shelf, kept: Kept) -> None:
    ann = as_user("ann")
    tag = (await ann.get(at(kept, "learner"))).headers["ETag"]
    assert tag == (await ann.get(f"/v1/sessions/{kept.session}")).headers["ETag"]
    same = await ann.get(at(kept, "learner"), headers={"If-None-Match": tag})
    assert (same.status_code, same.content) == (304, b"")
    shelf.ask("update sessions set version = version + 1 where session_id = %(s)s", s=kept.session)
    assert (await ann.get(at(kept, "learner"), headers={"If-None-Match": tag})).status_code == 200


async def test_the_newest_value_of_a_state_key_is_told(ann: httpx.AsyncClient, shelf: Shelf, kept: Kept) -> None:
    quote = kept.items[0].proof.model_dump(mode="json")
    state(shelf, kept, explanation_quotes=[quote], examples_provided=["An oak."], next_topic="root")
    told = LearnerView.model_validate_json((await ann.get(at(kept, "learner"))).content)
    assert (told.examples_provided, told.next_topic) == (["An oak."], "root")
    assert told.explanation_quotes == [kept.items[0].proof]


async def test_the_explanation_is_in_the_readers_language_around_its_quotes(
    ann: httpx.AsyncClient, shelf: Shelf, kept: Kept
) -> None:
    quoted = {"code": "tutor.quote", "values": {"quote": "A leaf is green.", "page": 2}}
    phrase = {"code": "tutor.labelled", "values": {"label": {"code": "tutor.definition"}, "quoted": quoted}}
    state(shelf, kept, explanation="As it was kept.", explanation_phrase=phrase)
    for languages, told in (("nb", "Hva det er: «A leaf is green.» (side 2)"), ("fr", "As it was kept.")):
        answer = await ann.get(at(kept, "learner"), headers={"Accept-Language": languages})
        assert answer.json()["explanation"] == told
