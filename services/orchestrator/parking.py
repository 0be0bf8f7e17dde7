"""Parked messages come home: each leaves a row with the bytes as they came; the bell is an error in the log."""

import json
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from services.orchestrator import columns
from services.orchestrator.arrive import Aside
from services.orchestrator.held import Held
from services.orchestrator.writes import Writes

log = logging.getLogger(__name__)


def keep_asides(writes: Writes, asides: Sequence[Aside], held: Mapping[UUID, Held], now: datetime) -> None:
    """A row for each message that was put aside, once however often it comes."""
    for put in asides:
        log.error("a message of %s was put aside: %s", put.topic, put.reason, extra={"parked": str(put.parked_id)})
        owner = held.get(put.session) if put.session else None
        if owner is not None and owner.state.forgotten:
            continue
        told = {name: (value or b"").decode("utf-8", "replace") for name, value in put.record.headers or ()}
        headers = {name: value.replace("\0", "") for name, value in told.items()}
        writes.insert(
            columns.PARKED,
            put.parked_id,
            put.message_id,
            put.session,
            owner.tenant if owner else None,
            owner.user if owner else None,
            put.type,
            put.topic,
            put.reason.replace("\0", ""),
            put.record.key,
            put.record.value,
            json.dumps(headers),
            now,
        )
