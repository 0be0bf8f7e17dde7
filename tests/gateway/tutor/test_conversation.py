"""The conversation with the tutor: told in pages, by who speaks."""

import httpx

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
