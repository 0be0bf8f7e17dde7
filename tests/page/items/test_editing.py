"""The owner's form: every kind is edited, and a refused edit leaves what was typed with the reasons beside it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from contracts.items import Item
from tests.page import asked, laid
from tests.page.items import owner

pytestmark = pytest.mark.browser

REFUSED = asked.refusal("The answer “tides” does not stand in the quote.")


def the_form(page: Page, files: str, lay: Any, keeper: owner.Keeper, item: Item) -> None:
    """Opens an item's form."""
    lay(keeper.answers())
    page.goto(laid.at(files, "s", laid.SESSION, "items", item.item_id))
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit this question")


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()


EDITS: dict[str, tuple[Item, dict[str, str], dict[str, Any]]] = {
    "multiple_choice": (
        asked.CHOICE,
        {"Option 3": "ebb tide", "Why, of option 3": "It falls."},
        {
            "options": [{"option_id": "c", "text": "ebb tide"}],
            "explanations": [{**asked.CHOICE.explanations[2].model_dump(mode="json"), "sentence": "It falls."}],
        },
    ),
    "multiple_answer": (asked.SEVERAL, {"Option 4": "red moon"}, {"options": [{"option_id": "d", "text": "red moon"}]}),
    "true_false": (
        asked.JUDGED,
        {"Statement": "A neap tide is the huge tide near the half moons.", "Wrong words in it": "huge"},
        {"statement": "A neap tide is the huge tide near the half moons.", "wrong": "huge"},
    ),
    "cloze": (asked.GAP, {"Also right": "neap\nneaps"}, {"accepted": ["neap", "neaps"]}),
    "numeric": (
        asked.NUMBER,
        {"Right within ±": "0,1", "Its value": "7,4", "Unit": "d"},
        {"tolerance": 0.1, "unit": "d"},
    ),
    "matching": (asked.PAIRS, {"Prompt 2": "neap"}, {"prompts": [{"option_id": "2", "text": "neap"}]}),
    "ordering": (asked.STEPS, {"Step 2": "the ebb"}, {"options": [{"option_id": "b", "text": "the ebb"}]}),
    "short_answer": (
        asked.OPEN,
        {"It should say (key points)": "the pulls add up", "Model answer": "They add up."},
        {"answer": "They add up.", "key_points": [{"text": "the pulls add up"}]},
    ),
}


@pytest.mark.parametrize("kind", EDITS)
def test_an_edit_sends_only_what_was_changed_and_the_house_takes_it(
    page: Page, files: str, lay: Any, faults: Any, kind: str
) -> None:
    item, typed, changed = EDITS[kind]
    keeper = owner.keeper(item)
    the_form(page, files, lay, keeper, item)
    for label, text in typed.items():
        page.get_by_label(label, exact=True).fill(text)
    save(page)
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert keeper.sent == [("edit", {**changed, "revision": 1})]
    expect(page.locator(".history li")).to_contain_text("Edited")
    faults.assert_none()


def test_the_key_can_be_moved_whatever_its_shape(page: Page, files: str, lay: Any) -> None:
    keeper = owner.keeper(asked.CHOICE, asked.SEVERAL, asked.PAIRS, asked.STEPS)
    the_form(page, files, lay, keeper, asked.CHOICE)
    page.get_by_label("Option 1 is right").check()
    save(page)
    expect(page.get_by_text("Saved.")).to_be_visible()
    for item, act in (
        (asked.SEVERAL, lambda: page.get_by_label("Option 2 is right").check()),
        (asked.PAIRS, lambda: page.get_by_label("Partner of prompt 1").select_option(index=2)),
        (asked.STEPS, lambda: page.get_by_role("button", name="Move up: ebb").click()),
    ):
        page.goto(laid.at(files, "s", laid.SESSION, "items", item.item_id))
        expect(page.get_by_label("Question", exact=True)).to_have_value(item.question)
        act()
        save(page)
        expect(page.get_by_text("Saved.")).to_be_visible()
    assert [body["answer"] for _, body in keeper.sent] == ["a", ["a", "b", "c"], {"1": "c", "2": "a"}, ["c", "b", "a"]]


def test_another_key_is_looked_at_before_it_grades_again_and_can_be_undone(page: Page, files: str, lay: Any) -> None:
    keeper = owner.keeper(asked.CHOICE)
    keeper.answered = [owner.answered(1, "Kari", 0.5, 0.4)]
    the_form(page, files, lay, keeper, asked.CHOICE)
    page.get_by_label("Option 1 is right").check()
    save(page)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 learner answered it and is graded again.")
    dialog.get_by_role("button", name="Cancel").click()
    assert keeper.sent == []
    save(page)
    dialog.get_by_role("button", name="Save and grade again").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_role("button", name="Undo the last edit").click()
    expect(dialog).to_contain_text("1 learner answered it")
    dialog.get_by_role("button", name="Undo the last edit").click()
    expect(page.get_by_text("The edit is undone")).to_be_visible()
    assert [what for what, _ in keeper.sent] == ["edit", "undo"]


def test_the_quote_is_cut_anew_where_the_text_has_it_and_refused_where_it_has_not(
    page: Page, files: str, lay: Any
) -> None:
    keeper = owner.keeper(asked.GAP)
    the_form(page, files, lay, keeper, asked.GAP)
    quote = page.get_by_label("Quote that proves it")
    quote.fill("A neap tide is small.")
    save(page)
    expect(page.get_by_role("alert")).to_contain_text("It must be word for word, in the same paragraph.")
    assert keeper.sent == []
    quote.fill(f"{asked.SECOND} {asked.THIRD}")
    save(page)
    expect(page.locator("blockquote")).to_have_text(f"{asked.SECOND} {asked.THIRD}")


@pytest.mark.parametrize("late", [0, 2])
def test_a_refused_edit_shows_its_reasons_and_keeps_what_was_typed(page: Page, files: str, lay: Any, late: int) -> None:
    keeper = owner.keeper(asked.GAP, refuses=REFUSED, late=late)
    the_form(page, files, lay, keeper, asked.GAP)
    answer = page.get_by_label("Answer", exact=True)
    answer.fill("tides")
    save(page)
    expect(page.get_by_role("alert")).to_contain_text(REFUSED.sentence)
    expect(answer).to_have_value("tides")
    page.reload()
    expect(answer).to_have_value("tides")
    expect(page.get_by_text("Not saved yet.")).to_be_visible()
    entry = page.locator(".history li").first
    expect(entry).to_contain_text("EditedRefused")
    expect(entry).to_contain_text(REFUSED.sentence)
    expect(entry.locator("ins").first).to_have_text(re.compile("tides"))
    page.get_by_role("button", name="Discard changes").click()
    expect(answer).to_have_value("neap tide")


def test_a_card_is_edited_likewise_and_cannot_be_taken_back(page: Page, files: str, lay: Any) -> None:
    keeper = owner.keeper(asked.GAP)
    lay(keeper.answers())
    page.goto(laid.at(files, "s", laid.SESSION, "flashcards", asked.CARD.card_id))
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit this card")
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
    page.get_by_label("Back", exact=True).fill("the large tide")
    save(page)
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert keeper.sent == [("edit", {"answer": "the large tide", "revision": 1})]
