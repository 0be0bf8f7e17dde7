"""Learning: the agents' state, mastery, cycles, practice and its schedule, disputes, recalls, shared courses."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "agent_state",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "key"),
    )
    op.create_table(
        "concept_mastery",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("concept", sa.String(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("correct", sa.Integer(), nullable=False),
        sa.Column("decided", sa.Boolean(), nullable=False),
        sa.Column("mastered", sa.Boolean(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "concept"),
    )
    op.create_table(
        "course_shares",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("course_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index(op.f("ix_course_shares_course_id"), "course_shares", ["course_id"], unique=False)
    op.create_table(
        "diagnostic_results",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("prerequisite_gaps", sa.JSON(), nullable=False),
        sa.Column("learner_level", sa.String(), nullable=False),
        sa.Column("recommendations", sa.JSON(), nullable=False),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("message_id"),
    )
    op.create_index("idx_diagnostic_user", "diagnostic_results", ["user_id"], unique=False)
    op.create_index(op.f("ix_diagnostic_results_session_id"), "diagnostic_results", ["session_id"], unique=False)
    op.create_table(
        "disputes",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("dispute_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("of", sa.String(), nullable=False),
        sa.Column("result_id", sa.Uuid(), nullable=True),
        sa.Column("attempt_id", sa.Uuid(), nullable=True),
        sa.Column("note", sa.Integer(), nullable=True),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("credit", sa.Float(), nullable=True),
        sa.Column("decided_by", sa.String(), nullable=False),
        sa.Column("decision_reason", sa.String(), nullable=False),
        sa.Column("raised_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("dispute_id"),
    )
    op.create_index(op.f("ix_disputes_session_id"), "disputes", ["session_id"], unique=False)
    op.create_table(
        "error_patterns",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("pattern_type", sa.String(), nullable=False),
        sa.Column("description", sa.String(), nullable=False),
        sa.Column("affected_questions", sa.JSON(), nullable=False),
        sa.Column("suggested_remediation", sa.String(), nullable=False),
        sa.Column("concept", sa.String(), nullable=False),
        sa.Column("made_by", sa.String(), nullable=False),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("attempt_id", "ordinal"),
    )
    op.create_index(op.f("ix_error_patterns_session_id"), "error_patterns", ["session_id"], unique=False)
    op.create_table(
        "knowledge_gaps",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("concept", sa.String(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("description", sa.String(), nullable=False),
        sa.Column("severity", sa.String(), nullable=False),
        sa.Column("item_ids", sa.JSON(), nullable=False),
        sa.Column("mistaken_for", sa.String(), nullable=False),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("attempt_id", "concept"),
    )
    op.create_index(op.f("ix_knowledge_gaps_session_id"), "knowledge_gaps", ["session_id"], unique=False)
    op.create_table(
        "learning_cycles",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("cycle_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("cycle_number", sa.Integer(), nullable=False),
        sa.Column("quiz_id", sa.Uuid(), nullable=True),
        sa.Column("quiz_score", sa.Float(), nullable=True),
        sa.Column("mastery_achieved", sa.Boolean(), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("cycle_id"),
    )
    op.create_index("idx_cycles_topic", "learning_cycles", ["topic"], unique=False)
    op.create_index("idx_cycles_user", "learning_cycles", ["user_id"], unique=False)
    op.create_index(op.f("ix_learning_cycles_session_id"), "learning_cycles", ["session_id"], unique=False)
    op.create_table(
        "messages",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("quotes", sa.JSON(), nullable=False),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("message_id"),
    )
    op.create_index(op.f("ix_messages_session_id"), "messages", ["session_id"], unique=False)
    op.create_table(
        "quiz_items",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("quiz_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("repeat", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("quiz_id", "item_id"),
    )
    op.create_index(op.f("ix_quiz_items_item_id"), "quiz_items", ["item_id"], unique=False)
    op.create_index(op.f("ix_quiz_items_session_id"), "quiz_items", ["session_id"], unique=False)
    op.create_table(
        "quiz_progress",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("quiz_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("question_index", sa.Integer(), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("quiz_id", "session_id"),
    )
    op.create_table(
        "recalls",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("score_before", sa.Float(), nullable=True),
        sa.Column("score_after", sa.Float(), nullable=True),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("message_id", "attempt_id"),
    )
    op.create_index(op.f("ix_recalls_session_id"), "recalls", ["session_id"], unique=False)
    op.create_table(
        "review_events",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("event_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("card_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("event_id"),
    )
    op.create_index(op.f("ix_review_events_card_id"), "review_events", ["card_id"], unique=False)
    op.create_index(op.f("ix_review_events_session_id"), "review_events", ["session_id"], unique=False)
    op.create_table(
        "rulings",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("result_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("credit", sa.Float(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("result_id"),
    )
    op.create_index(op.f("ix_rulings_attempt_id"), "rulings", ["attempt_id"], unique=False)
    op.create_index(op.f("ix_rulings_session_id"), "rulings", ["session_id"], unique=False)
    op.create_table(
        "schedules",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("card_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("stability", sa.Float(), nullable=True),
        sa.Column("difficulty", sa.Float(), nullable=True),
        sa.Column("reviews", sa.Integer(), nullable=False),
        sa.Column("lapses", sa.Integer(), nullable=False),
        sa.Column("last_review", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("session_id", "card_id"),
    )
    op.create_index("idx_schedules_due", "schedules", ["tenant_id", "user_id", "due"], unique=False)
    for table in ("items", "flashcards"):
        op.create_index(op.f(f"ix_{table}_course_id"), table, ["course_id"], unique=False)
    headings = sa.text("(body ->> 'kind') = 'heading'")
    op.create_index("ix_blocks_headings", "blocks", ["reading_id", "part", "ordinal"], postgresql_where=headings)
    op.add_column("attempts", sa.Column("improvement_areas", sa.JSON(), nullable=True))
    op.add_column("notes", sa.Column("taken_back", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("quizzes", sa.Column("purpose", sa.String(), server_default=sa.text("'quiz'"), nullable=False))
    op.add_column("results", sa.Column("observation", sa.JSON(), nullable=True))
    op.add_column("results", sa.Column("made_by", sa.String(), server_default=sa.text("''"), nullable=False))
    op.add_column("results", sa.Column("void", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("results", sa.Column("repeat", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("sessions", sa.Column("name", sa.String(), server_default=sa.text("''"), nullable=False))
    op.add_column("sessions", sa.Column("learning", sa.JSON(), nullable=True))
    views = Path(__file__).with_name("0004_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
