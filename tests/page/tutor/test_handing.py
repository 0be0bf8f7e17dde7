"""The assistant in a course's chat: its lines are told as its own; one press takes notes, reviews and path to it."""

from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from contracts.views.sessions import NoteView
from tests.page import asked, laid, learned
from tests.page.learning.test_learning import PATH
from tests.page.repetition.test_recalling import DUE, FORECAST
from tests.page.tutor.test_tutor import TIME_ZONE, Talk, place, set_clock
from tests.page.waiting import until

pytestmark = pytest.mark.browser
NOTES, REVIEWS, WAY = "Make tasks of these notes", "Make tasks of these reviews", "Plan this path as tasks"
LIST = "I've added 2 tasks to your list:\n1. Learn spring tide\n2. Learn neap tide"
SURE = "Delete task 1 “Learn spring tide”?"
RESULTS = ("s", laid.SESSION, "results", asked.ATTEMPT)


def note(number: int = 0, **changed: Any) -> dict[str, Any]:
    """A note of the attempt that is looked at."""
    usual: dict[str, Any] = {
        "note": f"Read page {number + 3} again.",
        "result_ids": [],
        "made_by": "offline",
        "attempt_id": asked.ATTEMPT,
        "timestamp": laid.NOW + timedelta(minutes=number),
        "ordinal": number,
    }
    return NoteView(**{**usual, **changed}).model_dump(mode="json")


def course(talk: Talk, *notes: dict[str, Any]) -> dict[str, Any]:
    """A house with all that can become tasks, and its chat."""
    return {
        **talk.answers(),
        f"GET {laid.BASE}": laid.state(quizzes=[asked.QUIZ], notes=[one["note"] for one in notes]),
        f"GET {laid.BASE}/quizzes/{asked.QUIZ}": asked.quiz(*asked.ALL),
        f"GET {laid.BASE}/results": {"results": []},
        f"GET {laid.BASE}/results?attempt_id={asked.ATTEMPT}": {"results": asked.results((asked.CHOICE, "b"))},
        f"GET {laid.BASE}/notes": {"notes": list(notes)},
        f"GET {learned.LEARNER}": learned.learner(**PATH, phase="MASTERED", current_topic="spring tide"),
        DUE: learned.due(learned.due_card()),
        FORECAST: learned.forecast(*[1] * 14),
    }


def assistant(number: int, text: str) -> dict[str, Any]:
    return learned.message(number, "tutor", text, agent="assistant")


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        (("s", laid.SESSION), NOTES),
        (RESULTS, NOTES),
        (("s", laid.SESSION, "mastery"), WAY),
        (("s", laid.SESSION, "learn"), WAY),
        (("due",), REVIEWS),
    ],
    ids=["notes", "results", "mastery", "learn", "reviews"],
)
def test_one_press_says_its_sentence_in_the_chat_where_the_answer_is_seen(
    page: Page, files: str, lay: Any, faults: Any, where: tuple[Any, ...], sentence: str
) -> None:
    talk = Talk()
    lay(course(talk, note()))
    set_clock(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(laid.at(files, *where))
    press = page.get_by_role("button", name=sentence, exact=True)
    if where == ("due",):
        page.locator(".flip").click()  # Beside the answer, where one knows whether it is to be done again.
    expect(press).to_have_count(1)
    expect(press).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert talk.sent == []
    press.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tutor")
    lines = page.locator(".message")
    expect(lines.locator(".typed-text")).to_have_text([sentence])
    until(page, lambda: talk.sent, "nothing is sent")
    talk.said += [learned.message(1, "learner", sentence), assistant(2, LIST)]
    expect(lines).to_have_count(2)
    expect(page.get_by_text("An answer is on its way…")).to_have_count(0)
    expect(page.get_by_label("Your message")).to_have_value("")
    expect(page.get_by_label("Your message")).to_be_focused()
    assert talk.sent == [{"text": sentence, "time_zone": TIME_ZONE}]
    faults.assert_none()


def test_what_was_handed_over_is_said_once(page: Page, files: str, lay: Any) -> None:
    talk = Talk()
    lay(course(talk))
    page.goto(laid.at(files, "s", laid.SESSION, "mastery"))
    page.get_by_role("button", name=WAY).click()
    until(page, lambda: talk.sent, "nothing is sent")
    talk.said += [learned.message(1, "learner", WAY), assistant(2, LIST)]
    expect(page.locator(".message")).to_have_count(2)
    page.get_by_role("link", name="Progress", exact=True).click()
    expect(page.get_by_role("button", name=WAY)).to_be_visible()
    page.get_by_role("link", name="Tutor", exact=True).click()
    expect(page.locator(".message")).to_have_count(2)
    expect(page.get_by_label("Your message")).to_have_value("")
    assert len(talk.sent) == 1


def test_a_sentence_that_was_refused_stays_in_the_box(page: Page, files: str, lay: Any) -> None:
    problem = {"status": 503, "code": "away", "title": "Away", "detail": "Not now.", "action": "Wait."}
    refused = {f"POST {laid.BASE}/messages": lambda route: route.fulfill(status=503, json=problem)}
    lay({**course(Talk()), **refused})
    page.goto(laid.at(files, "s", laid.SESSION, "mastery"))
    page.get_by_role("button", name=WAY).click()
    expect(page.get_by_role("alert")).to_contain_text("Not now.")
    expect(page.get_by_label("Your message")).to_have_value(WAY)


def test_the_assistants_list_is_told_as_its_own_line_by_line_and_its_question_waits(
    page: Page, files: str, lay: Any
) -> None:
    talk = Talk([learned.message(1, "learner", WAY), assistant(2, LIST)])
    lay(talk.answers())
    page.goto(place(files))
    told = page.locator(".message.theirs").first
    expect(told.locator(".who")).to_contain_text("Assistant · ")
    listed = told.locator(".spoken")
    expect(listed).to_have_text(LIST.replace("\n", " "))
    assert listed.evaluate("(node) => node.innerText") == LIST
    talk.said += [learned.message(3, "learner", "delete the first one"), assistant(4, SURE)]
    expect(page.locator(".pending")).to_have_text(f"The assistant asks: {SURE}")
    page.get_by_label("Your message").fill("yes")
    page.get_by_role("button", name="Send").click()
    until(page, lambda: talk.sent, "nothing is sent")
    assert talk.sent[0]["text"] == "yes"


@pytest.mark.parametrize(
    ("notes", "buttons"),
    [
        ([note(), note(1, attempt_id=asked.QUIZ)], 0),
        ([note(taken_back=True)], 0),
        ([note(0, attempt_id=asked.QUIZ), note(1)], 1),
    ],
    ids=["older", "taken back", "newest"],
)
def test_only_notes_that_stand_and_are_of_the_newest_attempt_become_tasks(
    page: Page, files: str, lay: Any, notes: list[dict[str, Any]], buttons: int
) -> None:
    lay(course(Talk(), *notes))
    page.goto(laid.at(files, *RESULTS))
    expect(page.locator(".notes li")).to_have_count(1)
    expect(page.get_by_role("button", name=NOTES)).to_have_count(buttons)


def test_beside_older_notes_it_is_told_whose_become_tasks(page: Page, files: str, lay: Any) -> None:
    lay(course(Talk(), note(0, attempt_id=asked.QUIZ), note(1)))
    page.goto(laid.at(files, "s", laid.SESSION))
    expect(page.get_by_role("button", name=NOTES)).to_be_visible()
    expect(page.get_by_text("Those of your newest attempt.")).to_be_visible()
