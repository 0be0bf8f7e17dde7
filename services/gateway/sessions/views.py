"""A session as it may be shown: rows become its state. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from contracts.digest import Context
from contracts.problems import Problem
from contracts.session import Progress, Status
from contracts.views.sessions import SessionLine, SessionState
from services.gateway.documents import views as documents
from services.gateway.http.language import said
from services.gateway.items.views import question, result
from services.gateway.runs.spending import spending

Row = Mapping[str, Any]
TOTALS = ("blocks", "questions", "flashcards", "quizzes", "attempts", "results", "notes")


def line(row: Row) -> SessionLine:
    """A session in a list."""
    return SessionLine(**{name: row[name] for name in SessionLine.model_fields})


def session(
    row: Row,
    *,
    papers: Sequence[Row] = (),
    blocks: Sequence[Row] = (),
    questions: Sequence[Row] = (),
    results: Sequence[Row] = (),
    notes: Sequence[Row] = (),
    quizzes: Sequence[Row] = (),
    language: str | None = None,
) -> SessionState:
    """The session's state. While a document waits for review, nothing is shown that could be learnt from it.

    `language`: the reader's, if it is known.
    """
    status = Status(row["status"])
    shown = status != Status.PENDING_REVIEW
    session_id: UUID = row["session_id"]
    shown_documents = [documents.paper(one) for one in papers] or [documents.document(row)]
    return SessionState(
        session_id=session_id,
        user_id=row["user_id"],
        course_id=row["course_id"],
        status=status,
        version=row["version"],
        progress=Progress.model_validate(row["progress"], extra="ignore") if row["progress"] else None,
        error=Problem.model_validate(row["error"], extra="ignore") if row["error"] else None,
        trace_id=session_id.hex,
        doc_meta=shown_documents[0],
        documents=shown_documents,
        context=Context.model_validate(row["context"], extra="ignore") if row["context"] and shown else None,
        extracted_blocks=[documents.block(one) for one in blocks] if shown else [],
        quiz_items=[question(one) for one in questions] if shown else [],
        results=[result(one) for one in results] if shown else [],
        notes=[said(one["phrase"], one["note"], language) for one in notes if shown and not one["taken_back"]],
        quizzes=[one["quiz_id"] for one in quizzes if one["ready"] and shown],
        focus_areas=row["focus_areas"] or [],
        totals={name: row[name] for name in TOTALS},
        spending=spending(row["spending"]),
        name=row["name"],
        tags=row["tags"],
    )
