"""Each tool and each refusal, by the SDK's own client over HTTP, against the server on a real Postgres."""

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import psycopg
import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from contracts.tasks import MAX_DESCRIPTION, MAX_TITLE, MOST_TASKS
from services.console.embedded.postgres import Postgres
from tests.tasks.client import Caller, Served, calling, token


async def test_a_task_has_the_seeds_fields_an_integer_id_and_is_pending(me: Caller) -> None:
    before = datetime.now(UTC)
    result = await me.call("add_task", title="  Review osmosis \n", description=" with the notes ")
    assert result.data is not None
    assert set(result.data) == {
        *("id", "title", "description", "status", "created_at", "completed_at", "due_at", "session_id", "concept")
    }
    assert isinstance(result.data["id"], int)
    task = await me.task("add_task", title="Second")
    assert task.id > result.data["id"]
    assert (result.data["title"], result.data["description"]) == ("Review osmosis", " with the notes ")
    assert (task.status, task.description, task.completed_at, task.due_at, task.concept) == (
        "pending", None, None, None, ""
    )  # fmt: skip
    assert before - timedelta(seconds=5) < task.created_at < datetime.now(UTC) + timedelta(seconds=5)


async def test_a_task_is_linked_to_a_session_and_a_concept_and_has_a_time(me: Caller) -> None:
    session, due = uuid4(), datetime(2026, 11, 27, 8, tzinfo=UTC)
    given = {"due_at": "2026-11-27T09:00:00+01:00", "session_id": str(session), "concept": "Osmose"}
    task = await me.task("add_task", title="Repeter", **given)
    assert (task.due_at, task.session_id, task.concept) == (due, session, "Osmose")
    assert await me.listed() == [task]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({}, "title"),
        ({"title": ""}, "title"),
        ({"title": " \n\t "}, "title"),
        ({"title": "t" * (MAX_TITLE + 1)}, "title"),
        ({"title": None}, "title"),
        ({"title": 7}, "title"),
        ({"title": "a\0b"}, "title"),
        ({"title": "t", "description": "d" * (MAX_DESCRIPTION + 1)}, "description"),
        ({"title": "t", "due_at": "Friday"}, "due_at"),
        ({"title": "t", "due_at": "2026-11-27T09:00:00"}, "due_at"),
        ({"title": "t", "due_at": "1999-12-31T23:59:59Z"}, "due_at"),
        ({"title": "t", "due_at": "0001-01-01T00:00:00+14:00"}, "due_at"),
        ({"title": "t", "due_at": "9999-12-31T23:59:59-14:00"}, "due_at"),
        ({"title": "t", "session_id": "mine"}, "session_id"),
        ({"title": "t", "concept": "c" * 201}, "concept"),
        ({"title": "t", "user_id": "somebody else"}, "user_id"),
        ({"title": "t", "status": "completed"}, "status"),
    ],
    ids=str,
)
async def test_what_is_unfit_is_refused_by_its_field_and_nothing_is_added(
    me: Caller, given: dict[str, object], field: str
) -> None:
    assert await me.refused("add_task", **given) == ("VALIDATION_ERROR", field)
    assert await me.listed(status="all") == []


async def test_the_longest_title_and_description_fit(me: Caller) -> None:
    title, description = "æ" * MAX_TITLE, "𝔡" * MAX_DESCRIPTION
    task = await me.task("add_task", title=f" {title} ", description=description)
    assert (task.title, task.description) == (title, description)


async def test_a_completed_task_has_its_time_and_completing_it_again_changes_nothing(me: Caller) -> None:
    task = await me.task("add_task", title="Read chapter 3")
    done = await me.task("complete_task", task_id=task.id)
    assert done.completed_at is not None
    assert done == task.model_copy(update={"status": "completed", "completed_at": done.completed_at})
    assert await me.task("complete_task", task_id=task.id) == done
    assert await me.task("update_task", task_id=task.id, status="completed") == done


async def test_a_completed_task_is_opened_again_and_loses_its_time(me: Caller) -> None:
    task = await me.task("add_task", title="Read chapter 3")
    await me.task("complete_task", task_id=task.id)
    assert await me.task("update_task", task_id=task.id, status="pending") == task


