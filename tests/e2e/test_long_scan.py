"""A scan in many ranges: progress is real, and a Reader that is killed in the middle costs one range at most."""

import os
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.reading import PagesRead
from tests.e2e.houses import Up, assert_nothing_left
from tests.standins.learner import Learner
from tests.standins.proofs import assert_items_proved
from tests.standins.scans import scan, text_pages, text_pdf
from tests.standins.tables import assert_nothing_doubled, journal, select
from tests.standins.topics import messages

PAGES, AT_ONCE = 14, 2
pytestmark = [
    pytest.mark.embedded,
    pytest.mark.timeout(150),
    pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is missing: deploy/setup.sh ocr"),
]


@pytest.fixture
def house() -> Iterator[Up]:
    """A house that reads scans page by page, two at once."""
    around = Path(tempfile.mkdtemp(prefix="pensum-e2e-"))
    around.chmod(0o711)
    with Up(around / "data", env={"PENSUM_READER_OCR_RANGE_PAGES": "1", "PENSUM_READER_CHILDREN": str(AT_ONCE)}) as up:
        yield up
    assert_nothing_left(around)
    shutil.rmtree(around)


def test_a_killed_reader_costs_one_range(house: Up) -> None:
    truth = ["\n".join(page.split("\n")[:12]) for page in text_pages(PAGES)]
    kafka, database = house.house.kafka, house.house.database
    with Learner(house.house.url, house.house.owner_token, house.house.learner_token, patience=120) as me:
        session = me.upload(scan(text_pdf(truth), "clean150"), name="long.pdf").json()["session_id"]
        seen = [(0, 0)]
        killed = False
        while (state := me.session(session))["status"] in ("accepted", "reading"):
            progress = state["progress"] or {}
            seen.append((progress.get("pages_done", 0), progress.get("pages_total", 0)))
            if not killed and seen[-1][0] >= 4:
                os.kill(house.room("reader").pid, signal.SIGKILL)
                killed = True
            time.sleep(0.1)
        assert killed, "it was read before it could be killed"
        assert me.settle(session)["status"] == "ready"
        assert_items_proved(me.items(session), me.blocks(session))
    # The bar moves, page by page, and never back.
    done = [each for each, _ in seen]
    assert done == sorted(done)
    assert {total for _, total in seen} <= {0, PAGES}
    assert len(set(done)) >= 5
    # Each page was told once; only what the killed Reader had in hand was read twice.
    told = Counter(each.letter.number for each in messages(kafka, session) if isinstance(each.letter, PagesRead))
    assert sorted(told) == list(range(1, PAGES + 1))
    runs = select(database, "select * from agent_runs where session_id = %s and agent = 'reader'", session)
    assert len(runs) == len({row["input_hash"] for row in runs})
    begun = [row for row in journal(database, session) if row["type"] == PagesRead.letter_type]
    assert len(begun) == PAGES
    assert_nothing_doubled(database, session)
