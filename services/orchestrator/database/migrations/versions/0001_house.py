"""The house's first tables, its views for the gateway, and the two logins."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "agent_runs",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("input_summary", sa.String(), nullable=False),
        sa.Column("output", sa.String(), nullable=False),
        sa.Column("reasoning", sa.String(), nullable=False),
        sa.Column("duration_ms", sa.Float(), nullable=False),
        sa.Column("input_hash", sa.String(), nullable=False),
        sa.Column("output_hash", sa.String(), nullable=False),
        sa.Column("tokens_used", sa.Integer(), nullable=True),
        sa.Column("errors", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("message_id"),
    )
    op.create_index(op.f("ix_agent_runs_session_id"), "agent_runs", ["session_id"], unique=False)
    op.create_table(
        "agent_transitions",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("from_agent", sa.String(), nullable=False),
        sa.Column("to_agent", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("message_excerpt", sa.String(length=100), nullable=True),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("idx_transitions_session", "agent_transitions", ["session_id"], unique=False)
    op.create_table(
        "attempts",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("quiz_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("graded_by", sa.String(), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("weak_concepts", sa.JSON(), nullable=True),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("graded_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("attempt_id"),
    )
    op.create_index(op.f("ix_attempts_quiz_id"), "attempts", ["quiz_id"], unique=False)
    op.create_index(op.f("ix_attempts_session_id"), "attempts", ["session_id"], unique=False)
    op.create_table(
        "blocks",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("reading_id", sa.Uuid(), nullable=False),
        sa.Column("block_id", sa.String(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("source_page", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("reading_id", "block_id"),
    )
    op.create_table(
        "courses",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("reading_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("course_id"),
    )
    op.create_index(op.f("ix_courses_reading_id"), "courses", ["reading_id"], unique=False)
    op.create_table(
        "deadlines",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("command_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("traceparent", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("command_id"),
    )
    op.create_index(op.f("ix_deadlines_due_at"), "deadlines", ["due_at"], unique=False)
    op.create_index(op.f("ix_deadlines_session_id"), "deadlines", ["session_id"], unique=False)
    op.create_table(
        "documents",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("filename", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("blob", sa.String(), nullable=False),
        sa.Column("uploaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("course_id", "sha256"),
    )
    op.create_table(
        "flashcards",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("card_id", sa.Uuid(), nullable=False),
        sa.Column("quiz_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("accepted", sa.Boolean(), nullable=True),
        sa.Column("reasons", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("card_id"),
    )
    op.create_index(op.f("ix_flashcards_quiz_id"), "flashcards", ["quiz_id"], unique=False)
    op.create_index(op.f("ix_flashcards_session_id"), "flashcards", ["session_id"], unique=False)
    op.create_table(
        "intake",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("method", sa.String(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("idempotency_key", sa.String(), nullable=True),
        sa.Column("body_sha256", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("message", sa.JSON(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("traceparent", sa.String(), nullable=True),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("message_id"),
        sa.UniqueConstraint("tenant_id", "user_id", "method", "path", "idempotency_key", name="intake_key"),
    )
    op.create_index("idx_intake_due", "intake", ["due_at"], unique=False, postgresql_where=sa.text("not settled"))
    op.create_index(op.f("ix_intake_session_id"), "intake", ["session_id"], unique=False)
    op.create_table(
        "items",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("quiz_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("accepted", sa.Boolean(), nullable=True),
        sa.Column("reasons", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("item_id"),
    )
    op.create_index(op.f("ix_items_quiz_id"), "items", ["quiz_id"], unique=False)
    op.create_index(op.f("ix_items_session_id"), "items", ["session_id"], unique=False)
    op.create_table(
        "journal",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("meta", sa.JSON(), nullable=False),
        sa.Column("message", sa.JSON(), nullable=False),
        sa.Column("commands", sa.JSON(), nullable=False),
        sa.Column("traceparent", sa.String(), nullable=True),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("decide_ms", sa.Float(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seq"),
        sa.UniqueConstraint("session_id", "message_id", name="journal_message"),
    )
    op.create_index(op.f("ix_journal_message_id"), "journal", ["message_id"], unique=False)
    op.create_table(
        "notes",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("evidence", sa.JSON(), nullable=True),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "attempt_id", "ordinal"),
    )
    op.create_table(
        "parked",
        sa.Column("parked_id", sa.Uuid(), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=True),
        sa.Column("session_id", sa.Uuid(), nullable=True),
        sa.Column("tenant_id", sa.String(), nullable=True),
        sa.Column("user_id", sa.String(), nullable=True),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=True),
        sa.Column("value", sa.LargeBinary(), nullable=True),
        sa.Column("headers", sa.JSON(), nullable=False),
        sa.Column("parked_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("parked_id"),
    )
    op.create_index(op.f("ix_parked_message_id"), "parked", ["message_id"], unique=False)
    op.create_index(op.f("ix_parked_session_id"), "parked", ["session_id"], unique=False)
    op.create_table(
        "quizzes",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("quiz_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("shortfall", sa.JSON(), nullable=False),
        sa.Column("refused", sa.JSON(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("quiz_id"),
    )
    op.create_index(op.f("ix_quizzes_session_id"), "quizzes", ["session_id"], unique=False)
    op.create_table(
        "readings",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("reading_id", sa.Uuid(), nullable=False),
        sa.Column("document_sha256", sa.String(), nullable=False),
        sa.Column("blob", sa.String(), nullable=True),
        sa.Column("doc_meta", sa.JSON(), nullable=False),
        sa.Column("digest", sa.JSON(), nullable=True),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("reading_id"),
    )
    op.create_index("idx_readings_owner", "readings", ["tenant_id", "user_id", "document_sha256"], unique=False)
    op.create_table(
        "results",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("result_id", sa.Uuid(), nullable=False),
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("quiz_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("concept", sa.String(), nullable=False),
        sa.Column("difficulty", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("is_correct", sa.Boolean(), nullable=False),
        sa.Column("credit", sa.Float(), nullable=False),
        sa.Column("latency_sec", sa.Float(), nullable=False),
        sa.Column("graded_by", sa.String(), nullable=False),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("result_id"),
    )
    op.create_index(op.f("ix_results_attempt_id"), "results", ["attempt_id"], unique=False)
    op.create_index(op.f("ix_results_session_id"), "results", ["session_id"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("progress", sa.JSON(), nullable=True),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.Column("focus_areas", sa.JSON(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("forgotten_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("session_id"),
    )
    op.create_index("idx_sessions_user", "sessions", ["tenant_id", "user_id", "created_at"], unique=False)
    op.create_index(op.f("ix_sessions_course_id"), "sessions", ["course_id"], unique=False)
    views = Path(__file__).with_name("0001_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
