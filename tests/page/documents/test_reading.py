"""What is told while documents are read, what a session was made from, and the pages that prove an answer."""

import time
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Page, Route, expect

from contracts.documents import Block, Notice
from contracts.proof import Proof
from contracts.views.material import CardView, ResultView
from contracts.views.sessions import DocView
from tests.page import laid
from tests.page.asked import CHOICE, quiz
from tests.page.waiting import until

pytestmark = pytest.mark.browser

QUIZ = UUID("aaaaaaaa-2222-4333-8444-555555555555")
ATTEMPT = UUID("bbbbbbbb-2222-4333-8444-555555555555")


def proof(sha: str = laid.SHA, number: int = 3) -> Proof:
    text = "Tides rise twice a day."
    return Proof(
        document_sha256=sha,
        block_id=f"p{number}b1-{sha[:6]}",
        block_sha256="0" * 64,
        source_page=number,
        start=0,
        end=len(text),
        quote=text,
    )


def result(where: Proof) -> dict[str, Any]:
    return ResultView(
        result_id=ATTEMPT,
        attempt_id=ATTEMPT,
        quiz_id=QUIZ,
        item_id=QUIZ,
        question="Tides ____ twice a day.",
        concept="Tides",
        difficulty="EASY",
        answer="rise",
        answer_text="rise",
        correct_answer="rise",
        is_correct=True,
        credit=1,
        latency_sec=1,
        graded_by="house",
        timestamp=datetime(2026, 11, 1, tzinfo=UTC),
        proof=where,
        type="cloze",
        key="rise",
    ).model_dump(mode="json")


def results_of(documents: list[DocView], *proofs: Proof, **changed: Any) -> dict[str, Any]:
    """The answers of the house to the view of an attempt."""
    return {
        f"GET {laid.BASE}": laid.state(documents=documents, **changed),
        f"GET {laid.BASE}/results?attempt_id={ATTEMPT}": {"results": [result(one) for one in proofs], "score": None},
        f"GET {laid.BASE}/notes": {"notes": []},
        f"GET {laid.BASE}/quizzes/{QUIZ}": {"quiz_id": str(QUIZ), "number": 1, "questions": [], "attempted": 1},
    }


def place(files: str) -> str:
    return f"{files}/#token=t&/s/{laid.SESSION}/results/{ATTEMPT}"


def read(page: Page) -> None:
    """Unfolds the first right answer: the source beside it shows its place."""
    page.locator(".folded > summary").click()
    page.locator("#result-1 summary").first.click()


def test_the_bar_of_pages_moves_and_never_goes_back(page: Page, files: str, lay: Any) -> None:
    """A killed Reader's range is read again (30 after 90), then a second document's pages become known (400)."""
    told = [laid.reading(*pages) for pages in ((0, 300), (90, 300), (30, 300), (95, 400), (200, 400))]
    at = [0]
    asked = [0]

    def answer(route: Route) -> None:
        asked[0] += 1
        state = {**told[at[0]], "version": at[0] + 1}
        route.fulfill(json=state, headers={"ETag": f'"{at[0]}"', "Retry-After": "0.25"})

    def stands(number: int) -> None:
        """From now on the house stands there, and the page has heard it and asked again."""
        at[0] = number
        heard = asked[0] + 2
        until(page, lambda: asked[0] >= heard, "the page asks no more")

    lay({f"GET {laid.BASE}": answer})
    page.add_init_script(
        """window.bars = []; window.numbers = []; setInterval(() => {
            const bar = document.querySelector("[aria-label='Pages read']");
            if (!bar?.hasAttribute("value")) return;
            window.bars.push(bar.position);
            const told = /page ([0-9]+) of/.exec(document.querySelector(".pages").textContent);
            window.numbers.push(Number(told?.[1] ?? 0));
        }, 10)"""
    )
    page.goto(f"{files}/#token=t&/s/{laid.SESSION}")
    bar = page.get_by_role("progressbar", name="Pages read")
    expect(bar).to_have_attribute("aria-valuetext", "0 of 300 pages read")
    stands(1)
    expect(page.get_by_text("Reading page 90 of 300")).to_be_visible()
    stands(2)
    expect(page.get_by_text("Reading page 90 of 300")).to_be_visible()
    stands(3)
    stands(4)
    expect(page.get_by_text("Reading page 200 of 400")).to_be_visible()
    expect(bar).to_have_attribute("aria-valuetext", "200 of 400 pages read")
    bars = page.evaluate("window.bars")
    numbers = page.evaluate("window.numbers")
    assert bars == sorted(bars)
    assert numbers == sorted(numbers)
    assert {0.0, 0.3, 0.5} <= set(bars)


