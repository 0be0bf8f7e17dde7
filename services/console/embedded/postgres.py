"""The embedded Postgres: real Postgres from a wheel's binaries, owned as a direct child of the calling process.

It listens on a unix socket in a folder that only its own user (and root) can enter, and asks everybody who comes for a
password (`logins.py`). It ends with its owner, also after a kill -9; one lock per data folder keeps a second
owner out. `binaries.py` says where things lie when root starts it, `initdb.py` makes the cluster of a new data folder.
"""

import contextlib
import fcntl
import os
import signal
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from services.chassis.process.lineage import die_with_parent
from services.console.embedded.binaries import (
    SHARED,
    Account,
    PostgresError,
    account,
    home,
    private,
    programs,
    socket_folder,
)
from services.console.embedded.initdb import Initdb, remove_drafts
from services.console.embedded.logins import Logins

INITDB_SECONDS = 30.0
"""For what `initdb` has started to end after it."""
SPAWN_SECONDS = 0.1
LOCK_SECONDS = 0.5
PORT = 5432  # Only names the socket's file: nothing listens on TCP.
# Small and quiet, for one house on one machine. Durability (fsync, synchronous_commit) stays as Postgres has it.
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "cluster_name": "pensum",
    "shared_buffers": "16MB",
    "max_connections": "40",
    "superuser_reserved_connections": "3",
    "io_method": "sync",
    "jit": "off",
    "huge_pages": "off",
    "max_worker_processes": "2",
    "max_parallel_workers_per_gather": "0",
    "max_logical_replication_workers": "0",
    "max_wal_senders": "0",
    "wal_level": "minimal",
    "max_wal_size": "256MB",
    "checkpoint_timeout": "15min",
    "autovacuum": "on",
    "autovacuum_max_workers": "1",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # What a statement was refused for quotes its values: it is the caller's to know and stands in no file.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}


