"""Which of one's texts may hold a word is told by a filter of each, so that a search in all of them reads few."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "session_filters",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("reading_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("filter", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "language"),
    )
    op.create_index("idx_session_filters_owner", "session_filters", ["tenant_id", "user_id", "language"])
    views = Path(__file__).with_name("0035_filters.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
    # They are made as sessions are counted, and until then all of a text is looked at.
    op.execute("update sessions set uncounted = true where not uncounted")
