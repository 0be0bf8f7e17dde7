"""Items that come in parts, are edited and taken back; their history; quizzes that are seen before they are whole."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "item_history",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("item_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("reasons", sa.JSON(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.Column("answer_text", sa.String(), nullable=True),
        sa.Column("timestamp", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("message_id"),
    )
    op.create_index(op.f("ix_item_history_item_id"), "item_history", ["item_id"], unique=False)
    op.create_index(op.f("ix_item_history_session_id"), "item_history", ["session_id"], unique=False)
    for table in ("items", "flashcards"):
        op.add_column(table, sa.Column("batch", sa.Integer(), server_default=sa.text("1"), nullable=False))
        op.add_column(table, sa.Column("state", sa.String(), server_default=sa.text("'live'"), nullable=False))
        op.add_column(table, sa.Column("revision", sa.Integer(), server_default=sa.text("1"), nullable=False))
    op.add_column("items", sa.Column("answer_text", sa.String(), server_default=sa.text("''"), nullable=False))
    op.add_column("quizzes", sa.Column("complete", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("results", sa.Column("undecided", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    views = Path(__file__).with_name("0003_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
