"""Several documents make one course: every question, card and block says which of them it is from."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.houses import SAMPLES, Up, pensum
from tests.standins.documents import handouts
from tests.standins.learners.learner import Learner
from tests.standins.proofs import assert_cards_proved, assert_items_proved, plain
from tests.standins.tables import assert_nothing_doubled

pytestmark = pytest.mark.embedded
FIRST, SECOND = "plates.pdf", "leaves.docx"


@pytest.fixture(scope="module")
def course(house: Up, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What `pensum study plates.pdf leaves.docx` says."""
    folder: Path = tmp_path_factory.mktemp("several")
    (folder / FIRST).write_bytes((SAMPLES / "plate-tectonics.en.pdf").read_bytes())
    (folder / SECOND).write_bytes(handouts.word())
    done = pensum("study", "--json", folder / FIRST, folder / SECOND, "--data", house.data)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_questions_and_cards_come_from_both_and_name_theirs(course: dict[str, Any]) -> None:
    assert [each["filename"] for each in course["documents"]] == [FIRST, SECOND]
    for made in (course["quiz_items"], course["flashcards"]):
        assert {each["place"].partition(", ")[0] for each in made} == {FIRST, SECOND}
    places = {each["place"].rpartition(" ")[0] for each in course["quiz_items"]}
    assert places == {f"{FIRST}, p.", f"{SECOND}, section"}


def test_each_quote_stands_in_the_document_that_is_named(course: dict[str, Any], me: Learner) -> None:
    session = course["session_id"]
    items, blocks = me.items(session), me.blocks(session)
    assert_items_proved(items, blocks)
    assert_cards_proved(me.cards(session), blocks)
    sha256 = {each["filename"]: each["sha256"] for each in course["documents"]}
    assert {block["document_sha256"] for block in blocks.values()} == set(sha256.values())
    assert all(id.endswith(block["document_sha256"][:6]) for id, block in blocks.items())
    for item in items:
        assert item["proof"]["document_sha256"] == blocks[item["proof"]["block_id"]]["document_sha256"]
    for shown in (*course["quiz_items"], *course["flashcards"]):
        assert blocks[shown["block_id"]]["document_sha256"] == sha256[shown["place"].partition(", ")[0]]


def test_the_digest_is_of_both_and_the_state_adds_up(course: dict[str, Any], me: Learner, house: Up) -> None:
    session = course["session_id"]
    state, blocks = me.session(session), me.blocks(session)
    said = {
        name: " ".join(plain(block["text"]) for block in blocks.values() if block["document_sha256"] == sha256)
        for name, sha256 in ((each["filename"], each["sha256"]) for each in course["documents"])
    }
    terms = [plain(each["term"]) for each in state["context"]["keyConcepts"]]
    assert all(any(term in text for text in said.values()) for term in terms)
    for name, text in said.items():
        assert any(term in text for term in terms), f"nothing of {name} is a key concept"
    titles = {each["title"] for each in state["documents"]}
    assert {each["contentRef"].rpartition(", ")[0] for each in state["context"]["mainSections"]} == titles
    assert_nothing_doubled(house.house.database, session)


def test_the_same_file_twice_is_one_document_and_one_bad_one_is_named(me: Learner) -> None:
    text = handouts.plain("Two at once.")
    twice = me.upload_all({"a.txt": text, "b.txt": text}).json()["session_id"]
    assert [each["filename"] for each in me.settle(twice)["documents"]] == ["a.txt"]
    answer = me.upload_all({"good.txt": text, "bad.pdf": b"%PDF-1.7\n"}, prefer="wait=30")
    assert (answer.status_code, answer.json()["code"]) == (422, "damaged")
    assert "bad.pdf" in answer.json()["detail"]
    assert "good.txt" not in answer.json()["detail"]


def test_a_search_goes_through_both_by_slips_and_inflections_until_they_are_forgotten(me: Learner) -> None:
    files = {FIRST: (SAMPLES / "plate-tectonics.en.pdf").read_bytes(), SECOND: handouts.word()}
    session = me.upload_all(files).json()["session_id"]
    me.settle(session)

    def best(question: str) -> dict[str, Any]:
        answer = me.http.get(f"/sessions/{session}/search", params={"q": question})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()["passages"][0]
        return found

    slip = best("What is subducton?")
    assert (slip["filename"], slip["quote"].partition(" is ")[0]) == (FIRST, "Subduction")
    blocks = me.blocks(session)
    assert blocks[slip["block_id"]]["text"][slip["start"] : slip["end"]] == slip["quote"]
    assert blocks[slip["block_id"]]["source_page"] == slip["source_page"]
    marked = {
        "document": slip["document_sha256"],
        "block": slip["block_id"],
        "start": slip["start"],
        "end": slip["end"],
    }
    assert me.http.get(f"/sessions/{session}/pages/{slip['source_page']}.png", params=marked).status_code == 200
    inflected = best("chloroplasts' photosynthesising pigments")
    assert (inflected["filename"], inflected["page_kind"]) == (SECOND, "section")
    assert me.http.get(f"/sessions/{session}/search", params={"q": " "}).status_code == 400
    me.forget(session)
    assert me.http.get(f"/sessions/{session}/search", params={"q": "subduction"}).status_code == 404
