"""A lesson in a real browser against a real house: of the curriculum from its choice to mastery, and of a document."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.houses import Up
from tests.page.learning.test_learning_walk import Course, course
from tests.page.waiting import until
from tests.standins.learners.learner import Learner
from tests.standins.learners.lessons import DUNNO, Taught

__all__ = ["course"]
pytestmark = [pytest.mark.browser, pytest.mark.embedded, pytest.mark.timeout(280)]
ANSWER = "Your answer, or a question"
MADE = 60_000
MOST = 40


@pytest.fixture
def pupil(house: Up) -> Iterator[Learner]:
    """Who the page's token is."""
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token) as learner:
        yield learner


def answer(page: Page, text: str) -> None:
    """Sends it, and waits for the tutor's next line."""
    told = page.locator(".message.theirs")
    before = told.count()
    page.get_by_label(ANSWER).fill(text)
    page.get_by_label(ANSWER).press("Enter")
    expect(told).to_have_count(before + 1, timeout=MADE)
    expect(page.locator(".unsent")).to_have_count(0)


def test_a_lesson_of_the_curriculum_from_its_choice_over_a_reload_to_mastery(
    page: Page, house: Up, pupil: Learner
) -> None:
    running = house.house
    page.goto(f"{running.url}/#token={running.learner_token}")
    page.get_by_text("A lesson without a document").click()
    page.get_by_label("Country").select_option("India")
    for label, choice in (("Subject", "Mathematics"), ("Topic", "Fractions"), ("Lesson", "Comparing fractions")):
        expect(page.get_by_label(label, exact=True)).to_be_enabled()
        page.get_by_label(label, exact=True).select_option(choice)
    page.get_by_role("button", name="Begin the lesson").click()
    expect(page.locator(".pending")).to_be_visible(timeout=MADE)
    expect(page.get_by_role("heading", level=1)).to_have_text("Comparing fractions")
    session = page.url.rpartition("/")[2]
    taught = Taught(pupil, running.database, session, {})
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hints li")).to_have_count(1)
    answer(page, DUNNO)
    answer(page, taught.right())
    expect(page.get_by_role("heading", name="Step 2 of 5")).to_be_visible()
    waits = page.locator(".pending").inner_text()
    page.reload()
    expect(page.locator(".message")).to_have_count(5)
    expect(page.locator(".pending")).to_have_text(waits)
    over = page.locator(".lesson-end")
    for _ in range(MOST):
        answer(page, taught.right())
        if taught.stands()["is_complete"]:
            break
    expect(over.get_by_role("heading", name="The lesson is complete")).to_be_visible()
    expect(page.locator(".lesson-steps .badge")).to_have_text(["Done"] * page.locator(".lesson-steps > li").count())
    stands = taught.stands()
    assert stands["ended"] == "complete"
    assert stands["mastery_score"] > 0.8
    turns = pupil.http.get(f"/sessions/{session}/turns").json()["turns"]
    assert [turn["number"] for turn in turns] == list(range(1, len(turns) + 1))
    expect(page.locator(".message.theirs")).to_have_count(len(turns))


def test_a_lesson_about_a_document_is_begun_beside_its_learning_cycle(page: Page, course: Course) -> None:
    page.goto(course.at())
    topic = course.concept()
    page.get_by_label("What it is about").select_option(topic)
    page.get_by_role("button", name="Take a lesson").click()
    expect(page.locator(".pending")).to_be_visible(timeout=MADE)
    expect(page.get_by_role("heading", level=1)).to_have_text(topic)
    assert page.url.endswith(f"#/s/{course.session}/lesson")
    page.locator(".message").get_by_role("button", name="See where").first.click()
    expect(page.locator(".source-room .glow, .source-room mark").first).to_be_visible(timeout=MADE)
    answer(page, DUNNO)
    until(page, lambda: page.locator(".message.mine").count() == 1, "what was said stands once")
    page.get_by_role("link", name="Course", exact=True).click()
    expect(page.get_by_role("link", name="Go on with the lesson")).to_be_visible()
    expect(page.get_by_role("button", name="Start learning")).to_be_visible()
