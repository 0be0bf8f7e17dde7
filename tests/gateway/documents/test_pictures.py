"""Page pictures: asked for once, waited for, kept, and refused with a sentence."""

import asyncio
from uuid import UUID

import httpx
import pytest
from aiokafka import ConsumerRecord

from contracts.documents import Block
from contracts.envelope import Envelope, first
from contracts.problems import Code, problem
from contracts.reading import PageRendered, RenderPage
from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.gateway.documents.pictures import Drawings
from services.gateway.messaging.bus import Line
from services.gateway.messaging.waiting import Waiters
from tests.gateway.conftest import As, Sent
from tests.gateway.kinds import SHA
from tests.gateway.review.scans import held
from tests.gateway.shelf import SENTENCE, Kept, Shelf

PNG = b"\x89PNG\r\n\x1a\n a picture"


@pytest.fixture
def kept(shelf: Shelf, tenant: str) -> Kept:
    kept = shelf.session(tenant, "ann")
    shelf.ask("update readings set blob = 'readings/one.json' where reading_id = %(id)s", id=kept.reading)
    block = Block(block_id="p0", text=SENTENCE, document_sha256=SHA).model_dump_json()
    shelf.ask("update blocks set body = %(b)s::json where reading_id = %(id)s", b=block, id=kept.reading)
    return kept


def at(kept: Kept, rest: str = "1.png") -> str:
    return f"/v1/sessions/{kept.session}/pages/{rest}"


def asked(sent: Sent) -> list[RenderPage]:
    return [RenderPage.read(message.value) for message in sent.messages]


async def published(sent: Sent) -> RenderPage:
    for _ in range(400):
        if sent.messages:
            break
        await asyncio.sleep(0.005)
    return asked(sent)[-1]


async def tell(waiters: Waiters, drawings: Drawings, session: UUID, told: PageRendered) -> None:
    """The gateway hears it from the bus."""
    headers = first(told, id=session, source="test", session=session, traceparent=None).headers()
    record = ConsumerRecord("session.updates", 0, 0, 0, 0, None, told.write(), None, 0, 0, headers)
    await Line(Settings(), waiters, drawings.heard, lambda *_: None).hear(record)


async def test_a_picture_is_asked_for_waited_for_and_kept(
    ann: httpx.AsyncClient, sent: Sent, blobs: Blobs, waiters: Waiters, drawings: Drawings, kept: Kept
) -> None:
    waits = asyncio.create_task(ann.get(at(kept, "2.png?width=500")))
    message = await published(sent)
    (outgoing,) = sent.messages
    envelope = Envelope.from_headers(outgoing.headers)
    assert (outgoing.topic, outgoing.key, envelope.subject) == (
        "reader.pictures", message.picture.encode(), kept.session,
    )  # fmt: skip
    assert message.picture.startswith(f"pictures/{SHA}/2-")
    assert (message.page, message.width, message.document.blob) == (2, 500, f"documents/{SHA}")
    blobs.create(message.picture, PNG)
    await tell(waiters, drawings, kept.session, PageRendered(picture=message.picture))
    answer = await waits
    assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, PNG, "image/png")
    assert answer.headers["Cache-Control"] == "private, max-age=86400"
    again = await ann.get(at(kept, "2.png?width=500"))
    assert (again.content, len(sent.messages)) == (PNG, 1)
    blobs.delete(message.picture)
    unchanged = await ann.get(at(kept, "2.png?width=500"), headers={"If-None-Match": answer.headers["ETag"]})
    assert (unchanged.status_code, unchanged.content, len(sent.messages)) == (304, b"", 1)


async def test_it_is_no_step_of_the_session(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, kept: Kept, tenant: str
) -> None:
    await ann.get(at(kept))
    assert len(sent.messages) == 1
    assert shelf.ask("select 1 from intake where tenant_id = %(t)s", t=tenant) == []


async def test_whatever_shapes_a_picture_is_in_its_name(ann: httpx.AsyncClient, sent: Sent, kept: Kept) -> None:
    rests = ("1.png", "2.png", "1.png?width=999", "1.png?block=p0", "1.png?block=p1", "1.png?block=p0&start=0&end=4")
    answers = await asyncio.gather(*(ann.get(at(kept, rest)) for rest in (*rests, "1.png?width=1000")))
    messages = asked(sent)
    assert {answer.status_code for answer in answers} == {503}
    assert len({message.picture for message in messages}) == len(rests)
    (marked,) = [message.highlight for message in messages if message.highlight.end]
    assert (marked.reading, marked.block_id, marked.start, marked.end) == ("readings/one.json", "p0", 0, 4)


async def test_another_reading_draws_its_block_anew(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, kept: Kept
) -> None:
    await ann.get(at(kept, "1.png?block=p0"))
    shelf.ask("update readings set blob = 'readings/two.json' where reading_id = %(id)s", id=kept.reading)
    await ann.get(at(kept, "1.png?block=p0"))
    one, two = asked(sent)
    assert one.picture != two.picture


