"""Parked messages come home: each leaves a row with the bytes as they came; the bell is an error in the log.

The reason may quote the message, so it stands in the row alone: `pensum parked show ID` prints it. Who put the message
aside logged what went wrong, under the same trace id.
"""

import hashlib
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from contracts.topics import MESSAGES
from services.chassis.logs.json_lines import about
from services.orchestrator.arrivals import Aside
from services.orchestrator.batch.locked import LockedSession
from services.orchestrator.database.rows import as_json
from services.orchestrator.database.tables import Parked
from services.orchestrator.database.writes import Writes

log = logging.getLogger(__name__)


def keep_asides(writes: Writes, asides: Sequence[Aside], locked: Mapping[UUID, LockedSession], now: datetime) -> None:
    """A row for each message that was put aside, once however often it comes."""
    for put in asides:
        _ring(put)
        owner = locked.get(put.session) if put.session else None
        if owner is not None and owner.state.forgotten:
            continue
        told = {name: (value or b"").decode("utf-8", "replace") for name, value in put.record.headers or ()}
        headers = {name: value.replace("\0", "") for name, value in told.items()}
        writes.insert(
            Parked(
                parked_id=put.parked_id,
                message_id=put.message_id,
                session_id=put.session,
                tenant_id=owner.tenant if owner else None,
                user_id=owner.user if owner else None,
                type=put.type,
                topic=put.topic,
                reason=put.reason.replace("\0", ""),
                key=put.record.key,
                value=put.record.value,
                headers=as_json(headers),
                parked_at=now,
            )
        )


def _ring(put: Aside) -> None:
    told = {
        "parked": str(put.parked_id),
        "topic": put.record.topic,
        "type": put.type if put.type in MESSAGES else None,
        "reason_characters": len(put.reason),
        "reason_hash": hashlib.sha256(put.reason.encode()).hexdigest(),
    }
    with about(put.session):
        log.error("a message was put aside", extra=told)
