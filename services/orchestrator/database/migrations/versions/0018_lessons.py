"""Lessons: whose they are and what for, their plans, and their turns. A message that was unsafe is marked as that."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lessons",
        *_own(),
        sa.Column("lesson_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("quiz_id", sa.Uuid(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("concepts", sa.JSON(), nullable=False),
        sa.Column("guideline_id", sa.Uuid(), nullable=True),
        sa.Column("pace_preference", sa.String(), nullable=False),
        sa.Column("allow_extension", sa.Boolean(), nullable=False),
        sa.Column("plan_version", sa.Integer(), nullable=False),
        sa.Column("replan_count", sa.Integer(), nullable=False),
        sa.Column("max_replans", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("progress", sa.JSON(), nullable=False),
        sa.Column("question", sa.JSON(), nullable=True),
        sa.Column("mastery_score", sa.Float(), nullable=False),
        sa.Column("trend", sa.String(), nullable=False),
        sa.Column("off_topic_count", sa.Integer(), nullable=False),
        sa.Column("warning_count", sa.Integer(), nullable=False),
        sa.Column("safety_flags", sa.JSON(), nullable=False),
        sa.Column("leaks", sa.Integer(), nullable=False),
        sa.Column("ended", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("lesson_id"),
    )
    op.create_table(
        "lesson_wishes",
        *_own(),
        sa.Column("lesson_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("student", sa.JSON(), nullable=False),
        sa.Column("goal", sa.JSON(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("guideline", sa.String(), nullable=False),
        sa.Column("subtopic", sa.String(), nullable=False),
        sa.Column("country", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("objectives", sa.JSON(), nullable=False),
        sa.Column("misconceptions", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("lesson_id"),
    )
    op.create_table(
        "lesson_plans",
        *_own(),
        sa.Column("lesson_id", sa.Uuid(), nullable=False),
        sa.Column("plan_version", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("todo_list", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("lesson_id", "plan_version"),
    )
    op.create_table(
        "lesson_turns",
        *_own(),
        sa.Column("turn_id", sa.Uuid(), nullable=False),
        sa.Column("lesson_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("step_idx", sa.Integer(), nullable=False),
        sa.Column("current_step", sa.Integer(), nullable=False),
        sa.Column("intent", sa.String(), nullable=False),
        sa.Column("routing", sa.String(), nullable=False),
        sa.Column("directive", sa.String(), nullable=False),
        sa.Column("pacing", sa.String(), nullable=False),
        sa.Column("assessment", sa.JSON(), nullable=True),
        sa.Column("output", sa.JSON(), nullable=True),
        sa.Column("message", sa.String(), nullable=True),
        sa.Column("phrase", sa.JSON(), nullable=True),
        sa.Column("hints", sa.JSON(), nullable=False),
        sa.Column("quotes", sa.JSON(), nullable=False),
        sa.Column("summary", sa.String(), nullable=False),
        sa.Column("mastery_score", sa.Float(), nullable=False),
        sa.Column("is_complete", sa.Boolean(), nullable=False),
        sa.Column("leaks", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("turn_id"),
    )
    for table in ("lessons", "lesson_wishes", "lesson_plans", "lesson_turns"):
        op.create_index(op.f(f"ix_{table}_session_id"), table, ["session_id"], unique=False)
    op.create_index(op.f("ix_lesson_turns_lesson_id"), "lesson_turns", ["lesson_id"], unique=False)
    op.add_column("messages", sa.Column("unsafe", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    views = Path(__file__).with_name("0018_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))


def _own() -> list[sa.Column[str]]:
    return [sa.Column("tenant_id", sa.String(), nullable=False), sa.Column("user_id", sa.String(), nullable=False)]
