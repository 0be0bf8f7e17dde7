"""What is due again: the questions that a session answered and can be asked, by one definition."""

from pathlib import Path

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    views = Path(__file__).with_name("0016_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
