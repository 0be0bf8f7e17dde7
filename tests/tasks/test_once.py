"""A call is done once, however often and however crowded it is sent; and every call is written down."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx2
import psycopg
import pytest
from psycopg.rows import dict_row

from contracts.tasks import CALL, TaskResult
from services.chassis.settings import Settings
from services.console.embedded.postgres import Postgres
from tests.tasks.client import Caller, Served, body, calling, post, token


def written(postgres: Postgres, user: str) -> list[dict[str, Any]]:
    """The audit of one user's calls, in their order."""
    with psycopg.connect(postgres.url("pensum_tasks", "postgres"), row_factory=dict_row) as rows:
        return rows.execute("select * from task_calls where user_id = %s order by at, tool", (user,)).fetchall()


async def test_the_same_id_again_is_answered_the_same_and_changes_nothing(me: Caller) -> None:
    call = uuid4()
    first = await me.call("add_task", call, title="Once", description="and no more")
    again = await me.call("add_task", call, description="and no more", title="Once")
    assert first == again
    assert first.success
    [task] = await me.listed(status="all")
    gone = uuid4()
    deleted = await me.call("delete_task", gone, task_id=task.id)
    assert await me.call("delete_task", gone, task_id=task.id) == deleted
    assert deleted.success


async def test_an_answer_that_is_repeated_is_that_of_then(me: Caller) -> None:
    task, call = await me.task("add_task", title="Before"), uuid4()
    then = await me.call("update_task", call, task_id=task.id, title="Between")
    await me.task("update_task", task_id=task.id, title="After")
    assert await me.call("update_task", call, task_id=task.id, title="Between") == then
    assert [each.title for each in await me.listed()] == ["After"]


async def test_a_refusal_is_repeated_too(me: Caller) -> None:
    call, task = uuid4(), await me.task("add_task", title="t")
    assert await me.refused("complete_task", call, task_id=task.id + 1_000_000) == ("NOT_FOUND", "task_id")
    assert await me.refused("complete_task", call, task_id=task.id + 1_000_000) == ("NOT_FOUND", "task_id")


async def test_an_id_of_another_tool_of_other_parameters_or_of_another_user_is_refused(
    served: Served, me: Caller
) -> None:
    call = uuid4()
    added = await me.call("add_task", call, title="Mine")
    for tool, parameters in (
        ("add_task", {"title": "Mine "}),
        ("add_task", {"title": "Mine", "description": None}),
        ("list_tasks", {}),
        ("add_task", {}),
    ):
        assert await me.refused(tool, call, **parameters) == ("CALL_REUSED", "_meta")
    for bearer in (token(uuid4().hex), token(uuid4().hex, tenant="school")):
        async with calling(served.url, bearer) as other:
            assert await other.refused("add_task", call, title="Mine") == ("CALL_REUSED", "_meta")
            assert await other.listed(status="all") == []
    assert await me.call("add_task", call, title="Mine") == added
    assert len(await me.listed()) == 1


@pytest.mark.parametrize("id", ["", "7", "not-a-uuid", "0" * 5000])
async def test_an_id_that_is_none_is_refused(me: Caller, id: str) -> None:
    assert await me.refused("add_task", id, title="t") == ("VALIDATION_ERROR", "_meta")
    assert await me.listed() == []


@pytest.mark.parametrize("id", [7, None, {}, [], True])
async def test_an_id_of_another_kind_is_none(me: Caller, id: object) -> None:
    meta: Any = {CALL: id}
    answer = await me.session.call_tool("add_task", {"title": "t"}, meta=meta)
    assert TaskResult.model_validate(answer.structured_content).success == (id is None)


async def test_without_an_id_each_call_is_another(me: Caller) -> None:
    for _ in range(2):
        await me.call("add_task", title="Twice")
    assert [task.title for task in await me.listed()] == ["Twice", "Twice"]


async def test_of_many_that_come_at_once_under_one_id_one_is_done_and_all_have_its_answer(served: Served) -> None:
    user, calls = uuid4().hex, [uuid4() for _ in range(5)]

    async def send(call: UUID) -> tuple[UUID, TaskResult]:
        async with calling(served.url, token(user)) as caller:
            return call, await caller.call("add_task", call, title=f"Task {call}")

    answers = await asyncio.gather(*(send(call) for call in calls * 4))
    async with calling(served.url, token(user)) as caller:
        tasks = await caller.listed()
    assert sorted(task.title for task in tasks) == sorted(f"Task {call}" for call in calls)
    for call in calls:
        assert len({result.model_dump_json() for sent, result in answers if sent == call}) == 1
    assert all(result.success for _, result in answers)


async def test_different_calls_that_come_at_once_are_all_done(served: Served, me: Caller) -> None:
    task = await me.task("add_task", title="0")
    await asyncio.gather(*(me.call("update_task", uuid4(), task_id=task.id, title=str(n)) for n in range(10)))
    await asyncio.gather(*(me.call("add_task", uuid4(), title="more") for _ in range(10)))
    assert len(await me.listed()) == 11


