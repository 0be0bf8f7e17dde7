"""M16: the same courses made a second time, in a process of their own with another hash seed.

As a program: `python -m tests.measuring.quality.again FOLDER` prints name and SHA-256 of each stored reading's course.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from contracts.reading import StoredReading
from tests.measuring.quality.course import course_of
from tests.measuring.quality.metrics.share import Share

_SECONDS = 1800


def equal(made: Mapping[str, tuple[StoredReading, str]]) -> Share:
    """By document its reading and the SHA-256 of all messages of its course: whether the second run has the same."""
    share = Share()
    if not made:
        return share
    names = {str(number): name for number, name in enumerate(made)}
    with tempfile.TemporaryDirectory(prefix="pensum-again-") as folder:
        for number, name in names.items():
            Path(folder, number).write_text(made[name][0].model_dump_json(), encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, "-m", "tests.measuring.quality.again", folder],
            env=os.environ | {"PYTHONHASHSEED": "7"},
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            cwd=Path(__file__).parents[3],
        )
    if ran.returncode:
        raise RuntimeError(f"the second run broke: {ran.stderr[-2000:]}")
    second = dict(line.split() for line in ran.stdout.splitlines())
    for number, name in names.items():
        share.add(second.get(number) == made[name][1], name)
    return share


def main(folder: str) -> None:
    """Prints a line for each reading of the folder."""
    for path in sorted(Path(folder).iterdir()):
        kept = StoredReading.model_validate_json(path.read_bytes())
        print(path.name, course_of(kept).digest_of_all)


if __name__ == "__main__":
    main(sys.argv[1])
