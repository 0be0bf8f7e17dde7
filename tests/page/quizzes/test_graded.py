"""What the results of every kind say: right, partly or not, why, what is not judged, and what was taken back."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid5

import pytest
from playwright.sync_api import Locator, Page, expect

from contracts.items import Item
from tests.page import asked, laid

pytestmark = pytest.mark.browser

ALL_RIGHT = list(zip(asked.ALL, asked.KEYS, strict=True))


@dataclass
class Shown:
    """The answers that are shown; each is found by its number, wherever it stands: mistakes come first."""

    page: Page

    def nth(self, number: int) -> Locator:
        return self.page.locator(f"#result-{number + 1}")

    @property
    def first(self) -> Locator:
        return self.nth(0)

    def locator(self, selector: str) -> Locator:
        return self.page.locator(".result").locator(selector)


def show(page: Page, files: str, lay: Any, *pairs: tuple[Item, str | None], retracted: Item | None = None) -> Shown:
    """Opens the results of these answers, all unfolded; returns them."""
    base = laid.BASE
    lay(
        {
            f"GET {base}": laid.state(quizzes=[asked.QUIZ]),
            f"GET {base}/results?attempt_id={asked.ATTEMPT}": {
                "results": asked.results(*pairs, retracted=retracted),
                "score": None,
            },
            f"GET {base}/quizzes/{asked.QUIZ}": asked.quiz(*asked.ALL),
            f"GET {base}/notes": {"notes": []},
            f"GET {base}/blocks?page=3": {"blocks": [asked.block()]},
        }
    )
    page.goto(laid.at(files, "s", laid.SESSION, "results", asked.ATTEMPT))
    expect(page.locator(".result").first).to_be_attached()
    return Shown(page)


def test_every_kind_answered_right_is_told_right_in_words(page: Page, files: str, lay: Any, faults: Any) -> None:
    shown = show(page, files, lay, *ALL_RIGHT)
    expect(page.get_by_role("heading", level=1)).to_have_text("8 of 8 right")
    expect(shown.locator(".verdict")).to_have_text(["Right: "] * len(asked.ALL))
    expect(shown.locator(".facts-line")).to_have_text([told(item) for item in asked.ALL])
    expect(shown.nth(6).locator("p .key")).to_have_text("flood → slack water → ebb")
    for number, item in enumerate(asked.ALL):
        expect(shown.nth(number).locator("blockquote:not(.statement)")).to_have_text(item.proof.quote)
    faults.assert_none()


def told(item: Item) -> str:
    kinds = [
        "Multiple choice",
        "Several answers",
        "True or false",
        "Gap",
        "Number",
        "Matching",
        "Ordering",
        "Open question",
    ]
    return f"tide · {kinds[asked.ALL.index(item)]}"


def test_part_of_the_credit_is_told_with_its_share(page: Page, files: str, lay: Any) -> None:
    shown = show(page, files, lay, (asked.SEVERAL, "a"), (asked.PAIRS, "1=b"), (asked.CHOICE, None), (asked.GAP, "x"))
    expect(page.get_by_role("heading", level=1)).to_have_text("0 of 4 right")
    expect(page.get_by_text("2 answers are partly right.")).to_be_visible()
    words = ["Partly right (50 %): ", "Partly right (50 %): ", "Skipped: ", "Not right: "]
    for number, word in enumerate(words):
        expect(shown.nth(number).locator(".verdict")).to_contain_text(word)
    expect(shown.nth(0).locator(".brief")).to_have_text("full moon full moon; new moon")
    expect(shown.nth(1)).to_contain_text("You left it open.")


def test_each_option_explains_itself_and_leads_to_the_place_that_says_so(page: Page, files: str, lay: Any) -> None:
    shown = show(page, files, lay, (asked.CHOICE, "a"))
    shown.first.locator("summary").first.click()
    rows = shown.locator(".whys li")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Wrong: neap tideYour answerThat is the small tide near the half moons.")
    expect(rows.nth(1)).to_contain_text("Right: spring tideThe text says so.")
    rows.nth(0).get_by_role("button", name="See where").click()
    expect(page.locator(".source-room mark")).to_have_text(asked.SECOND)


def test_mistakes_come_first_and_each_unfolds_to_why(page: Page, files: str, lay: Any) -> None:
    shown = show(page, files, lay, (asked.CHOICE, "b"), (asked.STEPS, "a,b,c"), (asked.JUDGED, "true"))
    right, wrong = page.locator(".folded"), page.locator(".missed")
    expect(right.locator(".result")).to_have_count(1)
    expect(wrong.locator(".result")).to_have_count(2)
    expect(shown.nth(0).locator(".asked")).to_be_hidden()
    right.get_by_text("1 right answer", exact=True).click()
    expect(shown.nth(0).locator(".asked")).to_be_visible()
    expect(shown.nth(0).locator(".whys")).to_be_hidden()
    shown.nth(0).locator("summary").first.click()
    expect(shown.nth(0).locator(".whys")).to_be_visible()
    shown.nth(1).locator("summary").first.click()
    expect(shown.nth(1).locator(".whys li").nth(0)).to_contain_text("1. floodYou put it at 3.")
    expect(shown.nth(2).locator(".whys")).to_have_text("The text says small.See where")


def test_an_open_answer_that_was_not_judged_stands_beside_the_full_one_and_does_not_count(
    page: Page, files: str, lay: Any
) -> None:
    page.set_viewport_size({"width": 1500, "height": 800})
    shown = show(page, files, lay, (asked.OPEN, "Gravity of both, I think."), (asked.CHOICE, "b"))
    expect(page.get_by_role("heading", level=1)).to_have_text("1 of 1 right")
    expect(page.get_by_text("1 answer could not be judged surely and does not count.")).to_be_visible()
    first = shown.nth(0)
    expect(first.locator(".verdict")).to_have_text("Not judged: ")
    expect(first).to_contain_text("could not be judged surely, so it does not count")
    mine, full = (first.locator(".compared > div").nth(number) for number in range(2))
    expect(mine).to_contain_text("Gravity of both, I think.")
    expect(full).to_contain_text("Because the pulls of sun and moon add up.")
    expect(first.locator(".points li")).to_have_text(["the pulls of sun and moon add up"])
    a, b = mine.bounding_box(), full.bounding_box()
    assert a is not None
    assert b is not None
    assert (a["y"], a["x"] < b["x"]) == (b["y"], True)


def test_what_an_open_answer_and_the_full_one_both_have_is_marked_and_named(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    other = asked.OPEN.model_copy(update={"item_id": uuid5(asked.QUIZ, "another")})
    shown = show(page, files, lay, (asked.OPEN, "🌊 The sun does it, the moon adds."), (other, "Gravity."))
    mine, full = (shown.nth(0).locator(".compared > div").nth(number).locator("mark") for number in range(2))
    expect(mine).to_have_text(["sun", "moon adds"])
    expect(full).to_have_text(["sun", "moon add"])
    line = "Marked is what both have: sun, moon adds. It may be right in other words too."
    expect(shown.nth(0).locator(".both")).to_have_text(line)
    expect(shown.nth(0).get_by_role("group", name="How right is your answer?")).to_be_visible()
    expect(shown.nth(1).locator("mark")).to_have_count(0)
    line = "No word is the same in both. It may be right in other words too."
    expect(shown.nth(1).locator(".both")).to_have_text(line)
    faults.assert_none()


def test_a_question_that_was_taken_back_says_why_and_does_not_count(page: Page, files: str, lay: Any) -> None:
    shown = show(page, files, lay, (asked.CHOICE, "b"), (asked.GAP, "x"), retracted=asked.GAP)
    expect(page.get_by_role("heading", level=1)).to_have_text("1 of 1 right")
    expect(page.get_by_text("1 question was taken back and does not count.")).to_be_visible()
    expect(shown.nth(1)).to_contain_text("This question was taken back: Both answers stand in the text.")


def test_attempts_of_a_session_count_as_their_results_do(page: Page, files: str, lay: Any) -> None:
    base = laid.BASE
    found = asked.results((asked.OPEN, "Gravity."), (asked.CHOICE, "b"), (asked.GAP, "x"))
    lay(
        {
            f"GET {base}": laid.state(quizzes=[asked.QUIZ]),
            f"GET {base}/quizzes/{asked.QUIZ}": asked.quiz(*asked.ALL),
            f"GET {base}/results": {"results": found, "score": None},
        }
    )
    page.goto(laid.at(files, "s", laid.SESSION))
    expect(page.get_by_role("link", name="Attempt 1: 1 of 2 right")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_results_of_every_kind_fit_a_small_screen(page: Page, files: str, lay: Any, scheme: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme=scheme)
    wrong = ["a", "b,d", "true", "x", "9", "1=c", "a,b,c", "Gravity."]
    show(page, files, lay, *zip(asked.ALL, wrong, strict=True))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_gap_tells_what_the_typed_word_is_and_where_and_nothing_of_others(page: Page, files: str, lay: Any) -> None:
    wrong = show(page, files, lay, (asked.GAP, "Spring tides")).first
    expect(wrong.locator(".brief")).to_have_text("Spring tides neap tide")
    wrong.locator("summary").first.click()
    fold = wrong.locator(".because")
    expect(fold.locator(".why > span")).to_have_text(
        [
            f"“spring tide” is not it. The text says of it: “{asked.FIRST}”",
            f"The text says this of “neap tide”: “{asked.LAST}”",
        ]
    )
    expect(fold.get_by_role("button", name="See where")).to_have_count(2)


def test_a_gap_that_was_filled_rightly_folds_up_what_more_the_text_says(page: Page, files: str, lay: Any) -> None:
    right = show(page, files, lay, (asked.GAP, "neap tide")).first
    fold = right.locator(".because")
    expect(fold).to_be_hidden()
    page.locator(".folded > summary").click()
    right.locator("summary").click()
    expect(fold).to_be_visible()
    expect(fold.locator(".why > span")).to_have_text([f"The text says this of “neap tide”: “{asked.LAST}”"])
