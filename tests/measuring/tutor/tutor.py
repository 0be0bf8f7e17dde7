"""`make tutor`: puts the questions of `questions.toml` to the offline tutor and prints how they end.

`python -m tests.measuring.tutor.tutor [FOLDER] [--faults]`: the folder of the documents that the questions are about
(`../shared/corpus` beside the checkout by default). `--faults` lists what went wrong where it may be looked at.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import get_args

from tests.measuring.quality.documents import Paper, Unread, bundled, read_all
from tests.measuring.tutor.asking import LOOKED_AT, Answer, Book, Part, questions
from tests.measuring.tutor.measured import HEAD, fault, figures

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"


def main(arguments: Sequence[str]) -> int:
    """Measures and prints; see above."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=CORPUS)
    parser.add_argument("--faults", action="store_true")
    given = parser.parse_args(arguments)
    if not given.folder.is_dir():
        print(f"{given.folder} is no folder: name the one with the documents of questions.toml.", file=sys.stderr)
        return 2
    found = list(answers(given.folder))
    missing = sorted({each.document for each in questions()} - {each.question.document for each in found})
    if missing:
        print(f"Not measured, as {given.folder} does not have them: {', '.join(missing)}.", file=sys.stderr)
    print("\n".join(table(found)))
    if given.faults:
        print("\n".join(filter(None, (fault(each) for each in found if each.question.part == LOOKED_AT))))
    return 0


def answers(folder: Path | None) -> Iterator[Answer]:
    """The answers to all questions whose documents are there; without a folder to those about our own lessons."""
    for name, asked in groupby(questions(), key=lambda each: each.document):
        if "/" in name and (folder is None or not (folder / name).is_file()):
            continue
        papers = (
            bundled(name) if "/" not in name or folder is None else iter([Paper(name, (folder / name).read_bytes())])
        )
        (reading,) = read_all(papers)
        if isinstance(reading, Unread):
            print(f"{name} could not be read: {reading.reason}", file=sys.stderr)
            continue
        book = Book(reading)
        yield from (book.answer(question) for question in asked)


def table(found: Sequence[Answer]) -> list[str]:
    """The figures in all, of what is held out, of follow-ups, and document by document."""
    rows = [
        ("all", found),
        *((part, [each for each in found if each.question.part == part]) for part in get_args(Part)),
        ("follow-ups", [each for each in found if each.question.before]),
        *((name, list(own)) for name, own in groupby(found, key=lambda each: each.question.document)),
    ]
    return [HEAD, *(figures(answers).row(name) for name, answers in rows)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
