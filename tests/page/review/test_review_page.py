"""A person sets a page right: its picture with the recognised words, its text, the next one."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page import laid
from tests.page.review.steps import text_of

pytestmark = pytest.mark.browser


def test_a_page_shows_its_words_on_the_picture_told_apart_not_by_colour_alone(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    lay(laid.in_review())
    page.goto(laid.at(files, "review", laid.SESSION, laid.SHA, 2))
    image = page.get_by_role("img", name="Page 2 of the scan")
    expect(image).to_be_visible()
    poor = page.get_by_title("risc: 44 %")
    expect(poor).to_have_css("border-top-style", "solid")
    expect(page.get_by_title("dav: 71 %")).to_have_css("border-top-style", "dashed")
    expect(page.get_by_title("Tides: 96 %")).to_have_css("border-top-style", "none")
    sheet, box = image.bounding_box(), poor.bounding_box()
    assert sheet
    assert box
    assert (box["x"] - sheet["x"]) / sheet["width"] == pytest.approx(100 / 400, abs=0.01)
    assert (box["y"] - sheet["y"]) / sheet["height"] == pytest.approx(50 / 500, abs=0.01)
    assert box["width"] / sheet["width"] == pytest.approx(50 / 400, abs=0.01)
    page.get_by_label("Show the recognised words").uncheck()
    expect(poor).to_be_hidden()
    faults.assert_none()


def test_a_word_leads_to_its_place_in_the_text(page: Page, files: str, lay: Any) -> None:
    lay(laid.in_review())
    page.goto(laid.at(files, "review", laid.SESSION, laid.SHA, 2))
    chosen = "() => document.getSelection().toString()"
    page.get_by_title("risc: 44 %").click()
    assert page.evaluate(chosen) == "risc"
    page.get_by_text("2 doubtful words").click()
    page.get_by_role("button", name="dav: 71 %").press("Enter")
    expect(text_of(page)).to_be_focused()
    assert page.evaluate(chosen) == "dav"


def test_a_page_is_set_right_by_keyboard_and_the_next_low_page_comes(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    bodies: list[Any] = []
    lay({**laid.in_review(), f"PUT {laid.REVIEW}/pages/2{laid.OF}": laid.taking(bodies)})
    page.goto(laid.at(files, "review", laid.SESSION, laid.SHA, 2))
    text = text_of(page)
    expect(text).to_have_value("Tides risc twice a dav.")
    text.fill("Tides rise twice a day.")
    expect(page.get_by_text("Changed, not saved yet.")).to_be_visible()
    text.press("Control+Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Page 4 of tides.pdf")
    [(body, key)] = bodies
    assert body == '{"text":"Tides rise twice a day."}'
    assert key
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", level=1)).to_have_text("Page 2 of tides.pdf")
    page.get_by_role("link", name="Next page to look at").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Page 4 of tides.pdf")
    expect(page.get_by_role("link", name="Next page to look at")).to_have_count(0)
    page.get_by_role("link", name="Back to the review").click()
    expect(page.get_by_role("row", name="Page 2")).to_contain_text("Corrected")  # Its history does not say so yet.
    faults.assert_none()


def test_what_was_typed_and_not_saved_is_kept_and_told_before_approval(page: Page, files: str, lay: Any) -> None:
    lay(laid.in_review())
    page.goto(laid.at(files, "review", laid.SESSION, laid.SHA, 2))
    text_of(page).fill("Half a sentence")
    page.reload()
    expect(text_of(page)).to_have_value("Half a sentence")
    page.get_by_role("link", name="Back to the review").click()
    expect(page.get_by_role("row", name="Page 2")).to_contain_text("Not saved")
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("dialog")).to_contain_text("Changed but not saved: page 2.")


def test_an_empty_text_is_not_sent(page: Page, files: str, lay: Any) -> None:
    asked = lay(laid.in_review())
    page.goto(laid.at(files, "review", laid.SESSION, laid.SHA, 2))
    text_of(page).fill("  ")
    page.get_by_role("button", name="Save this page").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be empty")
    assert not [one for one in asked if one.startswith("PUT")]


def test_what_was_recognised_stays_text(page: Page, files: str, lay: Any, faults: Any) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    house = laid.in_review()
    sheet = {**laid.page_of(2), "text": hostile}
    sheet["words"][1]["text"] = hostile
    house[f"GET {laid.REVIEW}/pages/2{laid.OF}"] = sheet
    house[f"GET {laid.REVIEW}{laid.OF}"] = {**laid.review(), "filename": hostile}
    lay(house)
    page.goto(laid.at(files, "review", laid.SESSION, laid.SHA, 2))
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Page 2 of {hostile}")
    expect(page.get_by_title(f"{hostile}: 44 %")).to_be_visible()
    assert page.locator("main img").count() == 1
    faults.assert_none()
