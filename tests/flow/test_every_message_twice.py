"""The whole journey, every message delivered twice, in shuffled order, by two orchestrators: the same final rows."""

import logging
import random
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid5

import pytest

from contracts.editing import ItemDecided, ItemEdited, ItemRetracted, RegenerationRequested
from contracts.items import Cloze
from contracts.reading import PageCorrected, ReviewDecided
from contracts.session import QuizRequested
from services.chassis.storage.database import connect
from services.console.embedded.postgres import Postgres
from services.orchestrator.batch.replay import replay
from tests.flow.shuffling import shuffled
from tests.standins import database
from tests.standins.messages import Hall, Rec, all_answers, document, said, submitted

SESSION, COURSE, ATTEMPT = UUID(int=11), UUID(int=12), UUID(int=13)
TABLES = (
    "courses",
    "documents",
    "readings",
    "blocks",
    "quizzes",
    "items",
    "flashcards",
    "attempts",
    "results",
    "notes",
    "reading_members",
    "item_history",
)
BAD = document("long bad.pdf")
CHANGING = ("created_at", "uploaded_at", "submitted_at", "graded_at", "timestamp", "updated_at")


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def same_id(record: Rec, name: str) -> Rec:
    """The record with an id that is the same in every run: what derives from it is too."""
    headers = [(key, str(uuid5(SESSION, name)).encode() if key == "ce_id" else value) for key, value in record.headers]
    return record._replace(headers=headers)


async def deliver(halls: list[Hall], records: list[Rec], times: int, rng: random.Random) -> None:
    """All that follows from these: each record so many times, in any order, to any of the orchestrators."""
    waiting = [record for record in records for _ in range(times)]
    while waiting:
        waiting = shuffled(waiting, rng)
        size = rng.choice((1, 1, 2, 4)) if times > 1 else 1
        batch, waiting = waiting[:size], waiting[size:]
        for message in await rng.choice(halls).tell(*batch):
            assert message.topic.endswith(".commands"), message
            waiting += [answer for _ in range(times) for answer in all_answers(message) for _ in range(times)]


async def wishes(hall: Hall) -> list[Rec]:
    """An edit, a deletion, an item ordered anew and a retraction, each of another item of the first quiz."""
    rows = await hall.rows(
        """select body from items join quizzes using (quiz_id) where number = 1 and accepted order by ordinal limit 4"""
    )
    edited, deleted, again, retracted = [Cloze.model_validate(row["body"]) for row in rows]
    messages = {
        "edit": ItemEdited(item=edited.model_copy(update={"question": f"Better: {edited.question}"})),
        "deletion": ItemDecided(item_id=deleted.item_id, decision="deleted"),
        "another": RegenerationRequested(item_id=again.item_id),
        "retraction": ItemRetracted(item_id=retracted.item_id),
    }
    return [same_id(said(message, SESSION), name) for name, message in messages.items()]


async def journey(url: str, times: int, seed: int, scans: bool = False) -> dict[str, Any]:
    """Upload, with `scans` a review of what is held, ready, answers and a new quiz side by side, wishes; the rows."""
    rng = random.Random(seed)
    async with await connect(url) as one, await connect(url) as two:
        halls = [Hall(one), Hall(two)]
        more = [document("long.pdf"), BAD] if scans else []
        await deliver(halls, [same_id(submitted(SESSION, course=COURSE, more=more), "upload")], times, rng)
        if scans:
            page = PageCorrected(document_sha256=BAD.sha256, page=2, text="corrections/s/2", characters=9)
            await deliver(halls, [same_id(said(page, SESSION), "correction")], times, rng)
            approval = ReviewDecided(document_sha256=BAD.sha256, decision="approve")
            await deliver(halls, [same_id(said(approval, SESSION), "approval")], times, rng)
        results = (await halls[0].answers(SESSION)).model_copy(update={"attempt_id": ATTEMPT})
        learner = [same_id(said(results, SESSION), "answers"), same_id(said(QuizRequested(), SESSION), "quiz")]
        if times == 1:
            for record in learner:
                await deliver(halls, [record], times, rng)
        else:
            await deliver(halls, learner, times, rng)
        await deliver(halls, await wishes(halls[0]), times, rng)
        found: dict[str, Any] = {}
        for table in TABLES:
            rows = await halls[0].rows(f"select * from {table}")
            kept = [{name: value for name, value in row.items() if name not in CHANGING} for row in rows]
            found[table] = sorted(map(repr, kept))
        row = await halls[0].row(SESSION)
        found["session"] = (row["status"], row["version"], row["error"], row["focus_areas"], row["progress"])
        found["journal"] = await halls[0].rows("select distinct type, message_id from journal order by 1, 2")
        done = await replay(one, SESSION)
        assert done
        assert (done.differs, done.rows) == ("", row["version"])
        assert await halls[0].count("deadlines") == 0
        return found


@pytest.mark.parametrize("seed", range(2))
async def test_so_are_those_of_ranges_a_held_document_and_its_review(postgres: Postgres, seed: int) -> None:
    url = postgres.url("pensum_orchestrator", "postgres")
    database.empty(postgres)
    once = await journey(url, 1, seed, scans=True)
    assert once["session"][0] == "ready"
    # The third document has a reading that was held and one that was approved; a set has a row of its own.
    assert [len(once[table]) for table in TABLES][:4] == [1, 3, 5, 12]
    assert any("corrections/s/2" in row for row in once["readings"])
    database.empty(postgres)
    twice = await journey(url, 2, seed, scans=True)
    # The last range to come in names the gathering, so the ids differ with the order; the rest does not.
    assert {name: len(rows) for name, rows in twice.items()} == {name: len(rows) for name, rows in once.items()}
    assert twice["session"] == once["session"]


@pytest.mark.parametrize("seed", range(5))
async def test_the_rows_are_those_of_a_journey_delivered_once(postgres: Postgres, seed: int) -> None:
    url = postgres.url("pensum_orchestrator", "postgres")
    database.empty(postgres)
    once = await journey(url, 1, seed)
    assert once["session"][0] == "ready"
    assert [len(once[table]) for table in TABLES] == [1, 1, 1, 4, 2, 9, 2, 1, 4, 1, 1, 4]
    for state in ("deleted", "replaced", "retracted"):
        assert sum(f"'state': '{state}'" in row for row in once["items"]) == 1
    assert all("'outcome': 'done'" in row for row in once["item_history"])
    database.empty(postgres)
    twice = await journey(url, 2, seed)
    for name, rows in once.items():
        assert twice[name] == rows, name
