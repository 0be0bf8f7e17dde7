"""From a Kafka record to what the shell folds: an arrival, or the reason why it is none."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, Protocol
from uuid import NAMESPACE_OID, UUID, uuid5

from pydantic import ValidationError

from contracts.envelope import Envelope
from contracts.grading import QuizResults
from contracts.message import Message
from contracts.session import MessageParked, StepTimedOut
from contracts.topics import MAX_MESSAGE_BYTES, MESSAGES, TOPICS
from services.orchestrator.workflow.state import State, Step

PARKED, OUTPUTS = ".parked", ".outputs"
COUNTS_AS = "pensum_counts_as"
"""The header in which a parked message says what it is to the step that it names."""
_CONSUMED = {topic.name: {message.type_name for message in topic.messages} for topic in TOPICS}


CountsAs = Literal["failed", "failed_attempt", "nothing"]


class Record(Protocol):
    """What the shell needs of a Kafka record."""

    @property
    def topic(self) -> str: ...
    @property
    def key(self) -> bytes | None: ...
    @property
    def value(self) -> bytes | None: ...
    @property
    def headers(self) -> "tuple[tuple[str, bytes], ...] | list[tuple[str, bytes]]": ...


@dataclass(frozen=True)
class Arrival:
    """A valid message. `derived_from`: the message of another session of the course that this one tells of."""

    record: Record
    envelope: Envelope
    message: Message
    derived_from: "Arrival | None" = None

    @property
    def session(self) -> UUID:
        return self.envelope.subject

    @property
    def is_timeout(self) -> bool:
        return isinstance(self.message, StepTimedOut)

    @property
    def command(self) -> UUID | None:
        """The command that this answers, or whose deadline it tells; None for any other message."""
        return self.envelope.cause if self.is_timeout or self.record.topic.endswith(OUTPUTS) else None

    def step(self, state: State) -> Step | None:
        """The step that is open in a state and that this is about."""
        return state.open.get(self.envelope.cause) if self.envelope.cause else None


@dataclass(frozen=True)
class Unfit:
    """A message to park, and why.

    `counts_as` failed: the step that it is about failed for good; `failed_attempt`: that attempt did, and another may
    bring an answer in order; `nothing`: it is about no step that could be asked again, and uses up nothing.
    `error`: what says so in the log, where the reason may quote the message.
    """

    record: Record
    reason: str
    counts_as: CountsAs = "failed"
    error: BaseException | None = None


def arrive(record: Record) -> Arrival | Unfit:
    """Reads a record of a live topic."""
    answers = record.topic.endswith(OUTPUTS)
    counts_as: CountsAs = "nothing" if answers else "failed"
    try:
        envelope = Envelope.from_headers(record.headers)
        if envelope.type not in _CONSUMED.get(record.topic, ()):
            kind = envelope.type if envelope.type in MESSAGES else "a message of an unknown type"
            return Unfit(record, f"{kind} does not belong on {record.topic}", counts_as)
        if envelope.cause is None and (answers or envelope.type == StepTimedOut.type_name):
            return Unfit(record, "invalid: ce_causeid: missing, so it is not known what this answers", "nothing")
        counts_as = "failed_attempt" if answers else "failed"
        if record.value is None or len(record.value) > MAX_MESSAGE_BYTES:
            return Unfit(record, f"the value is empty or over {MAX_MESSAGE_BYTES} bytes", counts_as)
        message = MESSAGES[envelope.type].read(record.value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        return Unfit(record, f"invalid: {where or 'body'}: {first['msg']}", counts_as, error)
    if isinstance(message, QuizResults) and message.attempt_id is None:
        return Unfit(record, "invalid: attempt_id: missing")
    return Arrival(record, envelope, message)


@dataclass(frozen=True)
class Aside:
    """A message from a parked topic: what is kept of it, and the arrival it becomes.

    None: it names no session, or is nothing to it.
    """

    parked_id: UUID
    record: Record
    type: str
    topic: str
    reason: str
    message_id: UUID | None
    session: UUID | None
    arrival: Arrival | None


def aside(record: Record) -> Aside:
    """Reads a record of a parked topic. It is never itself parked, so nothing here raises."""
    headers = {
        name: value.decode("utf-8", "replace").replace("\0", "")  # which no text of Postgres holds
        for name, value in record.headers or ()
        if value is not None
    }
    digest = hashlib.sha256((record.value or b"") + repr(sorted(headers.items())).encode()).hexdigest()
    parked_id = uuid5(NAMESPACE_OID, f"{record.topic}:{digest}")
    message_id, session, cause = (_uuid(headers.get(f"ce_{name}")) for name in ("id", "subject", "causeid"))
    session = session or _uuid((record.key or b"").decode("utf-8", "replace"))
    topic = headers.get("pensum_topic") or record.topic.removesuffix(PARKED)
    kind, reason = headers.get("ce_type", ""), headers.get("pensum_reason", "no reason was given")
    attempt = int(told) if (told := headers.get("ce_attempt", "")[:9]).isdecimal() else 1
    command = message_id if topic.endswith(".commands") else cause
    counts_as = headers.get(COUNTS_AS, "failed")
    arrival = None
    if session is not None and counts_as != "nothing":
        message = MessageParked(
            message_id=message_id,
            message_type=kind,
            topic=topic,
            reason=reason,
            command=command,
            attempt=max(attempt, 1),
            final=counts_as != "failed_attempt",
        )
        envelope = Envelope(
            id=uuid5(parked_id, "parked"),
            type=message.type_name,
            source="pensum/orchestrator",
            subject=session,
            time=datetime.now(UTC),
            cause=command,
            attempt=max(attempt, 1),
            traceparent=headers.get("traceparent"),
        )
        arrival = Arrival(record, envelope, message)
    return Aside(parked_id, record, kind, topic, reason, message_id, session, arrival)


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        return None
