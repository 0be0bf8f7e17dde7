"""What was asked about has a place in the text as well, and what two courses on one text have is counted once."""

from pathlib import Path

from alembic import op
from sqlalchemy import text

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # A course's questions about a concept are found without reading its others; a name may be too long for an index.
    op.create_index("idx_items_concept", "items", ["course_id", text("md5(lower(body ->> 'concept'))")])
    op.drop_index("ix_items_course_id", "items")
    views = Path(__file__).with_name("0032_concepts.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
    # Concepts are no sum over sessions any more: all are to be counted once more, and until then are looked at.
    op.execute("update learner_figures set concepts = 0, concepts_seen = 0, concepts_mastered = 0")
    op.execute("update sessions set uncounted = true")
