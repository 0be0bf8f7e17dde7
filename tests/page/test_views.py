"""What a real house seldom shows: no token, failures, hostile text, small screens. Answers are laid in."""

import json
import re
import time
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page import learned
from tests.page.waiting import until

SESSION = "11111111-2222-4333-8444-555555555555"
QUIZ = "aaaaaaaa-2222-4333-8444-555555555555"
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"

pytestmark = pytest.mark.browser


def state(**changed: Any) -> dict[str, Any]:
    return {
        "session_id": SESSION,
        "user_id": "u",
        "course_id": SESSION,
        "status": "ready",
        "version": 7,
        "progress": None,
        "error": None,
        "trace_id": SESSION.replace("-", ""),
        "doc_meta": {"filename": HOSTILE, "uploaded_at": "2026-11-01T10:00:00Z", "title": HOSTILE, "pages": 3},
        "context": None,
        "notes": [],
        "quizzes": [QUIZ],
        "focus_areas": [],
        "totals": {"flashcards": 0},
        **changed,
    }


def quiz(*questions: str) -> dict[str, Any]:
    asked = [
        {"item_id": f"i{n}", "quiz_id": QUIZ, "type": "cloze", "concept": "c", "difficulty": "EASY", "question": text}
        for n, text in enumerate(questions)
    ]
    return {"quiz_id": QUIZ, "number": 1, "questions": asked, "attempted": 0, "exam": True}


def test_without_a_token_one_sentence_says_how_to_get_it(page: Page, files: str, lay: Any, faults: Any) -> None:
    asked = lay({})
    page.goto(files)
    expect(page.get_by_text("pensum up")).to_be_visible()
    assert asked == []
    faults.assert_none()


@pytest.mark.parametrize("pasted", ["{files}/#token=a.b.c&/s/{id}", " a.b.c\n"])
def test_a_link_or_token_is_pasted_where_there_is_none(page: Page, files: str, lay: Any, pasted: str) -> None:
    lay({f"GET /v1/sessions/{SESSION}": state(quizzes=[])})
    page.goto(f"{files}/#/s/{SESSION}")
    field = page.get_by_label("Your link or token")
    field.fill("what is this?")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("This is neither a link nor a token of Pensum.")
    field.fill(pasted.format(files=files, id=SESSION))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("button", name="Delete this course")).to_be_visible()
    assert page.url == f"{files}/#/s/{SESSION}"


@pytest.mark.parametrize("fragment", ["token=t%2Fk&/s/{id}", "/s/{id}&token=t%2Fk", "/s/{id}?token=t%2Fk"])
def test_a_token_leaves_the_address_and_the_place_stays(page: Page, files: str, lay: Any, fragment: str) -> None:
    tokens: list[str | None] = []

    def answer(route: Route) -> None:
        tokens.append(route.request.headers.get("authorization"))
        route.fulfill(json=state(quizzes=[]))

    lay({f"GET /v1/sessions/{SESSION}": answer})
    page.goto(f"{files}/#{fragment.format(id=SESSION)}")
    expect(page.get_by_role("button", name="Delete this course")).to_be_visible()
    assert page.url == f"{files}/#/s/{SESSION}"
    assert tokens[0] == "Bearer t/k"


def test_a_failed_session_says_why_what_helps_and_retries_its_version(page: Page, files: str, lay: Any) -> None:
    bodies: list[Any] = []

    def retried(route: Route) -> None:
        bodies.append((route.request.post_data_json, route.request.headers.get("idempotency-key")))
        route.fulfill(status=202, json={})

    error = {
        "code": "model_failed",
        "status": 502,
        "title": "The model failed",
        "detail": "It said 429.",
        "action": "Wait.",
    }
    lay(
        {
            f"GET /v1/sessions/{SESSION}": state(status="failed", error=error, quizzes=[]),
            f"POST /v1/sessions/{SESSION}/retry": retried,
        }
    )
    page.goto(f"{files}/#token=t&/s/{SESSION}")
    panel = page.get_by_role("alert")
    for told in ("It said 429.", "What helps: Wait.", "model_failed", SESSION.replace("-", "")):
        expect(panel).to_contain_text(told)
    panel.get_by_role("button", name="Retry").click()
    expect(page.locator("#live")).to_have_text("Trying again")
    assert bodies[0][0] == {"version": 7}
    assert re.fullmatch(r"[0-9a-f-]{36}", bodies[0][1])


def test_what_the_document_itself_must_mend_has_no_retry(page: Page, files: str, lay: Any) -> None:
    error = {"code": "no_text", "status": 422, "title": "No text", "detail": "No text.", "action": "Send another."}
    lay({f"GET /v1/sessions/{SESSION}": state(status="failed", error=error, quizzes=[])})
    page.goto(f"{files}/#token=t&/s/{SESSION}")
    expect(page.get_by_role("alert")).to_contain_text("Send another.")
    expect(page.get_by_role("button", name="Retry")).to_have_count(0)


def test_hostile_text_stays_text(page: Page, files: str, lay: Any, faults: Any) -> None:
    lay(
        {
            f"GET /v1/sessions/{SESSION}": state(),
            f"GET /v1/sessions/{SESSION}/quizzes/{QUIZ}": quiz(f"{HOSTILE} ____"),
            f"GET /v1/sessions/{SESSION}/results": {"results": []},
        }
    )
    page.goto(f"{files}/#token=t&/s/{SESSION}")
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
    page.get_by_role("link", name="Start the quiz").click()
    expect(page.locator(".cloze")).to_contain_text(HOSTILE)
    assert page.locator("main img, main script").count() == 0
    faults.assert_none()


