"""A model that says what it is told to, for the assistant's mind: an answer of the wanted shape, or trouble."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel

from services.chassis.model.client import Answer
from services.chassis.model.failures import ModelError

T = TypeVar("T", bound=BaseModel)


@dataclass
class Scripted:
    """Stands where a model does; `asked`: what it was shown."""

    answer: Mapping[str, Any] | ModelError
    asked: list[tuple[str, str]] = field(default_factory=list)

    async def ask(
        self,
        *,
        role: str,
        system: str,
        user: str,
        schema: type[T],
        session: str | None = None,
        spent: int = 0,
        max_tokens: int | None = None,
    ) -> Answer[T]:
        """As `Model.ask`."""
        self.asked.append((system, user))
        if isinstance(self.answer, ModelError):
            raise self.answer
        return Answer(schema.model_validate(self.answer), 120, "scripted")


def chooses(intent: str, *calls: Mapping[str, Any], confidence: float = 0.9) -> dict[str, Any]:
    """An answer with those calls: `tool`, `every` and `source` as they are, all else as arguments."""
    return {
        "intent": intent,
        "confidence": confidence,
        "reason": "scripted",
        "calls": [
            {
                "tool_name": call.get("tool", ""),
                "arguments": json.dumps(
                    {name: value for name, value in call.items() if name not in ("tool", "every", "source")},
                    default=str,
                ),
                "every": call.get("every", False),
                "source": call.get("source", ""),
            }
            for call in calls
        ],
    }
