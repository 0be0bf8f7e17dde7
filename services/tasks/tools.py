"""The tools: what each is called, takes and does. What a caller sends is read here, and refused by its field."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from contracts.message import Fields
from contracts.tasks import (
    DESTRUCTIVE,
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
from services.tasks.rows import Rows

FORGET: Literal["forget_tasks"] = "forget_tasks"
Named = ToolName | Literal["forget_tasks"]


class Nothing(Fields):
    """What forget_tasks takes."""


@dataclass(frozen=True)
class Tool:
    """One tool. `reads`: it changes nothing; `repeats`: done twice it is as done once."""

    name: Named
    takes: type[Fields]
    says: str
    reads: bool = False
    repeats: bool = False

    @property
    def destroys(self) -> bool:
        """Whether nobody can take it back."""
        return self.name in DESTRUCTIVE or self.name == FORGET


TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool("add_task", AddTask, "Add a study task."),
        Tool("list_tasks", ListTasks, "List study tasks: {tasks, total}.", reads=True, repeats=True),
        Tool("update_task", UpdateTask, "Change a study task, or open a completed one again.", repeats=True),
        Tool("complete_task", OneTask, "Mark a study task as completed.", repeats=True),
        Tool("delete_task", OneTask, "Delete a study task for good.", repeats=True),
        Tool(FORGET, Nothing, "Forget all study tasks of this user, and what was said in the calls.", repeats=True),
    )
}


def read(tool: Tool, arguments: Mapping[str, Any]) -> Fields | TaskResult:
    """What the arguments say, else the refusal that names the field."""
    try:
        return tool.takes.model_validate(dict(arguments))
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_input=False, include_context=False)[0]
        said = wrong["msg"].removeprefix("Value error, ")
        field, _, sentence = (str(wrong["loc"][0]), "", said) if wrong["loc"] else said.partition(": ")
        return refused("VALIDATION_ERROR", f"{field[:100]}: {sentence}.", field[:100])


def refused(code: TaskErrorCode, message: str, field: str = "") -> TaskResult:
    """The answer that it was not done."""
    return TaskResult(success=False, error=TaskError(code=code, message=message, field=field))


async def perform(wanted: Fields, tool: Tool, rows: Rows) -> TaskResult:
    """Does it in the rows' transaction."""
    match tool.name, wanted:
        case _, AddTask():
            task = await rows.add(wanted)
            return _done(task) if task else refused("LIMIT_REACHED", f"There are {MOST_TASKS} tasks already.")
        case _, ListTasks():
            tasks, total = await rows.list(wanted)
            return TaskResult(success=True, data={"tasks": [_shown(task) for task in tasks], "total": total})
        case _, UpdateTask():
            return _of(wanted.task_id, await rows.update(wanted))
        case "complete_task", OneTask():
            return _of(wanted.task_id, await rows.complete(wanted.task_id))
        case "delete_task", OneTask():
            return _of(wanted.task_id, await rows.delete(wanted.task_id))
        case "forget_tasks", Nothing():
            return TaskResult(success=True, data={"forgotten": await rows.forget()})
    raise AssertionError(f"{tool.name} does not take that")


def _of(id: int, task: Task | None) -> TaskResult:
    return _done(task) if task else refused("NOT_FOUND", f"There is no task {id} of this user's.", "task_id")


def _done(task: Task) -> TaskResult:
    return TaskResult(success=True, data=_shown(task))


def _shown(task: Task) -> dict[str, object]:
    return task.model_dump(mode="json")
