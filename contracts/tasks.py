"""Study tasks: what the tasks' MCP server takes and gives. Its tools are add_task, list_tasks, update_task,
complete_task and delete_task; each answers with a `TaskResult`.

Whose tasks they are no tool is told: the caller's token says it. A call is told by `CALL` in the request's `_meta`; the
same call again changes nothing again and has the same answer.
"""

from datetime import UTC, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field, StringConstraints, model_validator

from contracts.documents import Plain
from contracts.message import Fields

CALL = "pensum/call"
"""The key of a call's id (a UUID) in the `_meta` of an MCP request."""

MAX_TITLE, MAX_DESCRIPTION, MAX_CONCEPT = 255, 1000, 200
EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""Between these a time is one that somebody means."""
MOST_LISTED = 200
MOST_TASKS = 1_000
"""So many tasks, completed ones too, are kept for a user; a learner who means a few a day never sees the end."""

TaskStatus = Literal["pending", "completed"]
ToolName = Literal["add_task", "list_tasks", "update_task", "complete_task", "delete_task"]
DESTRUCTIVE: frozenset[ToolName] = frozenset({"delete_task"})
"""The tools that nobody can take back: asked for once more before they are called."""

Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TITLE, pattern=r"^[^\x00]*$")
]
Description = Annotated[str, StringConstraints(max_length=MAX_DESCRIPTION, pattern=r"^[^\x00]*$")]
Concept = Annotated[Plain, Field(max_length=MAX_CONCEPT)]
When = Annotated[AwareDatetime, Field(ge=EARLIEST, lt=LATEST)]
TaskId = Annotated[int, Field(ge=1, strict=True)]
TaskErrorCode = Literal[
    "NOT_FOUND",
    "VALIDATION_ERROR",
    "UNAUTHORIZED",
    "LIMIT_REACHED",
    "CALL_REUSED",
    "UNAVAILABLE",
    "INTERNAL_ERROR",
]
"""No such task of this user's; a parameter is unfit; no valid token; there are `MOST_TASKS` already; the call's id was
of another call; the tasks' database cannot be reached, and another try may help; a bug."""


class Task(Fields):
    """One task. `due_at`: when it is to be done; `session_id` and `concept`: what of a course it is about."""

    id: int = Field(ge=1)
    title: Title
    description: Description | None = None
    status: TaskStatus = "pending"
    created_at: AwareDatetime
    completed_at: AwareDatetime | None = None
    due_at: When | None = None
    session_id: UUID | None = None
    concept: Concept = ""

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


class AddTask(Fields):
    """What add_task takes. A time has its offset: 2026-11-27T09:00:00+01:00."""

    title: Title = Field(description="What is to be done, in a few words.")
    description: Description | None = Field(default=None, description="More about it.")
    due_at: When | None = Field(default=None, description="When it is to be done, with the offset from UTC.")
    session_id: UUID | None = Field(default=None, description="The course's session that it is about.")
    concept: Concept = Field(default="", description="The concept of the course that it is about.")


class ListTasks(Fields):
    """What list_tasks takes. Pending ones come first, the next due first of them; then the last completed."""

    status: TaskStatus | Literal["all"] = Field(default="pending", description="Which tasks.")
    query: Plain = Field(
        default="", max_length=MAX_TITLE, description="Words that must all be in the title, description or concept."
    )
    due_before: When | None = Field(default=None, description="Only what is due before this time.")
    limit: int = Field(default=50, ge=1, le=MOST_LISTED, strict=True, description="At most so many.")


class UpdateTask(Fields):
    """What update_task takes. What is left out or null stays as it is; `clear` names what is taken away."""

    task_id: TaskId = Field(description="Which task.")
    title: Title | None = Field(default=None, description="The new title.")
    description: Description | None = Field(default=None, description="The new description.")
    status: TaskStatus | None = Field(default=None, description="pending: it is not done after all.")
    due_at: When | None = Field(default=None, description="The new time, with the offset from UTC.")
    session_id: UUID | None = Field(default=None, description="The course's session that it is about.")
    concept: Concept | None = Field(default=None, description="The concept that it is about.")
    clear: list[Literal["description", "due_at", "session_id", "concept"]] = Field(
        default=[], max_length=4, description="What is taken away from the task."
    )

    @model_validator(mode="after")
    def changes_something_once(self) -> "UpdateTask":
        given = self.model_dump(exclude_none=True, exclude={"task_id", "clear"}).keys()
        if not given and not self.clear:
            raise ValueError("task_id: nothing is said that would change")
        if both := given & set(self.clear):
            raise ValueError(f"{min(both)}: it cannot be set and taken away at once")
        return self


class OneTask(Fields):
    """What complete_task and delete_task take."""

    task_id: TaskId = Field(description="Which task.")
