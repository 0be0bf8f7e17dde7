"""The fence around a process that opens what strangers send: what the Linux kernel takes from it, for good.

No way to new rights (no_new_privs) and no network (a namespace of its own, without even loopback) for a process and all
that it starts: `shut`. For one that opens a document also another user where root started it, and no file but those
that are named (Landlock): `confine`. What the kernel does not have is left out, and `missing` says what.

A process that drops root keeps one capability, to read where only root may go: the program and the documents may lie
there. Landlock, which asks nothing about capabilities, then says which files that are.
"""

import contextlib
import ctypes
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

from services.chassis.process.lineage import die_with_parent

_NO_NEW_PRIVS, _KEEP_CAPABILITIES, _AMBIENT, _RAISE = 38, 8, 47, 2
_NEW_USER, _NEW_NET = 0x10000000, 0x40000000
_READ_SEARCH = 2  # CAP_DAC_READ_SEARCH
_CAPABILITIES_V3 = 0x20080522
_LANDLOCK_RULESET, _LANDLOCK_RULE, _LANDLOCK_RESTRICT = 444, 445, 446
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE = 1, 2, 4, 8, 1 << 14
_READ, _OF_FILES = _EXECUTE | _READ_FILE | _READ_DIR, _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_LATER_RIGHTS = (1 << 13, 1 << 14)  # that the second and the third version have beside the first one's
_TCP_SINCE, _SCOPE_SINCE = 4, 6
_SYSTEM = (
    "/usr", "/bin", "/lib", "/lib64", "/opt", "/nix/store", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.preload",
    "/etc/fonts", "/etc/localtime", "/etc/mime.types", "/etc/alternatives", "/dev/urandom", "/sys/devices/system/cpu",
)  # fmt: skip
FIRST_USER, USERS = 61184, 4096  # Of the range that systemd gives to users for a moment: nobody's.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def shut() -> bool:
    """Takes new rights and the network from this process, which has one thread; whether the network is gone."""
    if _libc is None:
        return False
    _libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0)
    uid, gid = os.geteuid(), os.getegid()
    if _libc.unshare(_NEW_NET) == 0:
        return True
    if uid == 0 or _libc.unshare(_NEW_USER | _NEW_NET) != 0:
        return False
    for name, line in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with contextlib.suppress(OSError):
            Path(f"/proc/self/{name}").write_text(line)
    _keep_capabilities(0)
    return True


def confine(parent: int, reads: Iterable[str], writes: str | None, user: int) -> bool:
    """Leaves this process the program, the files `reads` and the folder `writes`; and, where it is root, makes it
    `user`. It still dies with `parent`. Whether the files are fenced in. Raises OSError when root cannot be dropped."""
    fenced = _landlock(reads, writes)
    if _libc is not None and os.geteuid() == 0:
        if writes:
            os.chown(writes, user, user)
        _libc.prctl(_KEEP_CAPABILITIES, 1, 0, 0, 0)
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        _keep_capabilities(1 << _READ_SEARCH)
        _libc.prctl(_AMBIENT, _RAISE, _READ_SEARCH, 0, 0)  # Also for what it starts.
        die_with_parent(parent=parent)  # The kernel forgets that with the change of user.
    return fenced


def _keep_capabilities(mask: int) -> None:
    assert _libc is not None
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_V3, 0)
    if _libc.capset(header, (ctypes.c_uint32 * 6)(mask, mask, mask, 0, 0, 0)) != 0:
        raise OSError(ctypes.get_errno(), "capset failed")


def _landlock(reads: Iterable[str], writes: str | None) -> bool:
    """Every right over files, TCP, and others' abstract sockets and processes is taken but for what is given here."""
    if _libc is None or (version := _version()) < 1:
        return False
    every = (1 << 13) - 1
    for right in _LATER_RIGHTS[: version - 1]:
        every |= right
    taken = (ctypes.c_uint64 * 3)(every, 3, 3)  # Files, TCP, and reaching out to others of the machine.
    length = 8 * (1 + (version >= _TCP_SINCE) + (version >= _SCOPE_SINCE))
    ruleset = _libc.syscall(_LANDLOCK_RULESET, taken, length, 0)
    if ruleset < 0:
        return False
    given = [(path, _READ) for path in (*_SYSTEM, *_program(), *reads)]
    given += [(os.devnull, _READ | _WRITE_FILE), *([(writes, every)] if writes else [])]
    for path, rights in given:
        with contextlib.suppress(OSError):  # What is not there needs no right.
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            allowed = rights & every & (-1 if os.path.isdir(path) else _OF_FILES)
            rule = allowed.to_bytes(8, sys.byteorder) + place.to_bytes(4, sys.byteorder)
            _libc.syscall(_LANDLOCK_RULE, ruleset, 1, rule, 0)
            os.close(place)
    done: int = _libc.syscall(_LANDLOCK_RESTRICT, ruleset, 0)
    os.close(ruleset)
    return done == 0


def _version() -> int:
    """Landlock's; less than 1 where there is none."""
    return int(_libc.syscall(_LANDLOCK_RULESET, None, 0, 1)) if _libc is not None else 0


def _program() -> Iterable[str]:
    """Where Python and our own packages lie, and what PATH and the loader are told to look into."""
    here = Path(__file__).resolve().parents[3]
    told = [os.environ.get(name, "") for name in ("PATH", "LD_LIBRARY_PATH", "TESSDATA_PREFIX")]
    yield from (str(here / "services"), str(here / "contracts"), sys.prefix, sys.base_prefix, sys.exec_prefix)
    yield from sysconfig.get_paths().values()
    yield from (path for paths in told for path in paths.split(os.pathsep) if path and Path(path) != here)


def missing() -> list[str]:
    """What does not hold on this machine, in words; tried in a process of its own."""
    command = [sys.executable, "-m", "services.chassis.process.fence"]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return ["the fence around documents cannot be put up"]
    return done.stdout.splitlines()


def _try() -> None:
    """Prints what is missing, a line each. This process is of no use afterwards."""
    offline, root = shut(), os.geteuid() == 0
    try:
        fenced = confine(os.getppid(), (), None, FIRST_USER)
    except OSError:
        fenced = False
    if not offline:
        tcp = fenced and _version() >= _TCP_SINCE
        print("no network namespace" + (" (TCP alone is shut, by Landlock)" if tcp else ": the network is open"))
    if not fenced:
        print("no Landlock: any file that the user may read can be read")
    if root and os.geteuid() == 0:
        print("root cannot become another user")


if __name__ == "__main__":
    _try()
