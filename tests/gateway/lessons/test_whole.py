"""A session that a guideline teaches, without a document, is whole: every route that reads it answers."""

import json
from dataclasses import replace
from uuid import UUID, uuid4

import httpx
import pytest
from fastapi import FastAPI

from contracts.documents import Block
from tests.gateway.conftest import As
from tests.gateway.kinds import items
from tests.gateway.learnt import mastery, own, ran
from tests.gateway.lessons.taught import RIGHT, TEACHERS, alone, guideline, known, lesson, said, turn
from tests.gateway.shelf import START, Kept, Shelf

SECRET = "a-mark-that-no-learner-may-read"


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    """A lesson at its second turn. The course is the curriculum's; the key of the open question has the mark."""
    by = guideline(shelf)
    [(course,)] = shelf.ask("select course_id from guideline_view where guideline_id = %(g)s", g=by)
    kept = Kept(uuid4(), tenant, "ann", course, uuid4(), quiz=uuid4())
    owner = {"tenant_id": "curriculum", "user_id": "curriculum"}
    shelf.insert("courses", course_id=course, title="Comparing", reading_id=kept.reading, created_at=START, **owner)
    shelf.insert(
        "documents",
        course_id=course,
        sha256="b" * 64,
        filename="Comparing fractions.md",
        media_type="text/markdown",
        bytes=1,
        blob="b" * 64,
        uploaded_at=START,
        ordinal=0,
        reading_id=kept.reading,
        **owner,
    )
    shelf.insert(
        "readings",
        reading_id=kept.reading,
        document_sha256="b" * 64,
        doc_meta={"title": "Comparing fractions", "language": "en"},
        digest={"terms": []},
        complete=True,
        created_at=START,
        reader="curriculum",
        **owner,
    )
    shelf.insert("reading_members", set_id=kept.reading, reading_id=kept.reading, ordinal=0, **owner)
    shelf.insert(
        "sessions",
        session_id=kept.session,
        course_id=course,
        status="ready",
        version=7,
        state={},
        created_at=START,
        updated_at=START,
        learning={"mastery_threshold": 0.85, "mastery_score": 0.4, "language": "en"},
        **own(kept, session=False),
    )
    shelf.blocks(
        replace(kept, tenant="curriculum", user="curriculum"),
        [Block(block_id="c", text="A leaf is green.", source_page=1)],
    )
    kept.items = items(course, SECRET)
    about = {"course_id": course, "quiz_id": course, "session_id": course}
    for ordinal, item in enumerate(kept.items[:2]):
        body = item.model_dump(mode="json")
        shelf.insert(
            "items", item_id=item.item_id, ordinal=ordinal, body=body, accepted=True, reasons=[], **about, **owner
        )
    shelf.insert(
        "quizzes",
        quiz_id=kept.quiz,
        course_id=course,
        number=1,
        ready=True,
        complete=True,
        shortfall=[],
        refused={},
        created_at=START,
        purpose="lesson",
        **own(kept),
    )
    for ordinal, item in enumerate(kept.items[:2]):
        shelf.insert("quiz_items", quiz_id=kept.quiz, item_id=item.item_id, ordinal=ordinal, **own(kept))
    asked = kept.items[0].item_id
    question = {"concept": "leaf", "phase": "asked", "wrong_attempts": 0, "item_id": str(asked), "previous": []}
    begun = lesson(shelf, kept, question=question, quiz_id=kept.quiz, guideline_id=by)
    turn(shelf, kept, begun, mark=SECRET)
    reply = uuid4()
    known(shelf, kept, reply, 20)
    said(shelf, kept, reply, "Hello", seq=20)
    said(shelf, kept, uuid4(), "And what absorbs light?", role="tutor", seq=21, in_reply_to=reply)
    turn(shelf, kept, begun, reply, seq=21, number=2, mark=SECRET, assessment={**RIGHT, "intent": "question"})
    ran(shelf, kept, 22, "executor", SECRET)
    mastery(shelf, kept, "leaf", 0.4, 2, correct=1)
    return kept


def answered(shelf: Shelf, kept: Kept) -> UUID:
    """The question is over, and counts; the result."""
    attempt, result, item = uuid4(), uuid4(), kept.items[1]
    shelf.insert(
        "attempts",
        attempt_id=attempt,
        quiz_id=kept.quiz,
        answers=[{"item_id": str(item.item_id), "answer": "water", "latency_sec": 0}],
        graded_by="evaluator",
        score=0.0,
        submitted_at=START,
        **own(kept),
    )
    shelf.insert(
        "results",
        result_id=result,
        attempt_id=attempt,
        quiz_id=kept.quiz,
        item_id=item.item_id,
        ordinal=0,
        concept="leaf",
        difficulty="EASY",
        answer="water",
        is_correct=False,
        credit=0,
        latency_sec=0,
        graded_by="evaluator",
        timestamp=START,
        **own(kept),
    )
    return result


