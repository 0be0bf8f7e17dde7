"""A Norwegian reader of an English document: Norwegian frames around English quotes. A real house and browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.learning.test_learning_walk import Course, course
from tests.page.tutor.test_talking_walk import Talk

__all__ = ["course"]
pytestmark = [pytest.mark.browser, pytest.mark.embedded, pytest.mark.timeout(400)]


def test_a_norwegian_browser_reads_norwegian_frames_around_english_quotes(page: Page, course: Course) -> None:
    assert page.context.browser is not None
    norwegian = page.context.browser.new_context(locale="nb-NO", viewport={"width": 1100, "height": 800})
    try:
        talk = Talk(norwegian.new_page(), course)
        talk.open()
        assert talk.send("What is {concept}?") >= {"answer"}
        told = next(one for one in talk.lines() if one["agent"] == "tutor" and one["quotes"])
        quote = told["quotes"][0]["quote"]
        assert re.search(r"^(What it is|The text says): “", told["text"], re.M), "the client names no language"
        shown = talk.page.locator(".message.theirs").filter(has_text=re.compile(r"(Hva det er|Teksten sier): «"))
        expect(shown.locator("q").first).to_have_text(quote)
        assert talk.send("quiz me on volcanoes") == {"near"}
        expect(talk.page.locator(".message.theirs").last).to_contain_text("Dokumentet har verken et begrep")
    finally:
        norwegian.close()
