"""Kill points for the crash tests: places where a process can be told to die by kill -9. Without the variable: nothing.

`PENSUM_KILL_AT=reader:published` kills the Reader when it first passes that point, `reader:published:2` when it does so
a second time; `PENSUM_KILL_ONCE` names a file that the first to die makes, so that its successor lives.
`PENSUM_KILL_AT=/path` names a file in which the wish is written while the house runs; who dies by it takes it away (to
`/path.fired`), so it kills once.
"""

import os
import signal
from collections import Counter

POINTS = ("received", "committed", "published", "acknowledged")
_passed: Counter[str] = Counter()
_room = _at = ""


def enter(room: str) -> None:
    """Say which room this process is; the bus does, in the process that the house forked for it."""
    global _room, _at
    _room, _at = room, os.environ.get("PENSUM_KILL_AT", "")


def point(name: str) -> None:
    """Die here if the environment asks for it; `name` is one of `POINTS`."""
    if not _at:
        return
    wish = _wish()
    room, wished, count = (*wish.split(":"), "1", "1")[:3]
    if (room, wished) != (_room, name):
        return
    _passed[wish] += 1
    if _passed[wish] >= int(count) and _ours():
        os.kill(os.getpid(), signal.SIGKILL)


def _wish() -> str:
    """The wish as it stands now."""
    if not _at.startswith("/"):
        return _at
    try:
        with open(_at) as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""


def _ours() -> bool:
    """Whether nobody has died of this wish before."""
    try:
        if _at.startswith("/"):
            os.rename(_at, f"{_at}.fired")
        elif once := os.environ.get("PENSUM_KILL_ONCE"):
            os.close(os.open(once, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except (FileExistsError, FileNotFoundError):
        return False
    return True
