"""`pensum curriculum`: guidelines are read, held by the Evaluator, and stored by the orchestrator: all or none."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.console.commands.options import DATA, Data, Database
from services.console.endings import Said, plainly

if TYPE_CHECKING:
    from services.curriculum.guideline import Fault, Guideline

curriculum = typer.Typer(help="What is taught without a document.", no_args_is_help=True)


@curriculum.command("import")
@plainly
def import_(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE|FOLDER", help="Markdown; of a folder all below it.")],
    database: Database = None,
    data: Data = DATA,
) -> int:
    """Load guidelines, each in the place of the one that was there; of a file that is none the lines are told."""
    from services.console.commands.registered import command, settings

    files = [file for path in paths for file in _files(path)]
    guidelines = _read(files)
    if guidelines is None:
        print("Nothing was imported.", file=sys.stderr)
        return 1
    became = command("curriculum-import")(settings(data, database), guidelines)
    counted = Counter(became)
    for file, what in zip(files, became, strict=True):
        print(f"{what:9}  {file}")
    print(", ".join(f"{count} {what}" for what, count in sorted(counted.items())))
    return 0


@curriculum.command("check")
@plainly
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE|FOLDER", help="Markdown; of a folder all below it.")],
) -> int:
    """Say what is wrong with guidelines, and load none."""
    guidelines = _read([file for path in paths for file in _files(path)])
    if guidelines is None:
        return 1
    for each in guidelines:
        print(f"{each.title}: {len(each.objectives)} objectives, {len(each.tasks)} tasks")
    return 0


@curriculum.command("list")
@plainly
def list_(database: Database = None, data: Data = DATA) -> int:
    """List those that are loaded."""
    from services.console.commands.registered import command, settings

    return command("curriculum-list")(settings(data, database)) or 0


def _files(path: Path) -> list[Path]:
    """The file itself; of a folder every Markdown file below it that is not hidden. Raises Said."""
    if path.is_dir():
        found = sorted(each for each in path.rglob("*.md") if each.is_file() and not _is_hidden(each, path))
        if not found:
            raise Said(f"{path} has no file *.md.")
        return found
    if not path.is_file():
        raise Said(f"There is no file {path}.")
    return [path]


def _is_hidden(file: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(folder).parts)


def _read(files: list[Path]) -> "list[Guideline] | None":
    """The guidelines of the files; None where any is wrong, and each fault is told with its file and line."""
    from services.console.commands.registered import command
    from services.curriculum.guideline import Broken
    from services.curriculum.reading import read

    judge = command("curriculum-tasks")
    found, broken = [], False
    places = dict[object, Path]()
    for file in files:
        try:
            guideline = read(_bytes(file))
        except Broken as error:
            faults = error.faults
        else:
            faults = [*_twice(guideline, file, places), *judge(guideline)]
            found.append(guideline)
        for fault in faults:
            print(f"{file}:{fault.line}: {fault.sentence}", file=sys.stderr)
        broken = broken or bool(faults)
    return None if broken else found


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Said(f"{file} cannot be read: {error.strerror}.") from error


def _twice(guideline: "Guideline", file: Path, places: dict[object, Path]) -> "Iterator[Fault]":
    """Two files of one import are not about the same place: which of them should count?"""
    from services.curriculum.guideline import Fault

    if (other := places.setdefault(guideline.guideline_id, file)) != file:
        yield Fault(1, f"{other} is about the same country, board, grade, subject, topic and subtopic.")
