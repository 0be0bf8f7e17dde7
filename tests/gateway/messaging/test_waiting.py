"""Rule 16 of the protocol: a wake-up may be lost, so who waits looks after subscribing, on each wake, and by itself."""

import asyncio
from uuid import UUID, uuid4

import httpx
import pytest

from contracts.problems import Code, problem
from contracts.session import Status
from contracts.views.sessions import SessionState
from services.gateway.messaging.waiting import LONGEST_SECONDS, Waiters
from tests.gateway.sessions.test_uploads import files
from tests.gateway.shelf import Shelf


class Looks:
    """A view that finds something from the `found_at`-th look on."""

    def __init__(self, found_at: int) -> None:
        self.count, self._found_at = 0, found_at

    async def __call__(self) -> str | None:
        self.count += 1
        return "found" if self.count >= self._found_at else None


async def test_rule_16_the_view_is_read_after_subscribing() -> None:
    waiters, session = Waiters(longest=60), uuid4()

    class Late(Looks):
        async def __call__(self) -> str | None:
            waiters.wake(session)  # It moves while the first look is under way: that look still finds the old state.
            return await super().__call__()

    async with asyncio.timeout(20):
        assert await waiters.until(session, Late(2), 30) == "found"


async def test_rule_16_a_wake_is_looked_at_at_once() -> None:
    waiters, session, looks = Waiters(longest=60), uuid4(), Looks(2)
    asyncio.get_running_loop().call_later(0.02, waiters.wake, session)
    async with asyncio.timeout(20):
        assert await waiters.until(session, looks, 30) == "found"
    assert looks.count == 2


async def test_rule_16_a_lost_wake_costs_a_moment() -> None:
    looks = Looks(3)
    async with asyncio.timeout(20):
        assert await Waiters(longest=0.02).until(uuid4(), looks, 30) == "found"
    assert LONGEST_SECONDS <= 5


async def test_rule_16_a_wake_for_another_session_wakes_nobody() -> None:
    waiters, looks = Waiters(longest=60), Looks(3)
    asyncio.get_running_loop().call_later(0.01, waiters.wake, uuid4())
    assert await waiters.until(uuid4(), looks, 0.05) is None
    assert looks.count == 2  # At first and at the end.


async def test_a_wait_ends_in_time_and_when_the_gateway_does() -> None:
    waiters, session = Waiters(longest=60), uuid4()
    assert await waiters.until(session, Looks(99), 0.02) is None
    asyncio.get_running_loop().call_later(0.02, waiters.close)
    async with asyncio.timeout(20):
        assert await waiters.until(session, Looks(99), 30) is None
    assert waiters._waiting == {}


async def upload(ann: httpx.AsyncClient, wait: str) -> httpx.Response:
    return await ann.post("/v1/documents", files=files(), headers={"Prefer": wait, "Idempotency-Key": "k"})


def ends(shelf: Shelf, session: str, tenant: str, status: Status, code: Code | None = None) -> None:
    """The orchestrator makes the session, at its end."""
    wrong = problem(code, "It went wrong.").model_dump(mode="json") if code else None
    course = uuid4()
    own = {"tenant_id": tenant, "user_id": "ann"}
    now = "2026-01-01T00:00:00Z"
    shelf.insert("courses", course_id=course, title="", created_at=now, **own)
    shelf.insert(
        "sessions", session_id=session, course_id=course, status=status, version=5, state={}, error=wrong,
        created_at=now, updated_at=now, **own,
    )  # fmt: skip


async def test_prefer_wait_answers_with_the_session_once_it_is_ready(
    ann: httpx.AsyncClient, waiters: Waiters, shelf: Shelf, tenant: str
) -> None:
    session = (await upload(ann, "wait=0")).json()["session_id"]
    waits = asyncio.create_task(upload(ann, "wait=20"))
    await asyncio.sleep(0.1)
    assert not waits.done()
    ends(shelf, session, tenant, Status.READY)
    waiters.wake(UUID(session))
    async with asyncio.timeout(15):
        answer = await waits
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (200, "wait=20")
    state = SessionState.model_validate_json(answer.content)
    assert (str(state.session_id), state.status, answer.headers["ETag"]) == (session, "ready", '"5-ready-1-learner"')
    same = await ann.get(answer.headers["Location"])
    assert (same.content, same.headers["ETag"]) == (answer.content, answer.headers["ETag"])


@pytest.mark.parametrize(
    ("ended", "code", "status"),
    [
        (Status.FAILED, Code.NO_TEXT, 422),
        (Status.FAILED, Code.MODEL_FAILED, 502),
        (Status.FAILED, Code.MODEL_TIMED_OUT, 504),
        (Status.FAILED, Code.TOO_MANY_PAGES, 413),
        (Status.PENDING_REVIEW, Code.TEXT_TOO_SHORT, 422),
    ],
)
async def test_prefer_wait_answers_a_failure_with_its_status(
    ann: httpx.AsyncClient, shelf: Shelf, tenant: str, ended: Status, code: Code, status: int
) -> None:
    session = (await upload(ann, "wait=0")).json()["session_id"]
    ends(shelf, session, tenant, ended, code)
    answer = await upload(ann, "wait=5")
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert (answer.json()["code"], answer.json()["trace_id"]) == (code, UUID(session).hex)
    assert answer.headers["Location"] == f"/v1/sessions/{session}"
    part = await ann.get(f"/v1/sessions/{session}/quiz")
    assert (part.status_code, part.json()["code"]) == (status, code)


async def test_prefer_wait_is_capped_and_ends_in_202(ann: httpx.AsyncClient, waiters: Waiters) -> None:
    asyncio.get_running_loop().call_later(0.2, waiters.close)
    answer = await upload(ann, "wait=9999")
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (202, "wait=60")
