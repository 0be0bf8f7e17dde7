"""A lesson on the page: chosen, taught, hinted at, failed and retried, told how it ended; and that of a document."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from contracts.problems import Code, problem
from tests.page import asked, laid
from tests.page.documents.test_giving import LISTS
from tests.page.lessons.teaching import ASKS, CURRICULUM, GUIDELINE, HINTS, STEPS, Lesson, earlier
from tests.page.tutor.test_tutor import TIME_ZONE, set_clock
from tests.page.waiting import until

pytestmark = pytest.mark.browser
ANSWER = "Your answer, or a question"


def place(files: str, *more: str) -> str:
    return laid.at(files, "s", laid.SESSION, *more)


def under_way(guided: bool = True) -> Lesson:
    """A lesson with its first turn told."""
    lesson = Lesson(guided)
    lesson.tell("Welcome.")
    return lesson


def test_a_session_by_a_guideline_shows_its_lesson_and_nothing_of_a_document(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    lay(under_way().answers())
    page.goto(place(files))
    expect(page.get_by_role("heading", level=1)).to_have_text("What plants need")
    expect(page.get_by_text("Plants · CBSE · grade 3")).to_be_visible()
    expect(page.get_by_role("heading", name="Step 1 of 2")).to_be_visible()
    expect(page.locator(".lesson-steps li")).to_have_text(
        [f"{STEPS[0]} NowWhat {STEPS[0]} is for.", f"{STEPS[1]} To come"]
    )
    expect(page.locator(".lesson-steps li[aria-current=step]")).to_have_count(1)
    expect(page.get_by_text("How well you know it: 50 %")).to_be_visible()
    expect(page.get_by_role("progressbar", name="How well you know it")).to_have_js_property("value", 0.508)
    expect(page.locator(".message")).to_have_count(1)
    expect(page.locator(".pending")).to_have_text(f"Now: {ASKS[0]}")
    expect(page.locator(".offer")).to_have_text(["light", "water"])  # Each says itself.
    expect(page.get_by_text("Search in the text")).to_have_count(0)
    expect(page.get_by_text("Back to the document")).to_have_count(0)
    expect(page.get_by_role("button", name="Delete this course")).to_be_visible()
    faults.assert_none()


def test_a_reply_is_sent_by_enter_and_the_next_turn_takes_the_place_of_its_question(
    page: Page, files: str, lay: Any
) -> None:
    lesson = under_way()
    lay(lesson.answers())
    set_clock(page)
    page.goto(place(files))
    box = page.get_by_label(ANSWER)
    box.fill("a")
    box.press("Enter")
    expect(page.get_by_text("The tutor is writing…")).to_be_visible()
    expect(page.locator(".pending")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    assert lesson.sent == [{"text": "a", "time_zone": TIME_ZONE}]
    lesson.hears("a")
    lesson.tell("Right.", 1)
    expect(page.locator(".message")).to_have_count(3)
    expect(page.locator(".pending")).to_contain_text(ASKS[1])
    expect(page.get_by_role("heading", name="Step 2 of 2")).to_be_visible()
    expect(page.get_by_text("How well you know it: 60 %")).to_be_visible()
    expect(page.locator("#live")).to_have_text("Step 2")
    expect(box).to_be_focused()
    expect(box).to_have_value("")


def test_hints_come_one_by_one_and_another_question_has_its_own(page: Page, files: str, lay: Any) -> None:
    lesson = under_way()
    lay(lesson.answers())
    page.goto(place(files))
    given = page.locator(".hints li")
    expect(given).to_have_count(0)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(given).to_have_text([HINTS[0]])
    expect(page.locator("#live")).to_have_text(f"Hint 1 of 2: {HINTS[0]}")
    page.get_by_role("button", name="Another hint (1 left)").press("Enter")
    expect(given).to_have_text(list(HINTS))
    expect(page.get_by_role("button", name="No more hints")).to_be_visible()
    lesson.hears("b")
    lesson.tell("Not quite.", 0)
    expect(page.locator(".message")).to_have_count(3)
    expect(given).to_have_text(list(HINTS))
    lesson.hears("a")
    lesson.tell("Right.", 1)
    expect(page.locator(".pending")).to_contain_text(ASKS[1])
    expect(given).to_have_count(0)


def test_a_failed_turn_is_told_with_its_code_and_trace_and_retried(page: Page, files: str, lay: Any) -> None:
    lesson = under_way()
    lay(lesson.answers())
    page.goto(place(files))
    page.get_by_label(ANSWER).fill("a")
    page.get_by_role("button", name="Send").click()
    until(page, lambda: lesson.sent, "nothing is sent")
    lesson.hears("a")
    lesson.fails()
    panel = page.get_by_role("alert")
    for told in ("The language model did not answer.", Code.MODEL_FAILED, "502", laid.SESSION.hex):
        expect(panel).to_contain_text(told)
    expect(page.get_by_text("The tutor is writing…")).to_have_count(0)
    failed = lesson.version
    panel.get_by_role("button", name="Retry").click()
    until(page, lambda: lesson.retried, "nothing is retried")
    assert lesson.retried == [{"version": failed}]
    expect(page.get_by_role("alert")).to_have_count(0)
    lesson.tell("Right.", 1)
    expect(page.locator(".message")).to_have_count(3)
    expect(page.locator(".message.mine")).to_have_count(1)
    expect(page.locator(".pending")).to_contain_text(ASKS[1])


def test_a_reload_in_the_middle_of_a_turn_comes_back_to_it(page: Page, files: str, lay: Any) -> None:
    lesson = under_way()
    lesson.hears("a")
    lesson.status = "tutoring"
    lay(lesson.answers())
    page.goto(place(files))
    expect(page.locator(".message")).to_have_count(2)
    expect(page.get_by_text("The tutor is writing…")).to_be_visible()
    page.reload()
    expect(page.locator(".message")).to_have_count(2)
    lesson.tell("Right.", 1)
    expect(page.locator(".message")).to_have_count(3)
    expect(page.locator(".pending")).to_contain_text(ASKS[1])


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        ("complete", "The lesson is complete"),
        ("intervention", "Look at this with somebody"),
        ("stopped", "The lesson was stopped"),
    ],
)
def test_the_end_tells_how_it_ended_and_the_lesson_can_be_taken_again(
    ended: str, told: str, page: Page, files: str, lay: Any
) -> None:
    lesson = under_way()
    lesson.hears("a")
    lesson.tell("That was “What plants need”.", None)
    lesson.ended = ended
    lay(lesson.answers())
    page.goto(place(files))
    expect(page.get_by_role("heading", name=told)).to_be_visible()
    expect(page.locator(".lesson-end li")).to_have_text(["light: 88 %"])
    expect(page.locator(".pending")).to_have_count(0)
    page.get_by_role("button", name="Take this lesson again").click()
    until(page, lambda: lesson.begun, "nothing is begun")
    goal = {"topic": "Plants", "syllabus": "CBSE", "guideline_id": str(GUIDELINE)}
    assert lesson.begun == [{"student": {"grade": 3}, "goal": goal}]


def test_a_lesson_of_the_curriculum_is_chosen_step_by_step_on_the_start_page(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    lesson = Lesson()
    requests = lay({**LISTS, **CURRICULUM, **lesson.answers()})
    page.goto(laid.at(files))
    expect(page.get_by_label("Country")).to_be_hidden()
    assert not [one for one in requests if "curriculum" in one], "only who opens it asks"
    page.get_by_text("A lesson without a document").click()
    expect(page.get_by_label("Country").locator("option")).to_have_text(["Choose…", "India", "Norway"])
    expect(page.get_by_label("Subject")).to_be_disabled()
    page.get_by_label("Country").select_option("Norway")
    expect(page.get_by_label("Topic")).to_have_value("Brøk")
    page.get_by_label("Country").select_option("India")
    expect(page.get_by_label("Board")).to_have_value("CBSE")
    expect(page.get_by_label("Subject")).to_be_disabled()
    page.get_by_label("Grade").select_option("3")
    page.get_by_label("Subject").select_option("Science")
    page.get_by_label("Topic").select_option("Plants")
    go = page.get_by_role("button", name="Begin the lesson")
    expect(go).to_be_disabled()
    page.get_by_label("Lesson", exact=True).select_option("What plants need")
    go.click()
    until(page, lambda: lesson.begun, "nothing is begun")
    goal = {"topic": "Plants", "syllabus": "CBSE", "guideline_id": str(GUIDELINE)}
    assert lesson.begun == [{"student": {"grade": 3}, "goal": goal}]
    expect(page.get_by_text("The lesson is being planned…")).to_be_visible()
    lesson.tell("Welcome.")
    expect(page.locator(".pending")).to_contain_text(ASKS[0])
    assert page.url.endswith(f"#/s/{laid.SESSION}")


def test_a_house_without_a_curriculum_says_so(page: Page, files: str, lay: Any) -> None:
    lay({**LISTS, "GET /v1/curriculum/places": {"places": []}})
    page.goto(laid.at(files))
    page.get_by_text("A lesson without a document").click()
    expect(page.get_by_text("There are no lessons without a document here")).to_be_visible()


def test_a_documents_lesson_is_begun_beside_the_learning_cycle_about_a_topic(page: Page, files: str, lay: Any) -> None:
    lesson = Lesson(guided=False)
    lay(lesson.answers())
    page.goto(place(files))
    expect(page.get_by_role("heading", name="Learn until mastered")).to_be_visible()
    page.get_by_label("What it is about").select_option("spring tide")
    page.get_by_role("button", name="Take a lesson").click()
    until(page, lambda: lesson.begun, "nothing is begun")
    assert lesson.begun == [{"topic": "spring tide"}]
    expect(page.get_by_role("heading", level=1)).to_have_text("spring tide")
    lesson.tell(f"The text says: “{asked.FIRST}” (page 3)", quotes=[asked.proof(asked.FIRST)])
    expect(page.locator(".pending")).to_contain_text(ASKS[0])
    page.get_by_role("button", name="See where: Page 3").click()
    expect(page.locator(".source-room mark")).to_have_text(asked.FIRST)
    page.get_by_role("navigation", name="Course").get_by_role("link", name="Course").click()
    expect(page.get_by_text("Under way · spring tide · step 1 of 2")).to_be_visible()
    page.get_by_role("link", name="Go on with the lesson").click()
    expect(page.locator(".pending")).to_contain_text(ASKS[0])


def test_a_lesson_that_cannot_be_begun_says_why(page: Page, files: str, lay: Any) -> None:
    wrong = problem(Code.CONFLICT, "The document is not read yet.")
    refused = {"status": 409, **wrong.body(trace_id=laid.SESSION, instance="")}
    answers = Lesson(guided=False).answers()
    answers[f"POST {laid.BASE}/lessons"] = lambda route: route.fulfill(status=409, json=refused)
    lay(answers)
    page.goto(place(files))
    page.get_by_role("button", name="Take a lesson").click()
    expect(page.get_by_role("alert")).to_contain_text("The document is not read yet.")
    assert page.url.endswith(f"#/s/{laid.SESSION}")


def test_a_lesson_whose_plan_failed_is_retried_and_planned(page: Page, files: str, lay: Any) -> None:
    lesson = Lesson()
    lesson.begun.append({})
    lesson.fails()
    lay(lesson.answers())
    page.goto(place(files))
    expect(page.get_by_role("alert")).to_contain_text(Code.MODEL_FAILED)
    expect(page.get_by_text("The lesson is being planned…")).to_be_hidden()
    page.get_by_role("button", name="Retry").click()
    expect(page.get_by_text("The lesson is being planned…")).to_be_visible()
    lesson.tell("Welcome.")
    expect(page.locator(".pending")).to_contain_text(ASKS[0])


def test_what_was_said_before_the_lesson_is_not_in_it(page: Page, files: str, lay: Any) -> None:
    lesson = Lesson(guided=False)
    earlier(lesson, "Yesterday's answer.")
    lesson.tell("Welcome.")
    lay(lesson.answers())
    page.goto(place(files, "lesson"))
    expect(page.locator(".message")).to_have_count(1)
    expect(page.locator(".message")).to_contain_text("Welcome.")


def test_a_quote_that_the_tutor_does_not_say_stands_before_the_question(page: Page, files: str, lay: Any) -> None:
    lesson = Lesson(guided=False)
    lesson.tell("Right.\n\nLet us go on.", quotes=[asked.proof(asked.FIRST)])
    lay(lesson.answers())
    page.goto(place(files, "lesson"))
    told = page.locator(".message > :not(.who)")
    expect(told).to_have_count(4)
    expect(told.nth(0)).to_have_text("Right.")
    expect(told.nth(1)).to_contain_text(asked.FIRST)
    expect(told.nth(2)).to_have_text("Let us go on.")


def test_a_guidelines_passages_name_no_page(page: Page, files: str, lay: Any) -> None:
    lesson = Lesson()
    lesson.tell(asked.FIRST, quotes=[asked.proof(asked.FIRST)])
    lay(lesson.answers())
    page.goto(place(files))
    expect(page.locator(".message")).to_contain_text(asked.FIRST)
    expect(page.locator(".message button")).to_have_count(0)


def test_without_a_lesson_the_place_offers_one(page: Page, files: str, lay: Any) -> None:
    lesson = Lesson(guided=False)
    lay(lesson.answers())
    page.goto(place(files, "lesson"))
    expect(page.get_by_text("There is no lesson here yet.")).to_be_visible()
    expect(page.get_by_label(ANSWER)).to_be_hidden()
    page.get_by_role("button", name="Take a lesson").click()
    lesson.tell("Welcome.")
    expect(page.locator(".pending")).to_contain_text(ASKS[0])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_it_without_scrolling_sideways(scheme: Any, page: Page, files: str, lay: Any) -> None:
    lesson = under_way()
    lesson.hears("a" * 200)
    lesson.tell("Right. " + "long" * 60, 1)
    lay(lesson.answers())
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.goto(place(files))
    expect(page.locator(".pending")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
