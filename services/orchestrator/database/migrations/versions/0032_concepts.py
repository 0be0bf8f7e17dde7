"""What was asked about has a place in the text as well, and what two courses on one text have is counted once."""

from pathlib import Path

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    views = Path(__file__).with_name("0032_concepts.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
    # Concepts are no sum over sessions any more: all are to be counted once more, and until then are looked at.
    op.execute("update learner_figures set concepts = 0, concepts_seen = 0, concepts_mastered = 0")
    op.execute("update sessions set uncounted = true")
