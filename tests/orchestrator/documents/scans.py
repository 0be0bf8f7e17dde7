"""A scan that the quality gate holds, and what is done about it."""

from typing import Any
from uuid import UUID, uuid4

from contracts.reading import ReviewDecided
from tests.standins.messages import Hall, document, said, submitted

BAD = document("long bad.pdf")


async def papers(hall: Hall, session: UUID) -> list[dict[str, Any]]:
    """The documents as the gateway sees them."""
    return await hall.rows("select * from document_view where session_id = %s order by ordinal", session)


async def held(hall: Hall) -> UUID:
    """A session that waits for a person."""
    session = uuid4()
    await hall.walk(submitted(session, file=BAD.filename))
    assert (await hall.row(session))["status"] == "pending_review"
    return session


def approve(session: UUID, *pages: int) -> Any:
    """A person lets the scan pass, and these pages as they were recognised."""
    return said(ReviewDecided(document_sha256=BAD.sha256, decision="approve", pages=list(pages)), session)
