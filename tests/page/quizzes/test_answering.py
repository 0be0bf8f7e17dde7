"""Every kind of question is answered in the browser, and what is sent is what the real grader takes for right."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from contracts.items import Item
from services.evaluator.items.registry import credit
from tests.page import asked, laid

pytestmark = pytest.mark.browser

ARABIC = "أي مد هو الكبير؟"


def answers(*items: Item, handed: list[Any] | None = None) -> dict[str, Any]:
    """The house's answers to an exam of these items; what is handed in goes to `handed`."""

    def taken(route: Route) -> None:
        if handed is not None:
            handed.append(route.request.post_data_json)
        route.fulfill(status=202, json={})

    return {
        f"GET {laid.BASE}": laid.state(quizzes=[asked.QUIZ]),
        f"GET {laid.BASE}/quizzes/{asked.QUIZ}": asked.quiz(*items, exam=True),
        f"POST {laid.BASE}/results": taken,
        f"GET {laid.BASE}/notes": {"notes": []},
    }


def place(files: str) -> str:
    return laid.at(files, "s", laid.SESSION, "quiz", asked.QUIZ)


def choose(*names: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        for name in names:
            page.get_by_label(name, exact=True).check()

    return act


def type_in(label: str, text: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_label(label).fill(text)


def join(page: Page) -> None:
    page.get_by_label("spring tide").select_option(label="B · the large tide near new and full moon")
    page.get_by_label("neap tide").select_option(label="A · the small tide near the half moons")


def arrange(page: Page) -> None:
    page.get_by_role("button", name="Move up: flood").click()
    page.get_by_role("button", name="Move up: flood").click()


ANSWERED: dict[str, tuple[Item, Callable[[Page], None]]] = {
    "multiple_choice": (asked.CHOICE, choose("spring tide")),
    "multiple_answer": (asked.SEVERAL, choose("new moon", "full moon")),
    "true_false": (asked.JUDGED, choose("False")),
    "cloze": (asked.GAP, type_in("The missing words", "neap tide")),
    "numeric": (asked.NUMBER, type_in(asked.NUMBER.question, "7,4")),
    "matching": (asked.PAIRS, join),
    "ordering": (asked.STEPS, arrange),
    "short_answer": (asked.OPEN, type_in(asked.OPEN.question, asked.KEYS[7])),
}


@pytest.mark.parametrize("kind", ANSWERED)
def test_a_kind_of_question_is_answered_and_the_grader_takes_it_for_right(
    page: Page, files: str, lay: Any, faults: Any, kind: str
) -> None:
    item, act = ANSWERED[kind]
    handed: list[Any] = []
    lay(answers(item, handed=handed))
    page.goto(place(files))
    act(page)
    page.reload()  # What was answered so far is kept, whatever the kind.
    expect(page.get_by_role("button", name="Hand in", exact=True)).to_be_visible()
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.wait_for_url("**/results/*")
    raw = handed[0]["answers"][0]["answer"]
    assert raw == asked.KEYS[asked.ALL.index(item)]
    assert credit(item, raw, language="en") == 1
    faults.assert_none()


def test_the_keyboard_alone_answers_every_kind(page: Page, files: str, lay: Any) -> None:
    """Tab, arrows, space and Enter; from each question's heading the questions are one stop, then its controls come."""
    handed: list[Any] = []
    lay(answers(*(item for item, _ in ANSWERED.values()), handed=handed))
    page.goto(place(files))
    heading = page.get_by_role("heading", level=1)

    def press(number: int, *keys: str) -> None:
        expect(heading).to_have_text(f"Question {number} of 8")
        for key in keys:
            if len(key) > 1 and key[0] == "'":
                page.keyboard.type(key[1:])
            else:
                page.keyboard.press(key)

    heading.focus()
    press(1, "Tab", "Tab", "Space", "ArrowDown", "Enter")
    press(2, "Tab", "Tab", "Space", "Tab", "Tab", "Space", "Enter")
    press(3, "Tab", "Tab", "Space", "ArrowDown", "Enter")
    press(4, "'neap tide", "Enter")
    press(5, "'7,4", "Enter")
    press(6, "Tab", "Tab", "B", "Tab", "A", "Tab", "Enter")
    # The first row cannot go up, so its one button is "down"; the third row's is "up", and stays under the finger.
    press(7, "Tab", "Tab", "Tab", "Tab", "Tab", "ArrowUp", "ArrowUp", "Tab", "Tab", "Tab", "Tab", "Enter")
    press(8, "'The pulls of sun and moon add up.", "Tab", "Enter")
    page.wait_for_url("**/results/*")
    assert [one["answer"] for one in handed[0]["answers"]] == asked.KEYS


def test_an_order_left_as_it_came_is_an_answer_and_a_skipped_one_is_none(page: Page, files: str, lay: Any) -> None:
    handed: list[Any] = []
    second = asked.STEPS.model_copy(update={"item_id": asked.QUIZ})
    lay(answers(asked.STEPS, second, handed=handed))
    page.goto(place(files))
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Skip and hand in").click()
    page.wait_for_url("**/results/*")
    assert [one["answer"] for one in handed[0]["answers"]] == ["a,b,c", None]


@pytest.mark.parametrize(
    ("item", "act", "told"),
    [
        (asked.NUMBER, type_in(asked.NUMBER.question, "a week"), "Type a number in digits"),
        (asked.PAIRS, lambda page: page.get_by_label("neap tide").select_option(index=1), "1 of 2 has no partner yet."),
    ],
)
def test_what_looks_unfinished_is_told_once_and_then_taken(
    page: Page, files: str, lay: Any, item: Item, act: Callable[[Page], None], told: str
) -> None:
    handed: list[Any] = []
    lay(answers(item, handed=handed))
    page.goto(place(files))
    act(page)
    page.get_by_role("button", name="Hand in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(told)
    assert handed == []
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.wait_for_url("**/results/*")
    assert handed[0]["answers"][0]["answer"] is not None


def test_a_right_to_left_question_keeps_its_direction_and_its_unit(page: Page, files: str, lay: Any) -> None:
    choice = asked.CHOICE.model_copy(update={"question": ARABIC})
    lay(answers(choice))
    page.goto(place(files))
    direction = "(node) => getComputedStyle(node).direction"
    assert page.get_by_text(ARABIC).evaluate(direction) == "rtl"
    assert page.locator(".options label span").first.evaluate(direction) == "ltr"


def test_questions_that_come_later_leave_what_was_typed_and_hand_in_waits_for_all(
    page: Page, files: str, lay: Any
) -> None:
    """Two parts: the gap is there first; then another stands before it, and one after it."""
    quiz = [asked.quiz(asked.GAP, complete=False, exam=True)]
    version = [1]
    handed: list[Any] = []

    def state(route: Route) -> None:
        status = "ready" if quiz[0]["complete"] else "writing"
        route.fulfill(json=laid.state(status, version=version[0], quizzes=[asked.QUIZ]), headers={"Retry-After": "0.3"})

    lay(
        answers(handed=handed)
        | {
            f"GET {laid.BASE}": state,
            f"GET {laid.BASE}/quizzes/{asked.QUIZ}": lambda route: route.fulfill(json=quiz[0]),
        }
    )
    page.goto(place(files))
    field = page.get_by_label("The missing words")
    field.fill("neap")
    expect(page.get_by_text("More questions are being written")).to_be_visible()
    send = page.get_by_role("button", name="Hand in", exact=True)
    expect(send).to_be_disabled()
    field.press("Enter")
    assert handed == []
    field.fill("neap tide")

    quiz[0], version[0] = asked.quiz(asked.CHOICE, asked.GAP, asked.NUMBER, complete=False, exam=True), 2
    expect(page.get_by_role("heading", level=1)).to_have_text("Question 2 of 3 so far")
    expect(field).to_have_value("neap tide")
    expect(field).to_be_focused()
    field.press("Enter")
    expect(send).to_be_disabled()
    quiz[0], version[0] = asked.quiz(asked.CHOICE, asked.GAP, asked.NUMBER, exam=True), 3
    expect(page.get_by_text("More questions are being written")).to_be_hidden()
    page.get_by_label(asked.NUMBER.question).fill("7.4")
    send.click()
    page.wait_for_url("**/results/*")
    assert [one["answer"] for one in handed[0]["answers"]] == [None, "neap tide", "7.4"]


def test_a_quiz_without_its_first_question_yet_waits_for_it(page: Page, files: str, lay: Any) -> None:
    quiz = [asked.quiz(complete=False)]
    lay(answers() | {f"GET {laid.BASE}/quizzes/{asked.QUIZ}": lambda route: route.fulfill(json=quiz[0])})
    page.goto(place(files))
    expect(page.get_by_text("The questions are being written.")).to_be_visible()
    quiz[0] = asked.quiz(asked.CHOICE)
    expect(page.get_by_role("heading", level=1)).to_have_text("Question 1 of 1")
    assert "answer" not in json.dumps(quiz[0])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_kind_fits_a_small_screen(page: Page, files: str, lay: Any, scheme: Any) -> None:
    word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    long = [
        item.model_copy(
            update={
                "question": f"{item.question} {word}",
                **{
                    name: [one.model_copy(update={"text": f"{one.text} {word}"}) for one in getattr(item, name)]
                    for name in ("options", "prompts")
                    if hasattr(item, name)
                },
            }
        )
        for item in asked.ALL
    ]
    lay(answers(*long))
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme=scheme)
    page.goto(place(files))
    for number in range(1, len(long) + 1):
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Question {number} of 8")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, number
        if number < len(long):
            page.get_by_role("button", name="Skip", exact=True).click()


def towards(what: Locator, onto: Locator) -> tuple[FloatRect, FloatRect, int]:
    """Where both are, and the few pixels that lead past the middle of the other."""
    start, end = what.bounding_box(), onto.bounding_box()
    assert start
    assert end
    return start, end, 6 if end["y"] > start["y"] else -6


def drag(page: Page, what: Locator, onto: Locator) -> None:
    """By mouse, from the middle of one past the middle of the other."""
    start, end, past = towards(what, onto)
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2 + past, steps=5)
    page.mouse.up()


def swipe(page: Page, what: Locator, onto: Locator) -> None:
    """By a finger, as the browser itself makes touches."""
    start, end, past = towards(what, onto)
    client = page.context.new_cdp_session(page)
    (x, y), (across, down) = [(box["x"] + 12, box["y"] + box["height"] / 2) for box in (start, end)]
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for n in range(1, 6):
        point = {"x": x + (across - x) * n / 5, "y": y + (down + past - y) * n / 5}
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def tap(page: Page, what: Locator, onto: Locator) -> None:
    what.click(position={"x": 60, "y": 20})
    expect(page.locator("#live")).to_contain_text("is taken up. Tap where it belongs.")
    onto.click(position={"x": 60, "y": 20})


@pytest.mark.parametrize("by", [drag, swipe, tap])
def test_rows_and_options_are_dragged_and_tapped_to_their_places(
    page: Page, files: str, lay: Any, faults: Any, by: Callable[[Page, Locator, Locator], None]
) -> None:
    handed: list[Any] = []
    lay(answers(asked.STEPS, asked.PAIRS, handed=handed))
    page.goto(place(files))
    rows = page.locator(".order li")
    expect(rows).to_have_count(3)
    by(page, rows.nth(2), rows.nth(0))
    expect(page.locator("#live")).to_have_text("flood: now 1 of 3")
    by(page, rows.nth(1), rows.nth(2))
    expect(rows).to_contain_text(["flood", "ebb", "slack water"])
    by(page, rows.nth(1), rows.nth(2))
    expect(rows).to_contain_text(["flood", "slack water", "ebb"])
    page.get_by_role("button", name="Next").click()
    pairs, chips = page.locator(".pair"), page.locator(".chip")
    by(page, chips.nth(0), pairs.nth(0))
    by(page, chips.nth(0), pairs.nth(1))
    expect(page.get_by_label("spring tide")).to_have_value("")
    by(page, chips.nth(1), pairs.nth(0))
    expect(page.locator("#live")).to_have_text("spring tide: the large tide near new and full moon")
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.wait_for_url("**/results/*")
    assert [one["answer"] for one in handed[0]["answers"]] == ["c,a,b", "1=b,2=a"]
    faults.assert_none()
