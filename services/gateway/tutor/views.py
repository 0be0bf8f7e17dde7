"""A line of the conversation as it may be shown. Pure."""

from collections.abc import Mapping
from typing import Any

from contracts.proof import Proof
from contracts.views.learners import MessageView, Opens
from services.gateway.http.language import said

Row = Mapping[str, Any]


def message(row: Row, language: str | None) -> MessageView:
    """A line of the conversation; what is the house's own of it in the reader's language."""
    shown = {name: row[name] for name in ("message_id", "role", "agent", "timestamp")}
    opens = Opens(kind=row["opens"], quiz_id=row["quiz_id"]) if row["opens"] else None
    return MessageView(
        **shown,
        text=said(row["phrase"], row["text"], language),
        quotes=[Proof.model_validate(one, extra="ignore") for one in row["quotes"] or ()],
        opens=opens,
    )
