"""The owner's desk: what waits over all courses in counts, and one next step."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from contracts.views.classes import DeskCourse
from services.gateway.classes.schemas import Desk
from tests.page import asked, laid

pytestmark = pytest.mark.browser
HELD = {"reviews": [laid.waiting(), laid.waiting(state="left_out", filename="left.pdf", pages=[3])], "next": None}
NOTHING: dict[str, Any] = {"reviews": [], "next": None}


def course(number: int, **more: Any) -> DeskCourse:
    usual: dict[str, Any] = {"learners": 0, "disputes": 0, "since": None, "suspects": 0, "under_way": 0}
    ids = {"course_id": laid.SESSION, "session_id": asked.QUIZ if number else laid.SESSION}
    return DeskCourse.model_validate({**ids, "title": f"Course {number}", **usual, **more})


def desk(*courses: DeskCourse) -> dict[str, Any]:
    disputes, suspects = sum(one.disputes for one in courses), sum(one.suspects for one in courses)
    return Desk(reviews=0, disputes=disputes, suspects=suspects, courses=list(courses)).model_dump(mode="json")


def test_the_desk_counts_what_waits_and_names_what_has_waited_longest(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    found = desk(
        course(0, learners=12, disputes=2, since="2026-10-01T08:00:00Z"), course(1, suspects=1, title="Another")
    )
    lay({"GET /v1/desk": found, "GET /v1/reviews": HELD})
    page.goto(laid.at(files, "owner"))
    step = page.get_by_role("region", name="What to do now")
    expect(step).to_contain_text("Learners object 2 times in “Course 0”.")
    expect(step.get_by_role("link", name="Decide")).to_have_attribute("href", f"#/s/{laid.SESSION}/disputes")
    expect(page.locator(".tile strong")).to_have_text(["2", "2", "1"])
    expect(page.locator(".tile").nth(2)).to_have_attribute("href", f"#/s/{asked.QUIZ}/statistics")
    expect(page.get_by_role("listitem").filter(has_text="tides.pdf")).to_contain_text("Waits for review")
    rows = page.get_by_role("table", name="Your courses").locator("tbody th")
    expect(rows).to_have_text(["Course 0", "Another"])
    page.get_by_role("button", name="Course", exact=True).click()
    expect(rows).to_have_text(["Another", "Course 0"])
    expect(page.get_by_role("navigation", name="Pensum").get_by_role("link", name="Owner")).to_have_attribute(
        "aria-current", "page"
    )
    faults.assert_none()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_waits_is_said_and_no_learner_is_led_there(page: Page, files: str, lay: Any, scheme: Any) -> None:
    lay({"GET /v1/desk": desk(course(0)), "GET /v1/reviews": NOTHING})
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme=scheme)
    page.goto(laid.at(files, "owner"))
    step = page.get_by_role("region", name="What to do now")
    expect(step).to_contain_text("Nothing waits for you.")
    expect(step.get_by_role("link")).to_have_attribute("href", f"#/s/{laid.SESSION}/items")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto(f"{files}/#token=x.eyJyb2xlIjoibGVhcm5lciJ9.y&/overview")
    expect(page.get_by_role("link", name="Overview").last).to_be_visible()
    expect(page.get_by_role("link", name="Owner")).to_have_count(0)
