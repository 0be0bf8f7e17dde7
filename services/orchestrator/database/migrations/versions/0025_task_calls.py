"""The audit of the tasks' calls is kept for 90 days."""

from pathlib import Path

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    calls = Path(__file__).with_name("0025_task_calls.sql")
    op.get_bind().exec_driver_sql(calls.read_text().replace("%", "%%"))
