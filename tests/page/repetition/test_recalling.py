"""Reviews of what is due over all documents, and the overview of all learning."""

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from contracts.views.history import Scorecard, ScorecardConcept, ScorecardSession, SubtopicProgress, Subtopics
from tests.page import asked, laid, learned
from tests.page.waiting import until

pytestmark = pytest.mark.browser
DUE = "GET /v1/reviews/due?limit=50"
FORECAST = "GET /v1/reviews/forecast?days=14"


def reviews(*cards: Any, **more: Any) -> tuple[dict[str, Any], list[tuple[str, str | None]]]:
    """A house with these cards due, and what is rated: (card, body)."""
    rated: list[tuple[str, str | None]] = []
    left = {str(card.card_id): card for card in cards}

    def take(route: Any) -> None:
        card = route.request.url.rsplit("/", 1)[1]
        rated.append((card, route.request.post_data))
        left.pop(card, None)
        route.fulfill(status=202, json={})

    answers: dict[str, Any] = {
        DUE: lambda route: route.fulfill(json=learned.due(*left.values(), total=len(left), new=len(left))),
        FORECAST: learned.forecast(2, 0, 5, *[0] * 11, later=3, due_now=1),
        f"GET {laid.BASE}": laid.state(documents=[laid.doc(pages=3)]),
        f"GET {laid.BASE}/blocks?page=3": {"blocks": [asked.block()]},
        **{f"POST /v1/reviews/{card.card_id}": take for card in cards},
        **more,
    }
    return answers, rated


