"""The assistant's conversations, alone with its login, and what is remembered of a course's chat for it."""

from pathlib import Path

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    views = Path(__file__).with_name("0023_conversations.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))