def test_the_bar_goes_when_reading_is_done(page: Page, files: str, lay: Any) -> None:
    lay({f"GET {laid.BASE}": laid.state("writing")})
    page.goto(f"{files}/#token=t&/s/{laid.SESSION}")
    expect(page.get_by_role("heading", name="Writing questions and cards…")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)


def test_documents_tell_name_pages_language_confidence_and_notices(page: Page, files: str, lay: Any) -> None:
    said = "Page 5 is in Finnish, which is not supported."
    scan = laid.doc(ocr_confidence=91.2, notices=[Notice(code="language_not_supported", sentence=said)])
    slides = laid.doc(filename="s.pptx", title="Harbour", sha256=laid.OTHER, page_kind="slide", pages=24, language="nb")
    lay({f"GET {laid.BASE}": laid.state(documents=[scan, slides])})
    page.goto(f"{files}/#token=t&/s/{laid.SESSION}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tides and 1 more document")
    papers = page.locator(".documents > ul > li")
    expect(papers).to_have_count(2)
    first, second = papers.first, papers.last
    expect(first).to_contain_text("tides.pdf · 5 pages · English · recognised with 91 % confidence")
    expect(first).to_contain_text(said)
    expect(second).to_contain_text("s.pptx · 24 slides · Norwegian Bokmål")


def test_the_page_of_a_quote_is_fetched_on_demand_with_its_place_and_token(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    where = proof()
    pictures: list[str] = []
    name = f"{laid.BASE}/pages/3.png?document={laid.SHA}&width=1200&block=p3b1-ab12cd&start=0&end={where.end}"

    def drawn(route: Route) -> None:
        pictures.append(route.request.headers["authorization"])
        if len(pictures) == 1:
            route.fulfill(status=503, headers={"Retry-After": "0"}, json={"status": 503, "detail": "Being drawn."})
        else:
            route.fulfill(body=laid.picture(), content_type="image/png")

    lay({**results_of([laid.doc()], where), f"GET {name}": drawn})
    page.add_init_script(
        """window.let_go = []; const revoke = URL.revokeObjectURL;
        URL.revokeObjectURL = (url) => { window.let_go.push(url); revoke.call(URL, url); }"""
    )
    page.goto(place(files))
    read(page)
    assert pictures == []
    page.get_by_role("button", name="Page", exact=True).click()
    image = page.locator(".source-room").get_by_role("img")
    expect(image).to_be_visible()
    assert image.get_attribute("alt") == f"Page 3 · Tides: {where.quote}"
    assert image.evaluate("(img) => img.naturalWidth") == 800
    assert pictures == ["Bearer t", "Bearer t"]
    source = image.get_attribute("src")
    page.get_by_role("button", name="Text", exact=True).click()
    expect(image).to_have_count(0)
    until(page, lambda: page.evaluate("window.let_go.length"), "the picture is kept")
    assert page.evaluate("window.let_go") == [source]
    assert [line for line in faults.console if "503" not in line] == []


def test_a_house_without_the_picture_shows_the_text_and_offers_none_again(page: Page, files: str, lay: Any) -> None:
    lay(results_of([laid.doc()], proof(), proof(number=4)))
    page.goto(place(files))
    read(page)
    page.get_by_role("button", name="Page", exact=True).click()
    expect(page.locator(".source-room blockquote")).to_have_text(proof().quote)
    expect(page.get_by_role("button", name="Page", exact=True)).to_have_count(0)


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"page_kind": "slide", "pages": 24}, "Slide 3"),
        ({"page_kind": "section", "pages": 9}, "Section 3"),
        ({"page_kind": "page", "pages": None}, "Page 3"),
    ],
)
def test_what_has_no_pages_to_show_names_its_place_and_has_no_picture(
    page: Page, files: str, lay: Any, changed: Any, name: str
) -> None:
    lay(results_of([laid.doc(**changed)], proof()))
    page.goto(place(files))
    read(page)
    expect(page.locator(".result-body").get_by_text(name, exact=True)).to_be_visible()
    expect(page.locator(".source-place")).to_contain_text(name)
    expect(page.get_by_role("button", name="Page", exact=True)).to_have_count(
        int(name == "Page 3" and bool(changed["pages"]))
    )


