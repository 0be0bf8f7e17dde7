"""What a session is found by in one's library and history is kept, so that looking for words reads no session."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "session_words",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("named", sa.String(), nullable=False),
        sa.Column("learnt", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("session_id"),
    )
    op.create_index("idx_session_words_owner", "session_words", ["tenant_id", "user_id"])
    views = Path(__file__).with_name("0034_words.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
    # They are filled as sessions are counted, and until then looked up.
    op.execute("update sessions set uncounted = true where not uncounted")
