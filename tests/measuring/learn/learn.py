"""`make learn`: simulated learners through the real Evaluator and the orchestrator's core; prints a table.

`python -m tests.measuring.learn.learn [--graded FILE] [--learners N]`: the table is written to docs/learning.md unless
a target is missed or another number of learners is asked for. With a file of graded answers (`graded.py`) only M13 and
M14 are measured, and nothing is written. Status 1: a target is missed; 2: the file cannot be read.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from contracts.items import Item
from tests.measuring.learn import graded
from tests.measuring.learn.asking import FIXED, LIMIT, fixed, until_decided
from tests.measuring.learn.contradictions import read_by
from tests.measuring.learn.decisions import errors
from tests.measuring.learn.journeys import NAMES, ROUNDS, adaptive, at_random, travelled
from tests.measuring.learn.learner import SLOW
from tests.measuring.learn.lessons import pool
from tests.measuring.learn.recalling import recalled
from tests.measuring.learn.table import Row, percent, told

PAGE = Path(__file__).parents[3] / "docs" / "learning.md"
BEGIN, END = "<!-- written by make learn: begin -->", "<!-- end -->"
LEARNERS = 1000
_FEWER = 5
READERS = 10
MISSED, FALSE = 0.05, 0.02
"""M15."""
PEARSON, RMSE, PRECISION = 0.55, 0.95, 0.95
"""M13, M14."""


def main(arguments: Sequence[str]) -> int:
    """Measures and prints; see above."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graded", type=Path)
    parser.add_argument("--learners", type=int, default=LEARNERS)
    given = parser.parse_args(arguments)
    begun = time.monotonic()
    if given.graded:
        try:
            found = agreement(graded.read(given.graded))
        except (OSError, graded.Unfit) as wrong:
            print(wrong, file=sys.stderr)
            return 2
    else:
        found = rows(given.learners, pool())
    print(told(found))
    missed = [row for row in found if row.met is False]
    for row in missed:
        print(f"Target missed: {row.what}: {row.value}, not {row.target}.", file=sys.stderr)
    if not given.graded and given.learners == LEARNERS and not missed:
        write(found)
    print(f"{time.monotonic() - begun:.0f} s", file=sys.stderr)
    return int(bool(missed))


