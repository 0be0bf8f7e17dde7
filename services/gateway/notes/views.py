"""A note as it may be shown. Pure."""

from collections.abc import Mapping
from typing import Any

from contracts.views.sessions import NoteView

Row = Mapping[str, Any]


def note(row: Row) -> NoteView:
    """A note with what it rests on."""
    rests = row["evidence"] or {}
    shown = {name: row[name] for name in NoteView.model_fields if name in row}
    told = {name: rests[name] for name in ("result_ids", "made_by") if name in rests}
    return NoteView.model_validate({"result_ids": [], "made_by": "", **shown, **told}, extra="ignore")