def test_a_transcript_names_the_time(page: Page, files: str, lay: Any) -> None:
    where = proof()
    block = Block(block_id=where.block_id, text=where.quote, source_page=3, start_sec=3683.4, document_sha256=laid.SHA)
    found = {"blocks": [block.model_dump(mode="json")]}
    lay(
        {
            **results_of([laid.doc(page_kind="cue", pages=None)], where),
            f"GET {laid.BASE}/blocks?block_id={where.block_id}": found,
            f"GET {laid.BASE}/blocks?page=3": found,
        }
    )
    page.goto(place(files))
    read(page)
    expect(page.locator(".result-body").get_by_text("At 1:01:23", exact=True)).to_be_visible()
    expect(page.locator(".source-place")).to_have_text("At 1:01:23")


def test_of_several_documents_the_text_shown_is_the_quotes_own(page: Page, files: str, lay: Any) -> None:
    where = proof(laid.OTHER)
    texts = {laid.SHA: "Another page three.", laid.OTHER: where.quote}
    blocks = [
        Block(block_id=f"p3b1-{sha[:6]}", text=text, source_page=3, document_sha256=sha).model_dump(mode="json")
        for sha, text in texts.items()
    ]
    documents = [laid.doc(), laid.doc(title="Harbour", sha256=laid.OTHER)]
    lay({**results_of(documents, where), f"GET {laid.BASE}/blocks?page=3": {"blocks": blocks}})
    page.goto(place(files))
    read(page)
    expect(page.get_by_text("Page 3 · Harbour")).to_be_visible()
    expect(page.locator(".source-room mark")).to_have_text(where.quote)
    expect(page.locator(".source-room")).not_to_contain_text("Another page three.")


def test_a_card_knows_its_document_by_its_block(page: Page, files: str, lay: Any) -> None:
    where = proof(laid.OTHER)
    card = CardView.model_validate(
        {
            "card_id": QUIZ,
            "question": "Tides?",
            "answer": "Twice a day.",
            "concept": "Tides",
            "source_page": 3,
            "block_id": where.block_id,
            "quote": where.quote,
            "origin": {"author": "offline", "name": "house", "version": "1"},
        }
    )
    documents = [laid.doc(), laid.doc(title="Harbour", sha256=laid.OTHER, page_kind="slide")]
    lay(
        {
            f"GET {laid.BASE}": laid.state(documents=documents),
            f"GET {laid.BASE}/flashcards": {"flashcards": [card.model_dump(mode="json")]},
        }
    )
    page.goto(f"{files}/#token=t&/s/{laid.SESSION}/cards")
    page.locator("button.flip").click()
    expect(page.get_by_text("Slide 3 · Harbour")).to_be_visible()


SHIFTS = """window.shifted = 0; new PerformanceObserver((seen) => {
    for (const one of seen.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({ type: "layout-shift", buffered: true });"""
"""Sums up what moved without having been pressed, as browsers measure it: up to 0.1 nobody minds."""


def test_nothing_jumps_under_the_reader_while_a_course_comes(page: Page, files: str, lay: Any) -> None:
    about = {"mainSections": [], "keyConcepts": [], "fullSummary": "Tides rise and fall twice a day. " * 20}
    told = [laid.state("accepted"), {**laid.state("writing"), "context": about}]
    told += [{**laid.state(status, quizzes=[QUIZ]), "context": about} for status in ("validating", "ready")]
    at = [0]

    def answer(route: Route) -> None:
        headers = {"ETag": f'"{at[0]}"', "Retry-After": "0.25"}
        route.fulfill(json={**told[at[0]], "version": at[0] + 1}, headers=headers)

    def slowly(route: Route) -> None:
        time.sleep(0.3)
        route.fulfill(json=quiz(CHOICE))

    lay(
        {
            f"GET {laid.BASE}": answer,
            f"GET {laid.BASE}/quizzes/{QUIZ}": slowly,
            f"GET {laid.BASE}/results": {"results": []},
        }
    )
    page.set_viewport_size({"width": 1360, "height": 900})
    page.add_init_script(SHIFTS)
    page.goto(f"{files}/#token=t&/s/{laid.SESSION}")
    expect(page.get_by_role("heading", name="Received…")).to_be_visible()
    at[0] = 1
    expect(page.get_by_role("heading", name="What this document is about")).to_be_visible()
    at[0] = 2
    question = page.get_by_role("region", name="The first question")
    expect(question).to_be_visible()
    expect(question).to_contain_text("the rest is on its way")
    stood = question.bounding_box()
    at[0] = 3
    expect(page.get_by_role("button", name="Delete this course")).to_be_visible()
    expect(question).to_contain_text("the rest is there now")
    assert question.bounding_box() == stood
    assert page.evaluate("window.shifted") < 0.1
