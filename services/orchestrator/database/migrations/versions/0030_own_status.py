"""Where a session stands is told with whose it is, and a person's tags are found without looking at all else."""

from pathlib import Path

from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    views = Path(__file__).with_name("0030_own_status.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
