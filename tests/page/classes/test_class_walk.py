"""A class in real browsers and a real house: shared, joined, disputed, taken back, seen by its owner."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.learning.test_learning_walk import MADE, Course, course
from tests.page.quizzes.taking import SURELY_WRONG, take_quiz
from tests.page.waiting import until

__all__ = ["course"]
QUOTE = "Sugar moves through the phloem at up to one metre an hour."

pytestmark = [pytest.mark.browser, pytest.mark.embedded, pytest.mark.timeout(280)]


def test_a_class_joins_disputes_and_is_told_of_what_was_taken_back(
    page: Page, browser: Browser, faults: Any, course: Course
) -> None:
    faults.origin = course.base
    page.goto(course.at("class", token=course.owner_token))
    page.get_by_role("button", name="Share this course").click()
    address = page.get_by_label("Link", exact=True)
    expect(address).to_have_value(re.compile("join"), timeout=MADE)

    context = browser.new_context(viewport={"width": 360, "height": 740})
    learner = context.new_page()
    learner.set_default_timeout(20_000)
    learner.goto(address.input_value())
    learner.get_by_label("Your name").fill("Ada")
    learner.get_by_role("button", name="Join").click()
    way = learner.get_by_role("textbox", name="Your address to come back to")
    expect(way).to_have_value(re.compile("#token="))
    back = way.input_value()
    learner.get_by_role("link", name="Begin").click()
    learner.get_by_role("link", name="Start the quiz").click(timeout=MADE)
    keys = course.keys()
    take_quiz(learner, keys, wrong=1)
    expect(learner.get_by_role("heading", name="To look at again")).to_be_visible(timeout=MADE)
    assert any(one["type"] in SURELY_WRONG for one in keys.values())
    wrong = learner.locator(".result.wrong").first
    wrong.locator("summary").first.click()
    wrong.get_by_label(re.compile("^More about question")).click()
    wrong.get_by_role("button", name=re.compile("I object")).click()
    learner.get_by_label("Why?").fill("It is a synonym.")
    learner.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(wrong.locator(".disputed")).to_contain_text("It is a synonym.")
    score = learner.get_by_role("heading", level=1).inner_text()

    page.get_by_role("link", name="Objections").click()
    expect(page.get_by_role("heading", name="Open (1)")).to_be_visible(timeout=MADE)
    page.get_by_role("button", name="Uphold: grade it again").click()
    expect(page.get_by_role("alert")).to_contain_text("Give a reason")
    page.get_by_label("Your reason").fill("It is one.")
    page.get_by_role("button", name="Uphold: grade it again").click()
    expect(page.get_by_text("Nobody waits for a decision.")).to_be_visible(timeout=MADE)
    expect(learner.get_by_role("heading", level=1)).not_to_have_text(score, timeout=MADE)
    expect(learner.get_by_text("You were right").first).to_be_visible(timeout=MADE)

    def answered_items() -> list[dict[str, Any]]:
        told = course.client.get(f"/courses/{course.course}/items/statistics").json()["items"]
        return [one for one in told if one["answers"] > 0]

    until(page, answered_items, "no answer is in the statistics")
    answered = answered_items()[0]
    taken = course.client.post(
        f"/sessions/{course.session}/items/{answered['item_id']}/retract", json={"reason": "Two answers are right."}
    )
    assert taken.status_code in (200, 202), taken.text
    expect(learner.locator(".recalls")).to_contain_text("Why: Two answers are right.", timeout=MADE)

    page.goto(course.at("items", answered["item_id"], token=course.owner_token))
    page.get_by_role("button", name="Put back").click()
    asking = page.get_by_role("dialog")
    expect(asking).to_contain_text("1 learner answered it and is graded again.")
    asking.get_by_label("Why is it right after all?").fill("One is right.")
    asking.get_by_role("button", name="Put back").click()
    expect(page.locator(".item-facts .badge")).to_have_text("In use", timeout=MADE)
    expect(learner.locator(".recalls")).to_contain_text("It was put back and counts again.", timeout=MADE)

    asked = course.client.get(f"/sessions/{course.session}").json()["quizzes"][0]
    before = len(course.client.get(f"/sessions/{course.session}/quizzes/{asked}").json()["questions"])
    page.goto(course.at("items", "new", token=course.owner_token))
    page.get_by_label("Kind of question").select_option("cloze")
    page.get_by_label("Quote that proves it").fill(QUOTE)
    page.get_by_label("Sentence with the gap").fill(QUOTE.replace("one metre", "____"))
    page.get_by_label("Answer", exact=True).fill("two metres")
    page.get_by_label("Concept", exact=True).fill("phloem")
    page.get_by_role("button", name="Check and add it").click()
    expect(page.get_by_role("alert")).to_contain_text("This question does not hold up", timeout=MADE)
    page.get_by_label("Answer", exact=True).fill("one metre")
    page.get_by_role("button", name="Check and add it").click()
    expect(page.locator(".item-facts")).to_contain_text("Written by hand", timeout=MADE)
    faults.console = [one for one in faults.console if "422" not in one]  # What did not hold up, as the browser has it.
    now = course.client.get(f"/sessions/{course.session}/quizzes/{asked}").json()["questions"]
    assert len(now) == before + 1

    page.get_by_role("link", name="Class", exact=True).click()
    rows = page.get_by_role("table", name="Results by learner").locator("tbody tr")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Ada")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    assert "Ada" in saved.value.path().read_text(encoding="utf-8-sig")
    page.get_by_role("link", name="Statistics").click()
    expect(page.locator(".statistic").first).to_be_visible()

    again = browser.new_context().new_page()
    again.goto(back)
    expect(again.get_by_role("link", name=re.compile("Attempt 1"))).to_be_visible(timeout=MADE)
    again.context.close()
    context.close()
    faults.assert_none()
