"""Who may talk to the embedded broker, which knows no passwords: processes of this user, by the kernel's own table.

librdkafka's mock cluster accepts whoever connects. So its listening socket is replaced, under the same number, by a
Unix socket without a name, which nobody else can reach, and the port that clients know is ours. A client's connection
is looked up in /proc/net/tcp. If it belongs to this user, we connect to the nameless socket, and when the cluster has
accepted that, the client's connection is put in its place under the same number. From then on the cluster reads and
writes it as if it had accepted it itself: nothing is copied. Linux only; elsewhere, and in a sandbox in whose table not
even a connection of our own can be found, the broker takes whoever comes: in the sandbox it says so.
"""

import contextlib
import os
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

SECONDS = 5.0
"""For the cluster's thread to accept: it needs a millisecond."""
ESTABLISHED = "01"
TABLE = Path("/proc/net/tcp")
UNSEEN = (
    "Warning: this system does not show who makes a connection (/proc/net/tcp), so the embedded broker lets in every "
    "user of this machine."
)


class Door:
    """Stands before the listening socket of number `number` in this process; `port` is drawn where `wished` is taken.

    `knock()` is a connection that comes and goes. `keep()` begins to let clients in. `table`: where the kernel shows
    whose connections there are.
    """

    def __init__(self, number: int, wished: int, table: Path = TABLE) -> None:
        self._public, self._table = _listening(wished), table
        self.port = int(self._public.getsockname()[1])
        folder = Path(tempfile.mkdtemp(prefix="pensum-broker-"))
        with socket.socket(socket.AF_UNIX) as inner:
            inner.bind(str(folder / "socket"))
            self._way = os.open(folder / "socket", os.O_PATH)
            (folder / "socket").unlink()
            folder.rmdir()
            inner.listen(64)
            os.set_blocking(inner.fileno(), os.get_blocking(number))
            os.dup2(inner.fileno(), number, inheritable=False)

    def knock(self) -> None:
        """Wakes the cluster's thread."""
        self._inside().close()

    def keep(self) -> None:
        """Lets clients in from now on, in a thread of its own: all of them where nobody's connections are shown."""
        self._seen = shows_ours(self._table)
        if not self._seen:
            print(UNSEEN, file=sys.stderr, flush=True)
        threading.Thread(target=self._keep, daemon=True).start()

    def _keep(self) -> None:
        while True:
            try:
                client, address = self._public.accept()
                with client:
                    who = owner(address, client.getsockname(), self._table) if self._seen else os.geteuid()
                    if who == os.geteuid():
                        self._let_in(client)
                    elif who is not None:  # Else it has gone already: who only knocks, whether somebody listens.
                        print("The broker refused a connection of another user of this machine.", file=sys.stderr)
            except OSError as error:
                print(f"The broker could not take a connection: {error}", file=sys.stderr)
                time.sleep(0.01)

    def _let_in(self, client: socket.socket) -> None:
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._inside() as ours:
            os.dup2(client.fileno(), _accepted(ours.getsockname()), inheritable=False)
            # The cluster may wait on the one that was replaced, and then hears nothing of this one until its second is
            # over: what wakes it must come at the listener, which stays, so that its wait ends and begins anew.
            self.knock()
            ours.recv(1)  # It has let go of the other. Only then may this end close, or the cluster hears that.

    def _inside(self) -> socket.socket:
        ours = socket.socket(socket.AF_UNIX)
        ours.settimeout(SECONDS)
        ours.bind("")  # The kernel gives it a name of its own.
        ours.connect(f"/proc/self/fd/{self._way}")
        return ours


def shows_ours(table: Path = TABLE) -> bool:
    """Whether a connection that this process makes can be found in the table as its own."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        taken, address = server.accept()
        with taken, contextlib.suppress(OSError):
            return owner(address, taken.getsockname(), table) == os.geteuid()
    return False


def owner(client: tuple[str, int], server: tuple[str, int], table: Path = TABLE) -> int | None:
    """The user who made the client's end of a connection over IPv4; None if nobody is known to hold it any more."""
    wanted = [_written(client), _written(server), ESTABLISHED]
    with table.open() as rows:
        for line in rows:
            row = line.split()
            if row[1:4] == wanted and row[9] != "0":  # Without an inode it is an orphan, and the kernel says user 0.
                return int(row[7])
    return None


def number_of(port: int) -> int:
    """The number of this process' socket that listens on `port`. LookupError if none does."""
    for number, each in _sockets():
        if each.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) and each.getsockname()[1:2] == (port,):
            return number
    raise LookupError(f"nothing here listens on {port}")


def _accepted(name: str | bytes) -> int:
    """The number of this process' socket whose other end has this name."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        for number, each in _sockets():
            with contextlib.suppress(OSError):  # It listens, or has lost its other end.
                if each.family == socket.AF_UNIX and each.getpeername() == name:
                    return number
        time.sleep(0.001)
    raise TimeoutError(f"the cluster has accepted nothing for {SECONDS:.0f} s")


def _sockets() -> Iterator[tuple[int, socket.socket]]:
    """Every socket of this process by its number, as a copy to be closed."""
    for number in map(int, os.listdir("/proc/self/fd")):
        try:
            copy = os.dup(number)
        except OSError:  # Closed meanwhile.
            continue
        try:
            each = socket.socket(fileno=copy)
        except OSError:
            os.close(copy)
            continue
        with each:
            yield number, each


def _listening(wished: int) -> socket.socket:
    for port in (wished, 0):
        ours = socket.socket()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            ours.bind(("127.0.0.1", port))
        except OSError:
            ours.close()
            continue
        ours.listen(64)
        return ours
    raise OSError("no port of 127.0.0.1 is free")


def _written(address: tuple[str, int]) -> str:
    """As /proc/net/tcp writes it."""
    return f"{int.from_bytes(socket.inet_aton(address[0]), sys.byteorder):08X}:{address[1]:04X}"
