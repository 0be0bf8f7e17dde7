"""A review in a real browser against a real house: a bad scan is looked at, set right, approved, and becomes a quiz."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.review.steps import approve, open_review, set_right
from tests.standins.documents.handouts import short_pages
from tests.standins.documents.scans import scan, text_pdf
from tests.standins.installed import needs_tesseract

MADE = 60_000

pytestmark = [
    pytest.mark.browser,
    pytest.mark.embedded,
    pytest.mark.timeout(400),
    needs_tesseract,
]


def test_a_bad_scan_is_set_right_approved_and_becomes_a_quiz(
    page: Page, faults: Any, house_url: tuple[str, str], tmp_path: Path
) -> None:
    base, token = house_url
    faults.origin = base.rstrip("/")
    [truth] = short_pages(1, seed=7)
    bad = tmp_path / "copied.pdf"
    bad.write_bytes(scan(text_pdf([truth]), "copied_fat"))

    page.goto(f"{faults.origin}/#token={token}")
    page.set_input_files("#file", bad)
    open_review(page)
    row = page.get_by_role("row", name="Page 1")
    expect(row).to_contain_text(" %")

    page.get_by_role("row").get_by_role("link", name="Page 1", exact=True).click()
    picture = page.get_by_role("img", name="Page 1 of the scan")
    expect(picture).to_be_visible(timeout=MADE)
    assert picture.evaluate("(img) => img.naturalWidth") == pytest.approx(1000, abs=1)
    expect(page.locator(".word-boxes .word").first).to_have_attribute("title", re.compile(r": \d+ %$"))
    page.get_by_role("link", name="Back to the review").click()

    set_right(page, 1, truth)
    expect(row).to_contain_text("Corrected")
    expect(page.locator(".history")).to_contain_text("Held for review")
    approve(page)
    start = page.get_by_role("link", name="Start the quiz")
    expect(start).to_be_visible(timeout=MADE)
    start.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Question 1 of")
    faults.assert_none()
