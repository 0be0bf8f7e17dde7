"""How things are told: units and statements once, what else counts, titles in their direction, long texts folded."""

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from contracts.items import Numeric
from contracts.proof import Option
from contracts.views.material import ItemEntry
from tests.page import asked, laid, learned
from tests.page.documents.test_giving import LISTS, file, settings
from tests.page.items import owner
from tests.page.quizzes.test_answering import answers, place
from tests.page.quizzes.test_graded import show

pytestmark = pytest.mark.browser

ARABIC = "تحسين الإنتاجية R"


def number(**changed: Any) -> Numeric:
    assert isinstance(asked.NUMBER, Numeric)
    return asked.NUMBER.model_copy(update=changed)


@pytest.mark.parametrize(
    ("sentence", "unit", "beside"),
    [
        ("It grows up to ____ centimetres long.", "centimetres", False),
        ("It costs NOK ____ a year.", "NOK", False),
        ("It is ____ % water.", "%", False),
        ("It is ____ metres tall.", "m", True),
        ("It lasts ____, as days go.", "days", True),
        ("How many days does it last?", "days", True),
    ],
)
def test_a_unit_that_the_sentence_says_at_the_gap_stands_once(
    page: Page, files: str, lay: Any, sentence: str, unit: str, beside: bool
) -> None:
    lay(answers(number(question=sentence, unit=unit)))
    page.goto(place(files))
    field = page.locator("[name=answer]")
    expect(field).to_be_visible()
    expect(page.locator("form .unit")).to_have_count(int(beside))
    assert (field.get_attribute("aria-describedby") == "unit") == beside


def test_a_number_with_a_tolerance_tells_what_counts(page: Page, files: str, lay: Any) -> None:
    near = number(answer="30", value=30.0, tolerance=1.5, unit="centimetres")
    far, small = near.model_copy(update={"item_id": uuid4()}), number(item_id=uuid4(), value=0.3, tolerance=0.1)
    exact = number(item_id=uuid4(), answer="30", value=30.0, unit="centimetres")
    shown = show(page, files, lay, (near, "29"), (far, "5"), (exact, "5"), (small, "9"))
    counts = "Right answer: 30 centimetres (28.5 to 31.5 counts)"
    expect(shown.nth(0)).to_contain_text(f"Your answer: 29{counts}")
    expect(shown.nth(0).locator(".given")).to_have_count(0)
    expect(shown.nth(1)).to_contain_text(counts)
    expect(shown.nth(2).locator(".brief")).to_have_text("5 30 centimetres")
    expect(shown.nth(2)).not_to_contain_text("counts")
    expect(shown.nth(3)).to_contain_text("(0.2 to 0.4 counts)")


def test_a_statement_is_a_quotation_below_its_question(page: Page, files: str, lay: Any) -> None:
    lay(answers(asked.JUDGED))
    page.goto(place(files))
    expect(page.locator("legend .stem")).to_have_text("Is this true?")
    expect(page.locator("legend blockquote")).to_have_text("A neap tide is the large tide near the half moons.")
    shown = show(page, files, lay, (asked.JUDGED, "true"))
    expect(shown.locator(".asked")).to_have_text("1. Is this true?")
    expect(shown.locator(".statement")).to_have_text("A neap tide is the large tide near the half moons.")


