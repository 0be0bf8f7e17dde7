"""The embedded Postgres keeps its data, its privacy and its order, whatever happens to it or to its owner."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from services.console.embedded import binaries, logins
from services.console.embedded.binaries import PostgresError
from services.console.embedded.postgres import Postgres

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to hand the server to another user")


@pytest.fixture
def server(data: Path) -> Iterator[Postgres]:
    postgres = Postgres(data).start()
    yield postgres
    postgres.stop()


def ask(server: Postgres, query: str, *, user: str = "postgres") -> object:
    with psycopg.connect(server.url(user), autocommit=True) as connection:
        cursor = connection.execute(query)
        row = cursor.fetchone() if cursor.description else None
    return row[0] if row else None


def test_data_outlives_the_server(server: Postgres) -> None:
    assert server.fresh
    ask(server, "create table kept as select 42 as value")
    server.stop()
    again = Postgres(server.data).start()
    try:
        assert not again.fresh
        assert ask(again, "select value from kept") == 42
    finally:
        again.stop()


def test_a_killed_server_recovers_what_was_committed(server: Postgres) -> None:
    ask(server, "create table kept as select 42 as value")
    with psycopg.connect(server.url()) as busy:
        busy.execute("insert into kept values (43)")
        assert server.pid
        os.kill(server.pid, signal.SIGKILL)
        while server.alive():
            time.sleep(0.002)
        server.start()
        busy.close()
    assert ask(server, "select array_agg(value) from kept") == [42]


def test_text_is_utf8_sorted_by_postgres_own_rules(server: Postgres) -> None:
    assert ask(server, "show server_encoding") == "UTF8"
    assert ask(server, "select datlocale from pg_database where datname = 'postgres'") == "C.UTF-8"
    assert ask(server, "select upper('blåbær')") == "BLÅBÆR"


def test_a_commit_is_on_the_disk(server: Postgres) -> None:
    assert ask(server, "show fsync") == "on"
    assert ask(server, "show synchronous_commit") == "on"


def test_a_second_owner_is_refused_in_a_sentence(server: Postgres) -> None:
    with pytest.raises(PostgresError, match="in use by another process"):
        Postgres(server.data).start()
    assert ask(server, "select 1") == 1


def test_nobody_else_can_reach_the_socket(server: Postgres) -> None:
    folder = server.data / "postgres" / "socket"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert ask(server, "show listen_addresses") == ""


LOGINS = ["postgres", *logins.LOGINS.values()]


def refused(url: str, password: str = "") -> bool:
    """Whether the server asks for another password than this URL has, or than the one given."""
    try:
        psycopg.connect(make_conninfo(url, **({"password": password} if password else {}))).close()
    except psycopg.OperationalError as error:
        return "password" in str(error)
    return False


def test_each_login_needs_its_own_password(server: Postgres) -> None:
    passwords = {login: str(conninfo_to_dict(server.url(login))["password"]) for login in LOGINS}
    assert len(set(passwords.values())) == len(LOGINS) > 3
    assert ask(server, "select count(*) from pg_hba_file_rules where auth_method <> 'scram-sha-256'") == 0
    for login in LOGINS:
        assert ask(server, "select session_user", user=login) == login
        assert refused(f"host={server._socket} user={login} dbname=postgres")
        for other in {*passwords.values(), "postgres", "wrong"} - {passwords[login]}:
            assert refused(server.url(login), password=other)


def test_the_secret_behind_them_is_the_owners_alone_and_stands_in_no_argument_or_log(server: Postgres) -> None:
    kept = server.data / "postgres.secret"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert kept.stat().st_uid == os.geteuid()
    told = (server.data / "postgres" / "postgres.log").read_text() + " ".join(psutil.Process(server.pid or 0).cmdline())
    assert not any(word in told for word in (kept.read_text(), *map(server._logins.password, LOGINS)))


@AS_ROOT
def test_not_even_the_servers_own_user_logs_in_without_a_password(server: Postgres) -> None:
    """It may enter the socket's folder; so may whatever else runs as it."""
    user = binaries.account(server.data / "postgres" / "cluster")
    assert user
    url = f"host={server._socket} dbname=postgres"
    child = os.fork()
    if child == 0:
        status = 2
        try:
            os.setgroups([])
            os.setgid(user.gid)
            os.setuid(user.uid)
            status = 0 if all(refused(f"{url} user={login}") for login in LOGINS) else 1
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert ask(server, "select 1") == 1