async def walked(app: FastAPI, client: httpx.AsyncClient, kept: Kept) -> dict[str, httpx.Response]:
    """The answer of every route that reads: what is the session's, and what is the person's."""
    found = {}
    for path, operations in app.openapi()["paths"].items():
        if "get" not in operations:
            continue
        url = path.format(
            session_id=kept.session,
            course_id=kept.course,
            quiz_id=kept.quiz,
            page=1,
            item_id=kept.items[0].item_id,
            card_id=uuid4(),
            attempt_id=uuid4(),
            dispute_id=uuid4(),
            turn_id=uuid4(),
            conversation_id=uuid4(),
            message_id=uuid4(),
        )
        url += "?q=what+absorbs+light" if path.endswith("/search") else ""
        url += "?seconds=0" if path.endswith("/stream") else ""
        url += "?country=India&board=CBSE&grade=3" if path.endswith("/curriculum") else ""
        found[path] = await client.get(url)
    return found


@pytest.mark.parametrize("role", ["learner", "owner"])
async def test_every_route_that_reads_answers_for_it(
    app: FastAPI, as_user: As, shelf: Shelf, kept: Kept, role: str
) -> None:
    for _ in range(2):
        answers = await walked(app, as_user("ann", role), kept)
        wrong = {path: answer.text for path, answer in answers.items() if answer.status_code >= 500}
        assert wrong == {}
        never = {path for path, answer in answers.items() if answer.status_code == 202}
        assert never == set(), "who asks again and again is told 202 for ever"
        answered(shelf, kept)


async def test_no_route_tells_a_learner_the_key_that_is_looked_for(
    app: FastAPI, as_user: As, shelf: Shelf, kept: Kept
) -> None:
    for path, answer in (await walked(app, as_user("ann"), kept)).items():
        assert SECRET not in answer.text, path
        assert TEACHERS not in answer.text, path


async def test_it_is_listed_counted_and_scored_by_its_subtopic(as_user: As, shelf: Shelf, kept: Kept) -> None:
    ann = as_user("ann")
    answered(shelf, kept)
    [line] = (await ann.get("/v1/sessions")).json()["sessions"]
    assert (line["title"], line["filename"]) == ("Comparing fractions", "Comparing fractions.md")
    [told] = (await ann.get("/v1/sessions/history")).json()["sessions"]
    assert (told["attempts"], told["answers"]) == (0, 1)
    stats = (await ann.get("/v1/sessions/stats")).json()
    assert (stats["sessions"], stats["quizzes_taken"], stats["answers"]) == (1, 0, 1)
    [scored] = (await ann.get("/v1/sessions/scorecard")).json()["sessions"]
    assert (scored["title"], scored["subtopic"], scored["trend"]) == (
        "Comparing fractions",
        "Comparing fractions",
        [0.0],
    )
    [section] = (await ann.get("/v1/sessions/subtopic-progress")).json()["subtopics"]
    assert (section["subtopic"], section["concepts"], section["mastered"]) == ("Comparing fractions", 1, 0)
    state = (await ann.get(f"/v1/sessions/{kept.session}")).json()
    assert (state["quizzes"], state["quiz_items"], state["doc_meta"]["title"]) == ([], [], "Comparing fractions")
    assert (state["totals"]["attempts"], state["totals"]["results"]) == (0, 1)
    replay = (await ann.get(f"/v1/sessions/{kept.session}/replay")).json()
    assert [one["text"] for one in replay["messages"]] == ["Hello", "And what absorbs light?"]
    logs = (await ann.get(f"/v1/sessions/{kept.session}/logs?agent=executor")).json()
    assert [one["reasoning"] for one in logs["logs"]] == [""]
    assert SECRET not in json.dumps(logs)


async def test_a_session_whose_guideline_was_gone_is_listed_with_its_problem(
    as_user: As, shelf: Shelf, tenant: str
) -> None:
    id = uuid4()
    wrong = {"code": "not_found", "status": 404, "title": "t", "detail": "There is no such guideline.", "action": "a"}
    alone(shelf, tenant, id, status="failed", error=wrong)
    ann = as_user("ann")
    assert [one["session_id"] for one in (await ann.get("/v1/sessions")).json()["sessions"]] == [str(id)]
    assert (await ann.get(f"/v1/sessions/{id}")).json()["error"]["detail"] == "There is no such guideline."
