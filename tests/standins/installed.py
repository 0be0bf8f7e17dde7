"""What some tests need of the machine, brought by `deploy/setup.sh`: skipped without it, which STRICT=1 refuses."""

import shutil
from pathlib import Path

import pytest

DEJAVU = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
"""A font with Hebrew and Arabic letters: Vera and Noto Sans, which our packages bring, have none."""

_TESSERACT = shutil.which("tesseract") is not None

needs_tesseract = pytest.mark.skipif(not _TESSERACT, reason="tesseract is missing: deploy/setup.sh ocr")
needs_dejavu = pytest.mark.skipif(not DEJAVU.exists(), reason="the DejaVu fonts are missing: deploy/setup.sh browser")
