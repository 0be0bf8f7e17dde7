"""Rule 1 of the protocol: the intake row is committed, then published, then answered; a key means one message."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, LiteralString
from uuid import uuid4

import httpx
import psycopg
import pytest
from fastapi import FastAPI

from contracts.envelope import Envelope
from contracts.session import DocumentSubmitted, ForgetRequested
from services.chassis.broker.outgoing import Outgoing
from services.gateway.database import Row, Rows
from services.gateway.messaging.intake import Intake
from tests.gateway.conftest import As, Sent
from tests.gateway.sessions.test_uploads import files
from tests.gateway.shelf import Shelf

EMPTIED = "update intake set message = '{}', answer = '{}', settled = true where session_id = %(s)s"


def ids(sent: Sent) -> list[str]:
    return [str(Envelope.from_headers(message.headers).id) for message in sent.messages]


def rows_of(shelf: Shelf, tenant: str) -> list[str]:
    return [str(row[0]) for row in shelf.ask("select message_id from intake where tenant_id = %(t)s", t=tenant)]


async def test_rule_1_the_row_is_committed_before_anything_is_published(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, tenant: str
) -> None:
    seen: list[list[str]] = []

    def look(messages: Sequence[Outgoing]) -> None:
        seen.append(rows_of(shelf, tenant))  # Over another connection: what it sees is committed.

    sent.asked = look
    assert (await ann.post("/v1/documents", files=files())).status_code == 202
    assert seen == [ids(sent)]


async def test_rule_1_nothing_is_promised_before_the_row_is_committed(
    ann: httpx.AsyncClient, sent: Sent, app: FastAPI
) -> None:
    async def gone(sql: str, values: object = None) -> None:
        raise psycopg.OperationalError("the database is away")

    rows = Rows.__new__(Rows)
    rows.one = rows.all = gone  # type: ignore[assignment, method-assign]
    app.state.intake = Intake(rows, sent.publish)
    answer = await ann.post("/v1/documents", files=files())
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "unavailable", "5")
    assert sent.messages == []


async def test_rule_1_a_connection_that_breaks_after_the_commit_costs_nothing(
    ann: httpx.AsyncClient, sent: Sent, app: FastAPI, shelf: Shelf, tenant: str
) -> None:
    class Breaking(Rows):
        broken = False

        async def _ask(self, sql: LiteralString, values: Mapping[str, Any] | None) -> list[Row]:
            found = await super()._ask(sql, values)
            if "insert" in sql and not self.broken:
                self.broken = True
                raise psycopg.OperationalError("the connection is lost")
            return found

    rows = Breaking(app.state.rows._pool)
    app.state.intake = Intake(rows, sent.publish)
    assert (await ann.post("/v1/documents", files=files())).status_code == 202
    assert rows.broken
    assert rows_of(shelf, tenant) == ids(sent)


async def test_rule_1_it_is_published_before_it_is_answered(ann: httpx.AsyncClient, app: FastAPI, sent: Sent) -> None:
    async def slowly(messages: Sequence[Outgoing]) -> None:
        await asyncio.sleep(0.1)
        sent.messages.extend(messages)

    app.state.intake = Intake(app.state.rows, slowly)
    assert (await ann.post("/v1/documents", files=files())).status_code == 202
    assert len(sent.messages) == 1


async def test_rule_1_the_row_is_enough_when_the_broker_is_away(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, tenant: str
) -> None:
    sent.fails = ConnectionError("no broker")
    assert (await ann.post("/v1/documents", files=files())).status_code == 202
    assert len(rows_of(shelf, tenant)) == 1


async def test_rule_1_a_broker_that_hangs_costs_a_short_wait(app: FastAPI, as_user: As) -> None:
    async def for_ever(messages: Sequence[Outgoing]) -> None:
        await asyncio.Event().wait()

    app.state.intake = Intake(app.state.rows, for_ever, 0.05)
    async with asyncio.timeout(20):
        assert (await as_user("ann").post("/v1/documents", files=files())).status_code == 202


async def test_rule_1_who_loses_the_race_on_a_key_answers_from_the_row_that_won(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, tenant: str
) -> None:
    asked = [ann.post("/v1/documents", files=files(), headers={"Idempotency-Key": "one"}) for _ in range(8)]
    answers = await asyncio.gather(*asked)
    assert {answer.status_code for answer in answers} == {202}
    assert len({answer.content for answer in answers}) == 1
    assert len(sent.messages) == 1
    assert rows_of(shelf, tenant) == ids(sent)


async def test_rule_1_a_race_of_two_bodies_has_one_winner(ann: httpx.AsyncClient, sent: Sent) -> None:
    headers = {"Idempotency-Key": "one"}
    bodies = [b"%PDF-1 " + bytes([65 + number]) for number in range(6)]
    answers = await asyncio.gather(*(ann.post("/v1/documents", files=files(body), headers=headers) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [202] + [422] * 5
    assert {answer.json()["code"] for answer in answers if answer.status_code == 422} == {"idempotency_key_reused"}
    assert len(sent.messages) == 1


async def test_the_same_request_again_gets_the_same_answer(ann: httpx.AsyncClient, sent: Sent) -> None:
    headers = {"Idempotency-Key": "again"}
    one = await ann.post("/v1/documents", files=files(), data={"numFlashcards": "3"}, headers=headers)
    two = await ann.post("/v1/documents", files=files(), data={"numFlashcards": "3"}, headers=headers)
    assert (one.status_code, one.content, one.headers["Location"]) == (202, two.content, two.headers["Location"])
    assert len(sent.messages) == 1
    other = await ann.post("/v1/documents", files=files(), data={"numFlashcards": "4"}, headers=headers)
    renamed = await ann.post("/v1/documents", files=files(name="b.pdf"), data={"numFlashcards": "3"}, headers=headers)
    assert [answer.json()["code"] for answer in (other, renamed)] == ["idempotency_key_reused"] * 2


async def test_a_key_belongs_to_its_person_and_address(as_user: As, sent: Sent, shelf: Shelf, tenant: str) -> None:
    headers = {"Idempotency-Key": "same"}
    told = [
        (await as_user(user).post("/v1/documents", files=files(), headers=headers)).json() for user in ("ann", "bob")
    ]
    assert told[0]["session_id"] != told[1]["session_id"]
    kept = shelf.quiz(shelf.session(tenant, "ann"))
    other = await as_user("ann").post(f"/v1/sessions/{kept.session}/quizzes", json={}, headers=headers)
    assert other.status_code == 202
    assert len(set(ids(sent))) == 3


async def test_without_a_key_every_request_is_its_own(ann: httpx.AsyncClient, sent: Sent) -> None:
    for _ in range(2):
        await ann.post("/v1/documents", files=files())
    assert len(set(ids(sent))) == 2


@pytest.mark.parametrize("key", ["", "x" * 201])
async def test_an_unusable_key_is_a_400(ann: httpx.AsyncClient, key: str) -> None:
    answer = await ann.post("/v1/documents", files=files(), headers={"Idempotency-Key": key})
    assert (answer.status_code, answer.json()["fields"]) == (400, ["Idempotency-Key"])


async def test_the_message_of_a_row_is_the_message_that_was_published(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, tenant: str
) -> None:
    await ann.post("/v1/documents", files=files(name="blåbær.pdf"))
    ((message, kind),) = shelf.ask("select message, type from intake where tenant_id = %(t)s", t=tenant)
    assert kind == DocumentSubmitted.type_name
    assert json.loads(sent.messages[0].value) == message


async def test_what_follows_an_upload_that_is_not_journaled_is_published_after_it(
    ann: httpx.AsyncClient, sent: Sent
) -> None:
    sent.fails = ConnectionError("no broker")
    told = (await ann.post("/v1/documents", files=files())).json()
    sent.fails = None
    assert (await ann.delete(told["url"])).status_code == 202
    kinds = [Envelope.from_headers(message.headers).type for message in sent.messages]
    assert kinds == [DocumentSubmitted.type_name, ForgetRequested.type_name]


async def test_forgetting_again_with_its_key_is_answered_though_the_rows_are_empty(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, tenant: str
) -> None:
    kept = shelf.session(tenant, "ann")
    headers = {"Idempotency-Key": str(uuid4())}
    one = await ann.delete(f"/v1/sessions/{kept.session}", headers=headers)
    shelf.ask(EMPTIED, s=kept.session)
    shelf.ask("update sessions set forgotten_at = now(), status = 'forgotten' where session_id = %(s)s", s=kept.session)
    two = await ann.delete(f"/v1/sessions/{kept.session}", headers=headers)
    assert (one.status_code, two.status_code, one.json()) == (202, 202, two.json())
    assert (await ann.delete(f"/v1/sessions/{kept.session}")).json()["code"] == "forgotten"
    assert len(sent.messages) == 1


async def test_rule_17_an_upload_repeated_after_it_was_forgotten_does_not_come_back(
    ann: httpx.AsyncClient, sent: Sent, shelf: Shelf, tenant: str
) -> None:
    headers = {"Idempotency-Key": "once"}
    told = (await ann.post("/v1/documents", files=files(), headers=headers)).json()
    shelf.ask(EMPTIED, s=told["session_id"])
    again = await ann.post("/v1/documents", files=files(), headers=headers)
    assert (again.status_code, again.json()["code"]) == (404, "forgotten")
    assert len(sent.messages) == 1
