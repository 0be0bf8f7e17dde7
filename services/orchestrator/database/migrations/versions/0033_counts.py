"""A concept of a text is one row of its learner's counts, with how many sessions know it and have mastered it."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("seen", "mastered"):
        op.add_column("learner_counts", sa.Column(name, sa.Integer(), server_default=sa.text("0"), nullable=False))
    views = Path(__file__).with_name("0033_counts.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
    # All are to be counted once more, which takes away what they were counted as, and until then are looked at.
    op.execute("update learner_figures set concepts_seen = 0, concepts_mastered = 0")
    op.execute("update sessions set uncounted = true where not uncounted")
