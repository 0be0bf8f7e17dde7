"""A course for a class: shared, joined, looked at by its owner, and by nobody else."""

from uuid import UUID, uuid4, uuid5

import httpx
import pytest

from contracts.session import CourseClosed, CourseJoined, CourseShared
from services.chassis.tokens import read
from tests.gateway.classes.mates import fresh, joined, opened
from tests.gateway.conftest import SECRET, As, Sent
from tests.gateway.shelf import Kept, Shelf


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    """The owner's session with a quiz."""
    return shelf.quiz(shelf.session(tenant, "ann"))


@pytest.fixture
def owner(as_: As, tenant: str) -> httpx.AsyncClient:
    return as_(tenant, "ann", "owner")


async def test_the_owner_opens_the_course_by_a_code(owner: httpx.AsyncClient, kept: Kept, sent: Sent) -> None:
    path = f"/v1/courses/{kept.course}/share"
    before = (await owner.get(path)).json()
    assert (before["code"], before["url"], before["learners"]) == (None, None, 0)
    answer = await owner.post(path, headers={"Idempotency-Key": "once"})
    assert answer.status_code == 202
    assert (await owner.post(path, headers={"Idempotency-Key": "once"})).json() == answer.json()
    (message,) = sent.messages
    assert message.key == str(kept.session).encode()
    assert CourseShared.read(message.value).code


async def test_the_code_shown_is_the_newest_that_is_open(owner: httpx.AsyncClient, kept: Kept, shelf: Shelf) -> None:
    codes = [f"{n}{uuid4().hex[:7].upper().replace('0', '2').replace('1', '3')}" for n in (2, 3, 4)]
    opened(shelf, kept, codes[0], age=20, closed=True)
    opened(shelf, kept, codes[1], age=10)
    shown = (await owner.get(f"/v1/courses/{kept.course}/share")).json()
    assert shown["code"] == codes[1]
    assert shown["url"].endswith(f"#/join/{codes[1]}")


async def test_the_owner_closes_the_course(owner: httpx.AsyncClient, kept: Kept, sent: Sent) -> None:
    assert (await owner.delete(f"/v1/courses/{kept.course}/share")).status_code == 202
    assert CourseClosed.read(sent.messages[-1].value)


async def test_who_has_the_code_joins_without_an_account(
    as_: As, kept: Kept, shelf: Shelf, sent: Sent, tenant: str
) -> None:
    code = fresh(shelf, kept)
    nobody = as_(None, None)
    answer = await nobody.post("/v1/join", json={"code": code, "name": " Kari "})
    assert answer.status_code == 202, answer.text
    body = answer.json()
    who = read(body["token"], SECRET)
    assert who is not None
    assert (who.tenant, who.role) == (tenant, "learner")
    message = CourseJoined.read(sent.messages[-1].value)
    assert (message.user_id, message.course_id, message.name) == (who.user, kept.course, "Kari")
    assert UUID(body["session_id"]) == uuid5(kept.course, who.user)
    shown = await as_(tenant, who.user).get(f"/v1/sessions/{body['session_id']}")
    assert (shown.status_code, shown.json()["status"]) == (200, "accepted")


async def test_the_same_request_joins_once(as_: As, kept: Kept, shelf: Shelf, sent: Sent) -> None:
    code = fresh(shelf, kept)
    nobody, headers = as_(None, None), {"Idempotency-Key": str(uuid4())}
    first = await nobody.post("/v1/join", json={"code": code, "name": "Kari"}, headers=headers)
    again = await nobody.post("/v1/join", json={"code": code, "name": "Kari"}, headers=headers)
    assert first.json() == again.json()
    assert len(sent.messages) == 1
    other = await nobody.post("/v1/join", json={"code": code, "name": "Ola"})
    assert other.json()["session_id"] != first.json()["session_id"]


async def test_a_key_that_can_be_guessed_gives_nobody_elses_token(as_: As, kept: Kept, shelf: Shelf) -> None:
    code = fresh(shelf, kept)
    nobody = as_(None, None)
    tokens = [
        (await nobody.post("/v1/join", json={"code": code}, headers={"Idempotency-Key": "1"})).json()["token"]
        for _ in range(2)
    ]
    assert tokens[0] != tokens[1]


