"""`make quality`: makes the course of each document and measures it. Status 1: a hard gate (M1, M11, M16) is missed.

`python -m tests.measuring.quality.quality [FOLDER] [--faults]`: the documents of a folder, whose figures are only
printed; without one our own lessons, whose figures are written to docs/quality.md unless a gate is missed. `--faults`
lists what does not hold.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.measuring.quality.again import equal
from tests.measuring.quality.book import MOST_SECONDS, book_of
from tests.measuring.quality.course import LONGER, choices_of, course_of
from tests.measuring.quality.documents import Reading, Unread, bundled, folder, read_all
from tests.measuring.quality.measured import measured, together
from tests.measuring.quality.metrics import mutations
from tests.measuring.quality.metrics.coverage import printed
from tests.measuring.quality.metrics.noise import SHARES, noisy
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.table import Result, Row, documents_table, metrics_table, rows, unread_table, yield_table

PAGE = Path(__file__).parents[3] / "docs" / "quality.md"
BEGIN, END = "<!-- written by make quality: begin -->", "<!-- end -->"
_MOST_NOISY = 8_000  # words: noise tells no more of a book than of a chapter


def main(arguments: Sequence[str]) -> int:
    """Measures and prints; see above."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--faults", action="store_true")
    given = parser.parse_args(arguments)
    if given.folder and not given.folder.is_dir():
        print(f"{given.folder} is no folder.", file=sys.stderr)
        return 2
    results, unread = courses(given.folder)
    if not results:
        print("No document could be read.", file=sys.stderr)
        return 2
    again = equal({reading.name: (reading.kept, course.digest_of_all) for reading, course, _ in results})
    readings = [reading for reading, _, _ in results]
    found = rows(results, again, after_noise(readings), mutations.refused())
    if not given.folder:
        found.append(speed(readings))
    print("\n\n".join(report(found, results, unread)))
    if given.faults:
        tell_faults(results, again)
    missed = failed(found)
    if not given.folder and not missed:
        write(found, results)
    for row in missed:
        print(f"Gate missed: {row.name} is {row.value}, not {row.target}: {row.says}.", file=sys.stderr)
    return int(bool(missed))


def courses(path: Path | None) -> tuple[list[Result], list[Unread]]:
    """Each document's course with its metrics, and the documents that were not read."""
    results, unread = list[Result](), list[Unread]()
    for reading in read_all(folder(path) if path else bundled()):
        if isinstance(reading, Unread):
            unread.append(reading)
            continue
        course = course_of(reading.kept)
        longer = course_of(reading.kept, *LONGER) if reading.glossary or printed(reading.kept.blocks) else None
        results.append((reading, course, measured(reading, course, choices_of(reading.kept), longer)))
        made = f"{len(course.items)} items, {len(course.cards)} cards"
        print(f"{reading.name}: {course.problem or made}, {course.seconds:.1f} s", file=sys.stderr)
    return results, unread


def after_noise(readings: Sequence[Reading]) -> Mapping[float, Mapping[str, Share]]:
    """M17: the metrics by the share of spoilt characters, over the shorter documents."""
    told = {}
    short = [r for r in readings if sum(len(block.text.split()) for block in r.kept.blocks) <= _MOST_NOISY]
    for share in SHARES:
        spoilt = [Reading(r.name, noisy(r.kept, share), r.glossary) for r in short]
        told[share] = together(
            measured(reading, course_of(reading.kept), choices_of(reading.kept)) for reading in spoilt
        ).shares
    return told


def speed(readings: Sequence[Reading]) -> Row:
    """How long a book takes."""
    kept = book_of(readings)
    course = course_of(kept)
    words = sum(len(block.text.split()) for block in kept.blocks)
    made = f"{len(course.items)} items and {len(course.cards)} cards from {words:,} words"
    told = f"{course.seconds:.0f} s"
    return Row("", f"CPU time for {made}", told, f"<= {MOST_SECONDS:.0f} s", course.seconds <= MOST_SECONDS)


def failed(found: Sequence[Row]) -> list[Row]:
    """The hard gates that are missed."""
    return [row for row in found if row.gate and row.met is False]


def report(found: Sequence[Row], results: Sequence[Result], unread: Sequence[Unread]) -> list[str]:
    """The tables."""
    tables = [metrics_table(found), documents_table(results), yield_table(results), unread_table(unread)]
    return [table for table in tables if table]


def tell_faults(results: Sequence[Result], again: Share) -> None:
    """What does not hold, document by document."""
    for reading, course, each in results:
        for name, share in each.shares.items():
            for fault in share.faults if name != "M8" else ():
                print(f"{reading.name} {name}: {fault}")
        for refused in course.refused:
            print(f"{reading.name} refused {[r.code for r in refused.reasons]}: {refused.question} | {refused.answer}")
    for name in again.faults:
        print(f"M16: {name} differs")


def write(found: Sequence[Row], results: Sequence[Result]) -> None:
    """Puts the tables between the page's marks."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    tables = [metrics_table(found), documents_table(results), yield_table(results, seconds=False)]
    PAGE.write_text("\n\n".join([f"{before}{BEGIN}", *tables, f"{END}{after}"]), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
