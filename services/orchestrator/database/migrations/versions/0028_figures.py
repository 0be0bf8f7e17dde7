"""What a person's statistics, days, sections and reviews come to is kept: many sessions cost no more than few."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_SUMS = ("documents", "quizzes_taken", "answers", "decided", "correct", "concepts", "concepts_seen")
_MORE = ("concepts_mastered", "sections", "scored", "cards_new", "cards_new_shown", "cards_waiting")


def upgrade() -> None:
    # All are to be counted once; until then they are looked at one by one.
    op.add_column("sessions", sa.Column("uncounted", sa.Boolean(), server_default=sa.text("true"), nullable=False))
    where = sa.text("uncounted")
    op.create_index("idx_sessions_uncounted", "sessions", ["tenant_id", "user_id"], postgresql_where=where)
    op.create_table(
        "session_figures",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in (*_SUMS[1:], *_MORE)),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("new_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("new_shown_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("session_id"),
    )
    for name in ("new_since", "new_shown_since"):
        known = sa.text(f"{name} is not null")
        columns = ["tenant_id", "user_id", name]
        op.create_index(f"idx_session_figures_{name}", "session_figures", columns, postgresql_where=known)
    op.create_table(
        "learner_figures",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("sessions", *_SUMS, *_MORE)),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "user_id"),
    )
    op.create_table(
        "learner_counts",
        sa.Column("tenant_id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "user_id", "kind", "value"),
    )
    views = Path(__file__).with_name("0028_figures.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
