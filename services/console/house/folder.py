"""The data folder of a house: who holds it, its secret, its port, and `house.json`, by which others find the house."""

import contextlib
import errno
import fcntl
import json
import os
import secrets
import socket
import time
import zlib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from services.chassis.tokens import Role

TENANT, USER = "home", "me"
"""The one tenant and the one person of a house."""
# Below the range from which systems draw ports for outgoing connections: those would take it while a gateway restarts.
FIRST_PORT, PORTS = 8400, 1000


class HouseError(RuntimeError):
    """The house cannot run; the text is a sentence for the person at the terminal."""


class AlreadyRunning(HouseError):
    """Another process keeps a house on the same data folder."""


@dataclass(frozen=True)
class Running:
    """A house that runs, as `house.json` (mode 0600) tells it."""

    url: str
    owner_token: str
    learner_token: str
    pid: int
    kafka: str
    kafka_embedded: bool
    database: str
    """libpq URL of the superuser, for the commands that look into the tables."""
    blobs: str
    traces: str | None = None
    """URL of the trace page, where one was asked for."""
    without: list[str] = field(default_factory=list)
    """The services that this house leaves to somebody else."""

    def token(self, role: "Role") -> str:
        """The bearer token of the one person of the house, in this role."""
        return self.owner_token if role == "owner" else self.learner_token


class Folder:
    """One data folder; only who holds its lock may call anything but `running`."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.blobs, self.logs = self.path / "blobs", self.path / "logs"
        self.lock_fd: int | None = None
        self.port_fds: list[int] = []
        """What tells other houses which ports are given away, until this process ends."""

    def claim(self) -> None:
        """Make the folder if need be and hold it; AlreadyRunning if another process does."""
        # Root's Postgres runs as another user, who must be able to pass through to its own part of the folder.
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o711 if os.geteuid() == 0 else 0o700)
        except FileExistsError:
            raise HouseError(f"The data folder {self.path} is a file.") from None
        except OSError as error:
            raise HouseError(f"The data folder {self.path} cannot be made: {error.strerror}.") from None
        try:
            self.lock_fd = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except PermissionError:
            raise HouseError(f"The data folder {self.path} belongs to another user.") from None
        if not _lock(self.lock_fd):
            holder = os.pread(self.lock_fd, 20, 0).decode().strip() or "unknown"
            self.release()
            found = self.read()
            where = f"at {found.url}" if found else "and is not ready yet"
            raise AlreadyRunning(f"A house is already running on {self.path} {where} (pid {holder}).")
        os.ftruncate(self.lock_fd, 0)
        os.pwrite(self.lock_fd, str(os.getpid()).encode(), 0)
        (self.path / "house.json").unlink(missing_ok=True)
        self.blobs.mkdir(mode=0o700, exist_ok=True)
        self.logs.mkdir(mode=0o700, exist_ok=True)
        self.health("").mkdir(mode=0o700, exist_ok=True)
        for old in self.health("").glob("*.json"):
            old.unlink(missing_ok=True)

    def health(self, service: str) -> Path:
        """Where a service writes how it is; "" for the folder of them all."""
        return self.path / "health" / f"{service}.json" if service else self.path / "health"

    def release(self) -> None:
        """Let others have the folder."""
        if self.lock_fd is not None:
            os.close(self.lock_fd)
            self.lock_fd = None
        while self.port_fds:
            os.close(self.port_fds.pop())

    def read(self) -> Running | None:
        """What `house.json` says, if there is one."""
        try:
            return Running(**json.loads((self.path / "house.json").read_text()))
        except (FileNotFoundError, ValueError, TypeError):
            return None

    def running(self) -> Running | None:
        """The house that runs on this folder and is ready; a file left behind by a killed one does not count."""
        try:
            probe = os.open(self.path / "lock", os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            return None
        try:
            fcntl.flock(probe, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno == errno.EWOULDBLOCK:
                return self.read()
            raise
        finally:
            os.close(probe)
        return None

    def announce(self, house: Running) -> None:
        """Write `house.json`, whole or not at all."""
        self._write("house.json", json.dumps(asdict(house), indent=2) + "\n")

    def withdraw(self) -> None:
        """Remove `house.json`."""
        (self.path / "house.json").unlink(missing_ok=True)

    def secret(self, name: str = "secret") -> str:
        """The key that signs this house's tokens, made at the first start; `tasks.secret`: those for the tasks."""
        kept = self.path / name
        if not kept.exists():
            self._write(name, secrets.token_urlsafe(48))
        return kept.read_text()

    def kept_secret(self) -> str | None:
        """The same, if there is one; None before the first start."""
        try:
            return (self.path / "secret").read_text()
        except FileNotFoundError:
            return None

    def token(self, role: "Role") -> str:
        """A bearer token for the one person of a house, as `owner` or as `learner`; new at each start."""
        from services.chassis.tokens import LONG_DAYS, Claims, signed

        return signed(Claims(TENANT, USER, role), self.secret(), days=LONG_DAYS)

    def port(self, wished: int, name: str = "port") -> int:
        """A port: the wished one, the last one if it is free, or a free one, kept under `name` for next time."""
        if wished:
            if not _free(wished):
                raise HouseError(f"Port {wished} is taken by another program.")
            self._claims(wished)
            return wished
        kept = self.path / name
        # Begins at a place of this folder's own: a folder that is made anew has its old port again.
        start = zlib.crc32(os.fsencode(self.path / name)) % PORTS
        last = [int(kept.read_text())] if kept.exists() and kept.read_text().isdigit() else []
        for port in (*last, *(FIRST_PORT + (start + step) % PORTS for step in range(PORTS))):
            if _free(port) and self._claims(port):
                self._write(name, str(port))
                return port
        raise HouseError(f"No port is free from {FIRST_PORT} to {FIRST_PORT + PORTS}.")

    def _claims(self, port: int) -> bool:
        """Whether no house has been given that port, be it that nobody listens there yet; it is this house's then."""
        sign = socket.socket(socket.AF_UNIX)
        try:
            sign.bind(f"\0pensum-port-{port}")
        except OSError:
            sign.close()
            return False
        self.port_fds.append(sign.detach())
        return True

    def _write(self, name: str, text: str) -> None:
        draft = self.path / f".{name}.{os.getpid()}"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)
        draft.replace(self.path / name)


def _lock(fd: int) -> bool:
    for _ in range(10):  # Someone who only asks whether a house runs holds it for an instant.
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        time.sleep(0.02)
    return False


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
