"""By the keyboard alone from the start to the tutor's answer in a real house, and what a screen reader hears there."""

import re
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.houses import Up, pensum
from tests.page.waiting import until

MADE = 60_000
FOCUSED = """() => {
    const one = document.activeElement, style = getComputedStyle(one);
    if (one === document.body) return ["", true]; // Between the last and the first.
    const drawn = [one, one.closest("label")].some((each) => each && getComputedStyle(each).outlineStyle !== "none");
    const label = one.labels && one.labels[0] ? one.labels[0].textContent : one.textContent;
    return [(one.getAttribute("aria-label") || label || "").trim(), drawn || style.boxShadow !== "none"];
}"""

pytestmark = [pytest.mark.browser, pytest.mark.embedded, pytest.mark.timeout(280)]


def tab_to(page: Page, name: str) -> None:
    """Presses Tab until what has that name has the focus; whatever has it on the way shows it."""
    passed: list[str] = []
    for _ in range(80):
        page.keyboard.press("Tab")
        said, shown = page.evaluate(FOCUSED)
        assert shown, f"nobody sees where the focus is: {said}"
        if re.match(name, said):
            return
        passed.append(said)
    raise AssertionError(f"{name} is not to be reached: {passed}")


def told(page: Page) -> str:
    """What a screen reader finds in the page."""
    return page.locator("body").aria_snapshot()


def test_the_keyboard_alone_leads_from_the_start_to_the_tutor(page: Page, faults: Any, house: Up) -> None:
    base, user = house.house.url.rstrip("/"), f"u{uuid4().hex[:8]}"
    made = pensum("token", "--data", house.data, "--tenant", user, "--user", user)
    faults.origin = base
    heading = page.get_by_role("heading", level=1)
    page.goto(f"{base}/#token={made.stdout.strip()}")
    expect(heading).to_have_text("Bring something you have to learn")
    for part in ("- banner:", "- navigation", "- main:", '- heading "Bring something you have to learn" [level=1]'):
        assert part in told(page)
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)[0] == "Skip to the content"
    tab_to(page, "Try the sample")
    page.keyboard.press("Enter")

    start = page.get_by_role("link", name="Start the quiz")
    expect(start).to_be_visible(timeout=MADE)
    tab_to(page, "Start the quiz")
    page.keyboard.press("Enter")
    expect(heading).to_have_text(re.compile(r"Question 1 of \d+"), timeout=MADE)
    expect(page.locator("form.question")).to_be_visible()
    assert '- list "The questions"' in told(page)
    if page.locator("form.question .options").count():
        assert re.search(r'- group ".+":\n(?:.*\n)*? *- (?:radio|checkbox) "', told(page))
        page.keyboard.press("1")
    else:
        field = page.locator("form.question [name=answer]")
        expect(field).to_be_focused()
        assert re.search(r'- (?:textbox|spinbutton) ".+"', told(page))
        page.keyboard.type("1")
    page.keyboard.press("Enter")
    onward = page.get_by_role("button", name=re.compile("Next question|See how it went"))
    expect(onward).to_be_focused(timeout=MADE)
    # The verdict is said aloud, and stands in the trail with a word, not with a colour.
    expect(page.locator("#live")).to_have_text(re.compile(r"^1\. .*(?:[Rr]ight|judge)"))
    assert re.search(r'button "Question 1: (?:right|not right|half right|[a-z ]+)"', told(page))
    page.keyboard.press("Enter")
    expect(heading).to_have_text(re.compile(r"Question 2 of \d+"))

    tab_to(page, "Tutor")
    page.keyboard.press("Enter")
    expect(heading).to_have_text("Ask the tutor")
    tab_to(page, "Your message")
    page.keyboard.type("What is chlorophyll?")
    page.keyboard.press("Enter")
    answer = page.locator(".message.theirs").first
    expect(answer).to_be_visible(timeout=MADE)
    until(page, lambda: '- list "Conversation"' in told(page), "the conversation is no list")
    assert page.locator(".messages").get_attribute("aria-live") == "polite"
    faults.assert_none()