async def test_every_call_is_written_down_with_who_what_when_and_its_result(served: Served, postgres: Postgres) -> None:
    user, call = uuid4().hex, uuid4()
    async with calling(served.url, token(user)) as me:
        task = (await me.call("add_task", call, title="Audited")).data
        await me.call("add_task", call, title="Audited")  # The same call: the same row.
        await me.call("add_task", call, title="Reused")
        await me.call("complete_task", task_id=10**9)
        await me.call("add_task", title="")
        await me.call("list_tasks", "no id")
        await me.call("forget_tasks")
    rows = written(postgres, user)
    told = [(row["tool"], json.dumps(row["parameters"]), row["result"].get("error")) for row in rows]
    codes = [(tool, said, error["code"] if error else None) for tool, said, error in told]
    assert sorted(codes, key=str) == sorted(
        [
            ("add_task", '{"title": "Audited"}', None),
            ("add_task", '{"title": "Reused"}', "CALL_REUSED"),
            ("complete_task", '{"task_id": 1000000000}', "NOT_FOUND"),
            ("add_task", '{"title": ""}', "VALIDATION_ERROR"),
            ("list_tasks", "{}", "VALIDATION_ERROR"),
            ("forget_tasks", "{}", "UNAUTHORIZED"),
        ],
        key=str,
    )
    assert all(row["tenant_id"] == "home" and row["at"] for row in rows)
    assert next(row for row in rows if row["call_id"] == call)["result"]["data"] == task


async def test_forgetting_empties_the_audit_and_what_was_forgotten_is_not_done_again(
    served: Served, postgres: Postgres
) -> None:
    user, call = uuid4().hex, uuid4()
    async with calling(served.url, token(user)) as me, calling(served.url, token(user, role="owner")) as owner:
        await me.call("add_task", call, title="A secret wish")
        assert (await owner.call("forget_tasks", uuid4())).data == {"forgotten": 1}
        rows = written(postgres, user)
        assert [row["tool"] for row in rows if row["parameters"] is None and row["result"] is None] == ["add_task"]
        assert "secret" not in json.dumps(rows, default=str)
        assert [row["result"]["data"] for row in rows if row["tool"] == "forget_tasks"] == [{"forgotten": 1}]
        assert await me.refused("add_task", call, title="A secret wish") == ("CALL_REUSED", "_meta")
        assert await me.listed(status="all") == []


@pytest.mark.parametrize("point", ["received", "committed", "acknowledged"])
async def test_killed_at_any_point_of_a_call_it_is_done_once(settings: Settings, tmp_path: Path, point: str) -> None:
    wish, user, call = tmp_path / "kill", uuid4().hex, uuid4()
    with Served(tmp_path, settings, PENSUM_KILL_AT=str(wish)) as served:
        async with calling(served.url, token(user)) as me:
            kept = await me.task("add_task", title="Before")
        wish.write_text(f"tasks:{point}")
        sent = body("add_task", title="Once")
        sent["params"]["_meta"] = {CALL: str(call)}
        with pytest.raises(httpx2.TransportError):
            await post(served.url, json.dumps(sent), token(user))
        assert served.process is not None
        assert served.process.wait(30) == -9
        served.start()
        async with calling(served.url, token(user)) as me:
            there = {task.title for task in await me.listed()}
            assert there == {"Before"} if point == "received" else {"Before", "Once"}
            again = await me.call("add_task", call, title="Once")
            assert again.success
            tasks = await me.listed()
            assert [task.title for task in tasks] == ["Before", "Once"]
            assert tasks[0] == kept
            assert again.data == tasks[1].model_dump(mode="json")


def _until(true: Callable[[], bool]) -> None:
    while not true():
        time.sleep(0.1)


async def test_the_audit_ends_after_ninety_days_and_what_was_listed_is_not_kept_in_it(
    settings: Settings, postgres: Postgres, tmp_path: Path
) -> None:
    user, listing = uuid4().hex, uuid4()
    with Served(tmp_path, settings) as served:
        async with calling(served.url, token(user)) as me:
            await me.task("add_task", title="Long ago")
            await me.task("add_task", title="Lately")
            await me.call("list_tasks", listing)
        with psycopg.connect(postgres.url("pensum_tasks", "postgres"), autocommit=True) as rows:
            aged = "update task_calls set at = now() - %s::interval where user_id = %s and parameters::text like %s"
            rows.execute(aged, ("91 days", user, "%Long ago%"))
            rows.execute(aged, ("89 days", user, "%Lately%"))
            rows.execute("update task_calls set at = now() - '3 days'::interval where call_id = %s", (listing,))
        served.end()
        served.start()
        async with asyncio.timeout(30):
            await asyncio.to_thread(_until, lambda: len(written(postgres, user)) == 2)
        left = written(postgres, user)
        assert [(row["tool"], row["result"] is None) for row in left] == [("add_task", False), ("list_tasks", True)]
        assert left[0]["parameters"] == {"title": "Lately"}
        async with calling(served.url, token(user)) as me:
            assert len(await me.listed()) == 2  # The tasks stay.
            assert await me.refused("list_tasks", listing) == ("CALL_REUSED", "_meta")
