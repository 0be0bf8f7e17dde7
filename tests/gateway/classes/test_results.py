"""A class's results and item figures, as its owner sees them: in pages and as tables."""

import csv
import io

import httpx
import pytest

from services.gateway.http.spreadsheet import cell
from tests.gateway.classes.mates import joined
from tests.gateway.conftest import As
from tests.gateway.learnt import disputed
from tests.gateway.shelf import Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    """The owner's session with a quiz."""
    return shelf.quiz(shelf.session(tenant, "ann"))


@pytest.fixture
def owner(as_: As, tenant: str) -> httpx.AsyncClient:
    return as_(tenant, "ann", "owner")


async def test_the_owner_sees_learners_and_concepts(owner: httpx.AsyncClient, kept: Kept, shelf: Shelf) -> None:
    joined(shelf, kept, "Kari", [1, 1])
    joined(shelf, kept, "Ola", [1, 0])
    joined(shelf, kept, "Per", [])
    body = (await owner.get(f"/v1/courses/{kept.course}/results")).json()
    assert body["total"] == 3
    lines = {line["name"]: line for line in body["learners"]}
    assert (lines["Kari"]["score"], lines["Ola"]["score"], lines["Per"]["score"]) == (1.0, 0.5, None)
    assert (lines["Kari"]["answers"], lines["Kari"]["concepts_mastered"], lines["Ola"]["cycles"]) == (2, 1, 2)
    by_concept = {line["concept"]: line for line in body["concepts"]}
    asked = [item.concept for item in kept.items[:2]]
    assert set(by_concept) == set(asked)
    assert sum(line["answers"] for line in by_concept.values()) == 4
    page = (await owner.get(f"/v1/courses/{kept.course}/results?offset=2&limit=1")).json()
    assert (len(page["learners"]), page["total"]) == (1, 3)


async def test_the_owners_own_answers_count_only_while_nobody_joined(
    owner: httpx.AsyncClient, kept: Kept, shelf: Shelf
) -> None:
    path = f"/v1/courses/{kept.course}/items/statistics"
    shelf.attempt(kept)
    alone = (await owner.get(path)).json()["items"]
    assert sum(each["answers"] for each in alone) == 2
    joined(shelf, kept, "Kari", [1])
    shown = (await owner.get(path)).json()["items"]
    assert sum(each["answers"] for each in shown) == 1


async def test_results_and_statistics_come_as_csv(owner: httpx.AsyncClient, kept: Kept, shelf: Shelf) -> None:
    joined(shelf, kept, "=SUM(A1:A9)", [1, 0])
    answer = await owner.get(f"/v1/courses/{kept.course}/results.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    (row,) = csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert (row["name"], row["score"], row["leaf"]) == ("'=SUM(A1:A9)", "0.5", "0.4")
    table = await owner.get(f"/v1/courses/{kept.course}/items/statistics.csv")
    rows = list(csv.DictReader(io.StringIO(table.text.removeprefix("\ufeff"))))
    assert {each["item_id"] for each in rows} <= {str(item.item_id) for item in kept.items}
    assert sum(int(each["answers"]) for each in rows) == 2


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert cell(text) == f"'{text}"


async def test_the_desk_tells_what_waits_the_longest_wait_first(
    owner: httpx.AsyncClient, as_: As, kept: Kept, shelf: Shelf, tenant: str
) -> None:
    quiet = shelf.quiz(shelf.session(tenant, "ann", age=-9))
    shelf.session(tenant, "ann")  # Nothing is written for it: there is nothing to look after.
    for number in range(10):
        good = number < 5
        joined(shelf, kept, f"learner {number}", [float(not good), float(good)])
    shelf.attempt(kept)
    grade = disputed(shelf, kept)
    body = (await owner.get("/v1/desk")).json()
    assert (body["reviews"], body["disputes"], body["suspects"]) == (0, 1, 2)
    first, second = body["courses"]
    assert (first["course_id"], first["learners"], first["disputes"], first["suspects"]) == (
        str(kept.course), 10, 1, 2,
    )  # fmt: skip
    assert first["since"]
    assert (second["course_id"], second["disputes"], second["since"]) == (str(quiet.course), 0, None)
    shelf.ask("update disputes set state = 'rejected' where dispute_id = %(d)s", d=grade)
    shelf.state(kept.items[0].item_id, "retracted")
    now = (await owner.get("/v1/desk")).json()
    assert (now["disputes"], now["suspects"]) == (0, 1)
    assert (await as_(tenant, "ann", "learner").get("/v1/desk")).status_code == 403
    assert (await as_(tenant, "bob", "owner").get("/v1/desk")).json()["courses"] == []
