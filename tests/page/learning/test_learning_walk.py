"""Learning in a real browser against a real house: to mastery, to what to do instead, and a class that learns along."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Page, Request, expect

from tests.e2e.houses import Up
from tests.page.quizzes.taking import Result, folded, take_quiz

SAMPLE = Path(__file__).parents[3] / "services" / "gateway" / "web" / "samples" / "photosynthesis.en.pdf"
MADE = 60_000

pytestmark = [pytest.mark.browser, pytest.mark.embedded, pytest.mark.timeout(280)]


class Course:
    """A course in the house, and its owner's client."""

    def __init__(self, house: Up, body: bytes = b"") -> None:
        running = house.house
        self.base, self.token, self.owner_token = running.url.rstrip("/"), running.learner_token, running.owner_token
        self.client = httpx.Client(
            base_url=f"{self.base}/v1", headers={"Authorization": f"Bearer {self.owner_token}"}, timeout=90
        )
        # Its own bytes: what the house has read already it would not read again.
        body = body or SAMPLE.read_bytes() + f"\n% {uuid4()}\n".encode()
        sent = self.client.post(
            "/documents",
            files={"file": ("leaf.pdf", body)},
            data={"numQuizQuestions": "4"},
            headers={"Prefer": "wait=60"},
        )
        assert sent.status_code == 200, sent.text
        self.session, self.course = sent.json()["session_id"], sent.json()["course_id"]

    def keys(self) -> dict[str, Result]:
        """What answers each question, as a graded result would tell it."""
        found = self.client.get(f"/sessions/{self.session}/items").json()["items"]
        return {folded(asks(one["item"])): {**one["item"], "key": one["item"]["answer"]} for one in found}

    def concept(self) -> str:
        """A concept that can be asked about in several ways."""
        items: list[str] = [
            one["item"]["concept"] for one in self.client.get(f"/sessions/{self.session}/items").json()["items"]
        ]
        return max(items, key=lambda one: (items.count(one), one))

    def learner(self) -> dict[str, Any]:
        """What the house knows of the learner in this course."""
        found: dict[str, Any] = self.client.get(f"/sessions/{self.session}/learner").json()
        return found

    def due(self, **of: str) -> dict[str, Any]:
        """The first hundred reviews that are due to the learner, over all documents if `of` none, and their total."""
        mine = {"Authorization": f"Bearer {self.token}"}
        found: dict[str, Any] = self.client.get("/reviews/due", params={"limit": 100, **of}, headers=mine).json()
        return found

    def has_put_off(self, review: Request) -> bool:
        """Whether what the page rated by that request is due no more."""
        still = self.due(session_id=json.loads(review.post_data or "")["session_id"])["due"]
        return review.url.rpartition("/")[2] not in {one["card_id"] for one in still}

    def at(self, *places: str, token: str | None = None) -> str:
        return f"{self.base}/#token={token or self.token}&/s/{self.session}" + "".join(f"/{one}" for one in places)


def asks(item: dict[str, Any]) -> str:
    statement = item.get("statement") or ""
    return item["question"] if statement in item["question"] else f"{item['question']} {statement}"


@pytest.fixture
def course(house: Up) -> Iterator[Course]:
    found = Course(house)
    yield found
    found.client.close()


def rounds(page: Page, course: Course, *, right: bool, until: str) -> int:
    """Takes round after round until the heading of the phase says so; how many it took."""
    phase = page.locator(".phase")
    for number in range(1, 8):
        quiz = page.get_by_role("link", name="Take the quiz")
        expect(phase.filter(has_text=until).or_(quiz).first).to_be_visible(timeout=MADE)
        if not quiz.is_visible():
            return number - 1
        quiz.click()
        take_quiz(page, course.keys() if right else {}, wrong=0)
        page.get_by_role("link", name="Go on learning").click(timeout=MADE)
        expect(phase).to_have_text(re.compile(f"{until}|round {number + 1} |Your turn|explaining"), timeout=MADE)
        expect(page.get_by_text(f"round {number} of at most")).to_have_count(0, timeout=MADE)
    raise AssertionError("the rounds do not end")


def test_a_learner_is_taught_and_asked_until_mastery(page: Page, faults: Any, course: Course) -> None:
    faults.origin = course.base
    concept = course.concept()
    page.goto(course.at("learn"))
    page.get_by_label("Topic").select_option(concept)
    page.get_by_role("button", name="Start learning").click()
    expect(page.locator(".explanation .quoted").first).to_be_visible(timeout=MADE)
    page.locator(".explanation .see").first.click()
    expect(page.locator(".source-room .glow").first).to_be_in_viewport(timeout=MADE)
    assert 1 <= rounds(page, course, right=True, until="Mastered") <= 5
    page.get_by_role("link", name="Progress", exact=True).click()
    row = page.locator(".concept", has=page.get_by_role("heading", name=concept, exact=True)).first
    expect(row.locator(".badge")).to_have_text("✓ Mastered")
    faults.assert_none()


def test_rounds_without_an_answer_end_in_what_to_do_instead(page: Page, faults: Any, course: Course) -> None:
    faults.origin = course.base
    page.goto(course.at("learn"))
    page.get_by_label("Topic").select_option(course.concept())
    page.get_by_label("Rounds at most").fill("2")
    page.get_by_role("button", name="Start learning").click()
    assert rounds(page, course, right=False, until="Not mastered") == 2
    expect(page.locator(".phase")).to_have_text("Not mastered after 2 rounds")
    expect(page.locator(".remedies li").first).to_be_visible()
    faults.assert_none()
