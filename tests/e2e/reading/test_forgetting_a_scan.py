"""Forgetting a reviewed scan leaves nothing of it: no row, no document, password, plan, picture or correction."""

from collections import Counter
from pathlib import Path

import pytest

from tests.e2e.houses import Up, files_below
from tests.standins.documents import handouts
from tests.standins.installed import needs_tesseract
from tests.standins.learners.learner import Learner
from tests.standins.tables import every_row

pytestmark = [
    pytest.mark.embedded,
    pytest.mark.timeout(240),
    needs_tesseract,
]
SECRET = "Kvitebjørn-2024"
TYPED = "Glaciers carve fjords. A fjord is a long, narrow inlet of the sea between high cliffs, made by a glacier."


def files(house: Up) -> Counter[str]:
    """The files in the house's store, by the folder that they lie in."""
    store = Path(house.house.blobs)
    return Counter(path.relative_to(store).parts[0] for path in files_below(store))


def test_everything_of_a_reviewed_scan_goes(house: Up) -> None:
    running = house.house
    before = files(house)
    with Learner(running.url, running.owner_token, running.learner_token, patience=90) as me:
        scan = handouts.locked(handouts.unreadable_scan(seed=11), SECRET)
        state = me.study(scan, name="scribbles-to-forget.pdf", password=SECRET)
        assert (state["status"], state["error"]["code"]) == ("pending_review", "low_confidence")
        session = state["session_id"]
        page = me.http.get(f"/sessions/{session}/review/pages/1").json()
        assert me.http.get(page["picture"].removeprefix("/v1")).status_code == 200
        assert me.http.get(f"/sessions/{session}/pages/1.png", params={"width": 200}).status_code == 200
        me.post(f"/sessions/{session}/review/pages/1", {"text": "Glaciers carve."})
        me.post(f"/sessions/{session}/review/pages/1", {"text": f"{TYPED}\n\n{TYPED.replace('fjord', 'sound')}"})
        me.post(f"/sessions/{session}/review/approve", {})
        assert me.settle(session, after=state["version"] + 2)["status"] in ("ready", "failed")
        made = files(house) - before
        assert made["corrections"] == 2
        assert made["pictures"] == 2
        assert made.keys() >= {"documents", "passwords", "plans", "readings", "memo"}
        me.forget(session)
        me.until(
            lambda: files(house) == before, lambda: f"left: {files(house) - before}, gone: {before - files(house)}"
        )
        rows = "\n".join(every_row(running.database))
        assert session in rows, "its tombstone"
        for word in ("scribbles-to-forget", "Glaciers carve", state["documents"][0]["sha256"]):
            assert word not in rows, word
        assert me.http.get(f"/sessions/{session}/review").status_code == 404
        assert session not in me.http.get("/reviews").text
