"""A person decides about a scan that was read too badly: sees what waits, why, and approves, rejects or replaces it."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from contracts.views.sessions import ReviewEntry
from tests.page import laid
from tests.page.review.steps import approve, open_review, reject, set_right

pytestmark = pytest.mark.browser


def test_the_start_page_lists_what_waits_for_a_person(page: Page, files: str, lay: Any, faults: Any) -> None:
    lines = [laid.waiting(state="left_out", filename="left.pdf", pages=[3]), laid.waiting()]
    lay(
        {
            "GET /v1/reviews": {"reviews": lines, "next": None},
            **laid.in_review(),
        }
    )
    page.goto(laid.at(files))
    rows = page.locator("section", has=page.get_by_role("heading", name="Waiting for you")).locator("li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text(laid.HELD.detail)
    expect(rows.last).to_contain_text("Left out: page 3")
    rows.first.get_by_role("link", name="tides.pdf").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review: tides.pdf")
    assert page.url.endswith(f"#/review/{laid.SESSION}/{laid.SHA}")
    faults.assert_none()


def test_nothing_waiting_shows_no_list(page: Page, files: str, lay: Any) -> None:
    lay({"GET /v1/reviews": {"reviews": [], "next": None}})
    page.goto(laid.at(files))
    expect(page.get_by_role("button", name="Try the sample")).to_be_visible()
    expect(page.get_by_role("heading", name="Waiting for you")).to_have_count(0)


def test_a_session_in_review_says_why_with_pages_and_numbers(page: Page, files: str, lay: Any, faults: Any) -> None:
    asked = lay(laid.in_review())
    page.goto(laid.at(files, "s", laid.SESSION))
    panel = page.locator(".attention")
    expect(panel).to_contain_text(laid.HELD.detail)
    for number in (2, 4):
        expect(panel).to_contain_text(f"Page {number}: confidence 48 % (at least 70 %), 41 % of the print read")
    panel.get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review: tides.pdf")
    assert not [one for one in asked if "quiz" in one or "flashcards" in one]
    faults.assert_none()


def test_a_ready_session_leads_to_the_pages_that_were_left_out(page: Page, files: str, lay: Any) -> None:
    ready = laid.state(documents=[laid.doc(left_out=[2, 4])])
    lay({**laid.in_review(), f"GET {laid.BASE}": ready, f"GET {laid.BASE}/results": {"results": []}})
    page.goto(laid.at(files, "s", laid.SESSION))
    expect(page.get_by_text("2 pages were left out")).to_contain_text("pages 2 and 4")
    page.get_by_role("link", name="Review them").click()
    expect(page.get_by_role("row")).to_have_count(3)


def test_lines_that_were_not_read_surely_are_told_and_lead_to_their_review(page: Page, files: str, lay: Any) -> None:
    ready, view = laid.state(documents=[laid.doc(unsure_lines=3)]), laid.review()
    for each in view["recognition"]["pages"]:
        each |= {"verdict": "ok", "unsure_lines": 3 if each["page"] == 4 else 0}
    view |= {"problem": None, "status": "ready"}
    house = {**laid.in_review(), f"GET {laid.BASE}": ready, f"GET {laid.BASE}/results": {"results": []}}
    lay({**house, f"GET {laid.REVIEW}{laid.OF}": view})
    page.goto(laid.at(files, "s", laid.SESSION))
    expect(page.get_by_text("3 lines of the scan have words that were not read surely")).to_be_visible()
    page.get_by_role("link", name="Look at them").click()
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("row").last).to_contain_text("3 lines not read surely")
    page.get_by_role("button", name="Approve", exact=True).click()
    expect(page.get_by_role("checkbox", name="Page 4")).not_to_be_checked()


def test_pages_show_their_numbers_the_low_ones_first(page: Page, files: str, lay: Any) -> None:
    done = ReviewEntry(
        timestamp=laid.NOW, user_id="mari", document_sha256=laid.SHA, action="corrected", page=2, characters=23
    )
    lay(laid.in_review(history=(done,)))
    page.goto(laid.at(files, "review", laid.SESSION))
    rows = page.get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("Corrected")
    expect(page.get_by_role("link", name="Start with page 4")).to_be_visible()
    for told in ("Page 4", "Read badly", "48 %", "41 %"):
        expect(rows.nth(2)).to_contain_text(told)
    page.get_by_label("Show all 5 pages").check()
    expect(rows).to_have_count(6)
    expect(page.locator(".history li").last).to_contain_text("Text corrected, page 2 (23 characters)")
    expect(page.locator(".history li").last).to_contain_text("mari")


def test_a_review_is_corrected_and_approved_and_the_session_goes_on(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    corrected: list[Any] = []
    approved: list[Any] = []
    house = laid.in_review()
    now = {"state": house[f"GET {laid.BASE}"]}
    house[f"GET {laid.BASE}"] = lambda route: route.fulfill(json=now["state"])
    house[f"PUT {laid.REVIEW}/pages/2{laid.OF}"] = laid.taking(corrected)
    house[f"POST {laid.REVIEW}/approve{laid.OF}"] = laid.taking(approved)
    lay(house)
    page.goto(laid.at(files, "s", laid.SESSION))
    open_review(page)
    set_right(page, 2, "Tides rise twice a day.")
    approve(page, 4)
    expect(page.get_by_text("Your decision is being carried out…")).to_be_visible()
    now["state"] = laid.state("writing", version=8)
    expect(page.get_by_role("heading", name="Writing questions and cards…")).to_be_visible()
    assert [body for body, _ in corrected] == ['{"text":"Tides rise twice a day."}']
    assert [body for body, _ in approved] == ['{"pages":[4]}']
    assert corrected[0][1] != approved[0][1]
    faults.assert_none()


def test_each_page_that_was_read_badly_stays_out_unless_the_reviewer_ticks_it(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    approved: list[Any] = []
    lay({**laid.in_review(), f"POST {laid.REVIEW}/approve{laid.OF}": laid.taking(approved)})
    page.goto(laid.at(files, "review", laid.SESSION))
    page.get_by_role("button", name="Approve", exact=True).click()
    choices = page.get_by_role("group", name="Pages that count all the same")
    expect(choices.get_by_role("checkbox")).to_have_count(2)
    for number in (2, 4):
        expect(choices.get_by_role("checkbox", name=f"Page {number}")).not_to_be_checked()
    expect(choices).to_contain_text("confidence 48 % (at least 70 %)")
    page.get_by_role("button", name="Approve it").click()
    page.wait_for_url("**/#/s/*")
    assert [body for body, _ in approved] == ['{"pages":[]}']
    faults.assert_none()


def test_a_rejection_asks_for_its_reason(page: Page, files: str, lay: Any) -> None:
    bodies: list[Any] = []
    lay({**laid.in_review(), f"POST {laid.REVIEW}/reject{laid.OF}": laid.taking(bodies)})
    page.goto(laid.at(files, "review", laid.SESSION))
    reject(page, "The half of it is missing.")
    assert bodies[0][0] == '{"reason":"The half of it is missing."}'


def test_a_better_scan_takes_its_place(page: Page, files: str, lay: Any) -> None:
    bodies: list[Any] = []
    lay({**laid.in_review(), f"POST {laid.REVIEW}/document{laid.OF}": lambda route: taken(route)})

    def taken(route: Route) -> None:
        bodies.append(route.request.post_data_buffer or b"")
        route.fulfill(status=202, json={})

    page.goto(laid.at(files, "review", laid.SESSION))
    page.get_by_role("button", name="Upload a better scan").click()
    page.get_by_role("button", name="Upload it").click()
    expect(page.get_by_text("Choose a file first.")).to_be_visible()
    page.get_by_label("The better scan").set_input_files(
        {"name": "better.png", "mimeType": "image/png", "buffer": b"sharp"}
    )
    page.get_by_role("button", name="Upload it").click()
    page.wait_for_url(f"**/#/s/{laid.SESSION}")
    assert b'filename="better.png"' in bodies[0]
    assert b"sharp" in bodies[0]


def test_a_decision_that_comes_too_late_is_told(page: Page, files: str, lay: Any) -> None:
    late = {"status": 409, "code": "conflict", "title": "It has moved on", "detail": "It was approved already."}
    lay(
        {**laid.in_review(), f"POST {laid.REVIEW}/approve{laid.OF}": lambda route: route.fulfill(status=409, json=late)}
    )
    page.goto(laid.at(files, "review", laid.SESSION))
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("button", name="Approve it").click()
    expect(page.get_by_role("dialog")).to_contain_text("It was approved already.")


def test_a_closed_review_can_be_read_and_not_changed(page: Page, files: str, lay: Any) -> None:
    lay(laid.in_review(open=False))
    page.goto(laid.at(files, "review", laid.SESSION))
    expect(page.get_by_text("This review is closed")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)
    page.get_by_role("link", name="Page 2").click()
    expect(page.locator("textarea")).not_to_be_editable()
    expect(page.get_by_role("button", name="Save this page")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", [(), (laid.SHA, 2)])
def test_a_review_fits_a_small_screen(page: Page, files: str, lay: Any, scheme: Any, place: Any) -> None:
    lay(laid.in_review())
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme=scheme)
    page.goto(laid.at(files, "review", laid.SESSION, *place))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
