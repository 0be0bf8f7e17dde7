"""Sentences as data: notes, patterns in mistakes and gaps keep theirs by code and values, beside the text."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_KEPT = {
    "notes": ("note_view", ["phrase"]),
    "error_patterns": ("pattern_view", ["phrase", "remediation_phrase"]),
    "knowledge_gaps": ("gap_view", ["phrase"]),
}


def upgrade() -> None:
    for table, (view, columns) in _KEPT.items():
        for column in columns:
            op.add_column(table, sa.Column(column, sa.JSON(), nullable=True))
        # A view keeps the columns that its table had when it was made.
        op.execute(f"create or replace view {view} as select * from {table}")
