"""A scan in many ranges: its bar moves page by page, and a Reader that is killed in the middle costs one range."""

import json
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.reading import PagesRead
from tests.e2e.houses import Up, assert_nothing_left
from tests.standins.documents import handouts
from tests.standins.installed import needs_tesseract
from tests.standins.learners.learner import Learner
from tests.standins.proofs import assert_items_proved
from tests.standins.tables import assert_nothing_doubled, folded
from tests.standins.topics import messages

PAGES = 8
pytestmark = [
    pytest.mark.embedded,
    pytest.mark.timeout(240),
    needs_tesseract,
]


@pytest.fixture
def house() -> Iterator[Up]:
    """A house that reads scans page by page, one at a time."""
    around = Path(tempfile.mkdtemp(prefix="pensum-e2e-"))
    around.chmod(0o711)
    with Up(around / "data", env={"PENSUM_READER_OCR_RANGE_PAGES": "1", "PENSUM_READER_CHILDREN": "1"}) as up:
        yield up
    assert_nothing_left(around)
    shutil.rmtree(around)


def pages_read(house: Up, session: str) -> tuple[list[int], list[int]]:
    """The pages that were read to the end, as the first Reader logged them and as the one after it did."""
    lives: list[list[int]] = []
    for line in (house.data / "logs" / "reader.log").read_text().splitlines():
        said = json.loads(line)
        if said["message"] == "ready":
            lives.append([])
        elif said.get("session_id") == session and "first_page" in said:
            assert said["first_page"] == said["last_page"]
            lives[-1].append(said["first_page"])
    first, second = lives
    return first, second


def test_a_killed_reader_costs_one_range(house: Up) -> None:
    kafka, database = house.house.kafka, house.house.database
    with Learner(house.house.url, house.house.owner_token, house.house.learner_token, patience=120) as me:
        session = me.upload(handouts.short_scan(PAGES, seed=9, lines=10), name="long.pdf").json()["session_id"]
        seen = [(0, 0)]
        killed = False
        while (state := me.session(session))["status"] in ("accepted", "reading"):
            progress = state["progress"] or {}
            seen.append((progress.get("pages_done", 0), progress.get("pages_total", 0)))
            if not killed and seen[-1][0] >= 3:
                os.kill(house.service("reader").pid, signal.SIGKILL)
                killed = True
            time.sleep(0.1)
        assert killed, "it was read before it could be killed"
        assert me.settle(session)["status"] == "ready"
        items, blocks = me.items(session), me.blocks(session)
    assert_items_proved(items, blocks)
    assert {block["source_page"] for block in blocks.values()} == set(range(1, PAGES + 1))
    # The bar moves, page by page, and never back.
    done = [each for each, _ in seen]
    assert done == sorted(done)
    assert {total for _, total in seen} <= {0, PAGES}
    assert len(set(done)) >= PAGES // 2
    # No page that was read before is read again: what was lost is the one that was in hand, read by the next Reader.
    before, after = pages_read(house, session)
    assert len(before) >= 3
    assert after
    assert sorted([*before, *after]) == list(range(1, PAGES + 1))
    # And each was folded once.
    told = {each.message.number for each in messages(kafka, session) if isinstance(each.message, PagesRead)}
    assert told == set(range(1, PAGES + 1))
    assert folded(database, session)[PagesRead.type_name] == PAGES
    assert_nothing_doubled(database, session)
