"""Scans of our own making as the Reader reads them; what was recognised is kept, so that a second run has it at once.

It is kept outside of the repository, in `pensum/bench` of `XDG_CACHE_HOME` or `~/.cache`, under a hash of all code and
settings that recognition rests on: what is changed there is recognised anew. What is done with it afterwards (which
words are sure, which blocks, what is taught) is never kept. Folders of other code are removed after a week.
"""

import asyncio
import hashlib
import inspect
import os
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from contracts.message import Message
from contracts.reading import ReadingPlanned
from services.reader.ocr import sureness
from services.reader.ocr.languages import PROGRAM, asked
from services.reader.pages import Page
from services.reader.reading.plans import range_blob
from services.reader.reading.stored_pages import pages_of
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings
from tests.reader.harness import Blobs, Service, Telling

ROOT = Path(__file__).parents[3]
KEPT = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pensum" / "bench"
_WEEK = 7 * 86400.0
_RANGES = "plans/"
# Whatever the pages of a range come from. `sureness.py` is asked when all is gathered: of it what recognition uses.
_CODE = (
    "services/reader/ocr",
    "services/reader/pdf",
    "services/reader/jobs",
    "services/reader/pages.py",
    "services/reader/alphabets.py",
    "services/reader/characters.py",
    "services/reader/language.py",
    "services/reader/words",
    "services/reader/reading/stored_pages.py",
    "services/text/vocabulary",
    "services/text/words.py",
)
_LATER = "services/reader/ocr/sureness.py"


class KeptRanges(Blobs):
    """Blobs in a folder, but for recognised pages, which lie in another one and are whole or not there."""

    def __init__(self, folder: Path, kept: Path) -> None:
        super().__init__(folder)
        self._kept = kept

    def path(self, name: str) -> Path:
        return (self._kept if name.startswith(_RANGES) else self.folder) / name

    def create(self, name: str, data: bytes) -> bool:
        path = self.path(name)
        if path.exists():
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        begun = path.with_name(f"{path.name}.{os.getpid()}")
        begun.write_bytes(data)
        begun.replace(path)
        return True


@dataclass
class Scans:
    """A Reader whose pages are kept; `fresh` counts the ranges that had to be recognised."""

    service: Service
    settings: ReaderSettings
    fresh: int = 0

    async def pages(self, data: bytes) -> tuple[ReadingPlanned, list[Page]]:
        """A scan's plan and its pages as they were recognised, range beside range."""
        plan = await self.service.planned(data, settings=self.settings)
        names = [range_blob(plan.plan, number) for number in range(1, len(plan.ranges) + 1)]
        missing = [number for number, name in enumerate(names, 1) if not self.service.blobs.exists(name)]
        self.fresh += len(missing)
        await asyncio.gather(*(self.service.range(data, plan, number, self.settings) for number in missing))
        return plan, [page for name in names for page in pages_of(self.service.blobs.read(name))]

    async def gathered(self, data: bytes, plan: ReadingPlanned) -> Sequence[Message]:
        """What the Reader says of the whole."""
        return await self.service.gather(data, plan, self.settings)


@asynccontextmanager
async def scans(settings: ReaderSettings, kept: Path = KEPT) -> AsyncIterator[Scans]:
    """A Reader with as many children as its settings say; `kept`: where the folders of what was recognised lie."""
    folder = kept / recognition(settings)
    folder.mkdir(parents=True, exist_ok=True)
    _forget(folder)
    with TemporaryDirectory(prefix="pensum-bench-") as rest:
        async with Children(settings.children) as children:
            yield Scans(Service(children, KeptRanges(Path(rest), folder), Telling()), settings)


def recognition(settings: ReaderSettings, root: Path = ROOT) -> str:
    """A hash of the code below `root`, the settings and the program that a recognised page rests on."""
    program = shutil.which(PROGRAM)
    version = subprocess.run([str(program), "--version"], capture_output=True, check=True).stdout if program else b""
    made = hashlib.sha256(version)
    made.update(repr((settings.reader(asked(settings)), settings.ocr_range_pages, sureness.CLEAN)).encode())
    made.update(inspect.getsource(sureness.meant).encode())
    for place in _CODE:
        path = root / place
        for file in [path] if path.is_file() else sorted([*path.rglob("*.py"), *path.rglob("*.txt")]):
            name = file.relative_to(root).as_posix()
            if name != _LATER:
                made.update(name.encode() + file.read_bytes())
    return made.hexdigest()[:20]


def _forget(used: Path) -> None:
    """Removes what other code recognised and nobody has used for a week."""
    os.utime(used)
    for folder in used.parent.iterdir():
        if time.time() - folder.stat().st_mtime > _WEEK:
            shutil.rmtree(folder, ignore_errors=True)
