"""Search: the terms by which each block is found beside it, those of blocks that are there already too."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TSVECTOR

from contracts.documents import Block
from services.search.stored import searchable

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("blocks", sa.Column("terms", TSVECTOR(), nullable=True))
    connection = op.get_bind()
    readings = connection.execute(
        sa.text(
            "select reading_id, doc_meta ->> 'language' as language from readings r"
            " where exists (select from blocks b where b.reading_id = r.reading_id)"
        )
    )
    for reading_id, language in readings.all():
        _fill(connection, reading_id, language or "")
    views = Path(__file__).with_name("0009_views.sql")
    op.get_bind().exec_driver_sql(views.read_text().replace("%", "%%"))


def _fill(connection: sa.Connection, reading_id: Any, language: str) -> None:
    """A part at a time, as they are written."""
    asked = sa.text("select part, block_id, body from blocks where reading_id = :reading order by part, ordinal")
    parts: dict[int, list[tuple[str, Block]]] = {}
    for part, block_id, body in connection.execute(asked, {"reading": reading_id}):
        said = json.loads(body) if isinstance(body, str) else body
        parts.setdefault(part, []).append((block_id, Block.model_validate(said, extra="ignore")))
    for blocks in parts.values():
        terms: Sequence[str | None] = searchable([block for _, block in blocks], language)
        filled = [
            {"reading": reading_id, "block": block_id, "terms": found_by}
            for (block_id, _), found_by in zip(blocks, terms, strict=True)
            if found_by is not None
        ]
        if filled:
            connection.execute(
                sa.text(
                    "update blocks set terms = cast(:terms as tsvector)"
                    " where reading_id = :reading and block_id = :block"
                ),
                filled,
            )
