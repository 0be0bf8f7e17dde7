"""The database away and back: the tasks say so, serve on, and do no call by halves."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from services.chassis.settings import Settings
from services.console.embedded.postgres import Postgres
from tests.standins import database
from tests.tasks.client import SECRET, Caller, Served, calling, token

WAIT_SECONDS = 60.0


@pytest.fixture
def mortal(folder_of_its_own: Path) -> Iterator[Postgres]:
    with database.running(folder_of_its_own / "data") as server:
        yield server


async def until(look: Callable[[], bool]) -> None:
    """Waits until it is so."""
    async with asyncio.timeout(WAIT_SECONDS):
        while True:
            if look():
                return
            await asyncio.sleep(0.05)


async def succeeds(me: Caller, call: object, **parameters: object) -> dict[str, object]:
    """What a call answers as soon as it is not refused because of the database."""
    async with asyncio.timeout(WAIT_SECONDS):
        while True:
            result = await me.call("add_task", str(call), **parameters)
            if result.data is not None:
                return result.data
            assert result.error is not None
            assert result.error.code == "UNAVAILABLE"
            await asyncio.sleep(0.1)


async def test_while_the_database_is_away_it_says_so_and_when_it_is_back_it_goes_on(
    mortal: Postgres, tmp_path: Path
) -> None:
    settings = Settings(database=mortal.url("pensum_tasks", "postgres"), tasks_secret=SECRET)
    with Served(tmp_path, settings) as served:

        def reasons() -> dict[str, str]:
            found: dict[str, str] = json.loads(served.health.read_text())["reasons"]
            return found

        await until(lambda: served.health.exists() and reasons() == {})
        async with calling(served.url, token("ann")) as me:
            before = await succeeds(me, uuid4(), title="Before")
            for _ in range(2):
                mortal.stop()
                call = uuid4()
                assert await me.refused("add_task", call, title="Meanwhile") == ("UNAVAILABLE", "")
                await until(lambda: reasons() == {"database": "The database cannot be reached."})
                mortal.start()
                added = await succeeds(me, call, title="Meanwhile")
                assert await succeeds(me, call, title="Meanwhile") == added
                await until(lambda: reasons() == {})
            tasks = await me.listed()
        assert [task.title for task in tasks] == ["Before", "Meanwhile", "Meanwhile"]
        assert tasks[0].model_dump(mode="json") == before
        with psycopg.connect(mortal.url("pensum_tasks", "postgres")) as rows:
            counted = rows.execute("select count(*) from task_calls where tool = 'add_task'").fetchone()
        assert counted == (3,)


async def test_connections_that_a_restart_broke_fail_no_call(mortal: Postgres, tmp_path: Path) -> None:
    settings = Settings(database=mortal.url("pensum_tasks", "postgres"), tasks_secret=SECRET)
    with Served(tmp_path, settings) as served:
        async with calling(served.url, token("ann")) as me:
            await asyncio.gather(*(me.call("add_task", uuid4(), title="t") for _ in range(20)))  # The pool is full.
            with psycopg.connect(mortal.url(), autocommit=True) as admin:
                admin.execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'pensum_tasks'")
            answers = await asyncio.gather(*(me.call("add_task", uuid4(), title="t") for _ in range(20)))
            assert all(answer.success for answer in answers)
            assert len(await me.listed()) == 40


async def test_it_starts_before_its_database_and_says_what_is_missing(tmp_path: Path) -> None:
    settings = Settings(database="postgresql://pensum_tasks@127.0.0.1:1/pensum", tasks_secret=SECRET)
    with Served(tmp_path, settings) as served:
        async with calling(served.url, token("ann")) as me:
            assert await me.refused("add_task", title="t") == ("UNAVAILABLE", "")
            assert len((await me.session.list_tools()).tools) == 5
        assert served.end() == 0


async def test_a_lock_that_is_held_too_long_is_no_bug_and_does_nothing(
    served: Served, postgres: Postgres, me: Caller
) -> None:
    task, call = await me.task("add_task", title="Held"), uuid4()
    with psycopg.connect(postgres.url("pensum_tasks", "postgres")) as other:
        other.execute("select * from tasks where id = %s for update", (task.id,))
        assert await me.refused("delete_task", call, task_id=task.id) == ("UNAVAILABLE", "")
        other.rollback()
    deleted = await me.call("delete_task", call, task_id=task.id)
    assert deleted.success
    assert await me.listed(status="all") == []
