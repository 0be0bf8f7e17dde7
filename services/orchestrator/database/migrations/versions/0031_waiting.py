"""Which documents wait for a person is found without looking at all of one's documents."""

from pathlib import Path

from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    views = Path(__file__).with_name("0031_waiting.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
