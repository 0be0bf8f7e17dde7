"""What the shell looks up before it decides: the locked sessions, journaled messages, and the facts of the outside."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.quizzes import ItemsValidated
from contracts.session import DocumentSubmitted, MessageParked
from services.chassis.database import Connection
from services.orchestrator.arrive import Arrival
from services.orchestrator.decide.state import KnownReading


async def lock_sessions(connection: Connection, arrivals: Sequence[Arrival], now: datetime) -> list[dict[str, Any]]:
    """Inserts the rows of sessions that begin here, then locks all rows in key order."""
    if not arrivals:
        return []
    begun = {arrival.session: arrival.letter for arrival in arrivals if isinstance(arrival.letter, DocumentSubmitted)}
    for session, began in sorted(begun.items(), key=lambda pair: pair[0]):
        await connection.execute(_BEGIN, (session, began.tenant_id, began.user_id, now, now))
    for arrival in arrivals:
        letter = arrival.letter
        if isinstance(letter, MessageParked) and letter.message_type == DocumentSubmitted.letter_type:
            await connection.execute(_BEGIN_FAILED, (now, now, letter.message_id, arrival.session))
    ids = sorted({arrival.session for arrival in arrivals})
    found = await connection.execute(
        """select session_id, tenant_id, user_id, version, state from sessions where session_id = any(%s)
           order by session_id for update""",
        (ids,),
    )
    return await found.fetchall()


_BEGIN = """insert into sessions (session_id, tenant_id, user_id, status, version, state, created_at, updated_at)
            values (%s, %s, %s, 'accepted', 0, '{}', %s, %s) on conflict do nothing"""
_BEGIN_FAILED = """insert into sessions (session_id, tenant_id, user_id, status, version, state, created_at, updated_at)
                   select session_id, tenant_id, user_id, 'accepted', 0, '{}', %s, %s from intake
                   where message_id = %s and session_id = %s on conflict do nothing"""


@dataclass
class Known:
    """Journal rows by session and message; which ids are flashcards'; readings by owner and bytes."""

    rows: dict[tuple[UUID, UUID], dict[str, Any]] = field(default_factory=dict)
    cards: set[UUID] = field(default_factory=set)
    readings: dict[tuple[str, str, str], KnownReading] = field(default_factory=dict)

    async def load(self, connection: Connection, arrivals: Sequence[Arrival]) -> None:
        """Reads what these arrivals need, after the lock."""
        if not arrivals:
            return
        sessions = [arrival.session for arrival in arrivals]
        messages = [arrival.envelope.id for arrival in arrivals]
        found = await connection.execute(
            """select session_id, message_id, seq, commands, traceparent from journal
               where session_id = any(%s) and message_id = any(%s)""",
            (sessions, messages),
        )
        self.rows = {(row["session_id"], row["message_id"]): row for row in await found.fetchall()}
        quizzes = [arrival.letter.quiz_id for arrival in arrivals if isinstance(arrival.letter, ItemsValidated)]
        if quizzes:
            cards = await connection.execute("select card_id from flashcards where quiz_id = any(%s)", (quizzes,))
            self.cards = {row["card_id"] for row in await cards.fetchall()}
        for arrival in arrivals:
            if isinstance(letter := arrival.letter, DocumentSubmitted):
                await self._reading(connection, letter)

    async def _reading(self, connection: Connection, letter: DocumentSubmitted) -> None:
        owner = (letter.tenant_id, letter.user_id, letter.document.sha256)
        found = await connection.execute(
            """select reading_id, blob, doc_meta from readings where tenant_id = %s and user_id = %s
               and document_sha256 = %s and complete and digest is not null order by created_at desc limit 1""",
            owner,
        )
        if row := await found.fetchone():
            self.readings[owner] = KnownReading.model_validate(row)
