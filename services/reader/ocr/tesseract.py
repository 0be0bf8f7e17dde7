"""Runs tesseract over pictures on disk. It dies with this process, has a limit of work, and gets only our own paths.

Its seconds are processor time: a page is not to blame for a busy machine, and neither failed nor read less well there.
What hangs without working is ended with this process, when its clock says so (`sandbox/limits.py`).
"""

import functools
import os
import re
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from services.chassis.process.lineage import die_with_parent
from services.reader.ocr.languages import PROGRAM
from services.reader.sandbox.limits import cpu_of

_PAGE = re.compile(rb"(?=<div class=['\"]ocr_page['\"])")
_PAGES_END = b"</body>"
_AGAIN = 0.05  # seconds until what it has worked is asked again
_KEPT = ("PATH", "TESSDATA_PREFIX", "LD_LIBRARY_PATH", "HOME")
_SAID = re.compile(r"^([A-Z][A-Za-z ]+): (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Facing:
    """How a page lies: clockwise degrees to turn it by, how sure (15 is very), and its script as tesseract calls it."""

    turn: int
    confidence: float
    script: str
    script_confidence: float


def hocr_of(paths: Sequence[Path], languages: Sequence[str], seconds: float) -> list[bytes | None]:
    """The hOCR of each picture, its `ocr_page` element alone; None: it worked longer than `seconds`, or cannot be read.

    All go through one process, for loading the packs costs as much as a fifth of a page. When that breaks off, what
    is missing is read page by page, each with its own `seconds`: so at most (pages + 1) x seconds in all.
    """
    listed = paths[0].with_suffix(".list")
    listed.write_text("".join(f"{path}\n" for path in paths), encoding="utf-8")
    found: list[bytes | None] = []
    found += _pages(_run(listed, languages, seconds))[: len(paths)]
    for path in paths[len(found) :]:
        # A process of one picture has been tried already.
        again = _pages(_run(path, languages, seconds)) if len(paths) > 1 else []
        found.append(again[0] if again else None)
    return found


def facing(path: Path, seconds: float) -> Facing | None:
    """How the page lies, by tesseract's `osd` pack; None: it has too few letters to tell, or the pack is missing."""
    said, _ = _output([str(path), "stdout", "-l", "osd", "--psm", "0"], seconds)
    found = dict(_SAID.findall(said.decode("utf-8", "replace")))
    try:
        return Facing(
            int(found["Rotate"]) % 360,
            float(found["Orientation confidence"]),
            found["Script"],
            float(found["Script confidence"]),
        )
    except (KeyError, ValueError):
        return None


def _run(path: Path, languages: Sequence[str], seconds: float) -> tuple[bytes, bool]:
    return _output([str(path), "stdout", "-l", "+".join(languages), "hocr"], seconds)


def _pages(said: tuple[bytes, bool]) -> list[bytes]:
    """The whole pages of what tesseract wrote; of a process that was ended, the last page is not to be trusted."""
    output, ended_well = said
    pages = [piece for piece in _PAGE.split(output)[1:] if piece]
    if not ended_well:
        return pages[:-1]
    if pages:
        pages[-1] = pages[-1].partition(_PAGES_END)[0]
    return pages


def _output(arguments: list[str], seconds: float) -> tuple[bytes, bool]:
    """What tesseract writes, and whether it came to its end by itself within the time."""
    if seconds <= 0:
        return b"", False
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    with subprocess.Popen(
        [PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**environment, "OMP_THREAD_LIMIT": "1", "LC_ALL": "C.UTF-8"},
        # This process may be killed at any time and cannot take its child with it. It has one thread.
        preexec_fn=functools.partial(die_with_parent, signal.SIGKILL, os.getpid()),
    ) as process:
        in_time = True
        try:
            while True:
                try:
                    output, _ = process.communicate(timeout=max(_AGAIN, seconds - cpu_of(process.pid)))
                    break
                except subprocess.TimeoutExpired:
                    if in_time and cpu_of(process.pid) >= seconds:
                        in_time = False
                        process.kill()
        finally:
            if process.poll() is None:
                process.kill()
        return output, process.returncode == 0 and in_time
