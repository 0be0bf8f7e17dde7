"""Every format once through a whole house, under a name that says something else: items proved from its text."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.houses import Up
from tests.standins.documents import handouts
from tests.standins.installed import needs_tesseract
from tests.standins.learners.learner import Learner
from tests.standins.proofs import assert_cards_proved, assert_items_proved

pytestmark = [pytest.mark.embedded, pytest.mark.timeout(240)]
Json = dict[str, Any]
OFFICE = "application/vnd.openxmlformats-officedocument."
# By name: how it is made, its wrong name, and what the house must say of it: its type, and what it counts by.
FORMATS: dict[str, tuple[Callable[[], bytes], str, str, str]] = {
    "text": (handouts.plain, "lesson.pdf", "text/plain", "section"),
    "markdown": (handouts.markdown, "lesson.txt", "text/markdown", "section"),
    "html": (handouts.web, "lesson.docx", "text/html", "section"),
    "docx": (handouts.word, "lesson.pptx", f"{OFFICE}wordprocessingml.document", "section"),
    "pptx": (handouts.slides, "lesson.docx", f"{OFFICE}presentationml.presentation", "slide"),
    "epub": (handouts.book, "lesson.html", "application/epub+zip", "section"),
    "srt": (handouts.subrip, "lesson.md", "application/x-subrip", "cue"),
    "vtt": (handouts.captions, "lesson.srt", "text/vtt", "cue"),
    "png": (handouts.png, "lesson.tiff", "image/png", "page"),
    "tiff": (handouts.tiff, "lesson.png", "image/tiff", "page"),
}
PICTURES = ("png", "tiff")


@pytest.fixture(scope="module")
def reader(house: Up) -> Iterator[Learner]:
    running = house.house
    with Learner(running.url, running.owner_token, running.learner_token, patience=120) as learner:
        yield learner


@pytest.fixture(scope="module")
def sessions(reader: Learner) -> dict[str, str]:
    """All of them at once: the session of each."""
    found = {}
    for name, (make, wrong_name, _, _) in FORMATS.items():
        answer = reader.upload(make(), name=wrong_name)
        assert answer.status_code == 202, answer.text
        found[name] = answer.json()["session_id"]
    return found


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=needs_tesseract if name in PICTURES else ()) for name in FORMATS]
)
def test_a_document_is_read_by_its_content_whatever_its_name_says(
    name: str, reader: Learner, sessions: dict[str, str]
) -> None:
    session, (_, wrong_name, media_type, page_kind) = sessions[name], FORMATS[name]
    state = reader.settle(session)
    assert (state["status"], state["error"]) == ("ready", None)
    [document] = state["documents"]
    assert (document["filename"], document["media_type"], document["page_kind"], document["language"]) == (
        wrong_name,
        media_type,
        page_kind,
        "en",
    )
    assert (document["ocr_confidence"] is not None) == (name in PICTURES)
    items, cards, blocks = reader.items(session), reader.cards(session), reader.blocks(session)
    assert len(items) >= 3
    assert cards
    assert_items_proved(items, blocks)
    assert_cards_proved(cards, blocks)
    assert {block["document_sha256"] for block in blocks.values()} == {document["sha256"]}
    if page_kind == "cue":
        assert_times(blocks)
    if name in ("markdown", "html", "docx", "pptx", "epub"):
        headings = [block["text"] for block in blocks.values() if block["kind"] == "heading"]
        assert {each.heading for each in handouts.sections()} <= set(headings)


def assert_times(blocks: dict[str, Json]) -> None:
    """Every block says when it is spoken, in order."""
    at = [(block["start_sec"], block["end_sec"]) for block in blocks.values()]
    assert at == sorted(at)
    assert all(start < end for start, end in at)
    assert at[0][0] == 0
