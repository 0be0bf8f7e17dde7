"""Mastery: one score and what is missing in words, marks beside the evidence, the threshold and goals."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from contracts.views.history import Scorecard, ScorecardSession
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
    expect(page.get_by_text("1 of 3 concepts mastered. 1 begun.")).to_be_visible()
    rows = page.locator(".concept")
    expect(rows.locator(".badge")).to_have_text(["✓ Mastered", "… Not mastered yet", "⊘ Locked"])
    expect(rows.nth(0)).to_contain_text("6 answers, 6 right.")
    expect(rows.locator(".missing")).to_have_text(["“spring tide”: three more right answers, and it is mastered."])
    expect(rows.nth(2)).to_contain_text("First master: spring tide.")
    expect(rows.nth(1).get_by_role("progressbar")).to_have_attribute("value", "0.62")
    expect(page.locator(".path [aria-current]")).to_have_text("neap tideNext")
    expect(page.locator(".far-next a")).to_have_text("Learn “neap tide”")  # One thing is next on one page.
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


def test_progress_over_time_has_plots_with_their_tables(page: Page, files: str, lay: Any, faults: Any) -> None:
    past = learned.over_time(learned.moved("spring tide", 0.3, 0.5, 0.7), learned.moved("ebb", 0.4), days=2)
    card = ScorecardSession(
        session_id=laid.SESSION, title="Tides", mastery_score=0.4, score=0.7, trend=[], strengths=[], weaknesses=[],
        patterns=[learned.pattern()],
    )  # fmt: skip
    lay(
        {
            **mastery_of(learned.concept()),
            f"GET {laid.BASE}/progress": past,
            "GET /v1/sessions/stats": learned.stats(streak_days=2).model_dump(mode="json"),
            f"GET /v1/sessions/scorecard?session_id={laid.SESSION}": Scorecard(sessions=[card], total=1).model_dump(
                mode="json"
            ),
        }
    )
    page.clock.set_fixed_time(laid.NOW)
    page.goto(laid.at(files, "s", laid.SESSION, "mastery"))
    plots = page.locator(".small-plots figure")
    expect(plots.locator("figcaption")).to_have_text(["spring tide70 %", "ebb40 %"])
    expect(plots.nth(0).get_by_role("img")).to_have_accessible_name("spring tide: 70 % after 3 grades")
    expect(plots.nth(0).locator("circle")).to_have_count(3)
    expect(plots.nth(0).locator(".band")).to_have_count(1)
    scores = page.locator(".card", has=plots.first).locator(".as-table")
    scores.get_by_text("As a table").click()
    expect(scores.locator("tr", has_text="spring tide").last.locator("td").nth(2)).to_have_text("60 %–80 %")
    expect(page.get_by_text("5 minutes on 6 answers in this course. 2 days in a row")).to_be_visible()
    today = page.locator(".card", has_text="Your time").locator(".forecast li").last
    expect(today).to_contain_text("3 answers, 2 right, 3 minutes")
    held = page.locator(".card", has_text="Do your scores hold?")
    expect(held.locator("circle")).to_have_count(1)
    held.get_by_text("As a table").click()
    expect(held.locator("tbody tr")).to_have_text("40 %–60 %450 %75 %")
    expect(page.locator(".kind-bars")).to_have_text("Not understood yet1 question")
    faults.assert_none()


def test_of_many_concepts_the_weakest_come_first_and_what_nobody_was_asked_is_folded(
    page: Page, files: str, lay: Any
) -> None:
    seen = [learned.concept(f"seen {n}", score=0.9 - n / 20) for n in range(10)]
    lay(mastery_of(*seen, *[learned.concept(f"new {n}", answers=0, score=0) for n in range(5)]))
    page.goto(laid.at(files, "s", laid.SESSION, "mastery"))
    expect(page.locator(".concept h3").filter(visible=True)).to_have_text([f"seen {n}" for n in range(9, 1, -1)])
    page.get_by_text("2 more concepts").click()
    page.get_by_text("Tides · 5 concepts").click()
    expect(page.locator(".concept h3").filter(visible=True)).to_have_count(15)
