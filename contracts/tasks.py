"""Study tasks: what the tasks' MCP server takes and gives. Its tools are add_task, list_tasks, update_task,
complete_task and delete_task; each answers with a `TaskResult`.

Whose tasks they are no tool is told: the caller's token says it. A call is told by `CALL` in the request's `_meta`; the
same call again changes nothing again and has the same answer.
"""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field, StringConstraints, model_validator

from contracts.documents import Plain
from contracts.message import Fields

CALL = "pensum/call"
"""The key of a call's id (a UUID) in the `_meta` of an MCP request."""

MAX_TITLE, MAX_DESCRIPTION = 255, 1000

TaskStatus = Literal["pending", "completed"]
ToolName = Literal["add_task", "list_tasks", "update_task", "complete_task", "delete_task"]
DESTRUCTIVE: frozenset[ToolName] = frozenset({"delete_task"})
"""The tools that nobody can take back: asked for once more before they are called."""

Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TITLE, pattern=r"^[^\x00]*$")
]
Description = Annotated[str, StringConstraints(max_length=MAX_DESCRIPTION, pattern=r"^[^\x00]*$")]
TaskErrorCode = Literal["NOT_FOUND", "VALIDATION_ERROR", "UNAUTHORIZED", "CALL_REUSED", "UNAVAILABLE", "INTERNAL_ERROR"]
"""No such task of this user's; a parameter is unfit; no valid token; the call's id was of another call; the tasks'
database cannot be reached, and another try may help; a bug."""


class Task(Fields):
    """One task. `due_at`: when it is to be done; `session_id` and `concept`: what of a course it is about."""

    id: int = Field(ge=1)
    title: Title
    description: Description | None = None
    status: TaskStatus = "pending"
    created_at: AwareDatetime
    completed_at: AwareDatetime | None = None
    due_at: AwareDatetime | None = None
    session_id: UUID | None = None
    concept: Plain = Field(default="", max_length=200)

    @model_validator(mode="after")
    def completed_with_its_time(self) -> "Task":
        if (self.status == "completed") != (self.completed_at is not None):
            raise ValueError("completed_at: a completed task has one, a pending one has none")
        return self


class TaskError(Fields):
    """Why a tool could not do it, as a sentence for the agent; `field` names the parameter that is unfit."""

    code: TaskErrorCode
    message: str
    field: str = ""


class TaskResult(Fields):
    """What a tool answers. `data`: the task as it is now (of delete_task, as it was); of list_tasks {tasks, total}."""

    success: bool
    data: dict[str, object] | None = None
    error: TaskError | None = None

    @model_validator(mode="after")
    def one_of(self) -> "TaskResult":
        if self.success != (self.error is None) or self.success != (self.data is not None):
            raise ValueError("success: with data and no error, or without")
        return self
