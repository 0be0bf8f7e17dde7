"""Runs a command and then looks for processes that it left behind: ends them, names them, and fails if there are any.

usage: leftovers.py COMMAND [ARGUMENT...]

Two nets. This process is made the reaper of its orphans (Linux), so whatever the command started, however often it
forked away, is found below it. And whatever runs with its folder or its command line in this tree and did not run
before is found too. Exit status: the command's own; 1 if it was 0 and something was left.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

TREE = str(Path(__file__).resolve().parents[1])
PR_SET_CHILD_SUBREAPER = 36
GRACE_SECONDS = 3.0


def processes() -> dict[int, tuple[int, str]]:
    """Every process that is not a zombie: pid to (parent, what it is)."""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
            name = line or (entry / "comm").read_text().strip()
        except OSError:
            continue
        if state != "Z":
            found[int(entry.name)] = (int(parent), name)
    return found


def below(root: int, table: dict[int, tuple[int, str]]) -> set[int]:
    """All descendants of `root`."""
    found: set[int] = set()
    edge = {root}
    while edge:
        edge = {pid for pid, (parent, _) in table.items() if parent in edge} - found
        found |= edge
    return found


def in_tree(pid: int, name: str) -> bool:
    """Whether a process works in this tree or was started from it."""
    try:
        folder = os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        folder = ""
    return folder == TREE or folder.startswith(f"{TREE}/") or f"{TREE}/" in name


def left_behind(before: set[int]) -> dict[int, str]:
    """What runs now and should not, by pid."""
    table = processes()
    ours = below(os.getpid(), table)
    return {
        pid: name
        for pid, (_, name) in table.items()
        if pid != os.getpid() and (pid in ours or (pid not in before and in_tree(pid, name)))
    }


def ended(child: "subprocess.Popen[bytes]") -> int:
    """Waits for the command and takes its status; orphans that end meanwhile are reaped, as init would do."""
    while True:
        pid, status = os.wait()
        if pid == child.pid:
            child.returncode = os.waitstatus_to_exitcode(status)
            return child.returncode


def main(command: list[str]) -> int:
    """Run the command, wait out what is just ending, and report."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    before = set(processes())
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    for sig in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sig, lambda number, _: child.send_signal(number))
    status = ended(child)
    deadline = time.monotonic() + GRACE_SECONDS
    while (left := left_behind(before)) and time.monotonic() < deadline:
        time.sleep(0.1)
    for pid, name in left.items():
        print(f"left behind: {pid} {name[:200]}", file=sys.stderr)
    for _ in range(50):  # ending one may orphan another to us
        for pid in left_behind(before):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)
        if not left_behind(before):
            break
    if left:
        return status or 1
    print("no process was left behind")
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
