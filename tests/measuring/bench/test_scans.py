"""What was recognised for the bench is taken again, and only while nothing that recognises has changed."""

import asyncio
import os
import shutil
import time
from pathlib import Path

from services.reader.settings import ReaderSettings
from tests.measuring.bench.bench_scans import ROOT, recognition, scans
from tests.standins.documents.scans import lesson_pages, spoilt, text_pdf
from tests.standins.installed import needs_tesseract

pytestmark = needs_tesseract
SETTINGS = ReaderSettings()


async def test_a_scan_is_recognised_once_and_gathered_each_time(tmp_path: Path) -> None:
    def scanned() -> bytes:
        return spoilt(text_pdf(lesson_pages("photosynthesis.en.md", 1, lines=4)), 150, 0.0, 0.0)

    async with scans(SETTINGS, tmp_path) as reader:
        _, first = await reader.pages(scanned())
        assert reader.fresh == 1
    async with scans(SETTINGS, tmp_path) as reader:
        data = scanned()
        plan, second = await reader.pages(data)
        assert reader.fresh == 0
        assert second == first
        assert first[0].chunks
        assert len(await reader.gathered(data, plan)) == 1


def test_whatever_recognises_makes_another_folder_and_the_limits_of_words_do_not(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "services", tmp_path / "services", ignore=shutil.ignore_patterns("web", "guidelines"))
    before = recognition(SETTINGS, tmp_path)
    assert before == recognition(SETTINGS)
    for name, same in (
        ("ocr/sureness.py", True),
        ("reading/unsure.py", True),
        ("ocr/rescue.py", False),
        ("pages.py", False),
    ):
        file = tmp_path / "services" / "reader" / name
        text = file.read_bytes()
        file.write_bytes(text + b"\n# changed")
        assert (recognition(SETTINGS, tmp_path) == before) is same, name
        file.write_bytes(text)
    assert recognition(ReaderSettings(ocr_dpi=200), tmp_path) != before


def test_what_other_code_recognised_is_removed_after_a_week(tmp_path: Path) -> None:
    async def used() -> None:
        async with scans(SETTINGS, tmp_path):
            pass

    long_ago = time.time() - 8 * 86400
    for name in ("old", "used"):
        (tmp_path / name).mkdir()
    os.utime(tmp_path / "old", (long_ago, long_ago))
    asyncio.run(used())
    assert {each.name for each in tmp_path.iterdir()} == {"used", recognition(SETTINGS)}
