"""The tasks' tools in memory, of several users: what the MCP server does, without it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from contracts.message import Fields
from contracts.tasks import (
    MOST_TASKS,
    AddTask,
    ListTasks,
    OneTask,
    Task,
    TaskError,
    TaskErrorCode,
    TaskResult,
    ToolName,
    UpdateTask,
)
from services.assistant.agent.ports import Tool

MOMENT = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)


_TAKES: dict[str, type[Fields]] = {
    "add_task": AddTask,
    "list_tasks": ListTasks,
    "update_task": UpdateTask,
    "complete_task": OneTask,
    "delete_task": OneTask,
}
_TOOLS = [Tool(name, f"{name}: of the learner's own tasks.", each.model_json_schema()) for name, each in _TAKES.items()]


@dataclass
class Made:
    """A call that changed something, or was refused: whose, and what."""

    user: str
    call_id: UUID
    name: str
    parameters: dict[str, Any]


@dataclass
class Shelf:
    """All users' tasks. `made`: every call that was carried out, once however often it was sent."""

    tasks: dict[int, Task] = field(default_factory=dict)
    owners: dict[int, str] = field(default_factory=dict)
    made: list[Made] = field(default_factory=list)
    answers: dict[tuple[str, UUID], tuple[str, dict[str, Any], TaskResult]] = field(default_factory=dict)
    next_id: int = 1

    def give(self, user: str, *tasks: Task) -> None:
        """These tasks are that user's."""
        for each in tasks:
            self.tasks[each.id] = each
            self.owners[each.id] = user
            self.next_id = max(self.next_id, each.id + 1)

    def of(self, user: str) -> list[Task]:
        """That user's tasks, the oldest first."""
        return [each for number, each in sorted(self.tasks.items()) if self.owners[number] == user]

    def tools(self, user: str) -> "ShelfTools":
        """The tools in that user's name."""
        return ShelfTools(self, user)


@dataclass
class ShelfTools:
    """One user's tools. `unreachable`: so many calls from now on are answered by UNAVAILABLE."""

    shelf: Shelf
    user: str
    unreachable: int = 0

    async def listed(self) -> Sequence[Tool]:
        """All five."""
        return _TOOLS

    async def call(self, call_id: UUID, name: ToolName, parameters: dict[str, Any]) -> TaskResult:
        """As `Tools.call`."""
        known = self.shelf.answers.get((self.user, call_id))
        if known is not None:
            same = known[:2] == (name, parameters)
            return known[2] if same else _refused("CALL_REUSED", "This call's id was another call's.")
        if self.unreachable:
            self.unreachable -= 1
            return _refused("UNAVAILABLE", "The tasks cannot be reached.")
        result = self._carry_out(name, parameters)
        self.shelf.answers[self.user, call_id] = (name, parameters, result)
        if name != "list_tasks":
            self.shelf.made.append(Made(self.user, call_id, name, parameters))
        return result

    def _carry_out(self, name: str, parameters: dict[str, Any]) -> TaskResult:
        if name not in _TAKES:
            return _refused("VALIDATION_ERROR", f"There is no tool {name}.")
        try:
            read = _TAKES[name].model_validate(parameters)
        except ValidationError as error:
            first = error.errors()[0]
            return _refused("VALIDATION_ERROR", first["msg"], ".".join(map(str, first["loc"])))
        if isinstance(read, ListTasks):
            mine = sorted(self.shelf.of(self.user), key=lambda each: (each.status == "completed", each.id))
            found = [each for each in mine if read.status in ("all", each.status)]
            shown = [each.model_dump(mode="json") for each in found[: read.limit]]
            return TaskResult(success=True, data={"tasks": shown, "total": len(found)})
        if isinstance(read, AddTask) and len(self.shelf.of(self.user)) >= MOST_TASKS:
            return _refused("LIMIT_REACHED", "There are as many tasks as are kept.")
        if isinstance(read, AddTask):
            added = Task(id=self.shelf.next_id, created_at=MOMENT, **read.model_dump())
            self.shelf.give(self.user, added)
            return _of(added)
        assert isinstance(read, OneTask | UpdateTask)
        task = self.shelf.tasks.get(read.task_id)
        if task is None or self.shelf.owners[read.task_id] != self.user:
            return _refused("NOT_FOUND", "There is no such task.")
        if name == "delete_task":
            del self.shelf.tasks[read.task_id]
            return _of(task)
        changes: dict[str, Any] = {"status": "completed", "completed_at": task.completed_at or MOMENT}
        if isinstance(read, UpdateTask):
            changes = read.model_dump(exclude_none=True, exclude={"task_id", "clear"})
            changes |= {cleared: "" if cleared == "concept" else None for cleared in read.clear}
            if read.status is not None:
                changes["completed_at"] = MOMENT if read.status == "completed" else None
        self.shelf.tasks[read.task_id] = task.model_copy(update=changes)
        return _of(self.shelf.tasks[read.task_id])


def _of(task: Task) -> TaskResult:
    return TaskResult(success=True, data=task.model_dump(mode="json"))


def _refused(code: TaskErrorCode, message: str, field: str = "") -> TaskResult:
    return TaskResult(success=False, error=TaskError(code=code, message=message, field=field))


class Killed(Exception):
    """The process is gone."""


@dataclass
class Kept:
    """A journal in memory. `kill_at`: at that step, from 0, the process dies: `before` it is made, or once it is made
    and not kept yet."""

    steps: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    kill_at: int | None = None
    before: bool = True
    _place: int = 0

    async def once(self, kind: str, make: Callable[[], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
        """As `Journal.once`."""
        place, self._place = self._place, self._place + 1
        if place < len(self.steps):
            assert self.steps[place][0] == kind
            return self.steps[place][1]
        if place == self.kill_at and self.before:
            raise Killed
        made = await make()
        if place == self.kill_at:
            raise Killed
        self.steps.append((kind, made))
        return made

    def again(self, **how: Any) -> "Kept":
        """The same journal for the same message answered anew."""
        return Kept(self.steps, **how)
