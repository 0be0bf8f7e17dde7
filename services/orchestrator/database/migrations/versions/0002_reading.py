"""Planned, held and corrected readings, several documents a course, and blobs to drop."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reading_members",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("set_id", sa.Uuid(), nullable=False),
        sa.Column("reading_id", sa.Uuid(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("set_id", "reading_id"),
    )
    op.create_index(op.f("ix_reading_members_reading_id"), "reading_members", ["reading_id"], unique=False)
    op.create_table(
        "dropped_blobs",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("document_sha256", sa.String(), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_index(op.f("ix_dropped_blobs_due_at"), "dropped_blobs", ["due_at"], unique=False)
    op.add_column("documents", sa.Column("ordinal", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("documents", sa.Column("password", sa.String(), nullable=True))
    op.add_column("documents", sa.Column("reading_id", sa.Uuid(), nullable=True))
    op.add_column("documents", sa.Column("review", sa.String(), nullable=True))
    op.add_column("documents", sa.Column("replaced_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_documents_sha256"), "documents", ["sha256"], unique=False)
    op.add_column("readings", sa.Column("reader", sa.String(), nullable=True))
    op.add_column("readings", sa.Column("recognition", sa.JSON(), nullable=True))
    op.add_column("readings", sa.Column("notices", sa.JSON(), nullable=True))
    op.add_column("readings", sa.Column("problem", sa.JSON(), nullable=True))
    op.add_column("readings", sa.Column("plan", sa.String(), nullable=True))
    op.add_column("readings", sa.Column("ranges", sa.JSON(), nullable=True))
    op.add_column("readings", sa.Column("corrections", sa.JSON(), nullable=True))
    op.create_index(op.f("ix_readings_created_at"), "readings", ["created_at"], unique=False)
    op.add_column("journal", sa.Column("kept", sa.Boolean(), nullable=True))
    views = Path(__file__).with_name("0002_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
