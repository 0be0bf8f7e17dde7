"""Where a folder of real documents may lie: beside the checkout, or where PENSUM_CORPUS says."""

import os
from pathlib import Path

FOLDER = Path(os.environ.get("PENSUM_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
THERE = (FOLDER / "manifest.json").is_file()
