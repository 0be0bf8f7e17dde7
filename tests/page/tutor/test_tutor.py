"""The conversation with the tutor: what is sent, what is answered with its quotes, and the question that waits."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page import asked, laid, learned
from tests.page.waiting import until

pytestmark = pytest.mark.browser
TIME_ZONE = "Asia/Tokyo"


@dataclass
class Talk:
    """A house that keeps what was said; its session moves on with each line."""

    said: list[dict[str, Any]] = field(default_factory=list)
    sent: list[Any] = field(default_factory=list)
    offsets: list[str] = field(default_factory=list)

    def answers(self) -> dict[str, Any]:
        found = {f"GET {laid.BASE}/messages?offset={number}": self._page for number in range(1, 9)}
        return {
            **found,
            f"GET {laid.BASE}": lambda route: route.fulfill(
                json=laid.state(documents=[laid.doc(pages=3)], version=1 + len(self.said)),
                headers={"Retry-After": "0.25"},
            ),
            f"GET {laid.BASE}/messages": self._page,
            f"POST {laid.BASE}/messages": self._take,
            f"GET {learned.LEARNER}": learned.learner(),
            f"GET {laid.BASE}/blocks?page=3": {"blocks": [asked.block()]},
        }

    def _page(self, route: Route) -> None:
        offset = route.request.url.partition("offset=")[2] or "0"
        self.offsets.append(offset)
        route.fulfill(json={"messages": self.said[int(offset) :], "total": len(self.said)})

    def _take(self, route: Route) -> None:
        self.sent.append(route.request.post_data_json)
        route.fulfill(status=202, json={})


def set_clock(page: Page) -> None:
    """Puts the page's browser into `TIME_ZONE`."""
    page.context.new_cdp_session(page).send("Emulation.setTimezoneOverride", {"timezoneId": TIME_ZONE})


def place(files: str) -> str:
    return laid.at(files, "s", laid.SESSION, "tutor")


