"""Study tasks and the calls that made them: two tables that belong to the tasks' login alone."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tasks",
        *_own(),
        sa.Column("id", sa.Integer(), sa.Identity(always=True), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("description", sa.String(), nullable=True),
        sa.Column("status", sa.String(), server_default="pending", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("session_id", sa.Uuid(), nullable=True),
        sa.Column("concept", sa.String(), server_default="", nullable=False),
        sa.CheckConstraint(r"char_length(title) between 1 and 255 and title = btrim(title, E' \t\n\r\f\v')", "title"),
        sa.CheckConstraint("char_length(description) <= 1000", "description"),
        sa.CheckConstraint("status in ('pending', 'completed')", "status"),
        sa.CheckConstraint("(status = 'completed') = (completed_at is not null)", "completed"),
        sa.CheckConstraint("due_at >= '2000-01-01T00:00:00Z' and due_at < '2200-01-01T00:00:00Z'", "due"),
        sa.CheckConstraint("char_length(concept) <= 200", "concept"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("idx_tasks_user", "tasks", ["tenant_id", "user_id", "status", "due_at"], unique=False)
    op.create_table(
        "task_calls",
        *_own(),
        sa.Column("call_id", sa.Uuid(), nullable=False),
        sa.Column("tool", sa.String(), nullable=False),
        sa.Column("parameters", sa.JSON(), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("call_id"),
    )
    op.create_index("idx_task_calls_user", "task_calls", ["tenant_id", "user_id", "at"], unique=False)
    logins = Path(__file__).with_name("0022_logins.sql")
    op.get_bind().exec_driver_sql(logins.read_text().replace("%", "%%"))


def _own() -> list[sa.Column[str]]:
    return [sa.Column("tenant_id", sa.String(), nullable=False), sa.Column("user_id", sa.String(), nullable=False)]
