"""The search on a session's page: passages marked in their neighbours, with their places, and what became of words."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from contracts.problems import Code, problem
from contracts.views.search import PassageView, SoughtWord
from services.gateway.search.schemas import Passages
from tests.page import laid

pytestmark = pytest.mark.browser
HERE = "Search in the text"


def passage(**changed: Any) -> PassageView:
    usual: dict[str, Any] = {
        "document_sha256": laid.SHA,
        "filename": "tides.pdf",
        "title": "Tides",
        "page_kind": "page",
        "source_page": 3,
        "block_id": f"p3b1-{laid.SHA[:6]}",
        "start": 14,
        "end": 46,
        "heading": "The <b>moon</b>",
        "before": "It is large.",
        "quote": "A spring tide comes at full moon.",
        "after": "A neap tide does not.",
        "share": 0.9,
        "words": ["tide"],
    }
    return PassageView(**{**usual, **changed})


def found(*passages: PassageView, total: int = 0, notice: str = "", words: tuple[SoughtWord, ...] = ()) -> laid.Json:
    told = Passages(
        passages=list(passages), total=total or len(passages), words=list(words), languages=["en"], notice=notice
    )
    return told.model_dump(mode="json")


def test_a_place_that_was_not_read_surely_is_named_with_its_button(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    told = found(notice="Page 3 has a passage that could not be read surely.")
    told["unsure"] = [{"document_sha256": laid.SHA, "block_id": "p3b1", "source_page": 3, "last_page": None}]
    lay({f"GET {laid.BASE}": laid.state(), f"GET {laid.BASE}/search?q=tide": told})
    page.goto(f"{files}/#token=t&/s/{laid.SESSION}")
    search(page, "tide")
    expect(page.get_by_text("Page 3 has a passage that could not be read surely.")).to_be_visible()
    expect(page.locator(".search").get_by_role("button", name="See where it stands")).to_be_visible()
    faults.assert_none()


def search(page: Page, words: str) -> None:
    page.get_by_label(HERE).fill(words)
    page.get_by_label(HERE).press("Enter")


def test_passages_are_marked_in_their_neighbours_and_name_their_places(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    words = (
        SoughtWord(word="tyde", how="typo", written=["tide"]),
        SoughtWord(word="quark", how="nowhere", written=[]),
        SoughtWord(word="moon", how="same", written=["moon"]),
    )
    asked = lay(
        {
            f"GET {laid.BASE}": laid.state(),
            f"GET {laid.BASE}/search?q=tyde+%26+moon": found(passage(), total=12, words=words),
        }
    )
    page.goto(f"{files}/#token=t&/s/{laid.SESSION}")
    search(page, " tyde & moon ")
    here = page.get_by_role("listitem").filter(has_text="It is large.")
    expect(here.locator("mark")).to_have_text("A spring tide comes at full moon.")
    expect(here).to_contain_text("It is large. A spring tide comes at full moon. A neap tide does not.")
    expect(here).to_contain_text("The <b>moon</b>")
    expect(here).to_contain_text("Page 3")
    expect(here.get_by_role("button", name="See where it stands")).to_be_visible()
    expect(page.get_by_text("“tyde” was taken for “tide”.")).to_be_visible()
    expect(page.get_by_text("“quark” does not stand in the text.")).to_be_visible()
    expect(page.locator("main").get_by_text("The best 1 of 12 passages")).to_be_visible()
    assert sum("/search" in each for each in asked) == 1
    faults.assert_none()


def test_what_only_its_meaning_has_found_says_so(page: Page, files: str, lay: Any, faults: Any) -> None:
    near, both = passage(share=0, words=[], likeness=0.61), passage(quote="It has both.", likeness=0.6)
    lay({f"GET {laid.BASE}": laid.state(), f"GET {laid.BASE}/search?q=springflo": found(near, both)})
    page.goto(f"{files}/#token=t&/s/{laid.SESSION}")
    search(page, "springflo")
    expect(page.get_by_role("listitem").filter(has_text="A spring tide")).to_contain_text("Found by its meaning.")
    expect(page.get_by_role("listitem").filter(has_text="It has both.")).not_to_contain_text("Found by its meaning.")
    faults.assert_none()


def test_nothing_found_another_language_and_a_failure_are_said(page: Page, files: str, lay: Any) -> None:
    away = problem(Code.UNAVAILABLE, "The database is away.")
    lay(
        {
            f"GET {laid.BASE}": laid.state(),
            f"GET {laid.BASE}/search?q=Springflut": found(notice="Der Text ist auf Englisch."),
            f"GET {laid.BASE}/search?q=tide": lambda route: route.fulfill(
                status=away.status, json=away.model_dump(mode="json")
            ),
        }
    )
    page.goto(f"{files}/#token=t&/s/{laid.SESSION}")
    search(page, "Springflut")
    expect(page.get_by_text("Der Text ist auf Englisch.")).to_be_visible()
    expect(page.locator("main").get_by_text("Nothing was found.")).to_be_visible()
    search(page, "tide")
    expect(page.get_by_text("The database is away.")).to_be_visible()
    expect(page.get_by_text("Der Text ist auf Englisch.")).to_have_count(0)


@pytest.mark.parametrize("status", ["reading", "pending_review"])
def test_where_there_is_no_text_there_is_no_search(page: Page, files: str, lay: Any, status: str) -> None:
    shown = laid.reading(1, 5) if status == "reading" else laid.state(status, error=laid.HELD)
    lay({f"GET {laid.BASE}": shown, f"GET {laid.REVIEW}": laid.review()})
    page.goto(f"{files}/#token=t&/s/{laid.SESSION}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tides")
    expect(page.get_by_label(HERE)).to_be_hidden()
