"""A quiz on paper: questions, a sheet for the answers, and the key for who may see it."""

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page import asked, laid
from tests.page.items import owner

pytestmark = pytest.mark.browser
CLAIMS = urlsafe_b64encode(json.dumps({"role": "learner"}).encode()).decode().rstrip("=")
KEY = "The answers, on a page of their own"


def place(files: str, token: str) -> str:
    return f"{files}/#token={token}&/s/{laid.SESSION}/print/{asked.QUIZ}"


def paper(attempted: int) -> dict[str, Any]:
    return {
        f"GET {laid.BASE}": laid.state(quizzes=[asked.QUIZ], documents=[laid.doc(pages=3)]),
        f"GET {laid.BASE}/quizzes/{asked.QUIZ}": asked.quiz(*asked.ALL, attempted=attempted),
    }


def test_a_quiz_is_printed_with_a_sheet_for_its_answers_and_nothing_of_the_page_around_it(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    lay(paper(attempted=0))
    page.goto(place(files, f"x.{CLAIMS}.x"))
    expect(page.get_by_text("The answers can be printed once the quiz is handed in.")).to_be_visible()
    expect(page.get_by_label(KEY)).to_have_count(0)
    questions = page.locator(".paper-question")
    expect(questions).to_have_count(8)
    expect(questions.nth(0)).to_contain_text("1. ")
    expect(page.locator(".answer-sheet > li")).to_have_count(8)
    expect(page.locator(".answer-sheet > li").nth(0)).to_have_text("1.ABC")
    page.get_by_label("A sheet for the answers").uncheck()
    expect(page.locator(".answer-sheet")).to_have_count(0)
    expect(questions.nth(7).locator(".ruled")).to_have_count(1)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("header")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("heading", name="Print the quiz")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    faults.assert_none()


@pytest.mark.parametrize("who", ["owner", "learner"])
def test_the_key_is_the_owners_and_that_of_who_has_handed_it_in(page: Page, files: str, lay: Any, who: str) -> None:
    given = asked.results(*zip(asked.ALL, asked.KEYS, strict=True))
    known = owner.keeper(*asked.ALL).answers() if who == "owner" else {f"GET {laid.BASE}/results": {"results": given}}
    lay({**known, **paper(attempted=int(who == "learner"))})
    page.goto(place(files, "t" if who == "owner" else f"x.{CLAIMS}.x"))
    page.get_by_label(KEY).check()
    rows = page.locator(".answer-key > li")
    expect(rows).to_have_count(8)
    for at, words in enumerate(
        ["B spring tide", "A full moon, C new moon", "B False", "neap tide", "7.4 days", "1–B, 2–A", "C → A → B"]
    ):
        expect(rows.nth(at)).to_contain_text(f"{at + 1}. {words}")
        expect(rows.nth(at)).to_contain_text("page 3", ignore_case=True)
