"""Putting a message aside: it goes to its topic's parking place as it came, with the reason."""

import contextlib
from uuid import UUID

from aiokafka import ConsumerRecord
from pydantic import ValidationError

from contracts.problems import contract_problem
from contracts.topics import parked
from services.chassis.broker.outgoing import Outgoing

REASON_BYTES = 1024


def parking(record: ConsumerRecord, reason: str) -> Outgoing:
    """The message to publish: headers, key and value as they came, and `pensum_reason` (UTF-8) and `pensum_topic`."""
    said = reason.encode("utf-8", "replace")[:REASON_BYTES].decode("utf-8", "ignore").encode()
    headers = [(name, value or b"") for name, value in record.headers]
    headers += [("pensum_reason", said), ("pensum_topic", record.topic.encode())]
    return Outgoing(parked(record.topic), record.key or b"", record.value or b"", headers)


def session_of(record: ConsumerRecord) -> UUID | None:
    """Whom a message is about, as far as its headers say."""
    for name, value in record.headers or ():
        if name == "ce_subject" and value is not None:
            with contextlib.suppress(ValueError):
                return UUID(value.decode("utf-8", "replace"))
    return None


def said(error: Exception) -> str:
    """What an exception says. A message that breaks its contract names its fields and never shows their content."""
    return contract_problem(error).detail if isinstance(error, ValidationError) else str(error)
