"""A line of the conversation may name places that were not read surely and may answer."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("unsure", sa.JSON(), nullable=True))
    # A view keeps the columns that its table had when it was made.
    op.execute("create or replace view message_view as select * from messages")
