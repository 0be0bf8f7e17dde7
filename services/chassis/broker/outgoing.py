"""A message to publish, and the producer span that a session's message is sent with: whoever takes it goes on from it.

The spans' names follow the messaging conventions. Wake-ups and heartbeats have none: they carry nothing, may be lost,
and would be every other span of a trace.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from contracts.session import StepProgressed
from services.chassis.tracing import telemetry

WAKE_UPS = "session.updates"
HEARTBEAT = StepProgressed.type_name
UNSAMPLED = "-00"


class Outgoing(NamedTuple):
    """One message to publish; the value is its JSON and nothing else."""

    topic: str
    key: bytes
    value: bytes
    headers: list[tuple[str, bytes]]


@contextmanager
def sending(messages: Sequence[Outgoing]) -> Iterator[Sequence[Outgoing]]:
    """The messages as they are to be sent: each with its own span's `traceparent`. What is raised within marks all."""
    if not telemetry.on():
        yield messages
        return
    spans: list[telemetry.Spanned] = []
    try:
        yield [_begun(each, spans) for each in messages]
    except Exception as error:
        for span in spans:
            span.broke(error)
        raise
    finally:
        for span in spans:
            span.end()


def _begun(message: Outgoing, spans: list[telemetry.Spanned]) -> Outgoing:
    headers = {name: (value or b"").decode("utf-8", "replace") for name, value in message.headers}
    parent = headers.get("traceparent")
    if parent is None or parent.endswith(UNSAMPLED) or message.topic == WAKE_UPS or headers.get("ce_type") == HEARTBEAT:
        return message
    named: dict[str, Any] = {
        "messaging.system": "kafka",
        "messaging.operation.type": "send",
        "messaging.operation.name": "send",
        "messaging.destination.name": message.topic,
        "messaging.message.id": headers.get("ce_id"),
        "messaging.message.body.size": len(message.value),
        "session.id": headers.get("ce_subject"),
        "pensum.letter": headers.get("ce_type"),
    }
    span = telemetry.begin(f"send {message.topic}", parent=parent, kind="producer", **named)
    spans.append(span)
    assert span.traceparent
    others = [each for each in message.headers if each[0] != "traceparent"]
    return message._replace(headers=[*others, ("traceparent", span.traceparent.encode())])
