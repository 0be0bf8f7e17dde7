"""Nothing that tells an answer reaches a learner before the answer is graded: every route, every type of item."""

import json
import re
from typing import Any
from uuid import uuid4

import httpx
import pytest
from fastapi import FastAPI

from tests.gateway.conftest import As
from tests.gateway.kinds import every_type, items
from tests.gateway.learnt import scheduled, studied
from tests.gateway.shelf import START, Kept, Shelf
from tests.gateway.test_api import filled, walk

MARK = "CANARY-7f3a"
NUMBERS = re.compile(r"(?<![\w.-])(?:740321|0\.0625)(?!\w)")
"""As words of their own: six digits stand in one of many random ids sooner or later, and in a time of day."""
SHOWN = {"item_id", "quiz_id", "type", "difficulty", "question", "options", "prompts", "unit", "statement", "repeat"}


def tells(text: str) -> bool:
    """A key, concept, quote or explanation stands in it."""
    return MARK in text or NUMBERS.search(text) is not None


def is_json(answer: httpx.Response) -> bool:
    return answer.headers["content-type"] == "application/json"


def questions(told: Any) -> list[dict[str, Any]]:
    """Everything in an answer that is a question."""
    if isinstance(told, list):
        return [found for one in told for found in questions(one)]
    if not isinstance(told, dict):
        return []
    here = [told] if {"difficulty", "item_id"} <= told.keys() else []
    return here + [found for one in told.values() for found in questions(one)]


async def seen(app: FastAPI, client: httpx.AsyncClient, kept: Kept) -> dict[str, httpx.Response]:
    """What every GET answers to a client, by its address."""
    paths = [filled(path, kept) for method, path in walk(app) if method == "GET" and not path.endswith(".png")]
    paths += [f"/v1/sessions/{kept.session}/results?attempt_id={kept.attempt}"]
    paths += [f"/v1/sessions/{kept.session}/flashcards?owner=true"]
    return {path: await client.get(path, params={"seconds": 0} if "stream" in path else None) for path in paths}


@pytest.mark.parametrize("made", [items, every_type])
async def test_no_learner_route_tells_an_answer_before_it_is_graded(
    app: FastAPI, as_user: As, shelf: Shelf, tenant: str, made: Any
) -> None:
    kept = studied(shelf, shelf.quiz(shelf.session(tenant, "ann"), mark=MARK, made=made), MARK, graded=False)
    for item in kept.items[1:]:
        scheduled(shelf, kept, item.item_id, "item")  # Nothing makes such a row before the answer; nor is it believed.
    found = await seen(app, as_user("ann"), kept)
    open_to_all = {path for path, answer in found.items() if answer.status_code < 300}
    assert {f"/v1/sessions/{kept.session}{part}" for part in OPEN} <= open_to_all
    types = set()
    for path, answer in found.items():
        assert not tells(answer.text), path
        assert answer.status_code in (200, 202, 403, 404), path
        for question in questions(answer.json()) if answer.status_code == 200 and is_json(answer) else ():
            assert set(question) == SHOWN, path
            types.add(question["type"])
            assert {key for one in question["options"] + question["prompts"] for key in one} <= {"option_id", "text"}
    assert types == {item.type for item in kept.items}
    owned = await as_user("ann", "owner").get(f"/v1/sessions/{kept.session}/items")
    assert tells(json.dumps(owned.json()))
    shelf.attempt(kept, many=1)
    told = await seen(app, as_user("ann"), kept)
    one, other = (str(item.item_id) for item in kept.items[:2])
    for path in (f"/v1/sessions/{kept.session}/results?attempt_id={kept.attempt}", "/v1/reviews/due"):
        assert tells(told[path].text), path
        assert one in told[path].text
        assert other not in told[path].text
    first, *rest = told[f"/v1/sessions/{kept.session}/learner"].json()["quiz_questions"]
    assert (first["question_id"], MARK in first["concept_name"], MARK in first["source_context"]) == (one, True, True)
    assert {(row["concept_name"], row["expected_answer"], row["source_context"]) for row in rest} == {("", "", "")}


async def test_what_another_learner_answered_is_no_answer_of_ones_own(
    app: FastAPI, as_user: As, shelf: Shelf, tenant: str
) -> None:
    owner = studied(shelf, shelf.quiz(shelf.session(tenant, "ann"), mark=MARK, made=every_type))
    joined = shelf.session(tenant, "bob")
    shelf.ask("update sessions set course_id = %(c)s where session_id = %(s)s", c=owner.course, s=joined.session)
    joined.course, joined.items, joined.card, joined.quiz = owner.course, owner.items, owner.card, uuid4()
    about = {"quiz_id": joined.quiz, "session_id": joined.session, "tenant_id": tenant, "user_id": "bob"}
    more = {"shortfall": [], "refused": {}, "created_at": START, "purpose": "joined"}
    shelf.insert("quizzes", number=1, ready=True, complete=True, course_id=owner.course, **more, **about)
    for ordinal, item in enumerate(owner.items):
        shelf.insert("quiz_items", item_id=item.item_id, ordinal=ordinal, **about)
        scheduled(shelf, joined, item.item_id, "item")
    found = await seen(app, as_user("bob"), joined)
    for path, answer in found.items():
        assert not tells(answer.text), path
        assert str(owner.result) not in answer.text, path
    shown = found[f"/v1/sessions/{joined.session}/quiz"].json()
    assert [one["item_id"] for one in shown["questions"]] == [str(item.item_id) for item in owner.items]
    assert {one["quiz_id"] for one in shown["questions"]} == {str(joined.quiz)}
    assert shown["purpose"] == "joined"
    assert len(found[f"/v1/sessions/{joined.session}/flashcards"].json()["flashcards"]) == 1
    assert [one["kind"] for one in found["/v1/reviews/due"].json()["due"]] == ["card"]


async def test_a_learner_sees_no_more_of_a_removed_item(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), made=every_type)
    for item, state in zip(kept.items, ("deleted", "retracted", "replaced", "approved"), strict=False):
        shelf.state(item.item_id, state)
    told = (await ann.get(f"/v1/sessions/{kept.session}/quiz")).json()["questions"]
    assert [one["item_id"] for one in told] == [str(item.item_id) for item in kept.items[3:]]


OPEN = (
    *("", "/quiz", "/flashcards", "/results", "/notes", "/blocks", "/learner", "/messages", "/disputes", "/summary"),
    "/search?q=what+absorbs+light",
    *("/replay", "/logs", "/agent-logs", "/logs/text", "/logs/summary", "/logs/stream"),
)
