"""How learning went over time: each concept's score with its band, whether scores held, and the time it took. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any
from uuid import UUID

from contracts.views.history import CalibrationStep, ConceptProgress, MasteryPoint, ProgressDay, ProgressView

Row = Mapping[str, Any]
STEPS = 5
MOST_POINTS = 100


def progress(
    session: UUID, threshold: float, points: Sequence[Row], spent: Sequence[Row], days: Iterable[Row]
) -> ProgressView:
    """The view. `points` by concept, oldest first; `spent`: seconds and answers of each concept; `days` in order."""
    by_concept = {name: list(rows) for name, rows in groupby(points, key=lambda row: row["concept"].casefold())}
    names = {row["concept"].casefold(): row["concept"] for row in reversed(points)}
    taken = {row["concept"]: row for row in spent}
    told = [
        ConceptProgress(
            concept=names[name],
            points=[
                MasteryPoint(**{field: row[field] for field in MasteryPoint.model_fields}) for row in thinned(rows)
            ],
            seconds=taken[name]["seconds"] if name in taken else 0.0,
            answers=taken[name]["answers"] if name in taken else 0,
        )
        for name, rows in by_concept.items()
    ]
    return ProgressView(
        session_id=session,
        mastery_threshold=threshold,
        concepts=told,
        calibration=calibration(by_concept.values()),
        days=[ProgressDay(**row) for row in days],
    )


def thinned(rows: Sequence[Row]) -> list[Row]:
    """At most so many of them that a line can show, the first and the last among them."""
    if len(rows) <= MOST_POINTS:
        return list(rows)
    return [rows[round(n * (len(rows) - 1) / (MOST_POINTS - 1))] for n in range(MOST_POINTS)]


def calibration(concepts: Iterable[Sequence[Row]]) -> list[CalibrationStep]:
    """Of the answers that came while a score stood in each fifth, how many were right, beside the scores' mean.

    What came next is the difference to the next point. The first answers to a concept are predicted by nothing, and a
    grade that was set right later is no new answer.
    """
    came: list[list[tuple[float, int, int]]] = [[] for _ in range(STEPS)]
    for points in concepts:
        for before, after in pairwise(points):
            answers, right = after["answers"] - before["answers"], after["correct"] - before["correct"]
            if before["answers"] and answers > 0 and 0 <= right <= answers:
                step = min(STEPS - 1, int(before["score"] * STEPS))
                came[step].append((before["score"], answers, right))
    told = []
    for step, found in enumerate(came):
        answers = sum(answers for _, answers, _ in found)
        told.append(
            CalibrationStep(
                least=step / STEPS,
                most=(step + 1) / STEPS,
                answers=answers,
                expected=sum(score * many for score, many, _ in found) / answers if answers else None,
                right=sum(right for _, _, right in found) / answers if answers else None,
            )
        )
    return told
