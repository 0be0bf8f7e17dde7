"""The model's prompts, put together from the files of `services/assistant/prompts`; each name has a version. Pure."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from string import Template

from services.assistant.agent.acting import THRESHOLD
from services.assistant.agent.ports import HISTORY, Tool, Turn
from services.chassis.model.data import as_data

_FOLDER = Path(__file__).parents[1] / "prompts"
_MOST_SAID = 600
"""So many characters of an earlier message are shown."""
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@cache
def _template(name: str) -> Template:
    return Template((_FOLDER / f"{name}.md").read_text(encoding="utf-8").strip())


def prompt(name: str, **values: str) -> str:
    """The prompt of that name, with its version (`agent_v1`). Raises KeyError for a value that is missing."""
    return _template(name).substitute(values)


def rules(tools: Sequence[Tool]) -> str:
    """The system message: what is to be told, and the tools with their schemas."""
    told = [{"name": each.name, "description": each.description, "input": each.input_schema} for each in tools]
    return prompt("agent_v1", threshold=f"{THRESHOLD}", tools="\n".join(json.dumps(each) for each in told))


def request(turn: Turn) -> str:
    """The user message: the turn as data."""
    pending = turn.metadata.agent_context.pending
    waits = pending if pending is not None and turn.now <= pending.expires_at else None
    asked = None
    if waits is not None:
        asked = {
            "kind": waits.kind,
            "calls": [{"tool": each.tool_name, **each.parameters} for each in waits.calls[:20]],
            "missing": waits.missing,
            "options": [each.label for each in waits.options],
        }
    course = turn.course
    told = {
        "message": turn.text,
        "asked": asked,
        "references": turn.metadata.task_references or {},
        "earlier": [{"role": each.role, "said": each.content[:_MOST_SAID]} for each in turn.history[-HISTORY:]],
        "course": None
        if course is None
        else {"topic": course.topic, "concepts": [each.name for each in course.concepts[:60]]},
    }
    now = f"{turn.now:%Y-%m-%d %H:%M %z}"
    return prompt("turn_v1", now=now, weekday=_WEEKDAYS[turn.now.weekday()], turn=as_data(told))
