"""A quiz on the way: kept at the house, paused, gone on with elsewhere, handed in once from two tabs."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page import asked, laid, learned
from tests.page.waiting import until

pytestmark = pytest.mark.browser
PROGRESS = f"{laid.BASE}/quizzes/{asked.QUIZ}/progress"
ITEMS = (asked.GAP, asked.CHOICE)


@dataclass
class Kept:
    """A house that keeps progress, and refuses to take an attempt twice."""

    progress: dict[str, Any] = field(default_factory=learned.progress)
    saved: list[Any] = field(default_factory=list)
    handed: list[Any] = field(default_factory=list)

    def answers(self, **more: Any) -> dict[str, Any]:
        return {
            f"GET {laid.BASE}": laid.state(quizzes=[asked.QUIZ]),
            f"GET {laid.BASE}/quizzes/{asked.QUIZ}": asked.quiz(*ITEMS, exam=True, **more),
            f"GET {PROGRESS}": lambda route: route.fulfill(json=self.progress),
            f"PUT {PROGRESS}": self._save,
            f"POST {laid.BASE}/results": self._take,
            f"GET {laid.BASE}/results": {"results": []},
            f"GET {laid.BASE}/notes": {"notes": []},
        }

    def _save(self, route: Route) -> None:
        body: Any = route.request.post_data_json
        self.saved.append(body)
        self.progress = {**self.progress, **body, "saved_at": "2026-11-01T10:00:00Z"}
        route.fulfill(status=202, json={})

    def _take(self, route: Route) -> None:
        body: Any = route.request.post_data_json
        if any(one["attempt_id"] == body["attempt_id"] for one in self.handed):
            detail = "attempt_id: other answers were handed in as it."
            route.fulfill(status=409, json={"status": 409, "code": "c", "detail": detail, "fields": ["attempt_id"]})
            return
        self.handed.append(body)
        route.fulfill(status=202, json={})


def place(files: str) -> str:
    return laid.at(files, "s", laid.SESSION, "quiz", asked.QUIZ)


def fresh(page: Page, files: str) -> None:
    """As another tab: nothing is left of this one's memory."""
    page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    page.goto(place(files))


def test_answers_are_kept_at_the_house_and_gone_on_with_in_another_tab(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    kept = Kept()
    lay(kept.answers())
    page.goto(place(files))
    page.get_by_label("The missing words").fill("neap tide")
    page.get_by_role("button", name="Next").click()
    page.get_by_label("spring tide").check()
    until(page, lambda: kept.saved and len(kept.saved[-1]["answers"]) == 2, "the second answer is not kept")
    last = kept.saved[-1]
    assert [(one["answer"], one["latency_sec"] > 0) for one in last["answers"]] == [("neap tide", True), ("b", True)]
    assert (last["question_index"], last["paused"]) == (1, False)
    assert len(kept.saved) <= 3
    fresh(page, files)
    expect(page.get_by_role("heading", level=1)).to_have_text("Question 2 of 2")
    expect(page.get_by_label("spring tide")).to_be_checked()
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.wait_for_url(f"**/results/{asked.ATTEMPT}")
    assert kept.handed[0]["attempt_id"] == str(asked.ATTEMPT)
    assert [one["answer"] for one in kept.handed[0]["answers"]] == ["neap tide", "b"]
    faults.assert_none()


def test_time_stands_still_while_a_quiz_is_paused_and_a_reload_finds_it_paused(
    page: Page, files: str, lay: Any
) -> None:
    kept = Kept()
    lay(kept.answers())
    page.clock.install()
    page.goto(place(files))
    page.get_by_label("The missing words").fill("neap")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("heading", name="Paused")).to_be_visible()
    expect(page.get_by_label("The missing words")).to_have_count(0)
    page.clock.fast_forward("01:00:00")
    until(page, lambda: kept.saved and kept.saved[-1]["paused"], "the pause is not kept")
    before = kept.saved[-1]["answers"][0]["latency_sec"]
    page.reload()
    expect(page.get_by_text("Question 1 of 2 waits for you.")).to_be_visible()
    fresh(page, files)
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_label("The missing words")).to_have_value("neap")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Skip and hand in").click()
    page.wait_for_url("**/results/*")
    after = kept.handed[0]["answers"][0]["latency_sec"]
    assert before <= after < before + 600  # Of the hour of rest nothing counts.


def test_two_tabs_hand_in_one_attempt_and_the_second_sees_its_results(page: Page, files: str, lay: Any) -> None:
    kept = Kept()
    lay(kept.answers())
    page.goto(place(files))
    other = {"attempt_id": str(asked.ATTEMPT), "quiz_id": str(asked.QUIZ), "answers": []}
    kept.handed.append(other)  # Handed in from the other tab meanwhile.
    page.get_by_role("button", name="Skip", exact=True).click()
    page.get_by_role("button", name="Skip and hand in").click()
    page.wait_for_url(f"**/results/{asked.ATTEMPT}")
    assert kept.handed == [other]


def test_a_draft_of_an_attempt_that_was_handed_in_elsewhere_is_not_gone_on_with(
    page: Page, files: str, lay: Any
) -> None:
    kept = Kept()
    lay(kept.answers())
    page.goto(place(files))
    page.get_by_label("The missing words").fill("old")
    until(page, lambda: kept.saved, "what was typed is not kept")
    kept.progress = learned.progress(attempt_id="cccccccc-2222-4333-8444-555555555555")
    page.reload()
    expect(page.get_by_label("The missing words")).to_have_value("")


def test_a_house_that_cannot_keep_progress_is_not_asked_again_and_again(page: Page, files: str, lay: Any) -> None:
    tries: list[str] = []

    def refuse(route: Route) -> None:
        tries.append(route.request.method)
        route.fulfill(status=404, json={"status": 404, "code": "x", "detail": "No."})

    answers = Kept().answers() | {f"PUT {PROGRESS}": refuse, f"GET {PROGRESS}": refuse}
    lay(answers)
    page.clock.install()
    page.goto(place(files))
    page.get_by_label("The missing words").fill("a")
    until(page, lambda: "PUT" in tries, "it is not tried once")
    page.get_by_label("The missing words").fill("b")
    for _ in range(3):
        page.clock.fast_forward("01:00")
        page.wait_for_timeout(100)
    assert tries == ["GET", "PUT"]


def test_a_repeat_is_marked(page: Page, files: str, lay: Any) -> None:
    lay(Kept().answers(repeats=(asked.CHOICE,)))
    page.goto(place(files))
    expect(page.locator(".repeat")).to_have_count(0)
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.locator(".repeat")).to_have_text("Repeat You were asked this before, so your answer says less.")


def test_mistakes_are_practised_as_a_quiz(page: Page, files: str, lay: Any) -> None:
    bodies: list[tuple[str | None, str | None]] = []
    found = asked.results((asked.CHOICE, "a"))
    answers = Kept().answers(attempted=1) | {
        f"GET {laid.BASE}/results": {"results": found},
        f"POST {laid.BASE}/quizzes": laid.taking(bodies),
    }
    lay(answers)
    page.goto(laid.at(files, "s", laid.SESSION))
    page.get_by_role("button", name="Practise my mistakes").click()
    page.wait_for_url("**/next/1")
    assert bodies[0][0] == '{"practice":"mistakes"}'
