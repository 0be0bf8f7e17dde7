"""Which columns are written of each table, for `writes.py`: names and Postgres types."""

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Into:
    """A table and the columns that are written, with their Postgres types. What is there already is left as it is."""

    name: str
    columns: dict[str, str]
    conflict: str = "on conflict do nothing"


_OWNED = {"tenant_id": "text", "user_id": "text"}
_ITEM = {
    "quiz_id": "uuid",
    "session_id": "uuid",
    "course_id": "uuid",
    **_OWNED,
    "ordinal": "int",
    "body": "json",
    "batch": "int",
}

COURSES = Into(
    "courses", {"course_id": "uuid", **_OWNED, "title": "text", "reading_id": "uuid", "created_at": "timestamptz"}
)
DOCUMENTS = Into(
    "documents",
    {
        "course_id": "uuid",
        "sha256": "text",
        **_OWNED,
        "filename": "text",
        "media_type": "text",
        "bytes": "bigint",
        "blob": "text",
        "uploaded_at": "timestamptz",
        "ordinal": "int",
        "password": "text",
        "reading_id": "uuid",
    },
)
READINGS = Into(
    "readings",
    {
        "reading_id": "uuid",
        **_OWNED,
        "document_sha256": "text",
        "blob": "text",
        "doc_meta": "json",
        "complete": "bool",
        "created_at": "timestamptz",
        "problem": "json",
        "recognition": "json",
        "plan": "text",
        "ranges": "json",
        "corrections": "json",
    },
)
MEMBERS = Into("reading_members", {"set_id": "uuid", "reading_id": "uuid", **_OWNED, "ordinal": "int"})
BLOCKS = Into(
    "blocks",
    {
        "reading_id": "uuid",
        "block_id": "text",
        **_OWNED,
        "part": "int",
        "ordinal": "int",
        "source_page": "int",
        "body": "json",
    },
)
QUIZZES = Into(
    "quizzes",
    {
        "quiz_id": "uuid",
        "session_id": "uuid",
        "course_id": "uuid",
        **_OWNED,
        "number": "int",
        "ready": "bool",
        "shortfall": "json",
        "created_at": "timestamptz",
        "purpose": "text",
    },
)
ITEMS = Into("items", {"item_id": "uuid", **_ITEM, "answer_text": "text"})
CARDS = Into("flashcards", {"card_id": "uuid", **_ITEM})
HISTORY = Into(
    "item_history",
    {
        "message_id": "uuid",
        "item_id": "uuid",
        "session_id": "uuid",
        **_OWNED,
        "action": "text",
        "outcome": "text",
        "reason": "text",
        "reasons": "json",
        "after": "json",
        "answer_text": "text",
        "timestamp": "timestamptz",
    },
)
ATTEMPTS = Into(
    "attempts",
    {
        "attempt_id": "uuid",
        "quiz_id": "uuid",
        "session_id": "uuid",
        **_OWNED,
        "answers": "json",
        "graded_by": "text",
        "submitted_at": "timestamptz",
    },
)
RUNS = Into(
    "agent_runs",
    {
        "message_id": "uuid",
        "session_id": "uuid",
        **_OWNED,
        "timestamp": "timestamptz",
        "agent": "text",
        "input_summary": "text",
        "output": "text",
        "reasoning": "text",
        "duration_ms": "float8",
        "input_hash": "text",
        "output_hash": "text",
        "tokens_used": "int",
        "errors": "json",
        "spending": "json",
    },
)
TRANSITIONS = Into(
    "agent_transitions",
    {
        "session_id": "uuid",
        **_OWNED,
        "from_agent": "text",
        "to_agent": "text",
        "reason": "text",
        "message_excerpt": "text",
        "timestamp": "timestamptz",
    },
)
JOURNAL = Into(
    "journal",
    {
        "session_id": "uuid",
        "seq": "int",
        "message_id": "uuid",
        **_OWNED,
        "type": "text",
        "meta": "json",
        "message": "json",
        "commands": "json",
        "traceparent": "text",
        "rules": "int",
        "decide_ms": "float8",
        "received_at": "timestamptz",
        "kept": "bool",
    },
    conflict="",
)
PARKED = Into(
    "parked",
    {
        "parked_id": "uuid",
        "message_id": "uuid",
        "session_id": "uuid",
        "tenant_id": "text",
        "user_id": "text",
        "type": "text",
        "topic": "text",
        "reason": "text",
        "key": "bytea",
        "value": "bytea",
        "headers": "json",
        "parked_at": "timestamptz",
    },
)
