"""A session that begins with a lesson is there as soon as it is accepted; what a turn moved is in its view."""

from pathlib import Path

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    views = Path(__file__).with_name("0019_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