def test_enter_turns_a_card_on_arrival(page: Page, files: str, lay: Any) -> None:
    card = {name: "x" for name in ("concept", "quote")} | {"question": "spring tide", "answer": "the large tide"}
    where = {"card_id": str(uuid4()), "source_page": 3, "block_id": asked.BLOCK, "origin": asked.OFFLINE.model_dump()}
    lay(
        {
            f"GET {laid.BASE}": laid.state(totals={"flashcards": 1}),
            f"GET {laid.BASE}/flashcards": {"flashcards": [card | where]},
        }
    )
    page.goto(laid.at(files, "s", laid.SESSION))
    page.get_by_role("link", name="Turn 1 card").click()
    expect(page.locator(".flip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".flip.turned .face")).to_have_text("the large tide")


def test_titles_and_names_stand_in_their_own_direction(page: Page, files: str, lay: Any) -> None:
    line = learned.shelf(title=ARABIC)
    lay(
        LISTS
        | {"GET /v1/library": learned.library(line)}
        | {f"GET {laid.BASE}": laid.state(documents=[laid.doc(title=ARABIC, filename="ملف.pdf")])}
    )
    page.goto(f"{files}/#token=t")
    entry = page.locator(".course-card").get_by_role("link", name=ARABIC)
    assert entry.evaluate("(node) => getComputedStyle(node).direction") == "rtl"
    settings(page)
    page.set_input_files("#file", [file("ملف.pdf")])
    assert page.locator(".file-name").evaluate("(node) => getComputedStyle(node).direction") == "rtl"
    entry.click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(ARABIC)
    assert heading.evaluate("(node) => getComputedStyle(node).direction") == "rtl"
    expect(page.locator(".under bdi")).to_have_text("ملف.pdf")


def test_a_chosen_files_name_is_not_broken_while_there_is_space(page: Page, files: str, lay: Any) -> None:
    lay(LISTS)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{files}/#token=t")
    settings(page)
    page.set_input_files("#file", [file("rand.bin"), file(f"{'long' * 40}.pdf")])
    name = page.locator(".file-name").first
    lines = name.evaluate("(node) => { const all = document.createRange(); all.selectNodeContents(node);"
                          " return new Set([...all.getClientRects()].map((one) => one.top)).size; }")  # fmt: skip
    assert lines == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_long_text_in_the_history_is_folded(page: Page, files: str, lay: Any) -> None:
    keeper = owner.keeper(asked.GAP)
    before = asked.GAP.model_dump(mode="json")
    long = "tide " * 5200
    edit = ItemEntry(
        timestamp=laid.NOW, user_id="ana", action="edited", outcome="refused", before=before,
        after=before | {"question": long}, reasons=[asked.refusal(f"“{long}” is no question.")],
    )  # fmt: skip
    keeper.entries[asked.GAP.item_id] = [edit]
    lay(keeper.answers())
    page.goto(laid.at(files, "s", laid.SESSION, "items", asked.GAP.item_id))
    entry = page.locator(".history li").first
    expect(entry.locator("ins summary")).to_contain_text("(26,000 characters)")
    expect(entry.locator("ins details > div")).to_be_hidden()
    expect(entry.locator(".reasons details > div")).to_be_hidden()
    expect(entry.locator("del")).to_have_text(asked.GAP.question)
    entry.locator("ins summary").click()
    expect(entry.locator("ins details > div")).to_be_visible()


def test_the_boxes_of_the_form_do_not_cut_their_text(page: Page, files: str, lay: Any) -> None:
    told = "That is the small tide near the half moons, and the text says so in as many words. " * 5
    options = [Option(option_id=one.option_id, text=one.text) for one in asked.options("neap tide", "spring tide")]
    item = asked.CHOICE.model_copy(update={"options": options, "explanations": [asked.why("a", told.strip())]})
    lay(owner.keeper(item).answers())
    for width in (1100, 360):
        page.set_viewport_size({"width": width, "height": 740})
        page.goto(laid.at(files, "s", laid.SESSION, "items", item.item_id))
        box = page.get_by_label("Why, of option 1", exact=True)
        expect(box).to_have_value(told.strip())
        assert box.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1"), width


def test_an_option_with_other_words_loses_its_old_explanation(page: Page, files: str, lay: Any) -> None:
    lay(owner.keeper(asked.CHOICE).answers())
    page.goto(laid.at(files, "s", laid.SESSION, "items", asked.CHOICE.item_id))
    page.get_by_label("Option 3", exact=True).fill("ebb tide")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_label("Why, of option 3", exact=True)).to_have_value("")
    expect(page.get_by_label("Why, of option 1", exact=True)).not_to_have_value("")
