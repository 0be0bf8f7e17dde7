"""Says a message in a standing, and reads what came of it: for all tests of the agent."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from contracts.assistant import ToolCall
from contracts.tasks import Task
from services.assistant.agent.answer import answer
from services.assistant.agent.ports import Answered, Journal, Mind, Turn
from services.assistant.minds.offline import OfflineMind
from tests.assistant.agent.standings import NOW, STANDINGS, Standing, task
from tests.standins.task_tools import Kept, Shelf

USER, STRANGER = "sofie", "jonas"
CONVERSATION = UUID(int=7)
UTTERANCES = Path(__file__).parent / "utterances"
SECRET = task(900, "Jonas' secret birthday present")


@dataclass
class Said:
    """What came of a message: the answer, and the tasks' tools after it."""

    answered: Answered
    shelf: Shelf
    calls: list[dict[str, Any]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.answered.response.response


def turn(text: str, standing: Standing, *, now: datetime = NOW, language: str = "", number: UUID | None = None) -> Turn:
    """The message as a turn; without a number its text is its id."""
    return Turn(
        conversation_id=CONVERSATION,
        message_id=number or uuid5(CONVERSATION, text),
        text=text,
        now=now,
        language=language,
        metadata=standing.metadata,
        course=standing.course,
    )


def shelf_of(standing: Standing) -> Shelf:
    """The standing's tasks on the shelf, and somebody else's beside them."""
    shelf = Shelf()
    shelf.give(STRANGER, SECRET)
    shelf.give(USER, *standing.tasks)
    return shelf


async def say(
    text: str,
    at: Standing | str = "shown",
    *,
    mind: Mind | None = None,
    shelf: Shelf | None = None,
    journal: Journal | None = None,
    **more: Any,
) -> Said:
    """The message, said in the standing."""
    standing = STANDINGS[at] if isinstance(at, str) else at
    shelf = shelf or shelf_of(standing)
    answered = await answer(turn(text, standing, **more), mind or OfflineMind(), shelf.tools(USER), journal or Kept())
    calls = [{"tool": each.tool_name, **each.parameters} for each in asked_for(answered)]
    return Said(answered, shelf, calls)


def asked_for(answered: Answered) -> list[ToolCall]:
    """The calls of an answer but for the look-ups before them: a list is asked for where it was shown."""
    shown = answered.metadata.referenced_at == NOW and answered.metadata.last_tool_used == "list_tasks"
    parameters = answered.metadata.last_tool_parameters
    return [
        each
        for each in answered.response.tool_calls
        if each.tool_name != "list_tasks" or (shown and each.parameters == parameters)
    ]


async def follow(texts: Sequence[str], at: Standing | str, *, shelf: Shelf | None = None) -> list[Said]:
    """Several messages, one after another, a second apart."""
    standing = STANDINGS[at] if isinstance(at, str) else at
    shelf = shelf or shelf_of(standing)
    said: list[Said] = []
    for place, text in enumerate(texts):
        said.append(await say(text, standing, shelf=shelf, number=uuid5(CONVERSATION, f"{place} {text}")))
        standing = standing.model_copy(update={"metadata": said[-1].answered.metadata})
    return said


def utterances(name: str) -> list[dict[str, Any]]:
    """The messages of a file and what is expected of them."""
    return list(tomllib.loads((UTTERANCES / f"{name}.toml").read_text(encoding="utf-8"))["said"])


def same(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a call is the wanted one: the same tool and parameters, titles in letters of any size."""
    return found.keys() == wanted.keys() and all(_alike(found[name], value) for name, value in wanted.items())


def _alike(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, datetime):
        return isinstance(found, str) and datetime.fromisoformat(found) == wanted
    if isinstance(wanted, str) and isinstance(found, str):
        return found.casefold() == wanted.casefold()
    return bool(found == wanted)


def waiting(said: Said) -> list[dict[str, Any]]:
    """The calls that wait for a yes."""
    pending = said.answered.metadata.agent_context.pending
    if pending is None or pending.kind != "confirmation":
        return []
    return [{"tool": each.tool_name, **each.parameters} for each in pending.calls]


def titles(tasks: Sequence[Task]) -> list[str]:
    return [each.title for each in tasks]
