"""Sessions: the list, the state with its ETag, retry and forget."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Response

from contracts.learning import AimsSet
from contracts.message import Phrase
from contracts.problems import Code
from contracts.session import ForgetRequested, RetryRequested, Status
from contracts.views.sessions import Accepted, SessionState
from services.chassis.problems import failed
from services.gateway.access.bearer import Anyone, Who
from services.gateway.access.standing import ChangedSession, SessionAccess, SessionHere, etag
from services.gateway.documents.queries import DocumentQueries
from services.gateway.http.bodies import JsonBody, router
from services.gateway.http.language import ReaderLanguage
from services.gateway.http.paging import Fewer, Limit, Offset, page_of, place
from services.gateway.http.replies import UNCHANGED, WRITTEN
from services.gateway.messaging.requests import Once, answer
from services.gateway.notes.queries import NoteQueries
from services.gateway.quizzes.queries import QuizQueries
from services.gateway.sessions import views
from services.gateway.sessions.queries import SessionQueries
from services.gateway.sessions.schemas import Labels, Sessions

routes = router("/v1/sessions", "sessions")


class WholeSession:
    """A session's state, put together from what each feature has of it."""

    def __init__(
        self, sessions: SessionQueries, documents: DocumentQueries, quizzes: QuizQueries, notes: NoteQueries
    ) -> None:
        self._sessions, self._documents, self._quizzes, self._notes = sessions, documents, quizzes, notes

    async def state(
        self, who: Who, session: UUID, language: str | None, offset: int = 0, limit: int = 100
    ) -> SessionState:
        """The state with one page of each long array. Raises `Failure` 404."""
        row = await self._sessions.session(who, session)
        documents, quizzes, notes = self._documents, self._quizzes, self._notes
        return views.session(
            row,
            papers=await documents.of_session(session),
            blocks=await documents.blocks(session, offset, limit) if row["blocks"] > offset else (),
            questions=await quizzes.questions(session, None, offset, limit) if row["questions"] > offset else (),
            results=await quizzes.results(session, None, offset, limit) if row["results"] > offset else (),
            notes=await notes.notes(session, offset, limit) if row["notes"] > offset else (),
            quizzes=await quizzes.quizzes(session) if row["quizzes"] else (),
            language=language,
        )


async def _whole(
    sessions: SessionQueries, documents: DocumentQueries, quizzes: QuizQueries, notes: NoteQueries
) -> WholeSession:
    return WholeSession(sessions, documents, quizzes, notes)


Whole = Annotated[WholeSession, Depends(_whole)]


@routes.get("")
async def sessions(who: Anyone, rows: SessionQueries, limit: Fewer = 50, cursor: str | None = None) -> Sessions:
    """Your sessions, newest first."""
    found = await rows.sessions(who, place(cursor), limit + 1)
    shown, following = page_of(found, limit)
    return Sessions(sessions=[views.line(row) for row in shown], next=following)


@routes.get("/{session_id}", responses=UNCHANGED)
async def session(
    changed: ChangedSession,
    who: Anyone,
    whole: Whole,
    language: ReaderLanguage,
    response: Response,
    offset: Offset = 0,
    limit: Limit = 100,
) -> SessionState:
    """A session's state. Ask again with its ETag: 304 until something changed."""
    state = await whole.state(who, changed.session_id, language, offset, limit)
    response.headers["ETag"] = etag(state.version, state.status, who, language)
    return state


@routes.patch("/{session_id}", status_code=202, responses=WRITTEN)
async def label_session(session: SessionHere, change: Once, wish: JsonBody[Labels]) -> Accepted:
    """Give a session a name of your own, or tags; what is left out stays. Blanks around them do not count, and a tag
    that comes twice, in whatever capitals, counts once."""
    tags = None if wish.tags is None else {" ".join(tag.split()).casefold(): " ".join(tag.split()) for tag in wish.tags}
    name = None if wish.name is None else " ".join(wish.name.split())
    set_ = AimsSet(name=name, tags=None if tags is None else [tag for tag in tags.values() if tag])
    return await change.accept(set_, answer(session.session_id))


@routes.post("/{session_id}/retry", status_code=202, responses=WRITTEN)
async def retry_session(session: SessionHere, change: Once, wish: JsonBody[RetryRequested]) -> Accepted:
    """Let a session that failed for reasons of ours go on from where it stopped."""
    at = {"version": float(session.version)}
    if session.status != Status.FAILED:
        raise failed(Code.CONFLICT, "not_failed", numbers=at)
    if session.version != wish.version:
        raise failed(Code.CONFLICT, "failed_at_another", version=session.version, named=wish.version, numbers=at)
    if session.error is not None and session.error.status < 500:
        why = session.error.phrase or session.error.detail
        action = Phrase.of(f"problem_actions.{session.error.code}")
        raise failed(Code.CONFLICT, "retry_cannot_help", why=why, action=action)
    return await change.accept(wish, answer(session.session_id))


@routes.delete("/{session_id}", status_code=202, responses=WRITTEN)
async def forget_session(session_id: UUID, who: Anyone, change: Once, sessions: SessionAccess) -> Accepted:
    """Have everything of a session erased."""
    session = await sessions.standing(who, session_id)
    new = session.status == Status.ACCEPTED
    return await change.accept(ForgetRequested(), answer(session_id), new=new)
