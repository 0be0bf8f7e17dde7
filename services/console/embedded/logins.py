"""Who may log in to the embedded Postgres: each service by its own password, the superuser by one the console keeps.

Nobody is trusted for where he comes from: whoever reaches the socket, the server's own user too, is asked for a
password. All passwords follow from one secret in the data folder (`postgres.secret`, mode 0600); a service is given its
own and no other. They are set while no server listens, by Postgres' single-user mode, which asks nobody: so a folder
that was made when every login was trusted needs nothing else, and there is no moment at which one still is.
"""

import hashlib
import hmac
import os
import secrets
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from services.console.embedded.binaries import Account, PostgresError

SUPERUSER = "postgres"
LOGINS = {
    "orchestrator": "pensum_orchestrator",
    "gateway": "pensum_gateway",
    "assistant": "pensum_assistant",
    "tasks": "pensum_tasks",
}
"""The services with a database and the login of each; what it may do is said by the migration that made it."""
RULES = "# Written by the house at every start. Everybody needs a password; nothing listens on TCP.\nlocal all all {}\n"
METHOD = "scram-sha-256"
SECONDS = 30.0


class Logins:
    """The logins of the cluster whose secret lies in the folder `data`."""

    def __init__(self, data: Path) -> None:
        self._kept = data / "postgres.secret"

    def password(self, login: str) -> str:
        """Of any login. The secret is made with the first that is asked for: `data` must exist."""
        return hmac.new(self._secret(), login.encode(), hashlib.sha256).hexdigest()

    def establish(self, cluster: Path, user: Account | None, single: Callable[[], "subprocess.Popen[bytes]"]) -> None:
        """Before a server is begun on the cluster: write who may log in, and set the passwords where that is not done.

        `single` begins Postgres' single-user mode with pipes. Raises PostgresError.
        """
        _write(cluster / "pg_hba.conf", RULES.format(METHOD), user)
        stamp = cluster.with_name("logins")
        text = "\n".join(f"{login} {self.password(login)}" for login in (SUPERUSER, *LOGINS.values()))
        done = hashlib.sha256(text.encode()).hexdigest()
        if stamp.exists() and stamp.read_text() == done:
            return
        deadline = time.monotonic() + SECONDS
        while said := _said(single(), self._statements()):
            # The last backends of a killed server hold its memory for a moment: that passes by itself.
            if ("still in use" not in said and "already exists" not in said) or time.monotonic() > deadline:
                raise PostgresError(f"The passwords of {cluster} could not be set: {said}")
            time.sleep(0.1)
        stamp.write_text(done)

    def _statements(self) -> str:
        lines = [f"alter role {SUPERUSER} password '{self.password(SUPERUSER)}';"]
        for login in LOGINS.values():
            known = f"if not exists (select from pg_roles where rolname = '{login}')"
            lines.append(f"do $$ begin {known} then create role {login} login; end if; end $$;")
            lines.append(f"alter role {login} password '{self.password(login)}';")
        return "\n".join(lines) + "\n"

    def _secret(self) -> bytes:
        if not self._kept.exists():
            _write(self._kept, secrets.token_hex(32), None)
        return self._kept.read_bytes()


def _said(process: "subprocess.Popen[bytes]", statements: str) -> str:
    """What single-user mode had against the statements: its errors alone, which hold none of them; "" if nothing."""
    try:
        out, _ = process.communicate(statements.encode(), SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return f"Postgres was not done after {SECONDS:.0f} s"
    lines = [line for line in out.decode(errors="replace").splitlines() if "ERROR:" in line or "FATAL:" in line]
    return " ".join(lines) or (f"Postgres ended with {process.returncode}" if process.returncode else "")


def _write(path: Path, text: str, user: Account | None) -> None:
    """Whole or not at all, for its owner alone; nothing where it says that already."""
    if path.exists() and path.read_text() == text:
        return
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
        if user:
            os.fchown(file.fileno(), user.uid, user.gid)
    draft.replace(path)
