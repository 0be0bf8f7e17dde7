"""Sessions, documents, text and notes as they may be shown: rows become views. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from contracts.digest import Context
from contracts.documents import Block, Notice, Recognition
from contracts.problems import Problem
from contracts.session import Progress, Status
from contracts.views import DocView, NoteView, SessionLine, SessionState
from services.gateway.items.views import question, result
from services.gateway.logs.spending import spending

Row = Mapping[str, Any]
TOTALS = ("blocks", "questions", "flashcards", "quizzes", "attempts", "results", "notes")


def block(row: Row) -> Block:
    """A block of the text."""
    return Block.model_validate(row["body"], extra="ignore")


def note(row: Row) -> NoteView:
    """A note with what it rests on."""
    rests = row["evidence"] or {}
    return NoteView(
        note=row["note"],
        result_ids=rests.get("result_ids", []),
        made_by=rests.get("made_by", ""),
        attempt_id=row["attempt_id"],
        timestamp=row["timestamp"],
        ordinal=row["ordinal"],
        taken_back=row["taken_back"],
    )


def line(row: Row) -> SessionLine:
    """A session in a list."""
    shown = {name: row[name] for name in SessionLine.model_fields}
    return SessionLine.model_validate({**shown, "title": row["title"] or ""})


def document(row: Row) -> DocView:
    """The document that was sent, as far as the session's own row knows it."""
    return DocView(
        filename=row["filename"] or "",
        uploaded_at=row["uploaded_at"] or row["created_at"],
        sha256=row["sha256"] or "",
    )


def paper(row: Row) -> DocView:
    """A document as the learner named it and the Reader found it.

    The title of a scan that did not pass is recognised text: its review alone shows it.
    """
    meta, notices = row["doc_meta"] or {}, row["notices"] or ()
    found = recognition(row)
    passed = found is None or found.passed
    return DocView(
        filename=row["filename"],
        uploaded_at=row["uploaded_at"],
        title=meta.get("title") or "" if passed else "",
        language=meta.get("language") or "",
        pages=meta.get("pages"),
        sha256=row["sha256"],
        page_kind=meta.get("page_kind") or "page",
        media_type=meta.get("media_type") or row["media_type"],
        ocr_confidence=found.confidence if found else None,
        left_out=found.low if found else [],
        notices=[Notice.model_validate(one, extra="ignore") for one in notices],
    )


def recognition(row: Row) -> Recognition | None:
    """What the quality gate saw of a document, if it went through it."""
    return Recognition.model_validate(row["recognition"], extra="ignore") if row["recognition"] else None


def session(
    row: Row,
    *,
    papers: Sequence[Row] = (),
    blocks: Sequence[Row] = (),
    questions: Sequence[Row] = (),
    results: Sequence[Row] = (),
    notes: Sequence[Row] = (),
    quizzes: Sequence[Row] = (),
) -> SessionState:
    """The session's state. While a document waits for review, nothing is shown that could be learnt from it."""
    status = Status(row["status"])
    shown = status != Status.PENDING_REVIEW
    session_id: UUID = row["session_id"]
    documents = [paper(one) for one in papers] or [document(row)]
    return SessionState(
        session_id=session_id,
        user_id=row["user_id"],
        course_id=row["course_id"],
        status=status,
        version=row["version"],
        progress=Progress.model_validate(row["progress"], extra="ignore") if row["progress"] else None,
        error=Problem.model_validate(row["error"], extra="ignore") if row["error"] else None,
        trace_id=session_id.hex,
        doc_meta=documents[0],
        documents=documents,
        context=Context.model_validate(row["context"], extra="ignore") if row["context"] and shown else None,
        extracted_blocks=[block(one) for one in blocks] if shown else [],
        quiz_items=[question(one) for one in questions] if shown else [],
        results=[result(one) for one in results] if shown else [],
        notes=[one["note"] for one in notes if not one["taken_back"]] if shown else [],
        quizzes=[one["quiz_id"] for one in quizzes if one["ready"] and shown],
        focus_areas=row["focus_areas"] or [],
        totals={name: row[name] for name in TOTALS},
        spending=spending(row["spending"]),
    )
