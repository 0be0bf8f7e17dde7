"""A first start that is cut short costs the next start nothing, even while what it began still writes."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import psycopg
import pytest

from services.console.embedded.binaries import PostgresError
from services.console.embedded.initdb import Initdb
from services.console.embedded.postgres import Postgres
from tests.e2e.houses import assert_nothing_left

# Fills a draft again as fast as it is removed, as the child of a killed initdb does, and says when it has begun.
ORPHAN = """
import sys
from itertools import count
from pathlib import Path

draft = Path(sys.argv[1])
for at in count():
    (draft / "base" / "1").mkdir(parents=True, exist_ok=True)
    try:
        (draft / "base" / "1" / str(at % 1000)).write_bytes(b"late")
    except FileNotFoundError:
        pass
    if at == 0:
        print("writing", flush=True)
"""


@contextmanager
def writing_into(draft: Path) -> Iterator[None]:
    """Somebody writes there without end."""
    with subprocess.Popen([sys.executable, "-S", "-c", ORPHAN, draft], stdout=subprocess.PIPE, text=True) as orphan:
        try:
            assert orphan.stdout
            assert orphan.stdout.readline() == "writing\n"
            yield
        finally:
            orphan.kill()


def drafts(data: Path) -> list[Path]:
    return list((data / "postgres").glob("cluster.*"))


def in_the_midst(server: Postgres) -> list[psutil.Process]:
    """Initdb and the postgres that it has started and that is at work."""
    assert server._initdb
    initdb = psutil.Process(server._initdb.process.pid)
    deadline = time.monotonic() + 10
    while not (children := initdb.children(recursive=True)) or not drafts(server.data):
        assert time.monotonic() < deadline, "initdb starts no postgres"
        time.sleep(0.001)
    return [initdb, *children]


def gone(processes: list[psutil.Process], seconds: float = 5) -> bool:
    """Whether none runs any more within that time; who takes over orphans may be slow to reap them."""
    deadline = time.monotonic() + seconds
    while any(runs(process) for process in processes):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_what_a_stopped_start_began_ends_with_it_and_leaves_nothing(data: Path) -> None:
    first = Postgres(data)
    first.launch()
    family = in_the_midst(first)
    first.stop()
    assert gone(family)
    assert drafts(data) == []
    assert not (data / "postgres" / "cluster").exists()


def test_the_postgres_of_a_killed_initdb_ends_with_the_stop(data: Path) -> None:
    first = Postgres(data)
    first.launch()
    initdb, *others = in_the_midst(first)
    initdb.kill()
    first.stop()
    assert others
    assert gone(others)


def test_a_start_is_not_disturbed_by_what_still_writes_into_the_last_ones_draft(data: Path) -> None:
    first = Postgres(data)
    first.launch()
    (draft,) = drafts(data)
    first.stop()
    with writing_into(draft):
        second = Postgres(data).start()
        try:
            assert second.fresh
            with psycopg.connect(second.url()) as connection:
                assert connection.execute("select 1").fetchone() == (1,)
            assert (data / "postgres" / "cluster" / "base" / "1").is_dir()
        finally:
            second.stop()
    third = Postgres(data).start()
    try:
        assert not third.fresh
        assert drafts(data) == []
    finally:
        third.stop()


def test_a_start_after_its_owner_was_killed_amid_the_first_makes_the_database(data: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from services.console.embedded.postgres import Postgres;"
        "Postgres(Path(sys.argv[1])).launch(); print('begun', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, data], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout
        assert owner.stdout.readline() == "begun\n"
        owner.kill()
    server = Postgres(data).start()
    try:
        assert server.fresh
    finally:
        server.stop()
    assert_nothing_left(data.parent, seconds=20)  # What the killed one began ends by itself.


def test_a_draft_gets_the_clusters_name_only_when_it_is_complete(tmp_path: Path) -> None:
    """A program that fails after it has written something is told in a sentence, and no cluster is there."""
    program = tmp_path / "initdb"
    program.write_text('#!/bin/sh\necho 18 > "$2/PG_VERSION"\necho the disk is full\nexit 1\n')
    program.chmod(0o755)

    def run(*command: str | os.PathLike[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)

    initdb = Initdb(tmp_path, program, None, run)
    with pytest.raises(PostgresError, match="the disk is full"):
        initdb.finish(tmp_path / "cluster", 10)
    initdb.stop()
    assert [path.name for path in tmp_path.iterdir()] == ["initdb"]