def test_a_question_is_sent_by_enter_and_its_answer_opens_at_its_place(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    talk = Talk()
    lay(talk.answers())
    set_clock(page)
    page.goto(place(files))
    box = page.get_by_label("Your message")
    box.fill("What is spring tide?")
    box.press("Shift+Enter")
    box.press_sequentially("In short.")
    box.press("Enter")
    lines = page.locator(".message")
    expect(lines).to_have_count(1)
    expect(page.get_by_text("An answer is on its way…")).to_be_visible()
    until(page, lambda: talk.sent, "nothing is sent")
    assert talk.sent == [{"text": "What is spring tide?\nIn short.", "time_zone": TIME_ZONE}]
    talk.said.append(learned.message(1, "learner", "What is spring tide?\nIn short."))
    proofs = [asked.proof(asked.FIRST).model_dump(mode="json")]
    talk.said.append(learned.message(2, "tutor", f"The document says: {asked.FIRST}", quotes=proofs))
    expect(lines).to_have_count(2)
    expect(page.get_by_text("An answer is on its way…")).to_have_count(0)
    expect(box).to_have_value("")
    lines.nth(1).get_by_role("button", name="See where: Page 3").click()
    expect(page.locator(".source-room mark")).to_have_text(asked.FIRST)
    faults.assert_none()


def test_what_is_known_is_not_asked_for_again_and_stands_once(page: Page, files: str, lay: Any) -> None:
    talk = Talk([learned.message(1, "learner", "One?"), learned.message(2, "tutor", "Two.")])
    lay(talk.answers())
    page.goto(place(files))
    expect(page.locator(".message")).to_have_count(2)
    talk.said.append(learned.message(3, "tutor", "Three."))
    expect(page.locator(".message")).to_have_count(3)
    assert talk.offsets.count("0") == 1


def test_an_answer_quotes_its_question_where_others_stand_between(page: Page, files: str, lay: Any) -> None:
    asked = [learned.message(n, "learner", text) for n, text in ((1, "Why?"), (2, "When?"), (4, "Who?"))]
    told = [
        {**learned.message(n, "tutor", text), "in_reply_to": to["message_id"]}
        for n, text, to in ((3, "So it is.", asked[0]), (5, "Today.", asked[1]), (6, "Ada.", asked[2]))
    ]
    first, second, third = asked
    lay(Talk([first, second, told[0], told[1], third, told[2]]).answers())
    page.goto(place(files))
    expect(page.locator(".message")).to_have_count(6)
    expect(page.locator(".message blockquote.asked")).to_have_text(["Why?", "When?"])


def test_the_question_that_waits_for_an_answer_stands_at_the_box(page: Page, files: str, lay: Any) -> None:
    talk = Talk([learned.message(1, "tutor", "A spring tide is large.\n\nWhich tide is the small one?")])
    lay(talk.answers())
    page.goto(place(files))
    expect(page.locator(".pending")).to_have_text("The tutor asks: Which tide is the small one?")
    talk.said.append(learned.message(2, "learner", "The neap tide."))
    expect(page.locator(".pending")).to_have_count(0)


@pytest.mark.parametrize(
    ("said", "waits"),
    [
        ("Which tide is the small one?\n– the neap tide\n– the spring tide", "Which tide is the small one?"),
        ("A ____ tide is the small one.", "A ____ tide is the small one."),
        ("A neap tide is the small one.", ""),
    ],
)
def test_options_and_a_gap_ask_as_well(page: Page, files: str, lay: Any, said: str, waits: str) -> None:
    lay(Talk([learned.message(1, "tutor", said)]).answers())
    page.goto(place(files))
    expect(page.locator(".message")).to_have_count(1)
    expect(page.locator(".pending")).to_have_text([f"The tutor asks: {waits}"] if waits else [])


def test_nothing_is_no_message_and_what_was_refused_stays_to_be_sent(page: Page, files: str, lay: Any) -> None:
    answers = Talk().answers()
    problem = {"status": 503, "code": "away", "title": "Away", "detail": "Not now.", "action": "Wait."}
    answers[f"POST {laid.BASE}/messages"] = lambda route: route.fulfill(status=503, json=problem)
    lay(answers)
    page.goto(place(files))
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_have_text("Write something first.")
    page.get_by_label("Your message").fill("Hello")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_contain_text("Not now.")
    expect(page.get_by_label("Your message")).to_have_value("Hello")


def test_a_quote_is_closed_before_the_button_of_its_place(page: Page, files: str, lay: Any) -> None:
    proofs = [asked.proof(asked.FIRST).model_dump(mode="json")]
    lay(Talk([learned.message(1, "tutor", f"Page 3 says: “{asked.FIRST}”", quotes=proofs)]).answers())
    page.goto(place(files))
    expect(page.locator(".spoken")).to_have_text(f"Page 3 says: “{asked.FIRST}” Page 3")


def test_the_words_that_name_a_quotes_place_are_its_button(page: Page, files: str, lay: Any) -> None:
    proofs = [asked.proof(asked.FIRST).model_dump(mode="json")]
    text = f"Spring tide\nWhat it is: “{asked.FIRST}” (page 3)\nMore of it."
    lay(Talk([learned.message(1, "tutor", text, quotes=proofs)]).answers())
    page.goto(place(files))
    said = page.locator(".spoken")
    expect(said).to_have_text(f"Spring tide What it is: “{asked.FIRST}” page 3 More of it.")
    expect(said.get_by_role("button")).to_have_text("page 3")
    lines = "(node) => [...node.getClientRects()].length && getComputedStyle(node).whiteSpace"
    assert said.evaluate(lines) == "pre-line"


def test_a_place_that_was_not_read_surely_is_opened_as_a_picture_and_none_of_its_words_is_shown(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    talk = Talk()
    pictures: list[str] = []
    name = f"{laid.BASE}/pages/3.png?document={laid.SHA}&width=1200&block=p3b1-ab12cd"

    def drawn(route: Route) -> None:
        pictures.append(route.request.url)
        route.fulfill(body=laid.picture(), content_type="image/png")

    lay({**talk.answers(), f"GET {name}": drawn})
    place_told = {"document_sha256": laid.SHA, "block_id": "p3b1-ab12cd", "source_page": 3}
    talk.said.append(learned.message(1, "learner", "How high is the tide?"))
    talk.said.append(learned.message(2, "tutor", "Page 3 has a passage.", unsure=[place_told]))
    page.add_init_script("localStorage.setItem('pensum.source.mode', 'text')")
    page.goto(place(files))
    page.locator(".message").nth(1).get_by_role("button", name="See where: Page 3").click()
    expect(page.locator(".source-room").get_by_role("img")).to_be_visible()
    expect(page.get_by_text(asked.FIRST)).to_have_count(0)
    assert pictures
    faults.assert_none()
