"""The library: how far each course is, names and tags of one's own, search over all, ten seconds to undo a deletion."""

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Route, expect

from contracts.views.library import LibraryHit, LibraryHits
from tests.page import laid, learned
from tests.page.search.test_search import passage
from tests.page.waiting import until

pytestmark = pytest.mark.browser
OTHER = uuid4()
REVIEWS: laid.Json = {"GET /v1/reviews": {"reviews": [], "next": None}}


def shelves(*lines: Any, **more: Any) -> laid.Json:
    return {**REVIEWS, "GET /v1/library": learned.library(*lines), f"GET {laid.BASE}": laid.state(), **more}


def test_each_course_says_how_far_one_is_and_copies_are_told_apart(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    lay(
        shelves(
            learned.shelf(alike=2, nth=2, tags=["sea"]), learned.shelf(OTHER, title="Moons", concepts=0, questions=0)
        )
    )
    page.goto(f"{files}/#token=t")
    first = page.locator(".course-card").first
    expect(first).to_contain_text("2 of 8 concepts · 4 of 10 questions answered")
    expect(first).to_contain_text("copy 2 of 2")
    expect(first.locator(".tags li")).to_have_text(["sea"])
    expect(first.get_by_role("progressbar")).to_have_js_property("value", 0.25)
    expect(page.locator(".course-card").nth(1).get_by_role("progressbar")).to_have_count(0)
    faults.assert_none()


def test_who_comes_back_goes_on_with_the_last_course_by_one_step(page: Page, files: str, lay: Any, faults: Any) -> None:
    weak = learned.learner(concepts=[learned.concept(missing="“spring tide”: two more right answers.")])
    old = learned.shelf(OTHER, title="Moons", updated_at="2026-10-01T10:00:00Z")
    lay(shelves(old, learned.shelf(), **{f"GET {learned.LEARNER}": weak}))
    page.goto(f"{files}/#token=t")
    hero = page.locator(".go-on")
    expect(hero.get_by_role("heading")).to_have_text("Tides")
    expect(hero.locator(".primary")).to_have_text("Learn “spring tide”")
    expect(hero).to_contain_text("two more right answers.")
    faults.assert_none()


def test_a_name_and_tags_are_kept_in_the_house(page: Page, files: str, lay: Any) -> None:
    bodies: list[Any] = []

    def taken(route: Route) -> None:
        bodies.append(route.request.post_data_json)
        route.fulfill(status=202, json={})

    lay(shelves(learned.shelf(), **{f"PATCH {laid.BASE}": taken}))
    page.goto(f"{files}/#token=t")
    page.get_by_label("More about Tides").click()
    page.get_by_role("button", name="Name and tags").click()
    page.get_by_label("What you call it").fill("The sea")
    page.get_by_label("Tags (separate with commas)").fill("exam, sea, exam")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".course-card h3")).to_have_text("The sea")
    assert bodies == [{"name": "The sea", "tags": ["exam", "sea"]}]


def test_a_search_finds_names_and_what_the_texts_say(page: Page, files: str, lay: Any, faults: Any) -> None:
    hit = LibraryHit(session_id=laid.SESSION, title="Tides", passages=[passage()], total=4)
    many = [learned.shelf(uuid4(), title=f"Course {n}") for n in range(4)]
    lay(
        shelves(
            *many,
            **{
                f"GET /v1/sessions/{many[0].session_id}": laid.state(session_id=many[0].session_id),
                "GET /v1/library?q=spring": learned.library(),
                "GET /v1/search?q=spring&limit=5": LibraryHits(hits=[hit]).model_dump(mode="json"),
            },
        )
    )
    page.goto(f"{files}/#token=t")
    page.get_by_label("Search in your library").fill("spring")
    expect(page.get_by_text("No course is called that.")).to_be_visible()
    expect(page.locator(".hit mark")).to_have_text("A spring tide comes at full moon.")
    expect(page.locator(".hit")).to_contain_text("Page 3: ")
    expect(page.get_by_label("Search in your library")).to_be_focused()
    faults.assert_none()


def test_a_deletion_can_be_undone_for_ten_seconds_and_only_then_begins(page: Page, files: str, lay: Any) -> None:
    gone: list[str] = []

    def taken(route: Route) -> None:
        gone.append(route.request.method)
        route.fulfill(status=202, json={})

    lay(shelves(learned.shelf(), learned.shelf(OTHER, title="Moons"), **{f"DELETE {laid.BASE}": taken}))
    page.clock.install()
    page.goto(f"{files}/#token=t")
    titles = page.locator(".course-card h3")

    def drop() -> None:
        page.get_by_label("More about Tides").click()
        page.get_by_role("button", name="Delete Tides").click()
        expect(titles).to_have_text(["Moons"])

    drop()
    page.clock.run_for(8000)
    page.get_by_role("button", name="Undo").click()
    expect(titles).to_have_text(["Tides", "Moons"])
    page.clock.run_for(15_000)
    assert gone == []
    drop()
    page.clock.run_for(9000)
    assert gone == []
    page.clock.run_for(1500)
    until(page, lambda: gone == ["DELETE"], "it is not deleted")
    expect(page.locator(".toast")).to_have_count(0)
