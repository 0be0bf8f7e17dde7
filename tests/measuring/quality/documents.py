"""The documents that are measured, read by the Reader's own code: our lessons, or every file of a folder."""

import asyncio
import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from contracts.problems import Failure
from contracts.reading import ReaderOutput, ReadingHeld, ReadingPlanned, StoredReading
from services.reader.sandbox.pool import Children
from tests.console.samples.make_samples import HERE, SIZES, lesson
from tests.reader.harness import Blobs, Service, Telling

_NOT_READ = frozenset({".json", ".py", ".sha256"})


@dataclass(frozen=True)
class Paper:
    """A document before it is read. `glossary`: definition by term, empty where there is none."""

    name: str
    data: bytes
    glossary: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Reading:
    """A document as the Reader kept it."""

    name: str
    kept: StoredReading
    glossary: Mapping[str, str] = field(default_factory=dict)

    @property
    def language(self) -> str:
        """The document's language, Norwegian under one name."""
        language = self.kept.doc_meta.language.lower().split("-")[0]
        return {"nb": "no", "nn": "no"}.get(language, language)


@dataclass(frozen=True)
class Unread:
    """A document that became no blocks, and why."""

    name: str
    reason: str


def bundled(*names: str) -> Iterator[Paper]:
    """Our own lessons, all of them without a name."""
    for name in names or SIZES:
        yield Paper(f"{name}.pdf", lesson(name), _glossary(HERE / f"{name}.glossary.json"))


def folder(path: Path) -> Iterator[Paper]:
    """Every file of a folder and its folders, in order of name. A document's glossary lies beside it as
    `<name>.glossary.json`, or as `glossary.json` where the folder holds no other document."""
    found = sorted(each for each in path.rglob("*") if each.is_file() and each.suffix.lower() not in _NOT_READ)
    for each in found:
        beside = [other for other in found if other.parent == each.parent]
        glossary = _glossary(each.with_name(f"{each.stem}.glossary.json"))
        if not glossary and len(beside) == 1:
            glossary = _glossary(each.with_name("glossary.json"))
        yield Paper(str(each.relative_to(path)), each.read_bytes(), glossary)


def read_all(papers: Iterator[Paper]) -> Iterator[Reading | Unread]:
    """Each document as the Reader reads it, scans by OCR; what it refuses is told, not raised."""
    with tempfile.TemporaryDirectory(prefix="pensum-quality-") as held, asyncio.Runner() as runner:
        children = Children(2)
        runner.run(children.__aenter__())
        try:
            for paper in papers:
                yield runner.run(_read(paper, children, Path(held)))
        finally:
            runner.run(children.__aexit__())


async def _read(paper: Paper, children: Children, held: Path) -> Reading | Unread:
    service = Service(children, Blobs(held / hashlib.sha256(paper.data).hexdigest()[:16]), Telling())
    try:
        letters = await service.read(paper.data, name=paper.name)
        if isinstance(letters[0], ReadingPlanned):
            _, letters = await service.walked(paper.data)
    except Failure as refused:
        return Unread(paper.name, refused.problem.code)
    except RuntimeError as broke:
        return Unread(paper.name, f"a bug: {str(broke).splitlines()[-1]}")
    if isinstance(letters[0], ReadingHeld):
        return Unread(paper.name, letters[0].problem.code)
    assert isinstance(letters[0], ReaderOutput)
    return Reading(paper.name, service.kept(letters[0].reading), paper.glossary)


def _glossary(path: Path) -> Mapping[str, str]:
    if not path.exists():
        return {}
    terms = json.loads(path.read_text(encoding="utf-8"))["terms"]
    return {term["term"]: term.get("definition", "") for term in terms}
