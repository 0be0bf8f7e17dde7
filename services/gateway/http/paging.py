"""Pages of lists: by offset and limit, or from a cursor, which says where a page, newest first, ended; it is opaque."""

import base64
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, NamedTuple, TypeVar
from uuid import UUID

from fastapi import Query

from services.gateway.http.problems import broken

R = TypeVar("R", bound=Mapping[str, Any])
Offset = Annotated[int, Query(ge=0, le=2**31 - 1)]
Limit = Annotated[int, Query(ge=1, le=500)]
Fewer = Annotated[int, Query(ge=1, le=200)]


class Place(NamedTuple):
    """The last row of the page before: its time, its session, and what else tells it from its neighbours."""

    at: datetime | None = None
    session: UUID | None = None
    rest: str = ""

    def cursor(self) -> str:
        """The place as the client carries it."""
        assert self.at is not None
        return base64.urlsafe_b64encode(f"{self.at.isoformat()}|{self.session}|{self.rest}".encode()).decode()


def page_of(found: list[R], limit: int, at: str = "created_at", rest: str = "") -> tuple[list[R], str | None]:
    """Of rows of which one more was asked for: at most `limit`, and the cursor of what comes after; None: nothing does.

    `at`, `rest`: the columns of a row's time, and of what else tells it from its neighbours.
    """
    shown = found[:limit]
    if len(found) <= limit:
        return shown, None
    last = shown[-1]
    return shown, Place(last[at], last["session_id"], last[rest] if rest else "").cursor()


def place(cursor: str | None) -> Place:
    """Where to go on; without a cursor, from the newest. Raises `Failure` 400."""
    if cursor is None:
        return Place()
    try:
        at, session, rest = base64.urlsafe_b64decode(cursor.encode()).decode().split("|")
        if "\0" in rest:
            raise ValueError(rest)
        return Place(datetime.fromisoformat(at), UUID(session), rest)
    except ValueError:
        raise broken("cursor", "not_ours") from None
