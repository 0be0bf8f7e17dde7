"""A question by hand: its quote is marked in the source or typed, and what does not hold up stays with the reasons."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page import asked, laid
from tests.page.items import owner

pytestmark = pytest.mark.browser

MARK = """(words) => {
  const text = document.querySelector(".source-room .passage p").firstChild;
  const start = text.data.indexOf(words);
  const range = document.createRange();
  range.setStart(text, start);
  range.setEnd(text, start + words.length);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_a_question_is_written_from_words_that_are_marked_in_the_source(
    page: Page, files: str, lay: Any, faults: Any, width: int
) -> None:
    keeper = owner.keeper(asked.CHOICE)
    house = keeper.answers() | {f"GET {laid.BASE}/blocks?page=1": {"blocks": [asked.block()]}}
    lay(house | {f"GET {laid.BASE}/blocks": {"blocks": [asked.block()]}})
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(laid.at(files, "s", laid.SESSION, "items"))
    page.get_by_role("link", name="Add a question").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Add a question")
    page.get_by_role("button", name="Check and add it").click()
    expect(page.get_by_role("alert")).to_have_text("Write the question first.")
    page.get_by_role("button", name="Mark the words in the text").click()
    expect(page.locator(".source-room .passage p:visible").first).to_have_text(asked.TEXT)
    page.wait_for_function("""() => document.querySelector(".source-room .passage p")?.firstChild?.data""")
    page.evaluate(MARK, asked.SECOND)
    page.get_by_role("button", name="Take the marked words as the quote").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_label("Quote that proves it")).to_have_value(asked.SECOND)
    page.get_by_label("Question", exact=True).fill("Which tide is small?")
    page.get_by_label("Concept", exact=True).fill("neap tide")
    page.get_by_label("Option 1", exact=True).fill("neap tide")
    page.get_by_label("Option 2", exact=True).fill("spring tide")
    page.get_by_label("Option 1 is right").check()
    page.reload()
    expect(page.get_by_label("Option 1 is right")).to_be_checked()
    page.get_by_role("button", name="Check and add it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit this question")
    expect(page.locator(".item-facts")).to_contain_text("Written by hand")
    expect(page.locator(".history li strong")).to_have_text("Added")
    [(_, sent)] = keeper.sent
    assert sent["options"] == [{"option_id": "a", "text": "neap tide"}, {"option_id": "b", "text": "spring tide"}]
    assert (sent["answer"], sent["proof"], sent["concept"]) == ("a", {"quote": asked.SECOND}, "neap tide")
    faults.assert_none()


def test_a_question_that_does_not_hold_up_stays_with_the_reasons_and_another_kind_keeps_its_words(
    page: Page, files: str, lay: Any
) -> None:
    keeper = owner.keeper(refuses=asked.refusal("The question tells its own answer."))
    lay(keeper.answers() | {f"GET {laid.BASE}/blocks?page=1": {"blocks": [asked.block()]}})
    page.goto(laid.at(files, "s", laid.SESSION, "items", "new"))
    page.get_by_label("Question", exact=True).fill("A ____ tide is the small tide.")
    page.get_by_label("Kind of question").select_option("cloze")
    sentence = page.get_by_label("Sentence with the gap")
    expect(sentence).to_have_value("A ____ tide is the small tide.")
    page.get_by_label("Answer", exact=True).fill("neap")
    page.get_by_label("Concept", exact=True).fill("neap tide")
    quote = page.get_by_label("Quote that proves it")
    quote.fill("A neap tide is tiny.")
    page.get_by_role("button", name="Check and add it").click()
    expect(page.get_by_role("alert")).to_contain_text("word for word")
    quote.fill(asked.SECOND)
    page.get_by_role("button", name="Check and add it").click()
    expect(page.get_by_role("alert")).to_contain_text("The question tells its own answer.")
    expect(page.get_by_role("alert")).to_contain_text("What you typed is still here.")
    expect(sentence).to_have_value("A ____ tide is the small tide.")
    assert [body["type"] for _, body in keeper.sent] == ["cloze", "cloze"]
