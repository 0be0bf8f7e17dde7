"""The owner's list and coverage report: what is there, why it was refused, and what can be done to it."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from contracts.views.material import OwnerItem
from tests.page import asked, laid
from tests.page.items import owner

pytestmark = pytest.mark.browser

REFUSED = asked.refusal("The answer “tides” does not stand in the quote.")


def the_list(page: Page, files: str, lay: Any, keeper: owner.Keeper) -> Locator:
    """Opens the list; returns its entries."""
    lay(keeper.answers())
    page.goto(laid.at(files, "s", laid.SESSION, "items"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Questions and cards")
    return page.locator("li.item")


def test_the_list_shows_key_quote_origin_and_state_of_each_and_why_it_was_refused(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    keeper = owner.keeper(*asked.ALL)
    refused = OwnerItem(item=asked.GAP, accepted=False, reasons=[REFUSED])
    keeper.items[asked.GAP.item_id] = refused
    shown = the_list(page, files, lay, keeper)
    expect(shown).to_have_count(9)
    keys = [
        "spring tide",
        "full moonnew moon",
        "FalseThe text has “small” in the place of “large”",
        "neap tideneap",
        "7.4 days",
        "spring tide: the large tide near new and full moonneap tide: the small tide near the half moons",
        "floodslack waterebb",
        "Because the pulls of sun and moon add up.",
        "the large tide near new and full moon",
    ]
    expect(shown.locator(".answer-key")).to_have_text([f"Answer: {key}" for key in keys])
    for number, item in enumerate(asked.ALL):
        expect(shown.nth(number).locator("blockquote:not(.statement)")).to_have_text(item.proof.quote)
    expect(shown.nth(2).locator("h2")).to_have_text("Is this true?")
    expect(shown.nth(2).locator(".statement")).to_have_text("A neap tide is the large tide near the half moons.")
    expect(shown.nth(0).locator(".item-facts")).to_have_text("In useMultiple choice · easy · tide · Offline author")
    expect(shown.nth(3).locator(".item-facts")).to_contain_text("Refused")
    expect(shown.nth(3)).to_contain_text(REFUSED.sentence)
    expect(shown.nth(3).get_by_role("button", name="Delete")).to_have_count(0)
    expect(shown.nth(8).locator(".item-facts")).to_have_text("In useCard · spring tide · Model m-1")
    faults.assert_none()


def test_the_filter_keeps_what_it_names_through_a_reload(page: Page, files: str, lay: Any) -> None:
    keeper = owner.keeper(*asked.ALL)
    keeper.items[asked.GAP.item_id] = OwnerItem(item=asked.GAP, accepted=False, reasons=[REFUSED])
    shown = the_list(page, files, lay, keeper)
    page.get_by_label("How it stands").select_option("refused")
    expect(shown).to_have_count(1)
    page.reload()
    expect(page.get_by_text("1 of 9")).to_be_visible()
    page.get_by_role("combobox", name="What").select_option("flashcards")
    expect(page.get_by_text("None of this kind.")).to_be_visible()


@pytest.mark.parametrize("late", [0, 2])
def test_approve_delete_and_restore_are_done_at_once_or_when_the_house_gets_to_it(
    page: Page, files: str, lay: Any, late: int
) -> None:
    shown = the_list(page, files, lay, owner.keeper(asked.CHOICE, late=late))
    expect(shown).to_have_count(2)
    first = shown.first
    badge = first.locator(".badge")
    first.get_by_role("button", name="Approve").click()
    expect(badge).to_have_text("Approved")
    expect(first.get_by_role("button", name="Approve")).to_have_count(0)
    first.get_by_role("button", name="Delete").click()
    expect(badge).to_have_text("Deleted")
    expect(first.get_by_role("link", name="Edit")).to_have_count(0)
    first.get_by_role("button", name="Restore").click()
    expect(badge).to_have_text("In use")
    expect(first.get_by_role("link", name="Edit")).to_be_focused()


def test_taking_back_asks_for_a_reason_and_writing_anew_may_have_one(page: Page, files: str, lay: Any) -> None:
    keeper = owner.keeper(asked.CHOICE, asked.GAP, late=1)
    shown = the_list(page, files, lay, keeper)
    shown.nth(0).get_by_role("button", name="Take back").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Take back").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Give a reason")
    dialog.get_by_label("Why is it wrong?").fill("Two answers are right.")
    dialog.get_by_role("button", name="Take back").click()
    expect(shown.nth(0).locator(".badge")).to_have_text("Taken back")
    shown.nth(1).get_by_role("button", name="Write anew").click()
    dialog.get_by_role("button", name="Write anew").click()
    expect(shown.nth(1).locator(".badge")).to_have_text("Replaced")
    assert keeper.sent == [("retract", {"reason": "Two answers are right."}), ("regenerate", {"reason": ""})]


def test_what_was_taken_back_is_put_back_and_who_is_graded_again_is_told_before(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    keeper = owner.keeper(asked.CHOICE)
    keeper.answered = [owner.answered(1, "Kari", 0.5, 0.4), owner.answered(2, "Ola", 0.25, None)]
    shown = the_list(page, files, lay, keeper)
    expect(page.locator(".source-side mark")).to_have_text(asked.FIRST)  # Lit up beside the first of them.
    shown.nth(0).get_by_role("button", name="Take back").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 learners answered it and are graded again.")
    lines = dialog.locator(".affected li")
    expect(lines).to_have_text(["Kari · neap tide50 % → 40 %", "Ola · neap tide25 % → no mark"])
    dialog.get_by_label("Why is it wrong?").fill("Two answers are right.")
    dialog.get_by_role("button", name="Take back").click()
    shown.nth(0).get_by_role("button", name="Put back").click()
    dialog.get_by_role("button", name="Put back").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Give a reason")
    dialog.get_by_label("Why is it right after all?").fill("One is right.")
    dialog.get_by_role("button", name="Put back").click()
    expect(shown.nth(0).locator(".badge")).to_have_text("In use")
    assert keeper.sent == [("retract", {"reason": "Two answers are right."}), ("restore", {"reason": "One is right."})]
    shown.nth(0).get_by_role("link", name="Edit").click()
    expect(page.locator(".history li strong")).to_have_text(["Put back", "Taken back"])
    faults.assert_none()


def test_coverage_names_what_is_not_asked_first_and_leads_to_its_place(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    lay(owner.keeper(asked.GAP).answers() | {f"GET {laid.BASE}/coverage": owner.coverage()})
    page.goto(laid.at(files, "s", laid.SESSION, "coverage"))
    expect(page.get_by_text("33 % of the concepts are asked (1 of 3)")).to_be_visible()
    expect(page.get_by_text("50 % of the passages are asked (1 of 2)")).to_be_visible()
    open = page.locator(".work section").nth(0).locator("> .lines li")
    expect(open).to_have_text(["slack waterMedium relevance! Not asked", "ebbLow relevance! Not asked"])
    passage = page.locator(".work section").nth(1).locator("> .lines li")
    expect(passage).to_contain_text(asked.LAST)
    passage.get_by_role("button", name="See where it stands").click()
    expect(page.locator(".source-side .here")).to_have_text(asked.TEXT)
    faults.assert_none()


def test_a_session_leads_its_owner_to_the_questions_and_no_learner(page: Page, files: str, lay: Any) -> None:
    lay(
        owner.keeper(asked.GAP).answers()
        | {f"GET {laid.BASE}/quizzes/{asked.QUIZ}": asked.quiz(asked.GAP), f"GET {laid.BASE}/results": {"results": []}}
    )
    page.goto(laid.at(files, "s", laid.SESSION))
    page.get_by_role("link", name="Questions", exact=True).click()
    expect(page.locator("li.item")).to_have_count(2)
    learner = "x.eyJyb2xlIjoibGVhcm5lciJ9.y"  # {"role":"learner"}
    page.goto(f"{files}/#token={learner}&/s/{laid.SESSION}")
    expect(page.get_by_role("link", name="Start the quiz")).to_be_visible()
    expect(page.get_by_role("link", name="Questions", exact=True)).to_have_count(0)


def test_the_owners_views_fit_a_small_screen(page: Page, files: str, lay: Any) -> None:
    keeper = owner.keeper(*asked.ALL)
    lay(keeper.answers() | {f"GET {laid.BASE}/coverage": owner.coverage()})
    page.set_viewport_size({"width": 360, "height": 740})
    for where in ["items", "coverage", *(f"items/{item.item_id}" for item in asked.ALL)]:
        page.goto(laid.at(files, "s", laid.SESSION, where))
        expect(page.locator("main .card").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, where