def test_a_card_is_turned_and_rated_by_keys_and_what_was_not_known_comes_again(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    answers, rated = reviews(learned.due_card(1), learned.due_card(2))
    lay(answers)
    page.goto(laid.at(files, "due"))
    expect(page.get_by_text("2 reviews due, 2 of them new.")).to_be_visible()
    face = page.locator(".flip .face")
    expect(face).to_have_text("Question 1")
    page.keyboard.press("3")
    expect(face).to_have_text("Question 1")  # Not before the answer was seen.
    page.keyboard.press("Enter")
    expect(face).to_have_text("Answer 1")
    expect(page.locator(".source-room mark")).to_have_text(asked.FIRST)  # Beside it the page that says so.
    page.keyboard.press("1")
    expect(face).to_have_text("Question 2")
    expect(page.locator(".source-room mark")).to_have_count(0)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Easy").click()
    expect(face).to_have_text("Question 1")
    page.keyboard.press("Enter")
    page.keyboard.press("3")
    expect(page.get_by_role("heading", name="You are done for now.")).to_be_visible()
    until(page, lambda: len(rated) == 3, "a rating is lost")
    assert [body for _, body in rated] == [
        f'{{"rating":"{rating}","session_id":"{laid.SESSION}"}}' for rating in ("again", "easy", "good")
    ]
    faults.assert_none()


def test_a_rating_can_be_taken_back_before_it_is_sent(page: Page, files: str, lay: Any) -> None:
    answers, rated = reviews(learned.due_card(1), learned.due_card(2))
    lay(answers)
    page.goto(laid.at(files, "due"))
    face = page.locator(".flip .face")
    expect(face).to_have_text("Question 1")
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    expect(face).to_have_text("Question 2")
    page.get_by_role("button", name="Undo").click()
    expect(face).to_have_text("Answer 1")
    page.keyboard.press("4")
    expect(page.get_by_text("Card 2 of 2")).to_be_visible()
    page.goto(laid.at(files, "overview"))
    until(page, lambda: len(rated) == 1, "what is held is sent when the deck is left")
    assert '"rating":"easy"' in (rated[0][1] or "")


def test_a_swipe_rates_a_turned_card_and_a_tap_still_turns_it(page: Page, files: str, lay: Any) -> None:
    answers, _ = reviews(learned.due_card(1), learned.due_card(2))
    lay(answers)
    page.goto(laid.at(files, "due"))
    card = page.locator(".flip")
    card.click()
    expect(card.locator(".face")).to_have_text("Answer 1")
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box
    across, down = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(across, down)
    page.mouse.down()
    page.mouse.move(across + 150, down + 5, steps=4)
    page.mouse.up()
    expect(page.locator(".flip .face")).to_have_text("Question 2")
    expect(page.locator("#live")).to_have_text("Good")
    card.click()
    expect(card.locator(".face")).to_have_text("Answer 2")


def test_due_questions_become_a_quiz_that_the_house_grades(page: Page, files: str, lay: Any, faults: Any) -> None:
    item = learned.due_card(kind="item", type="multiple_choice", options=asked.options("a", "b"), state="review")
    bodies: list[tuple[str | None, str | None]] = []
    lay(reviews(item, **{f"POST {laid.BASE}/quizzes": laid.taking(bodies)})[0])
    page.goto(laid.at(files, "due"))
    expect(page.locator(".due-set")).to_contain_text("Tides")
    expect(page.get_by_text(item.answer, exact=True)).to_have_count(0)  # It is answered, not read off.
    page.get_by_role("button", name="Answer 1 question").click()
    page.wait_for_url(f"**/#/s/{laid.SESSION}/next/0")
    assert [body for body, _ in bodies] == ['{"practice":"due"}']
    faults.assert_none()


def test_the_cards_of_a_course_are_shuffled_and_those_not_known_come_once_more(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    cards = [
        asked.CARD.model_copy(update={"card_id": uuid4(), "question": f"Q{n}", "answer": f"A{n}"}) for n in range(4)
    ]
    told = {"flashcards": [one.model_dump(mode="json") for one in cards], "waiting": 0}
    taken = {f"POST /v1/reviews/{one.card_id}": laid.taking([]) for one in cards}
    lay({**reviews()[0], **taken, f"GET {laid.BASE}/flashcards": told})
    page.goto(laid.at(files, "s", laid.SESSION, "cards"))
    face = page.locator(".flip .face")
    expect(face).to_have_text("Q0")
    page.keyboard.press("ArrowRight")
    expect(face).to_have_text("Q1")
    page.get_by_role("button", name="Shuffle").click()
    expect(page.get_by_text("Card 1 of 4")).to_be_visible()
    seen = set()
    for key in "2333":
        seen.add(face.inner_text())
        page.locator(".flip").press("Enter")
        page.keyboard.press(key)
    assert seen == {"Q0", "Q1", "Q2", "Q3"}
    expect(page.get_by_text("3 known, 1 not yet.")).to_be_visible()
    page.get_by_role("button", name="Those not known once more").click()
    expect(page.get_by_text("Card 1 of 1")).to_be_visible()
    faults.assert_none()


@pytest.mark.parametrize(
    ("waiting", "said"),
    [
        (0, ""),
        (1, "1 card waits until you have answered its question."),
        (3, "3 cards wait until you have answered their questions."),
    ],
)
def test_cards_that_would_tell_an_open_questions_key_are_said_to_wait(
    page: Page, files: str, lay: Any, faults: Any, waiting: int, said: str
) -> None:
    """Beside those that are there, where there are none, and where what is due is counted."""
    cards = {"flashcards": [asked.CARD.model_dump(mode="json")], "waiting": waiting}
    due = {**learned.due(learned.due_card(1), total=1), "waiting": waiting}
    answers, _ = reviews(learned.due_card(1), **{f"GET {laid.BASE}/flashcards": cards, DUE: due})
    lay(answers)
    page.goto(laid.at(files, "s", laid.SESSION, "cards"))
    expect(page.get_by_text("Card 1 of 1")).to_be_visible()
    told = page.locator(".waits")
    expect(told).to_have_text([said] if said else [])
    page.goto(laid.at(files, "due"))
    expect(page.get_by_text("1 review due.")).to_have_text(f"1 review due. {said}".strip())
    cards["flashcards"] = []
    page.goto(laid.at(files, "s", laid.SESSION, "cards"))
    expect(page.get_by_role("heading", name="Flashcards")).to_be_visible()
    expect(told).to_have_text([said] if said else [])
    expect(page.get_by_text("There are no flashcards for this document.")).to_have_count(0 if said else 1)
    faults.assert_none()


def test_the_forecast_is_told_in_words(page: Page, files: str, lay: Any) -> None:
    lay(reviews(learned.due_card())[0])
    page.goto(laid.at(files, "due"))
    expect(page.locator(".forecast li").nth(0)).to_contain_text("All of today: 2 reviews")
    expect(page.get_by_text("Later today: 1 more review. Today's column counts what is due now too.")).to_be_visible()
    expect(page.locator(".forecast li").nth(2)).to_contain_text("Tuesday 3 November: 5 reviews")
    expect(page.get_by_text("3 reviews later than that.")).to_be_visible()


def test_the_start_page_tells_what_is_due(page: Page, files: str, lay: Any, faults: Any) -> None:
    lay({"GET /v1/reviews": {"reviews": []}, "GET /v1/reviews/due?limit=1": learned.due(learned.due_card(), total=7)})
    page.goto(f"{files}/#token=t")
    expect(page.get_by_role("link", name="7 reviews due")).to_have_attribute("href", "#/due")
    faults.assert_none()


def overview(**more: Any) -> dict[str, Any]:
    told = ScorecardConcept(concept="tide", score=0.97, answers=6, mastered=True)
    card = ScorecardSession(
        session_id=laid.SESSION,
        title="Tides",
        mastery_score=0.4,
        score=0.7,
        trend=[0.5, 0.9],
        strengths=[told],
        weaknesses=[],
        patterns=[learned.pattern()],
    )
    part = SubtopicProgress(
        session_id=laid.SESSION, title="Tides", subtopic="Currents", concepts=5, mastered=2, score=0.5
    )
    return {
        "GET /v1/sessions/stats": learned.stats().model_dump(mode="json"),
        "GET /v1/sessions/scorecard": Scorecard(sessions=[card], total=1).model_dump(mode="json"),
        "GET /v1/sessions/subtopic-progress": Subtopics(subtopics=[part], total=1).model_dump(mode="json"),
        "GET /v1/sessions/history?limit=20": learned.history(learned.line(), next="more"),
        "GET /v1/sessions/history?limit=20&cursor=more": learned.history(learned.line(title="Moons")),
        "GET /v1/sessions/history?limit=20&status=failed": learned.history(),
        **more,
    }


def test_the_overview_shows_figures_strengths_sections_and_a_history_to_filter(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    lay(overview())
    page.goto(laid.at(files, "overview"))
    expect(page.locator(".numbers")).to_contain_text("Concepts mastered5 of 33")
    expect(page.locator(".numbers")).to_contain_text("Time on questions15 minutes")
    page.locator(".results").get_by_text("As a table").click()
    expect(page.locator(".results .data td")).to_have_text(["50 %", "90 %"])
    expect(page.get_by_text("Mastered: tide (97 %)")).to_be_visible()
    expect(page.get_by_text("2 of 5 concepts mastered")).to_be_visible()
    rows = page.locator("ul.lines:last-of-type > li", has=page.locator("time"))
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("2 attempts · 75 % on average · 1 round · spring tide")
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(2)
    page.get_by_label("How it stands").select_option("failed")
    expect(page.get_by_text("0 courses")).to_be_visible()
    expect(rows).to_have_count(0)
    faults.assert_none()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", ["due", "overview"])
def test_reviews_and_overview_fit_a_small_screen(page: Page, files: str, lay: Any, scheme: Any, place: str) -> None:
    word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    card = learned.due_card(question=word, answer=word)
    lay(
        {
            **overview(),
            **reviews(card)[0],
            "GET /v1/sessions/history?limit=20": learned.history(learned.line(title=word)),
        }
    )
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme=scheme)
    page.goto(laid.at(files, place))
    expect(page.get_by_text(word).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
