"""What the orchestrator says: commands with their envelopes, wake-ups, and how long an answer may take."""

import hashlib
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID, uuid5

from contracts.envelope import Envelope
from contracts.session import SessionUpdated
from contracts.topics import COMMANDS
from services.chassis.broker.outgoing import Outgoing
from services.orchestrator.database.rows import Json, as_json
from services.orchestrator.outbox.commands import OF_KIND
from services.orchestrator.workflow.state import Ask, State

SOURCE = "pensum/orchestrator"


@dataclass(frozen=True)
class Waits:
    """Seconds. `silence`: until a command of which nothing is heard is missed; `by_kind`: until it is, whatever is."""

    by_kind: dict[str, float] = field(
        default_factory=lambda: {
            "read": 400.0,
            "begin": 400.0,
            "pages": 1200.0,
            "gather": 400.0,
            "digest": 400.0,
            "write": 2800.0,
            "validate": 2800.0,
            "check": 2800.0,
            "grade": 2800.0,
            "notes": 2800.0,
            "classify": 2800.0,
            "explain": 2800.0,
            "reply": 2800.0,
            "diagnose": 2800.0,
            "plan": 2800.0,
            "lesson_plan": 2800.0,
            "moderate": 2800.0,
            "assess": 2800.0,
            "teach": 2800.0,
            "assist": 2800.0,
        }
    )
    silence: float = 60.0

    def of(self, kind: str, losses: int = 0) -> float:
        """How long an attempt may take, with every loss twice as long."""
        return self.by_kind[kind] * float(2**losses)

    def silence_of(self, kind: str, losses: int = 0) -> float:
        """How long it may be silent, likewise."""
        return min(self.silence, self.by_kind[kind]) * float(2**losses)


def command(state: State, ask: Ask, cause: UUID, body: bytes, traceparent: str | None) -> Outgoing:
    """A command on its worker's topic, keyed by its own id."""
    message = OF_KIND[ask.kind]
    envelope = Envelope(
        id=ask.command,
        type=message.type_name,
        source=SOURCE,
        subject=state.session_id,
        time=datetime.now(UTC),
        cause=cause,
        attempt=ask.attempt,
        traceparent=traceparent,
        owner=owner_of(state.tenant_id, state.user_id),
    )
    return Outgoing(COMMANDS[message], str(ask.command).encode(), body, envelope.headers())


def owner_of(tenant: str, user: str) -> str:
    """What stands for a user in a header: the same for the same one, and no name."""
    return hashlib.sha256(json.dumps([tenant, user]).encode()).hexdigest()[:16]


def updated(state: State, version: int, traceparent: str | None) -> Outgoing:
    """The wake-up that tells a session's new version."""
    message = SessionUpdated(session_id=state.session_id, version=version, status=state.status, progress=state.progress)
    envelope = Envelope(
        id=uuid5(state.session_id, f"updated:{version}"),
        type=message.type_name,
        source=SOURCE,
        subject=state.session_id,
        time=datetime.now(UTC),
        traceparent=traceparent,
    )
    return Outgoing("session.updates", str(state.session_id).encode(), message.write(), envelope.headers())


def journaled(asks: list[Ask]) -> Json:
    """Commands as the journal keeps them."""
    return as_json([ask.model_dump(mode="json") for ask in asks])