def test_a_folder_from_when_every_login_was_trusted_starts_and_trusts_nobody(server: Postgres) -> None:
    ask(server, "create table kept as select 42 as value")
    for login in reversed(LOGINS):  # The superuser's last: nobody comes in after that.
        ask(server, f"alter role {login} password null")
    server.stop()
    home = server.data / "postgres"
    (home / "cluster" / "pg_hba.conf").write_text("local all all trust\nhost all all 127.0.0.1/32 trust\n")
    (home / "logins").unlink()
    (server.data / "postgres.secret").unlink()
    again = Postgres(server.data).start()
    try:
        assert ask(again, "select value from kept") == 42
        assert refused(f"host={again._socket} user=postgres dbname=postgres")
        assert ask(again, "select count(*) from pg_hba_file_rules where auth_method <> 'scram-sha-256'") == 0
    finally:
        again.stop()


@AS_ROOT
def test_another_user_of_the_machine_is_turned_away(server: Postgres) -> None:
    stranger = "import socket; socket.socket(socket.AF_UNIX).connect('{}/postgres/socket/.s.PGSQL.5432')"
    code = stranger.format(server.data)
    assert subprocess.run([sys.executable, "-S", "-c", code], capture_output=True).returncode == 0
    python = shutil.which("python3", path="/usr/bin:/bin") or pytest.skip("no Python that another user could run")
    done = subprocess.run([python, "-S", "-c", code], user=12345, group=12345, capture_output=True, text=True, cwd="/")
    assert "PermissionError" in done.stderr


def test_a_start_cut_short_leaves_nothing_that_looks_like_a_database(data: Path) -> None:
    first = Postgres(data)
    first.launch()
    assert first._initdb
    time.sleep(0.15)
    first._initdb.process.kill()
    first.stop()
    second = Postgres(data).start()
    try:
        assert second.fresh
        assert ask(second, "select 1") == 1
    finally:
        second.stop()


def test_a_stale_pid_file_that_names_another_program_does_not_hinder(server: Postgres) -> None:
    note = server.data / "postgres" / "cluster" / "postmaster.pid"
    lines = note.read_text().split("\n")
    server.stop()
    facts = note.parent.stat()
    uid, gid = (facts.st_uid, facts.st_gid) if os.geteuid() == 0 else (None, None)
    with subprocess.Popen(["sleep", "60"], cwd="/", user=uid, group=gid) as other:
        note.write_text("\n".join([str(other.pid), *lines[1:]]))
        note.chmod(0o644)
        try:
            assert server.start().alive()
        finally:
            other.kill()


def test_a_data_folder_with_a_long_path_gets_a_short_socket(data: Path) -> None:
    server = Postgres(data / ("long" * 20) / ("longer" * 10)).start()
    try:
        assert ask(server, "select 1") == 1
        assert (socket := server._socket).is_dir()
    finally:
        server.stop()
    assert not socket.exists()


@pytest.mark.parametrize("sig", [signal.SIGKILL, signal.SIGTERM])
def test_the_server_ends_with_its_owner(data: Path, sig: signal.Signals) -> None:
    code = (
        "import sys, time; from pathlib import Path; from services.console.embedded.postgres import Postgres;"
        "print(Postgres(Path(sys.argv[1])).start().pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, data], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout
        pid = int(owner.stdout.readline())
        owner.send_signal(sig)
    deadline = time.monotonic() + 10
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < deadline, "the server outlived its owner"
        time.sleep(0.01)
    Postgres(data).start().stop()


@AS_ROOT
def test_a_closed_data_folder_gets_its_database_elsewhere_and_finds_it_again(
    data: Path,
) -> None:
    shared = data.parent / "shared"
    data.mkdir(mode=0o700)
    first = Postgres(data, shared).start()
    ask(first, "create table kept as select 42 as value")
    first.stop()
    assert not (data / "postgres").exists()
    moved = data.with_name("moved")
    data.rename(moved)
    second = Postgres(moved, shared).start()
    try:
        assert ask(second, "select value from kept") == 42
    finally:
        second.stop()
    assert len(list(shared.glob("house-*"))) == 1


@AS_ROOT
def test_closed_binaries_are_copied_once(data: Path) -> None:
    shared = data.parent / "shared"
    data.mkdir(mode=0o700)
    closed = data / binaries.WHEEL
    shutil.copytree(binaries.wheel(), closed, symlinks=True, ignore=shutil.ignore_patterns("include", "*.a"))
    user = binaries.account(data)
    assert user
    folder = binaries.programs(user, shared, closed)
    assert folder.is_relative_to(shared)
    assert subprocess.run([folder / "postgres", "--version"], user=user.uid, group=user.gid, cwd="/").returncode == 0
    before = folder.stat().st_ino
    assert binaries.programs(user, shared, closed) == folder
    assert folder.stat().st_ino == before
    assert [path.name for path in shared.iterdir()] == [folder.parents[2].name]
