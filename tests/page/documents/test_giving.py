"""Giving documents: several at once, taken back again, of all types, and once more with a password."""

from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from contracts.problems import Code, problem
from tests.page import laid

pytestmark = pytest.mark.browser

ENCRYPTED = problem(Code.ENCRYPTED, "one.pdf is encrypted: it asks for the password that opens it.")
LISTS: laid.Json = {
    "GET /v1/reviews": {"reviews": [], "next": None},
}
SECOND = "99999999-2222-4333-8444-555555555555"


def file(name: str, content: bytes = b"words") -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def settings(page: Page) -> None:
    """Opens them: then documents are collected until the button is pressed."""
    page.get_by_text("More settings, or several documents").click()


class Taken:
    """Takes uploads and remembers their bodies; each becomes the next of the sessions."""

    def __init__(self, *sessions: object) -> None:
        self.bodies: list[str] = []
        self.keys: list[str] = []
        self._sessions = [str(session) for session in sessions]

    def __call__(self, route: Route) -> None:
        self.bodies.append((route.request.post_data_buffer or b"").decode("utf-8", "replace"))
        self.keys.append(route.request.headers["idempotency-key"])
        route.fulfill(status=202, json={"session_id": self._sessions.pop(0)})


def test_several_documents_are_chosen_one_removed_and_the_rest_sent_in_order(page: Page, files: str, lay: Any) -> None:
    taken = Taken(laid.SESSION)
    lay({**LISTS, "POST /v1/documents": taken, f"GET {laid.BASE}": laid.reading(0, 3)})
    page.goto(f"{files}/#token=t")
    settings(page)
    page.set_input_files("#file", [file("one.pdf"), file("two.docx")])
    page.set_input_files("#file", [file("three.vtt"), file("one.pdf")])
    expect(page.locator(".chosen li")).to_have_count(4)  # Another file may bear the same name.
    page.get_by_role("button", name="Remove two.docx").click()
    page.get_by_role("button", name="Remove one.pdf").last.click()
    page.get_by_role("button", name="Make my course").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tides")
    [body] = taken.bodies
    assert [body.count(f'name="file"; filename="{name}"') for name in ("one.pdf", "two.docx", "three.vtt")] == [1, 0, 1]
    assert body.index("one.pdf") < body.index("three.vtt")
    assert 'name="password"' not in body


def test_what_is_dropped_anywhere_on_the_page_is_taken(page: Page, files: str, lay: Any) -> None:
    lay(LISTS)
    page.goto(f"{files}/#token=t")
    settings(page)
    page.evaluate(
        """() => {
            const given = new DataTransfer();
            given.items.add(new File(["a"], "notes.md"));
            given.items.add(new File(["b"], "scan.tiff"));
            for (const type of ["dragover", "drop"]) {
                document.querySelector("h1").dispatchEvent(
                    new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: given }));
            }
        }"""
    )
    expect(page.locator(".chosen .file-name")).to_have_text(["notes.md", "scan.tiff"])


def test_all_types_that_are_read_can_be_chosen(page: Page, files: str, lay: Any) -> None:
    lay(LISTS)
    page.goto(f"{files}/#token=t")
    accepted = set((page.locator("#file").get_attribute("accept") or "").split(","))
    ends = ("pdf", "txt", "md", "html", "docx", "pptx", "epub", "srt", "vtt", "png", "jpg", "jpeg", "tif", "tiff")
    assert {f".{end}" for end in ends} <= accepted


def test_nothing_chosen_is_said_and_not_sent(page: Page, files: str, lay: Any) -> None:
    asked = lay(LISTS)
    page.goto(f"{files}/#token=t")
    settings(page)
    page.get_by_role("button", name="Make my course").click()
    expect(page.get_by_role("alert")).to_have_text("Choose a document first.")
    assert not [one for one in asked if one.startswith("POST")]


def test_an_encrypted_document_is_sent_again_with_its_password(page: Page, files: str, lay: Any) -> None:
    taken = Taken(laid.SESSION, SECOND)
    again = laid.state("reading", session_id=SECOND)
    lay(
        {
            **LISTS,
            "POST /v1/documents": taken,
            f"GET {laid.BASE}": laid.state("failed", error=ENCRYPTED),
            f"GET /v1/sessions/{SECOND}": again,
        }
    )
    page.goto(f"{files}/#token=t")
    settings(page)
    page.set_input_files("#file", file("one.pdf", b"locked bytes"))
    page.get_by_label("Audience").fill("sailors")
    page.get_by_role("button", name="Make my course").click()
    expect(page.get_by_role("alert")).to_contain_text(ENCRYPTED.detail)
    page.get_by_role("button", name="Send again with the password").click()
    expect(page.get_by_text("Type the password.")).to_be_visible()
    page.get_by_label("Password").fill("höy vann")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/#/s/{SECOND}")
    first, second = taken.bodies
    for part in ('filename="one.pdf"', "locked bytes", "sailors"):
        assert part in first
        assert part in second
    assert "höy vann" in second
    assert 'name="password"' not in first
    assert taken.keys[0] != taken.keys[1]


