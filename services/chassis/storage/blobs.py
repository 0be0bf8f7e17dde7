"""The blob store: files under one folder, named by the services, never changed once there."""

import os
import shutil
import tempfile
import time
from pathlib import Path, PurePosixPath

from services.chassis.process.starting import CannotStart
from services.chassis.storage.disk import PROBE_BYTES, SENTENCE, is_full


class Blobs:
    """Bytes by name below `folder`. A name is relative, with `/` between its parts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def check(self) -> None:
        """Raises CannotStart where nothing can be kept. A disk that is full is none of that: there may be room soon."""
        try:
            self.scratch().unlink()
        except OSError as error:
            if not is_full(error):
                said = f"{self._folder.absolute()} of PENSUM_BLOBS cannot be written: {error.strerror}."
                raise CannotStart(f"The folder {said}") from error

    def trouble(self) -> str | None:
        """Why nothing can be kept just now, as a sentence; None when there is room. It tries; call it in a thread."""
        scratch: Path | None = None
        try:
            scratch = self.scratch()
            scratch.write_bytes(bytes(PROBE_BYTES))
        except OSError as error:
            return SENTENCE if is_full(error) else "The store of documents cannot be written."
        finally:
            if scratch is not None:
                scratch.unlink(missing_ok=True)
        return None

    def path(self, name: str) -> Path:
        """Where the blob of that name lies, whether it is there or not. Raises ValueError for a name that climbs."""
        parts = PurePosixPath(name)
        if parts.is_absolute() or ".." in parts.parts or not parts.parts:
            raise ValueError(f"not a blob's name: {name}")
        return self._folder / parts

    def exists(self, name: str) -> bool:
        """Whether it is there, whole."""
        return self.path(name).is_file()

    def read(self, name: str) -> bytes:
        """Its bytes. Raises FileNotFoundError."""
        return self.path(name).read_bytes()

    def create(self, name: str, data: bytes) -> bool:
        """Keeps `data` under a name that nobody has; False, and nothing is written, if somebody has."""
        scratch = self.scratch()
        try:
            with scratch.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            return self.adopt(scratch, name)
        finally:
            scratch.unlink(missing_ok=True)

    def scratch(self) -> Path:
        """A new empty file in the store, for what is written piece by piece and adopted when whole."""
        folder = self._folder / "scratch"
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
        os.close(handle)
        return Path(name)

    def sweep_scratch(self, seconds: float) -> int:
        """Removes scratch files that nobody has written to for so long; how many they were."""
        before, gone = time.time() - seconds, 0
        for path in (self._folder / "scratch").glob("*"):
            try:
                if path.stat().st_mtime < before:
                    path.unlink()
                    gone += 1
            except OSError:  # Gone meanwhile, or not ours to remove: no reason to stop.
                continue
        return gone

    def adopt(self, scratch: Path, name: str) -> bool:
        """Makes a whole scratch file the blob of that name, atomically; False if the name was taken."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(scratch, path)
        except FileExistsError:
            return False
        return True

    def delete(self, name: str) -> None:
        """Removes it, if it is there."""
        self.path(name).unlink(missing_ok=True)

    def delete_folder(self, name: str) -> None:
        """Removes all blobs whose names begin with that folder's."""
        shutil.rmtree(self.path(name), ignore_errors=True)
