"""Mastery: one score and what is missing in words, marks beside the evidence, the threshold and goals."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page import laid, learned
from tests.page.learning.test_learning import PATH, house

pytestmark = pytest.mark.browser


def mastery_of(*concepts: Any, **more: Any) -> dict[str, Any]:
    return house(learned.learner(concepts=list(concepts), **more))


def test_mastery_says_one_score_and_what_is_missing_in_words(page: Page, files: str, lay: Any, faults: Any) -> None:
    done = {"score": 0.97, "certainty": 1, "answers": 6, "correct": 6, "decided": True, "mastered": True}
    lay(
        mastery_of(
            learned.concept("tide", **done, answers_needed=0),
            learned.concept("spring tide", missing="“spring tide”: three more right answers, and it is mastered."),
            learned.concept("neap tide", answers=0, score=0, prerequisites=["spring tide"], unlocked=False),
            mastery_score=0.62,
            **PATH,
        )
    )
    page.goto(laid.at(files, "s", laid.SESSION, "mastery"))
    expect(page.get_by_text("1 of 3 concepts mastered. Mastery score: 62 %")).to_be_visible()
    rows = page.locator(".concept")
    expect(rows.locator(".badge")).to_have_text(["✓ Mastered", "… Not mastered yet", "⊘ Locked"])
    expect(rows.nth(0)).to_contain_text("6 answers, 6 right.")
    expect(rows.locator(".missing")).to_have_text(["“spring tide”: three more right answers, and it is mastered."])
    expect(rows.nth(2)).to_contain_text("First master: spring tide.")
    expect(rows.nth(1).get_by_role("progressbar")).to_have_attribute("value", "0.62")
    expect(page.locator(".path [aria-current]")).to_have_text("neap tideNext")
    faults.assert_none()


@pytest.mark.parametrize(("score", "shown"), [(0.998, "99 %"), (0.002, "0 %"), (0.849, "84 %"), (1, "100 %")])
def test_a_score_is_never_rounded_up(page: Page, files: str, lay: Any, score: float, shown: str) -> None:
    lay(mastery_of(learned.concept(score=score)))
    page.goto(laid.at(files, "s", laid.SESSION, "mastery"))
    expect(page.locator(".concept strong").first).to_have_text(shown)


def test_a_mark_is_sent_and_taken_back_by_the_same_button(page: Page, files: str, lay: Any) -> None:
    bodies: list[tuple[str | None, str | None]] = []
    lay({**mastery_of(learned.concept()), f"POST {laid.BASE}/marks": laid.taking(bodies)})
    page.goto(laid.at(files, "s", laid.SESSION, "mastery"))
    known = page.get_by_role("button", name="I know this: spring tide")
    known.click()
    expect(known).to_have_attribute("aria-pressed", "true")
    known.click()
    expect(known).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Not yet: spring tide").click()
    expect(page.locator("#live")).to_have_text("Not yet")
    assert [body[0] for body in bodies] == [
        f'{{"concept":"spring tide","mark":"{mark}"}}' for mark in ("known", "none", "not_yet")
    ]


def test_threshold_and_goals_are_set(page: Page, files: str, lay: Any) -> None:
    bodies: list[tuple[str | None, str | None]] = []
    answers = mastery_of(learned.concept(), goals=["Pass on Friday"])
    lay({**answers, f"PATCH {laid.BASE}/aims": laid.taking(bodies)})
    page.goto(laid.at(files, "s", laid.SESSION, "mastery"))
    page.get_by_text("What counts as mastered, and goals").click()
    threshold = page.get_by_label("A concept counts as mastered from (percent)")
    expect(threshold).to_have_value("85")
    threshold.fill("120")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_have_text("Give a number from 0 to 100.")
    threshold.fill("70")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#live")).to_have_text("Mastered from 70 %.")
    page.get_by_label("Another goal").fill("Know the moon")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_text("Goal added.")
    page.get_by_role("button", name="Remove the goal: Pass on Friday").click()
    expect(page.locator("#live")).to_have_text("Goal removed.")
    assert [body[0] for body in bodies] == [
        '{"mastery_threshold":0.7}',
        '{"goals":["Pass on Friday","Know the moon"]}',
        '{"goals":["Know the moon"]}',
    ]