async def test_an_update_changes_what_it_names_and_takes_away_what_it_clears(me: Caller) -> None:
    whole = {"description": "all of it", "due_at": "2026-12-01T10:00:00Z", "session_id": str(uuid4()), "concept": "c"}
    task = await me.task("add_task", title="Whole", **whole)
    renamed = await me.task("update_task", task_id=task.id, title=" Renamed ", description=None)
    assert renamed == task.model_copy(update={"title": "Renamed"})
    moved = await me.task("update_task", task_id=task.id, due_at="2026-12-02T10:00:00Z")
    assert moved == renamed.model_copy(update={"due_at": datetime(2026, 12, 2, 10, tzinfo=UTC)})
    bare = await me.task("update_task", task_id=task.id, clear=["description", "due_at", "session_id", "concept"])
    none = {"description": None, "due_at": None, "session_id": None, "concept": ""}
    assert bare == renamed.model_copy(update=none)
    assert await me.listed() == [bare]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({}, "task_id"),
        ({"title": None}, "task_id"),
        ({"title": ""}, "title"),
        ({"status": "done"}, "status"),
        ({"clear": ["title"]}, "clear"),
        ({"clear": ["due_at"], "due_at": "2026-12-02T10:00:00Z"}, "due_at"),
        ({"completed_at": None}, "completed_at"),
    ],
    ids=str,
)
async def test_an_unfit_update_is_refused_and_changes_nothing(me: Caller, given: dict[str, object], field: str) -> None:
    task = await me.task("add_task", title="Stays")
    assert await me.refused("update_task", task_id=task.id, **given) == ("VALIDATION_ERROR", field)
    assert await me.listed() == [task]


async def test_a_deleted_task_is_answered_as_it_was_and_is_gone(me: Caller) -> None:
    task, other = await me.task("add_task", title="One"), await me.task("add_task", title="Two")
    assert await me.task("delete_task", task_id=task.id) == task
    assert await me.refused("delete_task", task_id=task.id) == ("NOT_FOUND", "task_id")
    assert await me.listed(status="all") == [other]


@pytest.mark.parametrize("tool", ["update_task", "complete_task", "delete_task"])
async def test_anothers_task_is_as_one_that_is_not_there(served: Served, me: Caller, tool: str) -> None:
    more = {"title": "Mine now"} if tool == "update_task" else {}
    user = uuid4().hex
    async with calling(served.url, token(user)) as other:
        theirs = await other.task("add_task", title="Theirs")
        told = await me.call(tool, task_id=theirs.id, **more)
        await other.task("delete_task", task_id=theirs.id)
        gone = await me.call(tool, task_id=theirs.id, **more)
    assert told.error is not None
    assert told == gone
    assert (told.error.code, told.error.field) == ("NOT_FOUND", "task_id")
    async with calling(served.url, token(user, tenant="school")) as namesake:
        assert await namesake.listed(status="all") == []


@pytest.mark.parametrize("id", [0, -1, "3", 1.5, True, None, 10**30])
async def test_an_id_is_a_whole_number_from_one_on(me: Caller, id: object) -> None:
    expected = ("NOT_FOUND" if id == 10**30 else "VALIDATION_ERROR", "task_id")
    for tool in ("complete_task", "delete_task"):
        assert await me.refused(tool, task_id=id) == expected