class Postgres:
    """A Postgres server over the data folder `data`; superuser `postgres`, encoding UTF8, locale C.UTF-8.

    `start()` is `launch()` and `wait_ready()`; after a crash both may be called again. Call from a thread that lives
    as long as the server shall: the kernel ends the server when that thread ends.
    """

    def __init__(self, data: Path, shared: Path = SHARED) -> None:
        """`shared` is where root keeps what lies in a folder that the server's own user cannot enter."""
        self.data, self._shared = data.resolve(), shared
        self.fresh = False
        """Whether this start made the database, so that everything in it has yet to be created."""
        self.process: subprocess.Popen[bytes] | None = None
        self.lock_fd: int | None = None
        self._initdb: Initdb | None = None
        self._spawned = 0.0
        self._logins = Logins(self.data)
        self._socket = self.data / "postgres" / "socket"

    def url(self, user: str = "postgres", dbname: str = "postgres") -> str:
        """A libpq URL for `user` and `dbname`, with the password. Known once launched."""
        who = f"{quote(user)}:{self._logins.password(user)}"
        return f"postgresql://{who}@/{quote(dbname)}?host={quote(str(self._socket), safe='')}&port={PORT}"

    @property
    def pid(self) -> int | None:
        """The server's process id while it runs."""
        return self.process.pid if self.alive() and self.process else None

    def alive(self) -> bool:
        """Whether the server process runs (this also reaps it when it has ended)."""
        return self.process is not None and self.process.poll() is None

    def start(self, timeout: float = 60.0) -> "Postgres":
        """Start the server and return when it takes connections; PostgresError if it cannot within `timeout` s."""
        self.launch()
        self.wait_ready(timeout)
        return self

    def launch(self) -> None:
        """Take the lock and begin: the server itself, or first `initdb` where the data folder is new."""
        self.data.mkdir(parents=True, exist_ok=True, mode=0o711 if os.geteuid() == 0 else 0o700)
        self._home = home(self.data, self._shared)
        self._take_lock()
        try:
            self._cluster, self._log = self._home / "cluster", self._home / "postgres.log"
            self._user = account(self._cluster)
            self._bin = programs(self._user, self._shared)
            self._socket = private(socket_folder(self._home, PORT), self._user)
            if (self._cluster / "PG_VERSION").exists():
                self._begin()
            else:
                self.fresh = True
                run = partial(self._run, died=signal.SIGKILL, stdout=subprocess.PIPE)
                self._initdb = Initdb(self._home, self._bin / "initdb", self._user, run)
        except BaseException:
            self.stop()
            raise

    def wait_ready(self, timeout: float = 60.0) -> None:
        """Return when the server takes connections."""
        deadline = time.monotonic() + timeout
        while not self.is_ready():
            if time.monotonic() > deadline:
                self.stop()
                raise PostgresError(f"Postgres was not ready after {timeout:.0f} s; its log is {self._log}.")
            time.sleep(0.005)

    def is_ready(self) -> bool:
        """Whether it takes connections now; PostgresError if it has ended. Goes on from `initdb` to the server."""
        if self._initdb is not None:
            if self._initdb.process.poll() is None:
                return False
            try:
                self._initdb.finish(self._cluster, INITDB_SECONDS)
            except PostgresError:
                self.stop()
                raise
            self._initdb = None
            try:
                self._begin()
            except PostgresError:
                self.stop()
                raise
        if self._says_ready():
            remove_drafts(self._home)
            return True
        if not self.alive():
            # The last backends of a killed server hold its memory for a moment: that passes by itself.
            said = self._said()
            if "still in use" not in said and 'lock file "postmaster.pid" already exists' not in said:
                self.stop()
                raise PostgresError(f"Postgres did not start in {self._home}: {said[-800:].strip()}")
            if time.monotonic() - self._spawned > SPAWN_SECONDS:
                self._spawn()
        return False

    def stop(self) -> None:
        """End the server (fast shutdown, in earnest after 20 s) and release the data folder."""
        if self._initdb is not None:
            self._initdb.stop()
        for sig, patience in ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0)):
            if self.process is None or self.process.poll() is not None:
                break
            self.process.send_signal(sig)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)
        self._initdb = self.process = None
        if self.lock_fd is not None:
            with contextlib.suppress(OSError):
                self._socket.rmdir()  # It may lie in the system's short folder.
            os.close(self.lock_fd)
            self.lock_fd = None

    def _take_lock(self) -> None:
        if self.lock_fd is not None:
            return
        try:
            fd = os.open(self._home / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except PermissionError:
            raise PostgresError(f"The database in {self._home} belongs to another user.") from None
        deadline = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                # A child that an owner had just forked when it was killed holds its lock for an instant.
                if time.monotonic() < deadline:
                    time.sleep(0.02)
                    continue
                os.close(fd)
                raise PostgresError(f"The database in {self._home} is in use by another process.") from None
        self.lock_fd = fd

    def _run(self, *command: str | os.PathLike[str], died: signal.Signals, **options: Any) -> subprocess.Popen[bytes]:
        user = self._user or Account(os.geteuid(), os.getegid())
        ids: dict[str, Any] = {"user": user.uid, "group": user.gid, "extra_groups": []} if self._user else {}
        parent = os.getpid()
        return subprocess.Popen(
            [os.fspath(part) for part in command],
            cwd="/",
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=lambda: die_with_parent(died, parent),
            **ids,
            **{"stdin": subprocess.DEVNULL, **options},
        )

    def _begin(self) -> None:
        """Nobody is served before it is said who may log in."""
        self._forget_dead_owner()
        settings = ("-c", "log_min_error_statement=panic")  # What it says of a statement would tell a password.
        command = (self._bin / "postgres", "--single", "-D", str(self._cluster), *settings, "postgres")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._logins.establish(self._cluster, self._user, lambda: self._run(*command, died=signal.SIGKILL, **pipes))
        self._spawn()

    def _spawn(self) -> None:
        self._spawned = time.monotonic()
        self._forget_dead_owner()
        if self._log.exists() and self._log.stat().st_size > 4 << 20:
            self._log.replace(self._log.with_suffix(".log.1"))
        settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        where = ["-D", str(self._cluster), "-k", str(self._socket), "-p", str(PORT)]
        with self._log.open("ab") as log:
            self._log.chmod(0o600)
            self._log_start = log.tell()
            # SIGINT is Postgres' fast shutdown: it ends cleanly even when its owner was killed.
            self.process = self._run(self._bin / "postgres", *where, *settings, died=signal.SIGINT, stdout=log)

    def _forget_dead_owner(self) -> None:
        """Remove a stale `postmaster.pid` whose number now belongs to some other program (containers reuse them)."""
        note = self._cluster / "postmaster.pid"
        try:
            pid = int(note.read_text().split("\n", 1)[0])
            title = Path(f"/proc/{pid}/comm").read_text().strip()
        except (OSError, ValueError):
            return
        if title != "postgres":
            note.unlink()

    def _says_ready(self) -> bool:
        """Postgres writes its state into line 8 of `postmaster.pid`; line 1 says whether that file is this server's."""
        try:
            lines = (self._cluster / "postmaster.pid").read_text().split("\n")
        except FileNotFoundError:
            return False
        return self.pid is not None and lines[0] == str(self.pid) and len(lines) > 7 and lines[7].strip() == "ready"

    def _said(self) -> str:
        with self._log.open("rb") as log:
            log.seek(self._log_start)
            return log.read().decode(errors="replace")
