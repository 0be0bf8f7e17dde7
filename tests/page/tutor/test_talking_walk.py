"""Whatever a learner says ends: in an answer, in a link to what was made, or in a sentence. A real house and browser.

First each suggestion of the page, in a fresh course of its own; then thirty plain messages, and thirty that were
written without a look at the rules (`unseen_messages.py`), one after the other.
"""

import re
import time
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.houses import Up
from tests.page.learning.test_learning_walk import MADE, SAMPLE, Course, course
from tests.page.tutor.unseen_messages import UNSEEN

__all__ = ["course"]
BOX = re.compile("Your message|Meldingen din")
pytestmark = [pytest.mark.browser, pytest.mark.embedded, pytest.mark.timeout(400)]

FRESH = (
    ("hi", "greeting"),
    ("give me a quiz", "made"),
    ("quiz me", "made"),
    ("test me", "made"),
    ("how am I doing?", "feedback"),
    ("what can you do?", "greeting"),
    ("teach me {concept}", "answer"),
    ("What is {concept}?", "answer"),
    ("quiz me on {concept}", "made"),
    ("quiz me on volcanoes", "near"),
    ("I don't get it", "answer"),
    ("thanks", "greeting"),
    ("Test what I know already", "made"),
    ("What should I learn next?", "made"),
    ("asdf qwer", "unclear"),
)
PRACTISED = (
    ("hello!", "greeting"),
    ("how am I doing?", "feedback"),
    ("what is my score?", "feedback"),
    ("how did I do with {concept}?", "feedback"),
    ("ask me some questions about {other}", "made"),
    ("another quiz please", "made"),
    ("give me some harder questions", "made"),
    ("Quizz me!!", "made"),
    ("explain {concept}", "answer"),
    ("why is {concept} important?", "answer"),
    ("What is a glacier?", "answer"),
    ("I want a study plan", "made"),
    ("thank you so much", "greeting"),
    ("where should I start?", "made"),
    ("bye", "greeting"),
)


class Talk:
    """What is said in the page, and how it ended: by the lines that the house added, once it rests."""

    def __init__(self, page: Page, course: Course) -> None:
        self.page, self.course = page, course
        first = course.concept()
        items = course.client.get(f"/sessions/{course.session}/items").json()["items"]
        self.names = {
            "concept": first,
            "other": next(o["item"]["concept"] for o in items if o["item"]["concept"] != first),
        }

    def open(self) -> None:
        self.page.goto(self.course.at("tutor"))
        expect(self.page.get_by_label(BOX)).to_be_visible()

    def lines(self) -> list[dict[str, Any]]:
        told = self.course.client.get(f"/sessions/{self.course.session}/messages", params={"limit": 500})
        found: list[dict[str, Any]] = told.json()["messages"]
        return found

    def send(self, text: str) -> set[str]:
        """Types, sends, and waits until the page waits no more; the kinds of ending."""
        before = len(self.lines())
        self.page.get_by_label(BOX).fill(text.format(**self.names))
        return self.sent(before, self.page.get_by_role("button", name="Send", exact=True))

    def sent(self, before: int, press: Locator) -> set[str]:
        """The kinds of ending of what is said by this button."""
        said = self.page.locator(".message")
        expect(said).to_have_count(before, timeout=MADE)  # Just after a load the page may have drawn none yet.
        press.click()
        expect(said.nth(before + 1)).to_be_visible(timeout=MADE)
        expect(self.page.locator(".waiting")).to_have_text("", timeout=MADE)
        self.rested()
        lines = self.lines()[before:]
        expect(said).to_have_count(before + len(lines), timeout=MADE)
        expect(said.last).to_have_class("message theirs")
        assert lines[0]["role"] == "learner"
        return set().union(*map(ending, lines[1:]))

    def rested(self) -> None:
        until = time.monotonic() + 60
        while self.course.client.get(f"/sessions/{self.course.session}").json()["status"] != "ready":
            assert time.monotonic() < until, "it goes on and on"
            time.sleep(0.05)

    def hand_in(self) -> None:
        """Every question of the newest quiz that the conversation leads to, answered as its key says."""
        quiz = next(one["opens"]["quiz_id"] for one in reversed(self.lines()) if (one["opens"] or {}).get("quiz_id"))
        client, at = self.course.client, f"/sessions/{self.course.session}"
        keys = {one["item"]["item_id"]: one["item"]["answer"] for one in client.get(f"{at}/items").json()["items"]}
        asked = [one["item_id"] for one in client.get(f"{at}/quizzes/{quiz}").json()["questions"]]
        answers = [{"item_id": one, "answer": keys[one], "latency_sec": 4} for one in asked]
        body = {"quiz_id": quiz, "attempt_id": str(uuid4()), "answers": answers}
        taken = client.post(f"{at}/results", json=body)
        assert taken.status_code == 202, taken.text
        until = time.monotonic() + 60
        while body["attempt_id"] not in client.get(f"{at}/results").text:  # Until then the session is ready as before.
            assert time.monotonic() < until, "it is not graded"
            time.sleep(0.05)
        self.rested()


def ending(line: dict[str, Any]) -> set[str]:
    """What kind of ending a line of the house is."""
    opens = (line["opens"] or {}).get("kind")
    if opens in ("quiz", "path"):
        return {"made"}
    if line["agent"] == "feedback":
        return {"feedback"}
    if line["agent"] == "tutor":
        return {"answer"}
    for beginning, kind in (
        ("I am here", "greeting"),
        ("I did not understand", "unclear"),
        ("The document has no", "near"),
    ):
        if line["text"].startswith(beginning):
            return {kind}
    return {"failed" if "trace" in line["text"] else "other"}


def test_each_suggestion_of_a_fresh_course_ends(page: Page, faults: Any, house: Up) -> None:
    body = SAMPLE.read_bytes() + f"\n% {uuid4()}\n".encode()  # Read once, and then known.
    right = [{"answer"}, {"made"}, {"made"}, {"made"}, {"feedback"}]
    for number, kinds in enumerate(right):
        talk = Talk(page, Course(house, body))
        faults.origin = talk.course.base
        talk.open()
        suggested = page.locator("main .card:not(form) .offer")
        expect(suggested).to_have_count(len(right))
        text = suggested.nth(number).inner_text()
        assert kinds <= talk.sent(0, suggested.nth(number)), text
        if kinds == {"made"}:
            page.locator(".message a").last.click()
            heading = page.get_by_role("heading", level=1)
            expect(heading).to_have_text(
                re.compile("^Progress" if "next" in text else r"^Question 1 of \d+$"), timeout=MADE
            )
        talk.course.client.close()
    faults.assert_none()


def test_thirty_plain_messages_end_as_they_should_and_thirty_unseen_ones_end(
    page: Page, faults: Any, course: Course
) -> None:
    faults.origin = course.base
    talk = Talk(page, course)
    talk.open()
    wrong = [(text, kinds) for text, kind in FRESH if kind not in (kinds := talk.send(text))]
    talk.send("test me first")
    talk.hand_in()
    page.reload()
    wrong += [(text, kinds) for text, kind in PRACTISED if kind not in (kinds := talk.send(text))]
    assert not wrong
    unseen = [(text, kinds) for text, wanted in UNSEEN if not wanted & (kinds := talk.send(text))]
    print(f"unseen: {len(UNSEEN) - len(unseen)} of {len(UNSEEN)} right; not: {unseen}")
    assert len(UNSEEN) - len(unseen) >= 24
    faults.assert_none()
