"""Nothing that tells an answer reaches a learner before the answer is graded: every route, every type of item."""

import json
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.gateway.conftest import As
from tests.gateway.kinds import every_type, items
from tests.gateway.shelf import Kept, Shelf
from tests.gateway.test_api import filled, walk

MARK = "CANARY-7f3a"
NUMBERS = ("740321", "0.0625")
SHOWN = {"item_id", "quiz_id", "type", "difficulty", "question", "options", "prompts", "unit", "statement"}


def tells(text: str) -> bool:
    """A key, concept, quote or explanation stands in it."""
    return MARK in text or any(number in text for number in NUMBERS)


def questions(told: Any) -> list[dict[str, Any]]:
    """Everything in an answer that is a question."""
    if isinstance(told, list):
        return [found for one in told for found in questions(one)]
    if not isinstance(told, dict):
        return []
    return ([told] if "difficulty" in told else []) + [found for one in told.values() for found in questions(one)]


async def seen(app: FastAPI, client: httpx.AsyncClient, kept: Kept) -> dict[str, httpx.Response]:
    """What every GET answers to a client, by its address."""
    paths = [filled(path, kept) for method, path in walk(app) if method == "GET" and not path.endswith(".png")]
    paths += [f"/v1/sessions/{kept.session}/results?attempt_id={kept.attempt}"]
    paths += [f"/v1/sessions/{kept.session}/flashcards?owner=true"]
    return {path: await client.get(path) for path in paths}


@pytest.mark.parametrize("made", [items, every_type])
async def test_no_learner_route_tells_an_answer_before_it_is_graded(
    app: FastAPI, as_user: As, shelf: Shelf, tenant: str, made: Any
) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), mark=MARK, made=made)
    shelf.attempt(kept, graded=False)
    found = await seen(app, as_user("ann"), kept)
    open_to_all = {path for path, answer in found.items() if answer.status_code < 300}
    assert {f"/v1/sessions/{kept.session}{part}" for part in OPEN} <= open_to_all
    types = set()
    for path, answer in found.items():
        assert not tells(answer.text), path
        assert answer.status_code in (200, 202, 403, 404), path
        for question in questions(answer.json()) if answer.status_code == 200 else ():
            assert set(question) == SHOWN, path
            types.add(question["type"])
            assert {key for one in question["options"] + question["prompts"] for key in one} <= {"option_id", "text"}
    assert types == {item.type for item in kept.items}
    owned = await as_user("ann", "owner").get(f"/v1/sessions/{kept.session}/items")
    assert tells(json.dumps(owned.json()))
    shelf.attempt(kept)
    graded = await as_user("ann").get(f"/v1/sessions/{kept.session}/results?attempt_id={kept.attempt}")
    assert tells(graded.text)


async def test_a_learner_sees_no_more_of_a_removed_item(ann: httpx.AsyncClient, shelf: Shelf, tenant: str) -> None:
    kept = shelf.quiz(shelf.session(tenant, "ann"), made=every_type)
    for item, state in zip(kept.items, ("deleted", "retracted", "replaced", "approved"), strict=False):
        shelf.state(item.item_id, state)
    told = (await ann.get(f"/v1/sessions/{kept.session}/quiz")).json()["questions"]
    assert [one["item_id"] for one in told] == [str(item.item_id) for item in kept.items[3:]]


OPEN = ("", "/quiz", "/flashcards", "/results", "/notes", "/blocks")
