"""A review that is decided is under way at once, and what a scan was read without is told of every scan."""

from pathlib import Path

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    views = Path(__file__).with_name("0024_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