async def test_the_owner_who_joins_is_where_the_owner_was(
    owner: httpx.AsyncClient, kept: Kept, shelf: Shelf, sent: Sent
) -> None:
    answer = await owner.post("/v1/join", json={"code": fresh(shelf, kept)})
    assert (answer.status_code, answer.json()["session_id"], answer.json()["token"]) == (200, str(kept.session), None)
    assert sent.messages == []


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"code": "AAAA2222"}, 404, "code"),
        ({"code": "short"}, 400, "code"),
        ({"name": "Kari"}, 400, "code"),
        ({"code": "AAAA2222", "name": "x" * 81}, 400, "name"),
        ({"code": "AAAA2222", "role": "owner"}, 400, "role"),
    ],
)
async def test_what_opens_nothing_is_told(as_: As, body: dict[str, str], status: int, field: str) -> None:
    answer = await as_(None, None).post("/v1/join", json=body)
    assert (answer.status_code, answer.json()["fields"]) == (status, [field])


async def test_a_closed_or_replaced_code_opens_nothing(as_: As, kept: Kept, shelf: Shelf) -> None:
    old, new = fresh(shelf, kept, age=50), fresh(shelf, kept)
    assert (await as_(None, None).post("/v1/join", json={"code": old})).status_code == 404
    assert (await as_(None, None).post("/v1/join", json={"code": new})).status_code == 202


@pytest.mark.parametrize("rest", ["/share", "/results", "/results.csv", "/items/statistics", "/items/statistics.csv"])
async def test_a_class_is_its_owners_alone(as_: As, kept: Kept, tenant: str, rest: str) -> None:
    path = f"/v1/courses/{kept.course}{rest}"
    assert (await as_(tenant, "bob", "owner").get(path)).status_code == 404
    assert (await as_(f"{tenant}x", "ann", "owner").get(path)).status_code == 404
    assert (await as_(tenant, "ann", "learner").get(path)).status_code == 403
    assert (await as_(None, None).get(path)).status_code == 401


async def test_nobody_joins_a_course_that_is_not_read_yet(as_: As, kept: Kept, shelf: Shelf, sent: Sent) -> None:
    code = fresh(shelf, kept)
    shelf.ask("update courses set reading_id = null where course_id = %(c)s", c=kept.course)
    answer = await as_(None, None).post("/v1/join", json={"code": code, "name": "Kari"})
    assert (answer.status_code, sent.messages) == (409, [])
    assert "is not read yet" in answer.json()["detail"]


async def test_the_owner_acts_on_what_was_written_in_a_learners_session(
    owner: httpx.AsyncClient, as_: As, kept: Kept, shelf: Shelf, sent: Sent, tenant: str
) -> None:
    learners = joined(shelf, kept, "Kari", [1, 1])
    item = kept.items[0].item_id
    shelf.ask("update items set session_id = %(s)s where item_id = %(i)s", s=learners, i=item)
    path = f"/v1/sessions/{kept.session}/items/{item}"
    assert (await owner.get(path)).json()["item"]["item_id"] == str(item)
    refused = await owner.post(f"{path}/regenerate", headers={"Prefer": "wait=0"})
    assert (refused.status_code, sent.messages) == (409, [])
    assert "for a learner's own quiz" in refused.json()["detail"]
    assert (await owner.post(f"{path}/retract", headers={"Prefer": "wait=0"})).status_code == 202
    assert sent.messages[-1].key == str(kept.session).encode()
    other = shelf.quiz(shelf.session(tenant, "bob"))
    of_bob = f"/v1/sessions/{kept.session}/items/{other.items[0].item_id}"
    assert (await owner.get(of_bob)).status_code == 404
    mine = as_(tenant, "learner-Kari", "owner")
    assert (await mine.get(f"/v1/sessions/{learners}/items/{kept.items[1].item_id}")).status_code == 404
