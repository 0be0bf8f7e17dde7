"""Which columns practice writes, for `writes.py`: what quizzes ask, grades and what follows from them, reviews."""

from services.orchestrator.database.columns import Into

_OWNED = {"tenant_id": "text", "user_id": "text"}

QUIZ_ITEMS = Into(
    "quiz_items",
    {"quiz_id": "uuid", "item_id": "uuid", "session_id": "uuid", **_OWNED, "ordinal": "int", "repeat": "bool"},
)
RESULTS = Into(
    "results",
    {
        "result_id": "uuid",
        "attempt_id": "uuid",
        "quiz_id": "uuid",
        "item_id": "uuid",
        "session_id": "uuid",
        **_OWNED,
        "ordinal": "int",
        "concept": "text",
        "difficulty": "text",
        "answer": "text",
        "is_correct": "bool",
        "credit": "float8",
        "latency_sec": "float8",
        "graded_by": "text",
        "timestamp": "timestamptz",
        "undecided": "bool",
        "observation": "json",
        "made_by": "text",
    },
    conflict="""on conflict (result_id) do update set ordinal = excluded.ordinal, concept = excluded.concept,
        difficulty = excluded.difficulty, is_correct = excluded.is_correct, credit = excluded.credit,
        graded_by = excluded.graded_by, undecided = excluded.undecided, observation = excluded.observation,
        made_by = excluded.made_by, void = false, timestamp = excluded.timestamp""",
)
PATTERNS = Into(
    "error_patterns",
    {
        "attempt_id": "uuid",
        "ordinal": "int",
        "session_id": "uuid",
        **_OWNED,
        "pattern_type": "text",
        "description": "text",
        "affected_questions": "json",
        "suggested_remediation": "text",
        "concept": "text",
        "made_by": "text",
        "timestamp": "timestamptz",
    },
    conflict="""on conflict (attempt_id, ordinal) do update set pattern_type = excluded.pattern_type,
        description = excluded.description, affected_questions = excluded.affected_questions,
        suggested_remediation = excluded.suggested_remediation, concept = excluded.concept,
        made_by = excluded.made_by, timestamp = excluded.timestamp""",
)
GAPS = Into(
    "knowledge_gaps",
    {
        "attempt_id": "uuid",
        "concept": "text",
        "session_id": "uuid",
        **_OWNED,
        "description": "text",
        "severity": "text",
        "item_ids": "json",
        "mistaken_for": "text",
        "timestamp": "timestamptz",
    },
    conflict="""on conflict (attempt_id, concept) do update set description = excluded.description,
        severity = excluded.severity, item_ids = excluded.item_ids, mistaken_for = excluded.mistaken_for,
        timestamp = excluded.timestamp""",
)
NOTES = Into(
    "notes",
    {
        "session_id": "uuid",
        "attempt_id": "uuid",
        "ordinal": "int",
        **_OWNED,
        "note": "text",
        "evidence": "json",
        "timestamp": "timestamptz",
    },
    conflict="""on conflict (session_id, attempt_id, ordinal) do update set note = excluded.note,
        evidence = excluded.evidence, timestamp = excluded.timestamp, taken_back = false""",
)
REVIEWED = Into(
    "review_events",
    {
        "event_id": "uuid",
        "session_id": "uuid",
        "card_id": "uuid",
        **_OWNED,
        "kind": "text",
        "rating": "int",
        "source": "text",
        "timestamp": "timestamptz",
    },
)
