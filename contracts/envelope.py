"""CloudEvents attributes in Kafka's binary mode, and the ids that derive from a cause.

Nothing here draws a random id: a command's id comes from its cause and ordinal, an answer's from its command, type,
attempt and ordinal, a timeout's from command and attempt. So a replay, a repetition or a second process writes the
same.
"""

from datetime import UTC, datetime
from uuid import UUID, uuid5

from pydantic import AwareDatetime, Field

from contracts.message import Fields, Message

CONTENT_TYPE = "application/json"


class Envelope(Fields):
    """Who says what about which session, and because of what.

    `cause` is the id of the message or command that led to this one; None begins a chain.
    `attempt` counts from 1. `ordinal` tells the answers to one command apart. `traceparent` is W3C's. `owner`
    stands for the user whose command it is, and names nobody: workers take users by turns; None: it is not said.
    """

    id: UUID
    type: str
    source: str
    subject: UUID
    time: AwareDatetime
    cause: UUID | None = None
    attempt: int = Field(default=1, ge=1)
    ordinal: int = Field(default=0, ge=0)
    traceparent: str | None = None
    owner: str | None = None

    def headers(self) -> list[tuple[str, bytes]]:
        """Kafka headers, as CloudEvents' Kafka binding names them."""
        pairs = {
            "content-type": CONTENT_TYPE,
            "ce_specversion": "1.0",
            "ce_id": str(self.id),
            "ce_type": self.type,
            "ce_source": self.source,
            "ce_subject": str(self.subject),
            "ce_time": self.time.isoformat(),
            "ce_attempt": str(self.attempt),
            "ce_ordinal": str(self.ordinal),
        }
        if self.cause:
            pairs["ce_causeid"] = str(self.cause)
        if self.traceparent:
            pairs["traceparent"] = self.traceparent
        if self.owner:
            pairs["ce_owner"] = self.owner
        return [(name, value.encode()) for name, value in pairs.items()]

    @classmethod
    def from_headers(cls, headers: "list[tuple[str, bytes]] | tuple[tuple[str, bytes], ...]") -> "Envelope":
        """Reads Kafka headers. Raises `pydantic.ValidationError` naming the attribute that is missing or wrong."""
        found = {name: value.decode("utf-8", "replace") for name, value in headers if value is not None}
        names = ("id", "type", "source", "subject", "time", "attempt", "ordinal")
        values = {name: found[f"ce_{name}"] for name in names if f"ce_{name}" in found}
        if "ce_causeid" in found:
            values["cause"] = found["ce_causeid"]
        if "traceparent" in found:
            values["traceparent"] = found["traceparent"]
        if "ce_owner" in found:
            values["owner"] = found["ce_owner"]
        return cls.model_validate(values)


def command_id(cause: UUID, ordinal: int) -> UUID:
    """The id of the `ordinal`-th command that a message leads to; it stays when the command is sent again."""
    return uuid5(cause, f"command:{ordinal}")


def answer_id(command: UUID, type_name: str, attempt: int, ordinal: int) -> UUID:
    """The id of an answer to a command."""
    return uuid5(command, f"{type_name}:{attempt}:{ordinal}")


def timeout_id(command: UUID, attempt: int) -> UUID:
    """The id of the `StepTimedOut` of one attempt of a command."""
    return uuid5(command, f"timeout:{attempt}")


def first(message: Message, *, id: UUID, source: str, session: UUID, traceparent: str | None) -> Envelope:
    """The envelope of a message that begins a chain."""
    return Envelope(
        id=id, type=message.type_name, source=source, subject=session, time=datetime.now(UTC), traceparent=traceparent
    )


def reply(message: Message, to: Envelope, *, source: str, ordinal: int, traceparent: str | None = None) -> Envelope:
    """The envelope of an answer to the command `to`, at the command's attempt."""
    return Envelope(
        id=answer_id(to.id, message.type_name, to.attempt, ordinal),
        type=message.type_name,
        source=source,
        subject=to.subject,
        time=datetime.now(UTC),
        cause=to.id,
        attempt=to.attempt,
        ordinal=ordinal,
        traceparent=traceparent or to.traceparent,
    )
