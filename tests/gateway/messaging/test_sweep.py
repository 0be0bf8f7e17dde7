"""Rule 2 of the protocol: the sweep publishes what is not known, one gateway at a time, ever more seldom."""

import asyncio
import json
from collections.abc import Sequence
from uuid import uuid4

import httpx
import pytest

from contracts.envelope import Envelope
from services.chassis.broker.outgoing import Outgoing
from services.gateway.database import Rows
from services.gateway.messaging.sweep import sweep, sweep_forever
from tests.gateway.conftest import Sent
from tests.gateway.sessions.test_uploads import files
from tests.gateway.shelf import Shelf


@pytest.fixture(autouse=True)
def empty(shelf: Shelf) -> None:
    shelf.ask("delete from intake")


@pytest.fixture
async def message(ann: httpx.AsyncClient, sent: Sent) -> None:
    """An accepted message that the broker did not take."""
    sent.fails = ConnectionError("no broker")
    await ann.post("/v1/documents", files=files())
    sent.fails = None


def due(shelf: Shelf) -> None:
    shelf.ask("update intake set due_at = now() - interval '1 ms' where not settled")


def row(shelf: Shelf) -> tuple[int, bool, float]:
    """Tries, settled, seconds until it is due."""
    ((tries, settled, wait),) = shelf.ask(
        "select tries, settled, extract(epoch from due_at - now())::float from intake"
    )
    return tries, settled, wait


@pytest.mark.usefixtures("message")
async def test_rule_2_a_new_row_waits_five_seconds(rows: Rows, sent: Sent, shelf: Shelf) -> None:
    assert await sweep(rows, sent.publish) == 0
    tries, settled, wait = row(shelf)
    assert (tries, settled) == (0, False)
    assert 4 < wait <= 5


@pytest.mark.usefixtures("message")
async def test_rule_2_what_is_due_and_unknown_is_published_as_it_was_accepted(
    rows: Rows, sent: Sent, shelf: Shelf
) -> None:
    due(shelf)
    assert await sweep(rows, sent.publish) == 1
    ((id, session, kind, body, at, parent),) = shelf.ask(
        "select message_id, session_id, type, message, accepted_at, traceparent from intake"
    )
    (again,) = sent.messages
    envelope = Envelope.from_headers(again.headers)
    assert (envelope.id, envelope.subject, envelope.type, envelope.time) == (id, session, kind, at)
    assert (envelope.traceparent, again.key) == (parent, str(session).encode())
    assert json.loads(again.value) == body


@pytest.mark.usefixtures("message")
async def test_rule_2_nothing_waits_once_the_broker_is_there_again(rows: Rows, sent: Sent) -> None:
    """What it held may be lost with it: who uploaded in that moment does not wait for the row's next turn."""
    returned, told = asyncio.Event(), asyncio.Event()

    async def publish(messages: Sequence[Outgoing]) -> None:
        await sent.publish(messages)
        told.set()

    sweeping = asyncio.create_task(sweep_forever(rows, publish, returned))
    await asyncio.sleep(0.1)
    assert not told.is_set()
    returned.set()
    await asyncio.wait_for(told.wait(), 0.8)
    assert not returned.is_set()
    sweeping.cancel()
    await asyncio.wait({sweeping})


@pytest.mark.usefixtures("message")
async def test_rule_2_the_wait_doubles_to_ten_minutes(rows: Rows, sent: Sent, shelf: Shelf) -> None:
    waits = []
    for _ in range(9):
        due(shelf)
        await sweep(rows, sent.publish)
        waits.append(round(row(shelf)[2]))
    assert waits == [10, 20, 40, 80, 160, 320, 600, 600, 600]
    assert len({Envelope.from_headers(each.headers).id for each in sent.messages}) == 1


@pytest.mark.usefixtures("message")
async def test_rule_2_a_try_that_fails_costs_its_wait_too(rows: Rows, sent: Sent, shelf: Shelf) -> None:
    due(shelf)
    sent.fails = ConnectionError("no broker")
    with pytest.raises(ConnectionError):
        await sweep(rows, sent.publish)
    assert row(shelf)[:2] == (1, False)


@pytest.mark.usefixtures("message")
@pytest.mark.parametrize("how", ["journaled", "parked", "forgotten"])
async def test_rule_2_known_is_what_is_journaled_parked_or_forgotten(
    rows: Rows, sent: Sent, shelf: Shelf, tenant: str, how: str
) -> None:
    ((id, session),) = shelf.ask("select message_id, session_id from intake")
    own = {"tenant_id": tenant, "user_id": "ann", "session_id": session}
    now = "2026-01-01T00:00:00Z"
    if how == "journaled":
        shelf.insert(
            "journal", message_id=id, seq=1, type="x", meta={}, message={}, commands=[], rules=1, decide_ms=1,
            received_at=now, **own,
        )  # fmt: skip
    elif how == "parked":
        shelf.insert(
            "parked", parked_id=uuid4(), message_id=id, type="x", topic="session.inputs", reason="x", headers={},
            parked_at=now,
        )  # fmt: skip
    else:
        shelf.insert(
            "sessions", status="forgotten", version=1, state={}, created_at=now, updated_at=now, forgotten_at=now, **own
        )
    due(shelf)
    assert await sweep(rows, sent.publish) == 0
    assert (sent.messages, row(shelf)[:2]) == ([], (0, True))
    assert await sweep(rows, sent.publish) == 0


@pytest.mark.usefixtures("message")
async def test_rule_2_two_sweeps_at_once_publish_a_row_once(rows: Rows, sent: Sent, shelf: Shelf) -> None:
    due(shelf)
    assert sum(await asyncio.gather(*(sweep(rows, sent.publish) for _ in range(4)))) == 1
    assert len(sent.messages) == 1


@pytest.mark.usefixtures("message")
async def test_rule_2_a_row_that_another_gateway_has_in_hand_is_skipped(rows: Rows, sent: Sent, shelf: Shelf) -> None:
    due(shelf)
    shelf.ask("begin")
    shelf.ask("select from intake for update")
    async with asyncio.timeout(30):
        assert await sweep(rows, sent.publish) == 0
    shelf.ask("rollback")
    assert await sweep(rows, sent.publish) == 1


async def test_rule_2_what_is_published_is_in_the_order_of_acceptance(
    ann: httpx.AsyncClient, rows: Rows, shelf: Shelf, sent: Sent
) -> None:
    told = [(await ann.post("/v1/documents", files=files())).json()["session_id"] for _ in range(5)]
    due(shelf)
    published: list[str] = []

    async def publish(messages: Sequence[Outgoing]) -> None:
        published.extend(message.key.decode() for message in messages)

    await sweep(rows, publish)
    assert published == told
