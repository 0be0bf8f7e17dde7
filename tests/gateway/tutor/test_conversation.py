"""The conversation with the tutor: told in pages, by who speaks."""

from typing import Any

import httpx

from tests.gateway.kinds import SHA
from tests.gateway.learnt import message, read
from tests.gateway.shelf import Shelf


async def test_the_conversation_is_oldest_first_in_pages_and_by_who_speaks(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = read(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    for number in range(3):
        message(shelf, kept, number, "tutor", f"answer {number}", "tutor")
        message(shelf, kept, number, "learner", f"question {number}")
    every = [f"{what} {number}" for number in range(3) for what in ("question", "answer")]

    async def page(query: str) -> tuple[list[str], int]:
        told = (await ann.get(f"/v1/sessions/{kept.session}/messages?{query}")).json()
        return [one["text"] for one in told["messages"]], told["total"]

    assert await page("") == (every, 6)
    assert await page("limit=4") == (every[:4], 6)
    assert await page("limit=4&offset=4") == (every[4:], 6)
    assert await page("limit=4&newest=true") == (every[2:], 6)
    assert await page("limit=4&offset=4&newest=true") == (every[:2], 6)
    assert await page("offset=9") == ([], 6)
    assert await page("role=tutor") == (every[1::2], 3)
    told = (await ann.get(f"/v1/sessions/{kept.session}/messages")).json()["messages"][1]
    assert (told["agent"], told["quotes"][0]["block_id"]) == ("tutor", "p2")
    assert (await ann.get(f"/v1/sessions/{kept.session}/messages?role=nobody")).json()["fields"] == ["role"]


async def test_an_answer_names_its_question_and_what_was_kept_before_names_none(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = read(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    asked = message(shelf, kept, 0, "learner", "why?")
    message(shelf, kept, 1, "tutor", "so it is", "tutor", to=asked)
    message(shelf, kept, 2, "tutor", "kept before", "tutor")
    told = (await ann.get(f"/v1/sessions/{kept.session}/messages")).json()["messages"]
    assert [one["in_reply_to"] for one in told] == [None, str(asked), None]


async def test_the_houses_own_lines_are_in_the_readers_language_and_what_others_said_is_as_it_was(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = read(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    mastered = {"rounds": {"code": "conversation.several_rounds", "values": {"0": 2}}}
    lines: list[tuple[str, str, dict[str, Any] | None]] = [
        ("learner", "teach me", None),
        ("tutor", "kept before", None),
        ("tutor", "Mastered: ...", {"code": "conversation.mastered_all", "values": mastered}),
        ("tutor", "of a later house", {"code": "conversation.not_there_yet"}),
        ("tutor", "broken", {"code": "conversation.mastered", "values": {"topic": "x"}}),
    ]
    for number, (role, text, phrase) in enumerate(lines):
        message(shelf, kept, number, role, text, phrase=phrase)

    async def told(**headers: str) -> list[str]:
        answer = await ann.get(f"/v1/sessions/{kept.session}/messages", headers=headers)
        assert "Accept-Language" in answer.headers["Vary"].split(", ")
        return [one["text"] for one in answer.json()["messages"]]

    as_kept = [text for _, text, _ in lines]
    assert await told() == as_kept
    norwegian = "Mestret: begrepene du kunne minst. Det tok 2 runder denne gangen."
    assert await told(**{"Accept-Language": "nb-NO,nb;q=0.9,en;q=0.5"}) == [*as_kept[:2], norwegian, *as_kept[3:]]


async def test_a_place_that_was_not_read_surely_is_shown_with_its_line(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str
) -> None:
    kept = read(shelf, shelf.quiz(shelf.session(tenant, "ann")))
    place = {"document_sha256": SHA, "block_id": "p1", "source_page": 1, "last_page": None}
    message(shelf, kept, 0, "tutor", "kept before", "tutor")
    message(shelf, kept, 1, "tutor", "Page 1 has a passage", "tutor", unsure=[place])
    told = (await ann.get(f"/v1/sessions/{kept.session}/messages")).json()["messages"]
    assert [one["unsure"] for one in told] == [[], [place]]
