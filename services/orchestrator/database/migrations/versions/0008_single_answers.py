"""Answers graded singly: an attempt may be open, that is not handed in yet; a quiz may be an exam, which forbids it."""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, column in (("attempts", "open"), ("quizzes", "exam")):
        op.add_column(table, sa.Column(column, sa.Boolean(), server_default=sa.text("false"), nullable=False))
    views = Path(__file__).with_name("0008_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
