"""Each answer to its question: a line of the conversation names the learner's line that it answers."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("in_reply_to", sa.Uuid(), nullable=True))
    # A view keeps the columns that its table had when it was made.
    op.execute("create or replace view message_view as select * from messages")
