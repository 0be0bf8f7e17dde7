"""Each answer is graded as it is given: why, the place that proves it, and nothing lost without a connection."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from contracts.items import Item
from tests.page import asked, laid
from tests.page.waiting import until

pytestmark = pytest.mark.browser
ANSWERS = f"{laid.BASE}/quizzes/{asked.QUIZ}/answers"
THREE = (asked.CHOICE, asked.GAP, asked.NUMBER)


@dataclass
class Grading:
    """A house that grades each answer by the real grader, and takes an attempt in which none has changed."""

    items: tuple[Item, ...] = THREE
    away: bool = False
    given: list[Any] = field(default_factory=list)
    handed: list[Any] = field(default_factory=list)

    def answers(self) -> dict[str, Any]:
        return {
            f"GET {laid.BASE}": laid.state(quizzes=[asked.QUIZ]),
            f"GET {laid.BASE}/quizzes/{asked.QUIZ}": asked.quiz(*self.items),
            f"GET {ANSWERS}": lambda route: route.fulfill(
                json={
                    "quiz_id": str(asked.QUIZ),
                    "attempt_id": str(asked.ATTEMPT),
                    "waiting": [],
                    "results": self._all(),
                }
            ),
            f"POST {ANSWERS}": self._grade,
            f"POST {laid.BASE}/results": self._take,
            f"GET {laid.BASE}/results?attempt_id={asked.ATTEMPT}": lambda route: route.fulfill(
                json={"results": self._all(), "score": None}
            ),
            f"GET {laid.BASE}/notes": {"notes": []},
            f"GET {laid.BASE}/blocks?page=3": {"blocks": [asked.block()]},
        }

    def _result(self, one: Any) -> Any:
        item = next(each for each in self.items if str(each.item_id) == one["item_id"])
        return asked.results((item, one["answer"]))[0]

    def _all(self) -> list[Any]:
        return [self._result(one) for one in self.given]

    def _grade(self, route: Route) -> None:
        if self.away:
            route.abort("internetdisconnected")
            return
        self.given.append(route.request.post_data_json)
        route.fulfill(json=self._result(self.given[-1]))

    def _take(self, route: Route) -> None:
        self.handed.append(route.request.post_data_json)
        route.fulfill(status=202, json={})


def place(files: str) -> str:
    return laid.at(files, "s", laid.SESSION, "quiz", asked.QUIZ)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_an_answer_is_graded_at_once_and_the_sentence_that_proves_it_lights_up(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    house = Grading()
    lay(house.answers())
    page.goto(place(files))
    room = page.locator(".source-room")
    expect(room).to_contain_text("Answer first.")  # The book is closed while one recalls.
    page.keyboard.press("1")
    expect(page.get_by_label("neap tide")).to_be_checked()
    page.keyboard.press("Enter")
    told = page.locator(".answered")
    expect(told.locator(".verdict")).to_have_text("Not right.")
    expect(told.locator(".option-row.chosen.bad")).to_contain_text("That is the small tide near the half moons.")
    expect(told.locator(".option-row.good")).to_contain_text("spring tide")
    expect(room.locator("mark")).to_have_text(asked.FIRST)
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_label("The missing words").fill("neap tide")
    page.keyboard.press("Enter")
    expect(told.locator(".verdict")).to_have_text("Right.")
    expect(told.locator(".filled")).to_have_text("neap tide")
    expect(page.get_by_role("button", name="Question 1: not right")).to_be_attached()
    press(page, "Next question")
    page.get_by_label(asked.NUMBER.question).fill("7.4")
    press(page, "Check")
    press(page, "See how it went")
    page.wait_for_url(f"**/results/{asked.ATTEMPT}")
    expect(page.get_by_role("heading", level=1)).to_have_text("2 of 3 right")
    assert [one["answer"] for one in house.given] == ["a", "neap tide", "7.4"]
    [handed] = house.handed
    assert [(one["item_id"], one["answer"]) for one in handed["answers"]] == [
        (one["item_id"], one["answer"]) for one in house.given
    ]
    assert all(one["latency_sec"] > 0 for one in house.given)
    faults.assert_none()


def test_what_was_answered_is_shown_again_after_a_reload_and_three_in_a_row_are_said(
    page: Page, files: str, lay: Any
) -> None:
    house = Grading()
    house.given = [
        {"item_id": str(item.item_id), "answer": right}
        for item, right in zip(THREE, ("b", "neap tide", "7.4"), strict=True)
    ]
    lay(house.answers())
    page.goto(place(files))
    expect(page.locator(".answered .verdict")).to_have_text("Right.")
    expect(page.locator(".quiz-head")).to_contain_text("3 in a row")
    expect(page.locator(".trail .right")).to_have_count(3)
    assert house.handed == []


def test_without_a_connection_an_answer_is_kept_and_graded_later(page: Page, files: str, lay: Any) -> None:
    house = Grading(items=(asked.GAP, asked.CHOICE), away=True)
    lay(house.answers())
    page.goto(place(files))
    page.get_by_label("The missing words").fill("neap tide")
    press(page, "Check")
    expect(page.locator(".kept .verdict")).to_have_text("Kept.")
    press(page, "Next question")
    page.get_by_label("spring tide").check()
    press(page, "Check")
    press(page, "See how it went")
    expect(page.get_by_role("alert")).to_contain_text("Your answers are kept on this device.")
    assert (house.given, house.handed) == ([], [])
    house.away = False
    page.evaluate("window.dispatchEvent(new Event('online'))")
    until(page, lambda: len(house.given) == 2, "what was kept is not sent")
    expect(page.locator(".trail .right")).to_have_count(2)
    press(page, "See how it went")
    page.wait_for_url("**/results/*")
    assert [one["answer"] for one in house.handed[0]["answers"]] == ["neap tide", "b"]


def test_what_was_kept_outlives_its_tab_and_is_sent_when_the_quiz_is_opened_again(
    page: Page, files: str, lay: Any
) -> None:
    house = Grading(items=(asked.GAP, asked.CHOICE), away=True)
    lay(house.answers())
    page.goto(place(files))
    page.get_by_label("The missing words").fill("neap tide")
    press(page, "Check")
    expect(page.locator(".kept .verdict")).to_have_text("Kept.")
    page.goto("about:blank")
    page.add_init_script("sessionStorage.clear()")  # Of a closed tab nothing is left but what lies on the device.
    house.away = False
    page.goto(place(files))
    until(page, lambda: house.given, "what was kept is not sent")
    expect(page.locator(".trail .right")).to_have_count(1)
    assert [one["answer"] for one in house.given] == ["neap tide"]
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('unsent'))") == []


def test_questions_that_were_passed_are_offered_once_more(page: Page, files: str, lay: Any) -> None:
    house = Grading(items=(asked.GAP, asked.CHOICE))
    lay(house.answers())
    page.goto(place(files))
    press(page, "Skip")
    page.get_by_label("spring tide").check()
    press(page, "Check")
    press(page, "See how it went")
    expect(page.get_by_role("heading", name="1 question is open")).to_be_visible()
    press(page, "Answer them")
    expect(page.get_by_label("The missing words")).to_be_focused()
    page.get_by_role("button", name="Question 2: right").click()
    press(page, "See how it went")
    press(page, "Finish anyway")
    page.wait_for_url("**/results/*")
    assert [one["answer"] for one in house.handed[0]["answers"]] == [None, "b"]


def test_an_exam_tells_nothing_before_all_is_handed_in(page: Page, files: str, lay: Any) -> None:
    house = Grading()
    lay(house.answers() | {f"GET {laid.BASE}/quizzes/{asked.QUIZ}": asked.quiz(*THREE, exam=True)})
    page.goto(place(files))
    page.get_by_label("neap tide").check()
    press(page, "Next")
    expect(page.get_by_role("heading", level=1)).to_have_text("Question 2 of 3")
    expect(page.locator(".source-room")).to_be_hidden()
    assert house.given == []


def test_the_source_is_widened_shut_and_shown_and_that_is_remembered(page: Page, files: str, lay: Any) -> None:
    lay(Grading().answers())
    page.goto(place(files))
    grip = page.get_by_role("separator", name="Width of the source")
    source = page.get_by_role("complementary", name="The source")
    before = source.bounding_box()
    assert before is not None
    grip.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    after = source.bounding_box()
    assert after is not None
    assert after["width"] < before["width"]
    page.reload()
    expect(grip).to_have_attribute("aria-valuenow", "38")
    source.get_by_role("button", name="Close").click()
    expect(source).to_be_hidden()
    page.reload()
    expect(page.get_by_label("neap tide")).to_be_visible()
    expect(source).to_be_hidden()
    press(page, "Show the source")
    expect(source).to_be_visible()


def test_on_a_phone_the_proof_comes_in_a_sheet(page: Page, files: str, lay: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    lay(Grading().answers())
    page.goto(place(files))
    page.get_by_label("spring tide").check()
    press(page, "Check")
    expect(page.locator(".answered blockquote").first).to_be_visible()
    press(page, "See where it stands")
    expect(page.get_by_role("dialog").locator("mark")).to_have_text(asked.FIRST)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".bottom").get_by_role("link", name="Quiz")).to_have_attribute("aria-current", "page")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_answer_that_is_not_judged_is_called_so_beside_the_others(page: Page, files: str, lay: Any) -> None:
    house = Grading(items=(asked.OPEN, asked.CHOICE))
    house.given = [{"item_id": str(asked.OPEN.item_id), "answer": "Something quite different."}]
    lay(house.answers())
    page.goto(place(files))
    expect(page.locator(".answered .verdict")).to_have_text("Not judged.")
    expect(page.locator(".trail button").first).to_have_attribute("aria-label", "Question 1: not judged")
    expect(page.locator(".trail :is(.right, .partly, .wrong)")).to_have_count(0)


def test_a_skipped_question_is_called_so_in_the_row_too(page: Page, files: str, lay: Any) -> None:
    house = Grading(items=(asked.CHOICE, asked.OPEN))
    house.given = [{"item_id": str(asked.CHOICE.item_id), "answer": None}]
    lay(house.answers())
    page.goto(place(files))
    row = page.locator(".trail button").first
    expect(row).to_have_attribute("aria-label", "Question 1: skipped")
    expect(row).to_have_class("skipped")
