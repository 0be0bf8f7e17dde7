"""Spending: what each run's models took, in tokens and money."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("agent_runs", sa.Column("spending", sa.JSON(), server_default=sa.text("'[]'"), nullable=False))
    views = Path(__file__).with_name("0006_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
