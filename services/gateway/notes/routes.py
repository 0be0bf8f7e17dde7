"""Notes: what the Coach says about the attempts of a session."""

from services.gateway.access.standing import OpenSession
from services.gateway.http.bodies import router
from services.gateway.http.replies import NOT_YET
from services.gateway.messaging.requests import where
from services.gateway.notes import views
from services.gateway.notes.queries import NoteQueries
from services.gateway.notes.schemas import Notes
from services.gateway.quizzes.queries import QuizQueries

routes = router("/v1/sessions/{session_id}", "notes")


@routes.get("/notes", responses=NOT_YET)
async def notes(session: OpenSession, rows: NoteQueries, quizzes: QuizQueries) -> Notes:
    """What the Coach says about your attempts, oldest first; 202 before there is any, while answers are under way."""
    id = session.session_id
    under_way = await quizzes.handing_in(id) or session.runs  # Before the notes: what is decided later has none yet.
    found = [views.note(row) for row in await rows.notes(id)]
    if not found and (under_way or not await quizzes.learnt(id)):
        session.not_yet(where(id, "/notes"))
    return Notes(notes=found)
