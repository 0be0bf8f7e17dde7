"""The conversation: a line may lead to what was made, a quiz, the path, or mastery."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("opens", sa.String(), nullable=True))
    op.add_column("messages", sa.Column("quiz_id", sa.Uuid(), nullable=True))
    # A view keeps the columns that its table had when it was made.
    op.execute("create or replace view message_view as select * from messages")
