"""Documents and their text as they may be shown: rows become views. Pure."""

from collections.abc import Mapping
from typing import Any

from contracts.documents import Block, Notice, Recognition
from contracts.views.sessions import DocView

Row = Mapping[str, Any]


def block(row: Row) -> Block:
    """A block of the text."""
    return Block.model_validate(row["body"], extra="ignore")


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
        unsure_lines=sum(page.unsure_lines for page in found.pages) if found else 0,
        notices=[Notice.model_validate(one, extra="ignore") for one in notices],
    )


def recognition(row: Row) -> Recognition | None:
    """What the quality gate saw of a document, if it went through it."""
    return Recognition.model_validate(row["recognition"], extra="ignore") if row["recognition"] else None
