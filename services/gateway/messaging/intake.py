"""The intake: what is accepted is written first, published next, answered last (rule 1 of the protocol).

A request with an Idempotency-Key derives its message's id from person, method, path and key: the same request again,
also at the same time, finds the row that won and answers from it.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

from psycopg.types.json import Json

from contracts.assistant import Converse
from contracts.envelope import Envelope, first
from contracts.message import Message
from contracts.problems import Code
from contracts.session import Status
from contracts.topics import MAX_MESSAGE_BYTES, TOPICS
from contracts.views.sessions import Accepted
from services.chassis.broker.outgoing import Outgoing
from services.chassis.problems import failed
from services.chassis.process.kill_points import passes
from services.gateway.access.bearer import Who
from services.gateway.database import Row, Rows
from services.gateway.http.problems import broken

NAMESPACE = UUID("6f2f1f0e-4f0a-5b6c-9a52-70656e73756d")
INPUTS = "session.inputs"
CONVERSATIONS = next(topic for topic in TOPICS if Converse in topic.messages)
OF_CONVERSATIONS = frozenset(message.type_name for message in CONVERSATIONS.messages)
SOURCE = "pensum/gateway"
FIRST_WAIT_SECONDS = 5
PUBLISH_SECONDS = 0.5
KEY_LENGTH = 200
Publish = Callable[[Sequence[Outgoing]], Awaitable[None]]
log = logging.getLogger(__name__)

INSERT = """
insert into intake (message_id, session_id, tenant_id, user_id, method, path, idempotency_key, body_sha256, type,
  message, answer, traceparent, accepted_at, due_at, tries, settled)
values (%(message_id)s, %(session_id)s, %(tenant)s, %(user)s, %(method)s, %(path)s, %(key)s, %(body_sha256)s, %(type)s,
  %(message)s, %(answer)s, %(traceparent)s, %(accepted_at)s, now() + make_interval(secs => %(wait)s), 0, false)
on conflict do nothing returning message_id"""

EARLIER = "select session_id, body_sha256, answer from intake where message_id = %(message_id)s"

PENDING = """
select message_id, session_id, type, message::text as value, traceparent, accepted_at from intake
where session_id = %(session)s and message_id <> %(message_id)s and not settled order by accepted_at"""


@dataclass(frozen=True)
class Asked:
    """A request that changes something. `key` None: the client does not mean to repeat it.

    Raises `Failure` 400 naming an unusable Idempotency-Key.
    """

    who: Who
    method: str
    path: str
    key: str | None
    message_id: UUID = field(init=False)

    def __post_init__(self) -> None:
        if self.key is not None and (not self.key or len(self.key) > KEY_LENGTH or not self.key.isprintable()):
            raise broken("Idempotency-Key", "key_length", count=KEY_LENGTH)
        named = json.dumps([self.who.tenant, self.who.user, self.method, self.path, self.key])
        object.__setattr__(self, "message_id", uuid4() if self.key is None else uuid5(NAMESPACE, named))

    def named(self, thing: str) -> UUID:
        """The id of what this request makes."""
        return uuid5(self.message_id, thing)


class Intake:
    """Takes requests in. `publish` may fail: the row is enough."""

    def __init__(self, rows: Rows, publish: Publish, publish_seconds: float = PUBLISH_SECONDS) -> None:
        self._rows, self._publish, self._seconds = rows, publish, publish_seconds

    async def earlier(self, asked: Asked, body_sha256: str) -> Accepted | None:
        """The answer that the same request got before. Raises `Failure` 422 if the key was for another body."""
        if asked.key is None:
            return None
        row = await self._rows.one(EARLIER, {"message_id": asked.message_id})
        if row is None:
            return None
        if not row["answer"]:
            if asked.method == "DELETE":
                session: UUID = row["session_id"]
                return Accepted(session_id=session, status=Status.ACCEPTED, trace_id=session.hex, url=asked.path)
            raise failed(Code.FORGOTTEN, "request_forgotten")
        if row["body_sha256"] != body_sha256:
            raise failed(Code.KEY_REUSED, "key_reused", fields=["Idempotency-Key"])
        return Accepted.model_validate(row["answer"])

    async def is_new(self, asked: Asked) -> bool:
        """Whether no request with its key was written down before."""
        return asked.key is None or await self._rows.one(EARLIER, {"message_id": asked.message_id}) is None

    async def accept(
        self, asked: Asked, body_sha256: str, message: Message, answer: Accepted, traceparent: str | None, *, new: bool
    ) -> Accepted:
        """Writes the request down, publishes its message, and returns what to answer.

        `new`: the session is not in the journal yet; what was accepted for it before is then published again, first.
        Raises `Failure` 422 if a request with this key and another body was faster.
        """
        session = answer.session_id
        envelope = first(message, id=asked.message_id, source=SOURCE, session=session, traceparent=traceparent)
        value = message.write()
        if len(value) > MAX_MESSAGE_BYTES:
            raise failed(Code.CONTRACT_BROKEN, "too_large_for_a_message", fields=["(body)"])
        won = await self._rows.one(INSERT, self._row(asked, body_sha256, message, answer, envelope))
        if won is None and asked.key is not None:  # Without a key nobody else has this id: then the row is this one.
            if (before := await self.earlier(asked, body_sha256)) is None:
                raise failed(Code.INTERNAL, "neither_written")
            return before
        waiting = await self._rows.all(PENDING, {"session": session, "message_id": asked.message_id}) if new else []
        await self._tell([*map(outgoing, waiting), sent(envelope, value)])
        return answer

    @passes(before="committed", after="published")
    async def _tell(self, messages: Sequence[Outgoing]) -> None:
        try:
            await asyncio.wait_for(self._publish(messages), self._seconds)
        except Exception as error:  # The row is enough: the sweep publishes it.
            log.warning("An accepted message waits for the sweep.", extra={"error": error})

    @staticmethod
    def _row(asked: Asked, body_sha256: str, message: Message, answer: Accepted, envelope: Envelope) -> dict[str, Any]:
        return {
            "message_id": asked.message_id,
            "session_id": answer.session_id,
            "tenant": asked.who.tenant,
            "user": asked.who.user,
            "method": asked.method,
            "path": asked.path,
            "key": asked.key,
            "body_sha256": body_sha256,
            "type": message.type_name,
            "message": Json(message.plain()),
            "answer": Json(answer.model_dump(mode="json")),
            "traceparent": envelope.traceparent,
            "accepted_at": envelope.time,
            "wait": FIRST_WAIT_SECONDS,
        }


def outgoing(row: Row) -> Outgoing:
    """The message of an intake row, with the id, time and trace it was accepted with."""
    accepted_at: datetime = row["accepted_at"]
    envelope = Envelope(
        id=row["message_id"],
        type=row["type"],
        source=SOURCE,
        subject=row["session_id"],
        time=accepted_at,
        traceparent=row["traceparent"],
    )
    return sent(envelope, row["value"].encode())


def sent(envelope: Envelope, value: bytes) -> Outgoing:
    """A message of the session's inputs, or of the assistant's conversations, keyed by what it is about."""
    topic = CONVERSATIONS.name if envelope.type in OF_CONVERSATIONS else INPUTS
    return Outgoing(topic, str(envelope.subject).encode(), value, envelope.headers())


def sha256(*parts: bytes) -> str:
    """One hash over the parts that make a body, each set off by its length."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    return digest.hexdigest()