def test_answers_in_progress_survive_a_reload_and_a_skip_is_null(page: Page, files: str, lay: Any) -> None:
    handed: list[Any] = []

    def taken(route: Route) -> None:
        handed.append(route.request.post_data_json)
        route.fulfill(status=202, json={})

    base = f"/v1/sessions/{SESSION}"
    lay(
        {
            f"GET {base}": state(),
            f"GET {base}/results": {"results": []},
            f"GET {base}/quizzes/{QUIZ}": quiz("One ____.", "Two ____."),
            f"POST {base}/results": taken,
        }
    )
    page.goto(f"{files}/#token=t&/s/{SESSION}/quiz/{QUIZ}")
    page.get_by_label("The missing words").fill("first")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Question 2 of 2")
    expect(page.get_by_label("The missing words")).to_be_focused()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Question 2 of 2")
    page.get_by_role("button", name="Skip and hand in").click()
    page.wait_for_url(re.compile("/results/"))
    [body] = handed
    assert [answer["answer"] for answer in body["answers"]] == ["first", None]
    assert all(answer["latency_sec"] > 0 for answer in body["answers"])
    assert page.url.endswith(body["attempt_id"])
    page.get_by_role("navigation", name="Course").get_by_role("link", name="Course").click()
    expect(page.get_by_role("link", name="Start the quiz")).to_be_visible()
    assert "pensum.draft" not in json.dumps(page.evaluate("Object.keys(sessionStorage)"))


def test_polling_sends_the_etag_and_keeps_to_retry_after(page: Page, files: str, lay: Any) -> None:
    tags: list[str | None] = []
    at: list[float] = []

    def answer(route: Route) -> None:
        tags.append(route.request.headers.get("if-none-match"))
        at.append(time.monotonic())
        headers = {"ETag": '"3-1"', "Retry-After": "0.5"}
        if len(tags) == 1:
            route.fulfill(json=state(status="reading", quizzes=[]), headers=headers)
        else:
            route.fulfill(status=304, headers=headers)

    lay({f"GET /v1/sessions/{SESSION}": answer})
    page.goto(f"{files}/#token=t&/s/{SESSION}")
    expect(page.get_by_text("Reading the document…").first).to_be_visible()
    until(page, lambda: len(tags) == 4, "it is not asked again")
    assert min(later - earlier for earlier, later in pairwise(at)) > 0.4
    assert tags == [None] + ['"3-1"'] * (len(tags) - 1)


def test_spans_are_cut_by_code_points(page: Page, files: str) -> None:
    page.goto(files)
    found = page.evaluate(
        """async () => {
            const { cut, spanOf } = await import("/web/documents/passage.js");
            return [cut("𝒳𝒴 abc", [{ start: 3, end: 5, tag: "mark" }]).map((piece) => piece.text),
                    spanOf("𝒳 abc", { quote: "abc", start: 2, end: 5 }),
                    spanOf("𝒳 abc", { quote: "abc", start: 0, end: 3 }), spanOf("x", { quote: "y" })];
        }"""
    )
    assert found == [["𝒳𝒴 ", "ab", "c"], {"start": 2, "end": 5}, {"start": 2, "end": 5}, None]


def test_a_language_is_named_and_one_that_could_not_be_told_is_an_unknown_one(page: Page, files: str) -> None:
    page.goto(files)
    found = page.evaluate(
        """async () => {
            const { language } = await import("/web/documents/documents.js");
            return ["de", "und", ""].map(language);
        }"""
    )
    assert found == ["German", "unknown language", ""]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", ["", f"s/{SESSION}", f"s/{SESSION}/quiz/{QUIZ}"])
def test_nothing_is_wider_than_a_small_screen(page: Page, files: str, lay: Any, scheme: Any, place: str) -> None:
    word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    base = f"/v1/sessions/{SESSION}"
    meta = {**state()["doc_meta"], "title": word, "filename": f"{word}.pdf"}
    line = learned.shelf(filename=word, title=word, tags=[word[:40]])
    lay(
        {
            "GET /v1/library": learned.library(line),
            f"GET {base}": state(doc_meta=meta),
            f"GET {base}/results": {"results": []},
            f"GET {base}/quizzes/{QUIZ}": quiz(f"{word} ____ {word}."),
        }
    )
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{files}/#token=t&/{place}")
    expect(page.get_by_text(word).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_page_from_before_an_update_loads_itself_anew_once(page: Page, files: str, lay: Any) -> None:
    """Its views are gone with the version before. Without an update it says that the house does not answer."""
    lay({f"GET /v1/sessions/{SESSION}": state(quizzes=[])})
    page.goto(f"{files}/#token=t&/s/{SESSION}")
    page.get_by_role("button", name="Delete this course").wait_for()
    own = page.evaluate("document.querySelector('script[type=module]').getAttribute('src')")
    page.route("**/history/overview.js", lambda route: route.fulfill(status=404))
    loads: list[str] = []
    page.on("load", lambda _: loads.append(page.url))

    page.goto(f"{files}/#/overview")
    expect(page.get_by_role("heading", name="This did not work")).to_be_visible()
    assert loads == []

    def renewed(route: Route) -> None:
        route.fulfill(body=route.fetch().text().replace(own, own.replace("/app.js", "/./app.js")))

    page.route(f"{files}/", renewed)
    page.goto(f"{files}/#/")
    page.goto(f"{files}/#/overview")
    expect(page.get_by_role("heading", name="This did not work")).to_be_visible()
    until(page, lambda: loads, "the page was not loaded anew")
    page.wait_for_timeout(300)
    assert loads == [f"{files}/#/overview"]
