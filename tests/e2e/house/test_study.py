"""`pensum study` on the real house: from each sample enough items with proof, and a clear end for what is no course."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.houses import SAMPLES, Up, assert_nothing_left, pensum
from tests.standins.proofs import answer_words, plain
from tests.standins.tables import select

pytestmark = pytest.mark.embedded
BLOCKS_A_PAGE = 200
KEYS = {
    "session_id",
    "status",
    "doc_meta",
    "documents",
    "context",
    "flashcards",
    "quiz_items",
    "explanation",
    "examples",
    "refused",
    "shortfall",
    "notes",
    "spending",
    "error",
}


def study(*arguments: str | Path) -> tuple[int, dict[str, Any]]:
    """Exit status and the one object."""
    done = pensum("study", "--json", *arguments)
    assert done.stdout.count("\n") == 1, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert set(found) == KEYS
    return done.returncode, found


def blocks(house: Up, session: str) -> dict[str, str]:
    """Each block's text."""
    found: dict[str, str] = {}
    headers = {"Authorization": f"Bearer {house.house.owner_token}"}
    with httpx.Client(base_url=house.house.url, headers=headers, timeout=20, trust_env=False) as client:
        while True:
            query = {"offset": len(found), "limit": BLOCKS_A_PAGE}
            page = client.get(f"/v1/sessions/{session}", params=query).raise_for_status().json()["extracted_blocks"]
            new = {block["block_id"]: block["text"] for block in page}
            if not new.keys() - found.keys():
                return found
            found |= new


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.pdf")), ids=lambda path: path.stem)
def test_each_sample_gives_items_and_cards_whose_quotes_stand_in_the_text(sample: Path, house: Up) -> None:
    status, found = study(sample, "--data", house.data)
    assert (status, found["status"], found["error"]) == (0, "ready", None)
    assert len(found["quiz_items"]) >= 5
    assert len({item["type"] for item in found["quiz_items"]}) >= 2
    assert len(found["flashcards"]) >= 4
    text = blocks(house, found["session_id"])
    for item in found["quiz_items"]:
        assert item["quote"] in text[item["block_id"]]
        assert item["answer_text"]
        if item["type"] not in ("matching", "ordering"):  # Their parts have quotes of their own.
            assert all(plain(words) in plain(item["quote"]) for words in answer_words(item)), item["question"]
    for card in found["flashcards"]:
        assert card["quote"] in text[card["block_id"]]


def test_what_is_asked_is_what_comes(house: Up) -> None:
    order = ("--questions", "3", "--flashcards", "2", "--goals", "multiple_choice_quiz,flashcards")
    status, found = study(SAMPLES / "plate-tectonics.en.pdf", "--data", house.data, *order)
    assert status == 0
    assert [item["type"] for item in found["quiz_items"]] == ["multiple_choice"] * 3
    assert len(found["flashcards"]) == 2


@pytest.mark.parametrize(
    ("name", "content", "code", "status"),
    [
        ("empty.pdf", b"", "empty_file", 3),
        ("recording.pdf", b"ID3\x04" + bytes(64), "unsupported_type", 2),
        ("damaged.pdf", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog", "damaged", 3),
    ],
)
def test_what_is_no_course_ends_with_its_code(
    name: str, content: bytes, code: str, status: int, tmp_path: Path, house: Up
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    ended, found = study(file, "--data", house.data)
    assert (ended, found["error"]["code"]) == (status, code)
    assert found["error"]["action"]
    assert re.fullmatch("[0-9a-f]{32}", found["error"]["trace_id"])
    assert found["quiz_items"] == found["flashcards"] == []


def test_an_order_that_breaks_its_contract_ends_with_2_and_names_the_field(house: Up) -> None:
    ended, found = study(SAMPLES / "photosynthesis.en.pdf", "--data", house.data, "--questions", "500")
    assert (ended, found["error"]["status"]) == (2, 400)
    assert "numQuizQuestions" in found["error"]["fields"]


def test_a_session_that_has_not_failed_cannot_be_retried(house: Up) -> None:
    _, found = study(SAMPLES / "photosynthesis.en.pdf", "--data", house.data)
    done = pensum("retry", found["session_id"], "--json", "--data", house.data)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["status"] == 409


def test_its_journal_leads_to_its_state_and_nothing_of_it_was_parked(house: Up) -> None:
    _, found = study(SAMPLES / "vannets-kretslop.no.pdf", "--data", house.data)
    done = pensum("replay", found["session_id"], "--data", house.data)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "equal" in done.stdout
    assert select(house.house.database, "select * from parked where session_id = %s", found["session_id"]) == []


def test_without_a_house_it_starts_one_for_the_time(data: Path) -> None:
    status, found = study(SAMPLES / "photosynthesis.en.pdf", "--data", data)
    assert status == 0
    assert found["quiz_items"]
    assert_nothing_left(data)
