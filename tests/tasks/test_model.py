"""Any sequence of calls of two users: the server does what a few lines of a model do, and nobody sees another's."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contracts.tasks import Task, TaskResult
from tests.tasks.client import Caller, Served, calling, token

TITLES = st.sampled_from(["Read", "read more", "Øve", "  spaced  ", "", "t" * 256])
DUES = st.sampled_from(["2026-12-01T10:00:00Z", "2026-12-02T10:00:00+01:00", "tomorrow"])
WHICH = st.integers(min_value=0, max_value=7)
"""Which of all the tasks that were made, also those of the other and those that are gone."""
USERS = st.sampled_from([0, 1])
STEP: st.SearchStrategy[tuple[int, str, dict[str, Any]]] = st.one_of(
    st.tuples(USERS, st.just("add_task"), st.fixed_dictionaries({"title": TITLES}, optional={"due_at": DUES})),
    st.tuples(
        USERS,
        st.just("update_task"),
        st.fixed_dictionaries(
            {"task_id": WHICH},
            optional={
                "title": TITLES,
                "due_at": DUES,
                "status": st.sampled_from(["pending", "completed"]),
                "clear": st.lists(st.sampled_from(["due_at", "description"]), max_size=2),
            },
        ),
    ),
    st.tuples(USERS, st.sampled_from(["complete_task", "delete_task"]), st.fixed_dictionaries({"task_id": WHICH})),
    st.tuples(USERS, st.just("again"), st.just({})),
    st.tuples(USERS, st.just("forget_tasks"), st.just({})),
)


class Model:
    """What one user has: id to title, time and whether it is completed."""

    def __init__(self) -> None:
        self.tasks: dict[int, tuple[str, bool, bool]] = {}

    def expect(self, tool: str, parameters: dict[str, Any], result: TaskResult) -> None:
        """Holds the answer to a call against the model, and follows it."""
        title, due = parameters.get("title"), parameters.get("due_at")
        nothing_said = not (parameters.keys() - {"task_id", "clear"} or parameters.get("clear"))
        unfit = (
            (title is not None and not 1 <= len(title.strip()) <= 255)
            or due == "tomorrow"
            or (due is not None and "due_at" in parameters.get("clear", []))
            or (tool == "update_task" and nothing_said)
        )
        code = result.error.code if result.error else None
        if unfit:
            assert code == "VALIDATION_ERROR"
        elif tool == "add_task":
            task = Task.model_validate(result.data)
            assert task.id not in self.tasks
            self.tasks[task.id] = (str(title).strip(), due is not None, False)
            self.same(task)
        elif parameters["task_id"] not in self.tasks:
            assert code == "NOT_FOUND"
        else:
            self.follow(tool, parameters)
            task = Task.model_validate(result.data)
            if tool == "delete_task":
                self.same(task)
                del self.tasks[task.id]
            self.same(task)

    def follow(self, tool: str, parameters: dict[str, Any]) -> None:
        """What the call makes of its task."""
        name, timed, done = self.tasks[parameters["task_id"]]
        if tool == "complete_task":
            done = True
        if tool == "update_task":
            name = parameters.get("title", name).strip()
            timed = (timed or "due_at" in parameters) and "due_at" not in parameters.get("clear", [])
            done = {"pending": False, "completed": True}.get(parameters.get("status", ""), done)
        self.tasks[parameters["task_id"]] = (name, timed, done)

    def same(self, task: Task) -> None:
        """The task is as the model has it, or is gone from it."""
        if task.id in self.tasks:
            assert self.tasks[task.id] == (task.title, task.due_at is not None, task.status == "completed")
        assert (task.completed_at is not None) == (task.status == "completed")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEP, max_size=14))
def test_whatever_two_users_call_each_has_what_the_model_has(
    served: Served, steps: list[tuple[int, str, dict[str, Any]]]
) -> None:
    asyncio.run(walked(served, steps))


async def walked(served: Served, steps: list[tuple[int, str, dict[str, Any]]]) -> None:
    """Takes the steps as two fresh users, and looks after each."""
    users = [uuid4().hex, uuid4().hex]
    models = [Model(), Model()]
    made: list[int] = []
    last: list[tuple[UUID, str, dict[str, Any], TaskResult] | None] = [None, None]
    async with calling(served.url, token(users[0])) as one, calling(served.url, token(users[1])) as two:
        for user, tool, wanted in steps:
            me = (one, two)[user]
            if tool == "again":
                if (before := last[user]) is not None:
                    call, named, sent, answered = before
                    assert await me.call(named, call, **sent) == answered
            elif tool == "forget_tasks":
                await forget(served, users[user], models[user])
                last[user] = None
            else:
                sent = dict(wanted)
                if "task_id" in sent:
                    sent["task_id"] = made[sent["task_id"]] if sent["task_id"] < len(made) else 10**9
                call = uuid4()
                result = await me.call(tool, call, **sent)
                last[user] = (call, tool, sent, result)
                models[user].expect(tool, sent, result)
                if tool == "add_task" and result.success:
                    made.append(Task.model_validate(result.data).id)
            for caller, model in zip((one, two), models, strict=True):
                await holds(caller, model)


async def forget(served: Served, user: str, model: Model) -> None:
    """Forgets all of that user's."""
    async with calling(served.url, token(user, role="owner")) as owner:
        assert (await owner.call("forget_tasks", uuid4())).data == {"forgotten": len(model.tasks)}
    model.tasks.clear()


async def holds(caller: Caller, model: Model) -> None:
    """All of one user's tasks are as the model has them."""
    tasks = await caller.listed(status="all")
    assert {task.id for task in tasks} == set(model.tasks)
    for task in tasks:
        model.same(task)
