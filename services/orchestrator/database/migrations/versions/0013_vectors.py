"""Vectors of passages, and how far a reading has them; the views by which they are searched."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import BIT

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "embeddings",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("reading_id", sa.Uuid(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("part", "ordinal", "start")),
        sa.Column("follow", sa.JSON(), nullable=False),
        sa.Column("open", sa.JSON(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("problem", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("reading_id", "model"),
    )
    op.create_index("ix_embeddings_due", "embeddings", ["due_at"], postgresql_where=sa.text("due_at is not null"))
    op.create_table(
        "block_vectors",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("reading_id", sa.Uuid(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("block_id", sa.String(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("stop", sa.Integer(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.Column("sketch", BIT(varying=True), nullable=False),
        sa.PrimaryKeyConstraint("reading_id", "model", "block_id", "start"),
    )
    views = Path(__file__).with_name("0013_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
