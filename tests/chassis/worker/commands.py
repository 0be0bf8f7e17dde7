"""A command to the Reader, as its consumer hands it over."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from aiokafka import ConsumerRecord

from contracts.documents import Document
from contracts.envelope import Envelope
from contracts.message import Message
from contracts.reading import ReadDocument

SESSION, COMMAND = UUID(int=5 << 64), UUID(int=77)
READ = ReadDocument(
    document=Document(sha256="a" * 64, filename="a.pdf", media_type="application/pdf", bytes=1, blob="documents/a")
)


def command(
    message: Message = READ,
    *,
    attempt: int = 1,
    id: UUID = COMMAND,
    session: UUID = SESSION,
    owner: str | None = None,
    **changes: Any,
) -> ConsumerRecord:
    """A record as the consumer hands it over."""
    envelope = Envelope(
        id=id,
        type=message.type_name,
        source="pensum/orchestrator",
        subject=session,
        time=datetime.now(UTC),
        attempt=attempt,
        traceparent=f"00-{SESSION.hex}-{'1' * 16}-01",
        owner=owner,
    )
    plain: dict[str, Any] = {
        "topic": "reader.commands",
        "partition": 0,
        "offset": 3,
        "timestamp": 0,
        "timestamp_type": 0,
        "key": str(id).encode(),
        "value": message.write(),
        "checksum": None,
        "serialized_key_size": 0,
        "serialized_value_size": 0,
        "headers": tuple(envelope.headers()),
    }
    return ConsumerRecord(**(plain | changes))
