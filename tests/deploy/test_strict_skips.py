"""A run tells what it skipped and why, and with --strict-skips it fails for it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = Path(__file__).with_name("skips.py")
SKIPPED = "import pytest\n\ndef test_passes(): pass\n\ndef test_is_skipped(): pytest.skip('there is no moon')\n"
PASSED = "def test_passes(): pass\n"


@pytest.mark.parametrize(
    ("source", "options", "status"),
    [(SKIPPED, (), 0), (SKIPPED, ("--strict-skips",), 1), (PASSED, ("--strict-skips",), 0)],
)
def test_a_skip_fails_the_run_only_where_it_is_asked_to(
    tmp_path: Path, source: str, options: tuple[str, ...], status: int
) -> None:
    shutil.copy(PLUGIN, tmp_path / "conftest.py")
    (tmp_path / "test_one.py").write_text(source)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "test_one.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=200)
    assert done.returncode == status, done.stdout
    assert ("test_one.py::test_is_skipped: there is no moon" in done.stdout) == (source is SKIPPED)
