"""A note as it may be shown. Pure."""

from collections.abc import Mapping
from typing import Any

from contracts.views.sessions import NoteView

Row = Mapping[str, Any]


def note(row: Row) -> NoteView:
    """A note with what it rests on."""
    rests = row["evidence"] or {}
    return NoteView(
        note=row["note"],
        result_ids=rests.get("result_ids", []),
        made_by=rests.get("made_by", ""),
        attempt_id=row["attempt_id"],
        timestamp=row["timestamp"],
        ordinal=row["ordinal"],
        taken_back=row["taken_back"],
    )