def test_after_a_reload_the_encrypted_document_is_asked_for_again(page: Page, files: str, lay: Any) -> None:
    taken = Taken(SECOND)
    lay(
        {
            "POST /v1/documents": taken,
            f"GET {laid.BASE}": laid.state("failed", error=ENCRYPTED),
            f"GET /v1/sessions/{SECOND}": laid.state("reading", session_id=SECOND),
        }
    )
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{files}/#token=t&/s/{laid.SESSION}")
    page.get_by_label("Password").fill("secret")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.keyboard.press("Enter")
    expect(page.get_by_text("Choose the document.")).to_be_visible()
    page.get_by_label("The document once more").set_input_files(file("one.pdf"))
    page.get_by_role("button", name="Send again with the password").click()
    page.wait_for_url(f"**/#/s/{SECOND}")
    assert "secret" in taken.bodies[0]


def test_a_password_refused_at_once_is_asked_for_in_the_form(page: Page, files: str, lay: Any, faults: Any) -> None:
    def refused(route: Route) -> None:
        route.fulfill(status=422, json=ENCRYPTED.body(trace_id=None, instance="/v1/documents"))

    lay({**LISTS, "POST /v1/documents": refused})
    page.goto(f"{files}/#token=t")
    page.set_input_files("#file", file("one.pdf"))
    expect(page.get_by_label("Password")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text(ENCRYPTED.detail)


def test_what_is_chosen_is_sent_at_once_and_a_bar_tells_the_bytes(
    page: Page, files: str, lay: Any, faults: Any
) -> None:
    """One press chooses; nothing else is pressed before the course is there."""
    taken = Taken(laid.SESSION)
    lay({**LISTS, "POST /v1/documents": taken, f"GET {laid.BASE}": laid.reading(0, 3)})
    page.goto(f"{files}/#token=t")
    page.evaluate(
        """() => {
            const sent = new Set();
            window.sent = sent;
            new MutationObserver(() => {
                const bar = document.querySelector(".sending progress");
                if (bar?.max > 1) sent.add(bar.max);
            }).observe(document.body, { childList: true, subtree: true, attributes: true });
        }"""
    )
    page.set_input_files("#file", file("one.pdf", b"x" * 200_000))
    page.wait_for_url(f"**/#/s/{laid.SESSION}")
    assert 'filename="one.pdf"' in taken.bodies[0]
    assert all(most > 200_000 for most in page.evaluate("[...window.sent]"))
    faults.assert_none()


def test_pasted_text_becomes_a_document_named_after_its_first_line(page: Page, files: str, lay: Any) -> None:
    taken = Taken(laid.SESSION)
    lay({**LISTS, "POST /v1/documents": taken, f"GET {laid.BASE}": laid.reading(0, 1)})
    page.goto(f"{files}/#token=t")
    page.get_by_role("button", name="Paste text").click()
    page.get_by_role("button", name="Make my course").click()
    expect(page.get_by_role("alert")).to_have_text("Paste some text first.")
    page.get_by_label("The text to learn from").fill("Tides: why they come\n\nThe moon pulls at the sea.")
    page.get_by_role("button", name="Make my course").click()
    page.wait_for_url(f"**/#/s/{laid.SESSION}")
    assert 'filename="Tides why they come.txt"' in taken.bodies[0]
    assert "The moon pulls at the sea." in taken.bodies[0]


@pytest.mark.parametrize(
    ("language", "sample"), [("en-GB", "photosynthesis.en.pdf"), ("nb-NO", "vannets-kretslop.no.pdf")]
)
def test_the_sample_is_one_press_in_the_readers_language(
    page: Page, files: str, lay: Any, faults: Any, language: str, sample: str
) -> None:
    taken = Taken(laid.SESSION)
    lay({**LISTS, "POST /v1/documents": taken, f"GET {laid.BASE}": laid.reading(0, 4)})
    page.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ get: () => ['{language}'] }})")
    page.goto(f"{files}/#token=t")
    page.locator(".sample button").click()
    page.wait_for_url(f"**/#/s/{laid.SESSION}")
    assert f'filename="{sample}"' in taken.bodies[0]
    assert "%PDF" in taken.bodies[0]
    faults.assert_none()


def test_a_photo_is_taken_where_there_is_a_camera_and_several_are_collected(page: Page, files: str, lay: Any) -> None:
    lay(LISTS)
    page.add_init_script(
        "const ask = matchMedia.bind(window);"
        "window.matchMedia = (one) => one === '(pointer: coarse)' ? { matches: true } : ask(one);"
    )
    page.goto(f"{files}/#token=t")
    assert page.locator("#photo").get_attribute("capture") == "environment"
    page.set_input_files("#photo", file("1.jpg"))
    page.set_input_files("#photo", file("2.jpg"))
    expect(page.locator(".chosen .file-name")).to_have_text(["1.jpg", "2.jpg"])
    expect(page.get_by_text("Take another photo")).to_be_visible()
    expect(page.get_by_role("button", name="Make my course")).to_be_visible()
