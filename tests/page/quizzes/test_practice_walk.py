"""Beside the rounds, in a real house: a quiz gone on with elsewhere, the tutor, marks, reviews, the overview."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.learning.test_learning_walk import MADE, Course, course
from tests.page.quizzes.taking import asked, take_quiz
from tests.page.waiting import until

__all__ = ["course"]
pytestmark = [pytest.mark.browser, pytest.mark.embedded, pytest.mark.timeout(280)]


def skip_the_rest(page: Page) -> None:
    """From the second question to the results."""
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(re.compile(r"^Question 2 of \d+$"))
    count = int(heading.inner_text().split()[-1])
    for at in range(2, count):
        page.get_by_role("button", name="Skip", exact=True).click()
        expect(heading).to_have_text(f"Question {at + 1} of {count}")
    page.get_by_role("button", name="Skip", exact=True).click()
    page.get_by_role("button", name="Finish anyway").click()
    page.wait_for_url("**/results/*")


def test_a_quiz_is_paused_gone_on_with_in_another_tab_and_handed_in_once(
    page: Page, browser: Browser, faults: Any, course: Course
) -> None:
    faults.origin = course.base
    heading = page.get_by_role("heading", level=1)
    page.goto(course.at())
    page.get_by_role("link", name="Start the quiz").click(timeout=MADE)
    expect(heading).to_have_text(re.compile("Question 1 of"))
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(heading).to_have_text(re.compile("Question 2 of"))
    question = asked(page)
    address = page.url
    with page.expect_response(lambda one: one.request.method == "PUT" and one.status == 202):
        page.get_by_role("button", name="Pause").click()
    other = browser.new_context().new_page()
    other.goto(course.at(*address.split(course.session)[1].strip("/").split("/")))
    other.get_by_role("button", name="Go on").click(timeout=MADE)
    expect(other.get_by_role("heading", level=1)).to_have_text(re.compile("Question 2 of"))
    assert asked(other) == question
    skip_the_rest(other)
    page.get_by_role("button", name="Go on").click()
    skip_the_rest(page)
    expect(heading).to_have_text(re.compile("^0 of"), timeout=MADE)
    assert page.url == other.url
    found = course.client.get(f"/sessions/{course.session}/results").json()["results"]
    assert len({one["attempt_id"] for one in found}) == 1
    other.context.close()
    faults.assert_none()


def test_an_answer_without_a_line_is_kept_through_a_closed_tab_and_graded_later(
    page: Page, browser: Browser, course: Course
) -> None:
    heading, banner = page.get_by_role("heading", level=1), page.locator("#connection")
    page.goto(course.at())
    page.get_by_role("link", name="Start the quiz").click(timeout=MADE)
    expect(heading).to_have_text(re.compile("Question 1 of"))
    address = page.url
    page.context.set_offline(True)
    expect(banner).to_have_text("No connection to Pensum. Trying again…", timeout=1000)
    if page.locator(".options input").count():
        page.keyboard.press("1")
    else:
        page.locator("form.question [name=answer]").fill("1")
    page.keyboard.press("Enter")
    expect(page.locator(".kept .verdict")).to_have_text("Kept.")
    page.get_by_role("button", name="Next question").click()
    expect(heading).to_have_text(re.compile("Question 2 of"))
    other = page.context.new_page()
    page.close()  # The tab, with what was kept in it; the browser stays.
    other.context.set_offline(False)
    other.goto(course.at(*address.split(course.session)[1].strip("/").split("/")))
    expect(other.locator(".trail :is(.right, .wrong, .unsure)").first).to_be_attached(timeout=MADE)
    expect(other.locator("#connection")).to_be_hidden()


def test_the_tutor_answers_marks_stick_and_reviews_count(page: Page, faults: Any, course: Course) -> None:
    faults.origin = course.base
    concept = course.concept()
    page.goto(course.at("tutor"))
    page.get_by_label("Your message").fill(f"What is {concept}?")
    page.get_by_role("button", name="Send").click()
    answer = page.locator(".message.theirs").first
    expect(answer).to_be_visible(timeout=MADE)
    expect(page.locator(".message.mine")).to_have_count(1)
    answer.locator(".see").first.click()
    expect(page.locator(".source-room .glow, .source-room mark").first).to_be_visible(timeout=MADE)

    page.get_by_role("link", name="Progress", exact=True).click()
    page.locator(".concept").first.wait_for(timeout=MADE)
    page.locator(".section-fold").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
    page.get_by_role("button", name=f"I know this: {concept}", exact=True).click()
    expect(page.locator("#live")).to_have_text("I know this")
    page.get_by_role("button", name="Plan my path").click()
    expect(page.locator(".path li").first).to_be_visible(timeout=MADE)
    page.get_by_text("What counts as mastered, and goals").click()
    page.get_by_label("Another goal").fill("Pass on Friday")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_text("Goal added.")
    expect(page.locator(".goals li")).to_have_count(1, timeout=MADE)
    # Shown at once, and accepted: until the house has decided it, another load shows what was before.
    until(page, lambda: course.learner()["goals"] == ["Pass on Friday"], "the goal is not kept")
    until(page, lambda: "known" in [one["mark"] for one in course.learner()["concepts"]], "the mark is not kept")
    page.reload()
    expect(page.get_by_role("button", name=f"I know this: {concept}", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.get_by_text("Pass on Friday")).to_have_count(1)

    # Of this course alone: in a house that others fill, what is due first may be questions without a card.
    page.goto(f"{course.base}/#/due/{course.session}")
    count = page.get_by_text(re.compile(r"^\d+ reviews? due"))
    page.locator(".flip").click()
    with page.expect_request(lambda one: one.method == "POST" and "/v1/reviews/" in one.url) as rating:
        page.keyboard.press("4")
    # By the card, not by the count: the house is shared, and what was answered earlier falls due meanwhile.
    until(page, lambda: course.has_put_off(rating.value), "the rating is not kept")

    def told_again() -> bool:
        page.goto(f"{course.base}/#/due")
        page.reload()
        expect(count).to_be_visible(timeout=MADE)
        return count.inner_text().split()[0] == str(course.due()["total"])

    until(page, told_again, "another load counts otherwise")

    page.get_by_role("link", name="Overview").click()
    expect(page.get_by_role("heading", name="Progress by section")).to_be_visible()
    expect(page.locator(".lines time").first).to_be_visible()
    faults.assert_none()


def test_a_test_first_finds_what_is_missing_underneath(page: Page, faults: Any, course: Course) -> None:
    faults.origin = course.base
    page.goto(course.at("learn"))
    page.get_by_label("Topic").select_option(course.concept())
    page.get_by_label("Test me first").check()
    page.get_by_role("button", name="Start learning").click()
    page.get_by_role("link", name="Take the quiz").click(timeout=MADE)
    take_quiz(page, {}, wrong=0)
    page.get_by_role("link", name="Go on learning").click(timeout=MADE)
    expect(page.get_by_text("What the test showed")).to_be_visible(timeout=MADE)
    expect(page.locator(".explanation .quoted").first).to_be_visible(timeout=MADE)
    faults.assert_none()
