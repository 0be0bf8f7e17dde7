"""A concept builds on those that its definition names, and no longer on all that its passage mentions."""

from pathlib import Path

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    views = Path(__file__).with_name("0029_relations.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
