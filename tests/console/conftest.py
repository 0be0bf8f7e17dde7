"""Data folders for the console's tests: short of path, and enterable by the user to whom root hands Postgres."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def data() -> Iterator[Path]:
    """A data folder that does not exist yet, in a folder of its own (pytest's own are closed to other users)."""
    around = Path(tempfile.mkdtemp(prefix="pensum-test-"))
    around.chmod(0o711)
    yield around / "data"
    shutil.rmtree(around)
