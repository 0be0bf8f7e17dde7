"""Guidelines of a curriculum, by which is taught without a document; what the gateway may show of them."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "teaching_guidelines",
        sa.Column("guideline_id", sa.Uuid(), nullable=False),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("country", "board")),
        sa.Column("grade", sa.Integer(), nullable=False),
        *(
            sa.Column(name, sa.String(), nullable=False)
            for name in ("subject", "topic", "subtopic", "language", "title", "guideline")
        ),
        *(sa.Column(name, sa.JSON(), nullable=False) for name in ("objectives", "misconceptions", "material")),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("shipped", sa.Boolean(), nullable=False),
        sa.Column("imported_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guideline_id"),
    )
    op.create_index(
        "ix_teaching_guidelines_place", "teaching_guidelines", ["country", "board", "grade", "subject", "topic"]
    )
    views = Path(__file__).with_name("0017_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
