"""What each turn of a lesson took of a model: a run names the turn that it was for."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("agent_runs", sa.Column("turn_id", sa.Uuid(), nullable=True))
    views = Path(__file__).with_name("0020_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
