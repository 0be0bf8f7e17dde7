"""What a learner may practise: the questions whose newest answer is wrong, by one definition."""

from pathlib import Path

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    views = Path(__file__).with_name("0014_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