async def test_many_viewers_ask_once(
    ann: httpx.AsyncClient, sent: Sent, blobs: Blobs, waiters: Waiters, kept: Kept
) -> None:
    viewers = [asyncio.create_task(ann.get(at(kept))) for _ in range(6)]
    message = await published(sent)
    await asyncio.sleep(0.05)
    viewers[0].cancel()  # Who goes away does not take it from the others.
    blobs.create(message.picture, PNG)
    waiters.wake(kept.session)
    answers = await asyncio.gather(*viewers[1:])
    assert [answer.content for answer in answers] == [PNG] * 5
    assert len(sent.messages) == 1


async def test_why_it_cannot_be_drawn_is_the_answer_and_asking_again_is_a_new_asking(
    ann: httpx.AsyncClient, sent: Sent, waiters: Waiters, drawings: Drawings, kept: Kept
) -> None:
    for _ in range(2):
        sent.messages.clear()
        waits = asyncio.create_task(ann.get(at(kept)))
        message = await published(sent)
        why = problem(Code.ENCRYPTED, "The document is locked.")
        await tell(waiters, drawings, kept.session, PageRendered(picture=message.picture, problem=why))
        answer = await waits
        assert (answer.status_code, answer.json()["detail"]) == (422, "The document is locked.")
        assert answer.headers["Cache-Control"] == "private, no-cache"
        await asyncio.sleep(0)


async def test_what_is_said_of_a_picture_nobody_waits_for_is_not_kept(
    waiters: Waiters, drawings: Drawings, kept: Kept
) -> None:
    why = problem(Code.DAMAGED, "It is damaged.")
    await tell(waiters, drawings, kept.session, PageRendered(picture="pictures/x.png", problem=why))
    assert drawings._refused == {}


@pytest.mark.parametrize("broken", [False, True])
async def test_nobody_draws_it_in_time_or_the_broker_is_away_is_503(
    ann: httpx.AsyncClient, sent: Sent, drawings: Drawings, kept: Kept, broken: bool
) -> None:
    sent.fails = ConnectionError("no broker") if broken else None
    answer = await ann.get(at(kept))
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "unavailable", "5")
    await asyncio.sleep(0)
    assert drawings._asked == {}


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("3.png", "The document has 2 pages; there is no page 3."),
        ("1.png?block=p9", "no such block"),
        ("2.png?block=p0", "on page 1, not on page 2"),
        (f"1.png?document={'b' * 64}", "no such document"),
        ("0.png", ""),
        ("x.png", ""),
    ],
)
async def test_what_the_document_does_not_have_is_404(
    ann: httpx.AsyncClient, sent: Sent, kept: Kept, rest: str, said: str
) -> None:
    answer = await ann.get(at(kept, rest))
    assert (answer.status_code, said in answer.json()["detail"]) == (404, True), answer.text
    assert sent.messages == []


@pytest.mark.parametrize("meta", ['{"title": "", "language": "en"}', '{"pages": 2, "page_kind": "slide"}'])
async def test_a_format_without_pages_has_no_pictures(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, kept: Kept, meta: str
) -> None:
    shelf.ask("update readings set doc_meta = %(m)s::json where reading_id = %(id)s", m=meta, id=kept.reading)
    answer = await ann.get(at(kept))
    assert (answer.status_code, "no pages" in answer.json()["detail"], sent.messages) == (404, True, [])


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("width=49", ["width"]),
        ("width=4001", ["width"]),
        ("start=1&end=2", ["start", "end"]),
        ("block=p0&start=2", ["start", "end"]),
        ("block=p0&start=2&end=2", ["start", "end"]),
    ],
)
async def test_a_bad_wish_is_400(ann: httpx.AsyncClient, sent: Sent, kept: Kept, query: str, fields: list[str]) -> None:
    answer = await ann.get(at(kept, f"1.png?{query}"))
    assert (answer.status_code, answer.json()["fields"], sent.messages) == (400, fields, [])


async def test_a_picture_that_is_there_is_served_to_nobody_else(
    ann: httpx.AsyncClient, as_user: As, sent: Sent, blobs: Blobs, kept: Kept
) -> None:
    await ann.get(at(kept))
    blobs.create(asked(sent)[0].picture, PNG)
    mine = await ann.get(at(kept))
    foreign = await as_user("bob", "owner").get(at(kept), headers={"If-None-Match": mine.headers["ETag"]})
    assert (mine.content, foreign.status_code) == (PNG, 404)


async def test_a_page_under_review_has_a_picture(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, blobs: Blobs, tenant: str
) -> None:
    scan = held(shelf, blobs, tenant)
    address = (await ann.get(f"/v1/sessions/{scan.session}/review/pages/1")).json()["picture"]
    assert (await ann.get(address)).status_code == 503
    (message,) = asked(sent)
    assert (message.page, message.document.sha256) == (1, SHA)
