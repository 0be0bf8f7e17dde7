"""What the gateway reads of notes. Whose session it is must have been asked before."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends

from services.gateway.database import Queries, Row

NOTES = """
select n.note, n.phrase, n.evidence, n.attempt_id, n.timestamp, n.ordinal, n.taken_back from note_view n
where n.session_id = %(session)s order by n.timestamp, n.attempt_id, n.ordinal offset %(offset)s limit %(limit)s"""

NOTE = """
select taken_back from note_view
where session_id = %(session)s and attempt_id = %(attempt)s and ordinal = %(ordinal)s"""


class Notes(Queries):
    """Rows of notes."""

    async def notes(self, session: UUID, offset: int = 0, limit: int | None = None) -> list[Row]:
        """Notes, oldest first."""
        return await self._rows.all(NOTES, {"session": session, "offset": offset, "limit": limit})

    async def note(self, session: UUID, attempt: UUID, ordinal: int) -> Row | None:
        """Whether a note was taken back; None: no such note."""
        return await self._rows.one(NOTE, {"session": session, "attempt": attempt, "ordinal": ordinal})


NoteQueries = Annotated[Notes, Depends(Notes.of)]
