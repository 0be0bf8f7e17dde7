"""A line of the conversation as it may be shown. Pure."""

from collections.abc import Mapping
from typing import Any

from contracts.proof import Proof
from contracts.views.learners import MessageView, Opens

Row = Mapping[str, Any]


def message(row: Row) -> MessageView:
    """A line of the conversation."""
    shown = {name: row[name] for name in ("message_id", "role", "agent", "text", "phrase", "timestamp", "in_reply_to")}
    opens = Opens(kind=row["opens"], quiz_id=row["quiz_id"]) if row["opens"] else None
    quotes = [Proof.model_validate(one, extra="ignore") for one in row["quotes"] or ()]
    unsure = row["unsure"] or []
    return MessageView.model_validate({**shown, "quotes": quotes, "unsure": unsure, "opens": opens}, extra="ignore")
