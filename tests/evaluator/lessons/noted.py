"""Stands where the frame's `Run` does, and keeps the notes."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID


@dataclass
class Noted:
    """`envelope` names a session; of what is noted the last counts, tokens add up."""

    said: dict[str, Any] = field(default_factory=dict)
    envelope: Any = field(default_factory=lambda: type("Envelope", (), {"subject": UUID(int=1)})())

    def note(self, **said: Any) -> None:
        tokens = self.said.get("tokens_used", 0)
        self.said |= {name: value for name, value in said.items() if value is not None}
        if said.get("tokens_used") is not None:
            self.said["tokens_used"] = tokens + said["tokens_used"]
