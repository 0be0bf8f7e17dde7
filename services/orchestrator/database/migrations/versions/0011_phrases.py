"""Sentences as data: a line of the conversation keeps the house's own words by code and values, beside the text."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("phrase", sa.JSON(), nullable=True))
    # A view keeps the columns that its table had when it was made.
    op.execute("create or replace view message_view as select * from messages")