async def test_pending_ones_come_by_their_time_and_completed_ones_the_last_first(me: Caller) -> None:
    late = await me.task("add_task", title="Late", due_at="2026-12-09T10:00:00Z")
    never = await me.task("add_task", title="Never")
    soon = await me.task("add_task", title="Soon", due_at="2026-12-01T10:00:00Z")
    early = await me.task("complete_task", task_id=(await me.task("add_task", title="Done first")).id)
    last = await me.task("complete_task", task_id=(await me.task("add_task", title="Done last")).id)
    assert await me.listed() == [soon, late, never]
    assert await me.listed(status="completed") == [last, early]
    assert await me.listed(status="all") == [soon, late, never, last, early]
    assert await me.listed(due_before="2026-12-09T10:00:00Z") == [soon]
    some = await me.call("list_tasks", status="all", limit=2)
    assert some.data is not None
    assert some.data["total"] == 5
    assert await me.listed(status="all", limit=2) == [soon, late]
    assert (await me.call("list_tasks", query="nowhere")).data == {"tasks": [], "total": 0}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("møte", ["MØTE med Kari"]),
        ("kari  MØTE", ["MØTE med Kari"]),
        ("100%", ["Get 100% right"]),
        ("_", []),
        ("\\", []),
        ("osmosis", ["Cells"]),
        ("plants", ["Cells"]),
        ("", ["MØTE med Kari", "Get 100% right", "Cells"]),
        ("right kari", []),
    ],
)
async def test_a_query_finds_words_in_any_case_and_no_pattern(me: Caller, query: str, found: list[str]) -> None:
    await me.task("add_task", title="MØTE med Kari")
    await me.task("add_task", title="Get 100% right")
    await me.task("add_task", title="Cells", description="of Plants", concept="Osmosis")
    assert [task.title for task in await me.listed(query=query)] == found


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"status": "done"}, "status"),
        ({"limit": 0}, "limit"),
        ({"limit": 201}, "limit"),
        ({"due_before": "soon"}, "due_before"),
        ({"query": "q" * 256}, "query"),
    ],
    ids=str,
)
async def test_an_unfit_list_is_refused(me: Caller, given: dict[str, object], field: str) -> None:
    assert await me.refused("list_tasks", **given) == ("VALIDATION_ERROR", field)


async def test_the_tools_are_listed_with_their_schemas_and_none_asks_whose_tasks(served: Served, me: Caller) -> None:
    five = ["add_task", "list_tasks", "update_task", "complete_task", "delete_task"]
    listed = (await me.session.list_tools()).tools
    assert [tool.name for tool in listed] == five
    async with calling(served.url, token(uuid4().hex, role="owner")) as owner:
        theirs = (await owner.session.list_tools()).tools
    assert [tool.name for tool in theirs] == [*five, "forget_tasks"]
    for tool in theirs:
        assert tool.description
        assert not {"user", "user_id", "tenant", "tenant_id"} & tool.input_schema["properties"].keys()
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema is not None
        assert tool.annotations is not None
        assert tool.annotations.destructive_hint == (tool.name in ("delete_task", "forget_tasks"))
        assert tool.annotations.read_only_hint == (tool.name == "list_tasks")


async def test_a_tool_that_is_none_is_the_protocols_error(me: Caller) -> None:
    with pytest.raises(MCPError) as refused:
        await me.session.call_tool("drop_tasks", {})
    assert refused.value.error.code == INVALID_PARAMS


async def test_forgetting_is_for_an_owners_token_and_takes_that_users_tasks_alone(served: Served, me: Caller) -> None:
    user = uuid4().hex
    kept = await me.task("add_task", title="Mine")
    assert await me.refused("forget_tasks") == ("UNAUTHORIZED", "")
    async with calling(served.url, token(user)) as learner, calling(served.url, token(user, role="owner")) as owner:
        await learner.task("add_task", title="One")
        await learner.task("add_task", title="Two")
        assert (await owner.call("forget_tasks")).data == {"forgotten": 2}
        assert await learner.listed(status="all") == []
        assert (await owner.call("forget_tasks")).data == {"forgotten": 0}
    assert await me.listed() == [kept]


async def test_a_user_has_at_most_so_many_tasks_however_many_come_at_once(postgres: Postgres, served: Served) -> None:
    user = uuid4().hex
    with psycopg.connect(postgres.url("pensum_tasks", "postgres"), autocommit=True) as rows:
        rows.execute(
            "insert into tasks (tenant_id, user_id, title, status, completed_at)"
            " select 'home', %s, 'old', 'completed', now() from generate_series(1, %s)",
            (user, MOST_TASKS - 2),
        )
    async with calling(served.url, token(user)) as me, calling(served.url, token(uuid4().hex)) as other:
        results = await asyncio.gather(*(me.call("add_task", uuid4(), title="one more") for _ in range(6)))
        codes = sorted(result.error.code if result.error else "" for result in results)
        assert codes == ["", "", *["LIMIT_REACHED"] * 4]
        listed = await me.call("list_tasks", status="all")
        assert listed.data is not None
        assert listed.data["total"] == MOST_TASKS
        assert (await other.call("add_task", uuid4(), title="somebody else's")).success
        [task] = (await me.listed())[:1]
        await me.task("delete_task", task_id=task.id)
        assert (await me.call("add_task", uuid4(), title="there is room again")).success
