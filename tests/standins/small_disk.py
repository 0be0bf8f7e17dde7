"""A real disk of a few hundred kilobytes: a tmpfs of its own, so that what is full is full with the kernel's word."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

FORBIDDEN = ("permission denied", "operation not permitted", "must be superuser", "a password is required")
"""What `mount` and `sudo` say, in English, to those who may not."""


class SmallDisk:
    """A mounted disk at `path`; `fill` and `free` say whether there is room."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._filler = path / "filler"

    def fill(self) -> None:
        """Not a byte more fits."""
        with open(self._filler, "ab", buffering=0) as filler:
            for size in (1 << 16, 1 << 12, 1):
                with contextlib.suppress(OSError):
                    while True:
                        filler.write(bytes(size))

    def free(self) -> None:
        """There is room again."""
        self._filler.unlink(missing_ok=True)


@contextlib.contextmanager
def small_disk(kilobytes: int = 512, uid: int | None = None) -> Iterator[SmallDisk]:
    """A disk for as long, of the user `uid`, else ours; skips where we may not mount one.

    A mount that fails for any other reason is an error.
    """
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    path = Path(tempfile.mkdtemp(prefix="pensum-disk-"))
    options = f"size={kilobytes}k,uid={os.geteuid() if uid is None else uid},mode=0711"
    mount = [*root, "mount", "-t", "tmpfs", "-o", options, "pensum-test", str(path)]
    try:
        if root and shutil.which(root[0]) is None:
            pytest.skip("a disk can be mounted by root alone, and there is no sudo")
        done = subprocess.run(mount, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
        said = done.stderr.strip()
        if done.returncode != 0 and any(words in said.lower() for words in FORBIDDEN):
            pytest.skip(f"a disk can be mounted by root alone: {said}")
        assert done.returncode == 0, f"the disk is not mounted: {said}"
        try:
            yield SmallDisk(path)
        finally:
            subprocess.run([*root, "umount", "--lazy", str(path)], check=True)
    finally:
        path.rmdir()
