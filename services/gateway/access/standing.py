"""Whose session it is and where it stands: nothing else of a session is asked before one of these has answered."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, LiteralString, NoReturn
from uuid import UUID

from fastapi import Depends, Request, Response

from contracts.problems import Code, Failure, Problem
from contracts.session import Status
from contracts.views.sessions import CONTRACT_VERSION, Accepted
from services.chassis.problems import failed
from services.gateway.access.bearer import Anyone, Who
from services.gateway.access.recent import HasRecent
from services.gateway.database import Queries, Row
from services.gateway.http.language import VARY, ReaderLanguage
from services.gateway.http.replies import RETRY, Answered, IfNoneMatch, accepted, matches

MINE = "session_id = %(session)s and tenant_id = %(tenant)s and user_id = %(user)s"
# What the person calls it, else the document's title. That of a scan that did not pass is recognised text: it is shown
# in the review alone. Of a `session_view s`.
TITLE = """coalesce(
  nullif((select n.value #>> '{}' from agent_state_view n where n.session_id = s.session_id and n.key = 'name'), ''),
  case when s.status = 'pending_review' or s.error ->> 'code' in ('low_confidence', 'review_rejected') then ''
    else s.doc_meta ->> 'title' end, '')"""
TAGS = (
    """coalesce((select n.value from agent_state_view n where n.session_id = s.session_id and n.key = 'tags'), '[]')"""
)
# A page of all that somebody has is chosen first, by its index alone: what it shows is looked up for those on it.
NEWEST: LiteralString = """page as materialized (
  select session_id from own_session_view
  where tenant_id = %(tenant)s and user_id = %(user)s and forgotten_at is null
    and (%(before)s::timestamptz is null or (created_at, session_id) < (%(before)s::timestamptz, %(last)s::uuid))
  order by created_at desc, session_id desc limit %(limit)s)"""
# The same of those that were `found` before.
NEWEST_FOUND: LiteralString = """page as materialized (
  select session_id from found
  where %(before)s::timestamptz is null or (created_at, session_id) < (%(before)s::timestamptz, %(last)s::uuid)
  order by created_at desc, session_id desc limit %(limit)s)"""
ON_PAGE: LiteralString = """page cross join lateral (
  select v.* from session_view v where v.session_id = page.session_id and v.forgotten_at is null offset 0) s"""
LANGUAGE: LiteralString = f"select coalesce(doc_meta ->> 'language', '') as language from session_view where {MINE}"
STANDING = f"select session_id, status, version, forgotten_at, error from session_view where {MINE}"
STANDINGS: LiteralString = (
    "select session_id, status, version, error from session_view"
    " where session_id = any(%(sessions)s) and forgotten_at is null"
)


@dataclass(frozen=True)
class Standing:
    """Where a session stands. `error`: why it failed, or waits for a person."""

    session_id: UUID
    status: Status
    version: int
    error: Problem | None = None

    @property
    def runs(self) -> bool:
        """Something is still to happen by itself."""
        return runs(self.status)

    def open_to_learn(self) -> None:
        """Raises the session's `Failure` 422 while a document of it waits for review: nothing is to be learnt yet."""
        if self.status == Status.PENDING_REVIEW:
            raise Failure(self.error or failed(Code.LOW_CONFIDENCE, "waits_for_review").problem)

    def not_yet(self, url: str) -> NoReturn:
        """What cannot be had: 202 while it may still come. Raises the session's own `Failure` once it cannot."""
        if not self.runs and self.error:
            raise Failure(self.error)
        told = Accepted(session_id=self.session_id, status=self.status, trace_id=self.session_id.hex, url=url)
        raise Answered(accepted(told))


def runs(status: Status) -> bool:
    """Whether something is still to happen by itself in a session of that status."""
    return status not in (Status.READY, Status.FAILED, Status.PENDING_REVIEW)


class Standings(Queries):
    """Sessions, by whose they are."""

    async def standing(self, who: Who, session: UUID) -> Standing:
        """Where the person's session stands, at the price of one small query. Raises `Failure` 404."""
        return _stands(checked(await self._rows.one(STANDING, whose(who, session))))

    async def standings(self, sessions: Sequence[UUID]) -> dict[UUID, Standing]:
        """Where each of the sessions stands that is there, whoever's it is: for who was told of it before. One whose
        row cannot be read (of a newer version) is left out: who asks for it is told so, and nobody else."""
        found = {}
        for row in await self._rows.all(STANDINGS, {"sessions": list(sessions)}):
            with suppress(ValueError):
                found[row["session_id"]] = _stands(row)
        return found

    async def language(self, who: Who, session: UUID) -> str:
        """The language of the session's documents; "": it is not known yet."""
        row = await self._rows.one(LANGUAGE, whose(who, session))
        return str(row["language"]) if row else ""


def _stands(row: Row) -> Standing:
    error = Problem.model_validate(row["error"], extra="ignore") if row["error"] else None
    return Standing(row["session_id"], Status(row["status"]), row["version"], error)


def whose(who: Who, session: UUID) -> dict[str, Any]:
    """Values that name the session and its person."""
    return {"session": session, "tenant": who.tenant, "user": who.user}


def checked(row: Row | None) -> Row:
    """The row. Raises `Failure` 404 where there is none for this person, or it was emptied."""
    if row is None:
        raise failed(Code.NOT_FOUND, "no_session")
    if row["forgotten_at"] is not None:
        raise failed(Code.FORGOTTEN, "forgotten")
    return row


def etag(version: int, status: Status, who: Who, language: str | None) -> str:
    """What changes when the state or the way it is shown does. `language`: the reader's, if it is known.

    The status: a decision in a review is under way before the orchestrator has counted it.
    """
    return f'"{version}-{status}-{CONTRACT_VERSION}-{who.role}{f"-{language}" if language else ""}"'


SessionAccess = Annotated[Standings, Depends(Standings.of)]


async def _here(session_id: UUID, who: Anyone, sessions: SessionAccess, request: Request) -> Standing:
    request.state.spoken = partial(sessions.language, who, session_id)
    return await sessions.standing(who, session_id)


SessionHere = Annotated[Standing, Depends(_here)]
"""The session of the path, which is the person's own. 404."""


async def _open(session: SessionHere) -> Standing:
    session.open_to_learn()
    return session


OpenSession = Annotated[Standing, Depends(_open)]
"""The same, and nothing of it waits for a review. 404, 422."""


async def _changed(
    session_id: UUID,
    sessions: SessionAccess,
    recent: HasRecent,
    who: Anyone,
    language: ReaderLanguage,
    request: Request,
    response: Response,
    if_none_match: IfNoneMatch = None,
) -> Standing:
    async def look() -> Standing:
        return await sessions.standing(who, session_id)

    def told(session: Standing) -> dict[str, str]:
        tag = {"ETag": etag(session.version, session.status, who, language)}
        return {**tag, **VARY} | (RETRY if session.runs else {})

    # What was found before is enough to say that nothing has changed, and for nothing else.
    if if_none_match is not None:
        asks = (who.tenant, who.user)
        found = await recent.of(session_id, asks, look)
        headers = told(found)
        if matches(if_none_match, headers["ETag"]):
            unchanged = Response(status_code=304, headers=headers)
            recent.unchanged(session_id, asks, found, request.scope, unchanged.raw_headers, who.expires)
            raise Answered(unchanged)
    session = await look()
    response.headers.update(told(session))
    return session


ChangedSession = Annotated[Standing, Depends(_changed)]
"""The session if it has changed since the client's ETag, which the answer then has anew. 304, 404."""
