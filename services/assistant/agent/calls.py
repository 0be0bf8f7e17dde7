"""The calls of one turn: each through the journal, under an id of its own that a repetition of the turn has again."""

from typing import Any
from uuid import UUID, uuid5

from pydantic import TypeAdapter

from contracts.assistant import ToolCall
from contracts.tasks import MOST_LISTED, Task, TaskResult, ToolName
from services.assistant.agent.ports import Journal, Tools, Turn

_TASKS = TypeAdapter(list[Task])


def call_id(message_id: UUID, ordinal: int) -> UUID:
    """The id of a turn's call at that place, from 0."""
    return uuid5(message_id, str(ordinal))


class Calls:
    """Makes a turn's calls, or takes them from the journal. `made`: all; `used`: the last that was no look-up."""

    def __init__(self, turn: Turn, tools: Tools, journal: Journal) -> None:
        self._turn, self._tools, self._journal = turn, tools, journal
        self._tasks: dict[int, Task] | None = None
        self.made: list[ToolCall] = []
        self.used: ToolCall | None = None

    async def call(self, name: ToolName, parameters: dict[str, Any], *, looking: bool = False) -> TaskResult:
        """One call. `looking`: to find out something, which nobody asked for. Raises what the tools raise."""
        number = call_id(self._turn.message_id, len(self.made))

        async def make() -> dict[str, Any]:
            answer = await self._tools.call(number, name, parameters)
            return ToolCall(
                call_id=number,
                tool_name=name,
                parameters=parameters,
                result=answer.model_dump(mode="json"),
                error=None if answer.error is None else f"{answer.error.code}: {answer.error.message}",
                invoked_at=self._turn.now,
            ).model_dump(mode="json")

        kept = ToolCall.model_validate(await self._journal.once("call", make))
        self.made.append(kept)
        if not looking:
            self.used = kept
        result = TaskResult.model_validate(kept.result)
        self._remember(name, result)
        return result

    async def tasks(self) -> dict[int, Task] | TaskResult:
        """The user's tasks by id, looked up once a turn and kept in step; the tool's answer where it failed. Of more
        than `MOST_LISTED` those that were completed long ago are missing."""
        if self._tasks is None:
            result = await self.call("list_tasks", {"status": "all", "limit": MOST_LISTED}, looking=True)
            if not result.success:
                return result
            self._tasks = {each.id: each for each in tasks_in(result)}
        return self._tasks

    def _remember(self, name: ToolName, result: TaskResult) -> None:
        if self._tasks is None or result.data is None or name == "list_tasks":
            return
        task = task_in(result)
        if name == "delete_task":
            self._tasks.pop(task.id, None)
        else:
            self._tasks[task.id] = task


def task_in(result: TaskResult) -> Task:
    """The task of a successful answer. A tool may add fields: they are left out."""
    return Task.model_validate(result.data, extra="ignore")


def tasks_in(result: TaskResult) -> list[Task]:
    """The tasks of a successful answer of list_tasks, in its order."""
    return _TASKS.validate_python((result.data or {}).get("tasks", []), extra="ignore")


def total_in(result: TaskResult) -> int:
    """How many tasks there are, listed or not."""
    return TypeAdapter(int).validate_python((result.data or {}).get("total", 0))
