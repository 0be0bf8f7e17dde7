"""Grades that change: by oneself, by a dispute, by a question taken back; each says why and what became of it."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page import asked, laid, learned

pytestmark = pytest.mark.browser
GIVEN = ((asked.OPEN, "Gravity of both, I think."), (asked.CHOICE, "a"), (asked.GAP, "neap tide"))


def note(ordinal: int, result: dict[str, Any], **changed: Any) -> dict[str, Any]:
    usual = {"note": f"Note {ordinal}", "result_ids": [result["result_id"]], "made_by": "rule", "ordinal": ordinal}
    return {**usual, "attempt_id": str(asked.ATTEMPT), "timestamp": "2026-11-01T10:00:00Z", **changed}


class Graded:
    """A house with results that a test may change; its session moves on with each change."""

    def __init__(self, *pairs: Any, **more: Any) -> None:
        self.found = asked.results(*(pairs or GIVEN))
        self.version = 1
        self.learner = learned.learner(**more)
        self.disputes: list[dict[str, Any]] = []
        self.notes = [note(0, self.found[0]), note(1, self.found[0], taken_back=True)]

    def answers(self) -> dict[str, Any]:
        return {
            f"GET {laid.BASE}": lambda route: route.fulfill(
                json=laid.state(quizzes=[asked.QUIZ], version=self.version), headers={"Retry-After": "0.25"}
            ),
            f"GET {laid.BASE}/results?attempt_id={asked.ATTEMPT}": lambda route: route.fulfill(
                json={"results": self.found, "score": None}
            ),
            f"GET {laid.BASE}/notes": lambda route: route.fulfill(json={"notes": self.notes}),
            f"GET {laid.BASE}/quizzes/{asked.QUIZ}": asked.quiz(*asked.ALL),
            f"GET {learned.LEARNER}": lambda route: route.fulfill(json=self.learner),
            f"GET {laid.BASE}/disputes?limit=500": lambda route: route.fulfill(
                json={"disputes": self.disputes, "total": len(self.disputes)}
            ),
        }


def open_results(page: Page, files: str) -> None:
    page.goto(laid.at(files, "s", laid.SESSION, "results", asked.ATTEMPT))
    expect(page.locator(".result").first).to_be_attached()


def test_an_undecided_answer_is_graded_by_the_learner_and_then_counts(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    house, bodies = Graded(), list[tuple[str | None, str | None]]()
    result = house.found[0]
    lay({**house.answers(), f"POST {laid.BASE}/results/{result['result_id']}/self-grade": laid.taking(bodies)})
    open_results(page, files)
    expect(page.get_by_role("heading", level=1)).to_have_text("1 of 2 right")
    first = page.locator("#result-1")
    expect(first).to_contain_text("It should say")
    first.get_by_role("button", name="Half right").click()
    expect(first.get_by_text("Your score and your mastery are worked out again.")).to_be_visible()
    assert bodies[0][0] == '{"credit":0.5}'
    house.found[0] = {**result, "undecided": False, "credit": 0.5, "made_by": "learner"}
    house.version += 1
    expect(page.get_by_role("heading", level=1)).to_have_text("1 of 3 right")
    expect(first.locator(".verdict")).to_contain_text("Partly right (50 %)")
    expect(first.locator(".facts-line")).to_contain_text("graded by you")
    expect(first.get_by_role("button", name="Half right")).to_have_attribute("aria-pressed", "true")
    faults.assert_none()


def test_a_grade_is_objected_to_with_a_reason_and_its_end_is_told(page: Page, files: str, lay: Any) -> None:
    house, bodies = Graded(), list[tuple[str | None, str | None]]()
    result = house.found[1]
    lay({**house.answers(), f"POST {laid.BASE}/results/{result['result_id']}/dispute": laid.taking(bodies)})
    open_results(page, files)
    second = page.locator("#result-2")
    expect(page.locator("#result-3 .object")).to_have_count(0)
    second.locator("summary").first.click()
    second.get_by_label("More about question 2").click()
    second.get_by_role("button", name="I object to this grade: question 2").click()
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_have_text("Say why.")
    page.get_by_label("Why?").fill("Both are large.")
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(second.locator(".disputed")).to_contain_text("You objected: Both are large. Waits for the owner")
    assert bodies[0][0] == '{"reason":"Both are large."}'
    ended = {"state": "rejected", "decision_reason": "The text names one.", "reason": "Both are large."}
    house.disputes.append(learned.dispute(result_id=result["result_id"], **ended))
    house.version += 1
    expect(second.locator(".disputed")).to_contain_text("It stays as it is")
    expect(second.locator(".disputed")).to_contain_text("Decision: The text names one.")


def test_a_note_is_objected_to_by_its_place_and_one_taken_back_says_so(page: Page, files: str, lay: Any) -> None:
    house, bodies = Graded(), list[tuple[str | None, str | None]]()
    lay({**house.answers(), f"POST {laid.BASE}/notes/{asked.ATTEMPT}/0/dispute": laid.taking(bodies)})
    open_results(page, files)
    rows = page.locator(".notes li")
    expect(rows.nth(1)).to_have_text("Note 1Taken back (question 1)")
    rows.nth(0).get_by_label("More about note 1").click()
    rows.nth(0).get_by_role("button", name="This is not so: note 1").click()
    page.get_by_label("Why?").fill("I know it.")
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(rows.nth(0).locator(".disputed")).to_contain_text("I know it.")
    assert bodies[0][0] == '{"reason":"I know it."}'


def test_a_question_taken_back_is_told_with_the_scores_around_it(page: Page, files: str, lay: Any) -> None:
    other = learned.recall(attempt_id=asked.QUIZ)
    house = Graded(recalls=[learned.recall(), other])
    house.found[2] |= {"void": True, "retracted": asked.TAKEN_BACK}
    lay(house.answers())
    open_results(page, files)
    banner = page.locator(".recalls")
    expect(banner.locator("li")).to_have_count(1)
    expect(banner).to_contain_text("It was taken back and counts no more. Your score was 50 % and is now 100 %.")
    expect(banner).to_contain_text(f"Why: {asked.TAKEN_BACK}")
    expect(page.locator("#result-3 .verdict")).to_have_text("Taken back: ")


def test_results_of_a_round_show_its_patterns_and_lead_back_to_learning(page: Page, files: str, lay: Any) -> None:
    house = Graded(cycle_quiz=asked.QUIZ, phase="LOOP_AGAIN", error_patterns=[learned.pattern()])
    lay(house.answers())
    open_results(page, files)
    expect(page.locator(".patterns li")).to_contain_text("You took the neap tide for the spring tide. (question 2)")
    expect(page.get_by_role("link", name="Go on learning")).to_have_attribute("href", f"#/s/{laid.SESSION}/learn")


def test_what_is_read_stays_open_while_another_answer_changes(page: Page, files: str, lay: Any) -> None:
    house = Graded((asked.CHOICE, "b"), (asked.GAP, "x"))
    lay(house.answers())
    open_results(page, files)
    page.locator(".folded > summary").click()
    page.locator("#result-1 summary").first.click()
    expect(page.locator("#result-1 .whys")).to_be_visible()
    house.found[1] = {**house.found[1], "is_correct": True, "credit": 1.0, "made_by": "owner"}
    house.version += 1
    expect(page.get_by_role("heading", level=1)).to_have_text("2 of 2 right")
    expect(page.locator("#result-1 .whys")).to_be_visible()
