"""Running sums of evidence and schedules, and the indexes by which nothing reads a learner's whole history."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "evidence_sums",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("concept", sa.String(), nullable=False),
        sa.Column("attempt_id", sa.Uuid(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("all_of_it", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "concept"),
    )
    op.add_column("schedules", sa.Column("step", sa.Integer(), nullable=True))
    op.add_column("schedules", sa.Column("last_event", sa.Uuid(), nullable=True))
    op.create_index("ix_attempts_place", "attempts", ["session_id", "submitted_at", "attempt_id"])
    ungraded = sa.text("graded_at is null")
    op.create_index("ix_attempts_ungraded", "attempts", ["session_id"], postgresql_where=ungraded)
    op.create_index("ix_results_item", "results", ["session_id", "item_id"])
    op.create_index("ix_review_events_place", "review_events", ["session_id", "card_id", "timestamp", "event_id"])
    # What those begin with needs no index of its own; nobody asks by a card alone.
    op.drop_index("ix_attempts_session_id", "attempts")
    op.drop_index("ix_results_session_id", "results")
    op.drop_index("ix_review_events_session_id", "review_events")
    op.drop_index("ix_review_events_card_id", "review_events")
    # A person's sessions, newest first, and what of theirs is not known yet.
    op.create_index("idx_sessions_newest", "sessions", ["tenant_id", "user_id", "created_at", "session_id"])
    op.drop_index("idx_sessions_user", "sessions")
    unsettled = sa.text("not settled")
    op.create_index("idx_intake_unsettled", "intake", ["tenant_id", "user_id"], postgresql_where=unsettled)
    views = Path(__file__).with_name("0026_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
