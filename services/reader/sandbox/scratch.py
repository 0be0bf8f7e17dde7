"""Where children that recognise text may write: a folder per job, removed in every case.

Each Reader has a folder of its own and holds a lock on it as long as it lives: one that nobody holds was left by a
Reader that was killed, and the next Reader that starts removes it.
"""

import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

_PREFIX = "pensum-reader-"
_YOUNG_S = 60


class Scratch:
    """A Reader's scratch folder below `under`, the system's folder for temporary files if None. Call it in a thread."""

    def __init__(self, under: Path | None = None) -> None:
        under = under or Path(tempfile.gettempdir())
        _sweep(under)
        self.root = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=under))
        self.root.chmod(0o711)  # A child that is another user walks through it to its own folder, which is closed.
        self._lock = os.open(self.root / "lock", os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def folder(self) -> Path:
        """A new, empty folder."""
        return Path(tempfile.mkdtemp(dir=self.root))

    def remove(self, folder: Path) -> None:
        """Removes a job's folder and what is in it."""
        shutil.rmtree(folder, ignore_errors=True)

    def close(self) -> None:
        """Removes everything."""
        shutil.rmtree(self.root, ignore_errors=True)
        os.close(self._lock)


def _sweep(under: Path) -> None:
    """Removes what Readers left that live no more."""
    for folder in under.glob(f"{_PREFIX}*"):
        try:
            lock = os.open(folder / "lock", os.O_RDWR)
        except OSError:
            # Another Reader may be about to make its lock.
            if _older(folder):
                shutil.rmtree(folder, ignore_errors=True)
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            pass  # Held: its Reader lives.
        finally:
            os.close(lock)


def _older(folder: Path) -> bool:
    try:
        return time.time() - folder.stat().st_mtime > _YOUNG_S
    except OSError:
        return False