def rows(learners: int, items: Sequence[Item]) -> list[Row]:
    """Every row of the table. Whole journeys are a fifth as many as single decisions, for they are longer."""
    few = max(20, learners // _FEWER)
    return [
        *decisions(learners, items),
        *journeys(few, items),
        *questions(few, items),
        *exactness(few, items),
        *unison(READERS * learners, items),
    ]


def decisions(learners: int, items: Sequence[Item]) -> list[Row]:
    """M15 after eight mixed items."""
    found = errors(learners, items)
    after = f"8 mixed items, {learners} masters and {learners} guessers"
    return [
        Row(f"masters missed (M15), {after}", percent(found.missed), f"<= {percent(MISSED)}", found.missed <= MISSED),
        Row(f"guessers believed (M15), {after}", percent(found.false), f"<= {percent(FALSE)}", found.false <= FALSE),
        Row("neither way decided after 8, of both", percent(found.unsure)),
        Row("masters missed by a mean credit of 0.85 instead", percent(found.raw_missed)),
        Row("guessers believed by it", percent(found.raw_false)),
    ]


def journeys(learners: int, items: Sequence[Item]) -> list[Row]:
    """M15 in the whole cycle, and where the questions went."""
    core, chance = travelled(learners, items, adaptive), travelled(learners, items, at_random)
    slow, slow_chance = (travelled(learners, items, policy, SLOW) for policy in (adaptive, at_random))
    about = f"whole cycles, {learners} learners, {len(NAMES)} concepts, at most {ROUNDS} rounds"
    return [
        Row(
            f"known concepts missed (M15), {about}",
            percent(core.missed),
            f"<= {percent(MISSED)}",
            core.missed <= MISSED,
        ),
        Row(f"unknown ones believed (M15), {about}", percent(core.false), f"<= {percent(FALSE)}", core.false <= FALSE),
        Row("concepts found mastered and forgotten since", percent(core.forgotten)),
        Row(
            "topics mastered; at random",
            f"{percent(core.mastered)}; {percent(chance.mastered)}",
            "more",
            core.mastered > chance.mastered,
        ),
        Row("rounds; at random", f"{core.rounds:.1f}; {chance.rounds:.1f}"),
        Row("questions a topic; at random", f"{core.questions:.1f}; {chance.questions:.1f}"),
        Row(
            "share of questions on truly weak concepts; at random",
            f"{percent(core.weak_share)}; {percent(chance.weak_share)}",
            "more",
            core.weak_share > chance.weak_share,
        ),
        Row(
            "the same where an explanation teaches in 15 of 100",
            f"{percent(slow.weak_share)}; {percent(slow_chance.weak_share)}",
            "more",
            slow.weak_share > slow_chance.weak_share,
        ),
    ]


def questions(learners: int, items: Sequence[Item]) -> list[Row]:
    """How many questions it takes to decide four concepts."""
    core, chance = (until_decided(learners, items, core=core) for core in (True, False))
    found = [
        Row(
            "questions until 4 concepts are decided",
            f"{core.questions:.1f}",
            "fewer",
            core.questions < chance.questions,
        ),
        Row("- known missed; unknown believed; open", _wrong(core.missed, core.false, core.open)),
        Row(f"the same in random order, at most {LIMIT}", f"{chance.questions:.1f}"),
        Row("- known missed; unknown believed; open", _wrong(chance.missed, chance.false, chance.open)),
    ]
    for each in FIXED:
        quiz = fixed(learners, items, each)
        found.append(Row(f"the same by {each} a concept and a mean credit of 0.85", f"{quiz.questions:.0f}"))
        found.append(Row("- known missed; unknown believed", _wrong(quiz.missed, quiz.false)))
    return found


def exactness(learners: int, items: Sequence[Item]) -> list[Row]:
    """Grading again after a recall."""
    found = recalled(learners, items)
    what = f"states equal after 10 % of the items are taken back: {found.attempts} attempts graded again, "
    what += f"{found.void} answers void"
    return [Row(what, f"{found.equal} of {found.compared}", "all", found.equal == found.compared)]


def unison(learners: int, items: Sequence[Item]) -> list[Row]:
    """What a learner reads in one place is denied in no other."""
    found = read_by(learners, items)
    for wrong in found.found[:10]:
        print(wrong, file=sys.stderr)
    what = f"contradictions read, {learners} learners, all views and sentences at {found.steps} steps"
    return [Row(what, str(len(found.found)), "0", not found.found)]


def agreement(answers: Sequence[graded.Row]) -> list[Row]:
    """M13 and M14."""
    found = graded.measured(answers)
    r, sure = found.pearson, found.precision
    return [
        Row("answers", str(found.answers)),
        Row(
            "M13: Pearson's r with people's grades",
            "-" if r is None else f"{r:.3f}",
            f">= {PEARSON}",
            (r or 0) >= PEARSON,
        ),
        Row("M13: RMSE, 0 to 5", f"{found.rmse:.3f}", f"<= {RMSE}", found.rmse <= RMSE),
        Row(
            "M14: precision of what is accepted",
            "-" if sure is None else f"{sure:.3f}",
            f">= {PRECISION}",
            None if sure is None else sure >= PRECISION,
        ),
        Row("M14: coverage", percent(found.coverage)),
    ]


def write(found: Sequence[Row]) -> None:
    """Puts the table between the page's marks."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{told(found)}\n\n{END}{after}", encoding="utf-8")


def _wrong(*shares: float) -> str:
    return "; ".join(percent(share) for share in shares)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
