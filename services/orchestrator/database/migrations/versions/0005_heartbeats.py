"""Heartbeats: how long an open command may be silent, and how long it may take however it speaks."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("deadlines", sa.Column("silence_s", sa.Float(), nullable=True))
    op.add_column("deadlines", sa.Column("limit_at", sa.DateTime(timezone=True), nullable=True))
