"""What each turn of a lesson took, as it is told: whose price is known apart, and how long its runs took."""

from pathlib import Path

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("ix_agent_runs_turn_id"), "agent_runs", ["turn_id"], unique=False)
    views = Path(__file__).with_name("0021_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
