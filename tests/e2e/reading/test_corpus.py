"""`pensum study` on every file of a folder of real documents, if it lies beside the checkout, as its manifest says.

Collected only where the folder is (conftest.py). PENSUM_CORPUS names another one.
"""

import json
import re
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from services.console.study.client import Trouble
from services.console.study.course import no_course
from services.console.study.files import obtain, tell
from tests.e2e.corpus import FOLDER
from tests.e2e.houses import Up

MANIFEST = json.loads((FOLDER / "manifest.json").read_text("utf-8"))["documents"]
EXITS = {"200": {0}, "413": {2}, "415": {2}, "422": {3}, "4xx": {2, 3}}
LANGUAGES = {"en": "en", "de": "de", "fr": "fr", "ar": "ar", "nb": "no"}
# What a learner reads first, where the manifest says what is wrong.
CODES = {
    "invalid-header-only.pdf": {"damaged"},
    "xfa-livecycle.pdf": {"no_text", "damaged"},
    "blank-page.pdf": {"no_text"},
    "encrypted-user-password-aes256.pdf": {"encrypted"},
    "made-01_zero.pdf": {"empty_file"},
    "made-03_html_named.pdf": {"unsupported_type", "text_too_short", "no_text"},
    "made-33_pages_self_cycle.pdf": {"damaged"},
    "made-37_10000_pages.pdf": {"too_many_pages"},
    "made-21_flate_flate_4GiB.pdf": {"reading_limit", "damaged"},
    "handwritten-lincoln-letter.pdf": {"low_confidence"},
    "scan-blank.pdf": {"no_text"},
}
Json = dict[str, Any]
PATIENCE_SECONDS = 400
AT_ONCE = 4


def exits(expected: str) -> set[int]:
    """The exit statuses that a line of the manifest allows; what it calls borderline may end either way."""
    if expected.startswith("borderline"):
        return {0, 3}
    named = re.match(r"[\dx]+(?:/[\dx]+)*", expected)
    assert named, expected
    return set[int]().union(*(EXITS[code] for code in named.group().split("/")))


def studied(up: Up, file: Path) -> Json:
    """What `pensum study --json` is about to say of a file."""
    with up.owner() as gateway:
        try:
            session = gateway.upload([file], {})["session_id"]
        except Trouble as refused:
            return no_course(refused.problem)
        return obtain(gateway, session, PATIENCE_SECONDS, lambda state: None)


@pytest.fixture(scope="module")
def ends(up: Up) -> Iterator[dict[str, Future[Json]]]:
    """How each document ends; several are read at once, for one alone would leave cores idle."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {entry["path"]: pool.submit(studied, up, FOLDER / entry["path"]) for entry in MANIFEST}
        pool.shutdown(cancel_futures=True)


@pytest.mark.embedded
@pytest.mark.timeout(PATIENCE_SECONDS + 20)
@pytest.mark.parametrize("entry", MANIFEST, ids=lambda entry: entry["path"])
def test_a_real_document_ends_as_its_manifest_says(
    entry: Json, ends: dict[str, Future[Json]], capfd: pytest.CaptureFixture[str]
) -> None:
    file, expected = FOLDER / entry["path"], entry["expected"]
    status = tell(ends[entry["path"]].result(), None, as_json=True)
    out, err = capfd.readouterr()
    found = json.loads(out)
    said = (found["error"] or {}).get("detail", "")
    assert status in exits(expected), (status, said, expected)
    if status == 0:
        assert_course(found, entry)
    else:
        assert said, "a failure is a sentence"
        assert said in err
        assert found["error"]["trace_id"]
        assert found["error"]["action"]
    if file.name in CODES and status:
        assert found["error"]["code"] in CODES[file.name]
    if "pending manual review" in expected:
        assert found["status"] == "pending_review"
        assert (found["quiz_items"], found["flashcards"]) == ([], [])


def assert_course(found: Json, entry: Json) -> None:
    """There is something to learn from, with its place; language and confidence are as the manifest says."""
    material = [*found["quiz_items"], *found["flashcards"]]
    assert material
    assert all(each["source_page"] >= 1 and each["quote"] for each in material)
    document = found["documents"][0]
    wanted = LANGUAGES.get(entry.get("language") or "")
    if wanted and entry["kind"] in ("text", "other"):
        assert document["language"] == wanted
    if entry["kind"] in ("scanned", "mixed"):
        assert document["ocr_confidence"] >= 75
    if entry["kind"] == "text":
        assert document["ocr_confidence"] is None, "a text layer needs no OCR"
