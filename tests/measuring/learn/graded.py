"""M13 and M14: the rules' own grades of open answers against people's, from a file of graded answers.

CSV with a head, or JSONL. Names: `question`, `answer` (also student_answer, response), `model_answer` (also reference,
desired_answer), `key_points` (a list, or parts with | between; else the model answer's sentences), `grade` (also score,
human; of several people's as grade_1, grade_2 the mean), `language`. Grades are from 0 to 1 or from 0 to 5: the latter
where any is over 1.
"""

import csv
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from contracts.items import KeyPoint, ShortAnswer
from contracts.proof import Origin, Proof
from services.evaluator.items.registry import credit
from services.text.words import main_stems_of

MOST = 5.0
RIGHT = 4.0
"""A person's grade, of 5, from which an accepted answer was accepted rightly."""
_NAMES = {
    "question": ("question",),
    "answer": ("answer", "student_answer", "response"),
    "model": ("model_answer", "reference", "desired_answer"),
    "grade": ("grade", "score", "human"),
}
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


class Unfit(ValueError):
    """The file cannot be measured; the message names line and field."""


@dataclass(frozen=True)
class Row:
    """An answer with a person's grade, from 0 to 5."""

    item: ShortAnswer
    answer: str
    grade: float
    language: str


@dataclass(frozen=True)
class Agreement:
    """`pearson`: None where either does not vary. `rmse`: from 0 to 5. `precision` and `coverage`, from 0 to
    1, of what was accepted without a person; `precision` None: nothing was."""

    answers: int
    pearson: float | None
    rmse: float
    precision: float | None
    coverage: float


def measured(rows: Sequence[Row]) -> Agreement:
    """What the rules would have given: accepted 5, else by the share of the key points' words that they see."""
    accepted = [credit(row.item, row.answer, (), row.language) == 1 for row in rows]
    given = [MOST if sure else MOST * seen(row) for row, sure in zip(rows, accepted, strict=True)]
    grades = [row.grade for row in rows]
    sure = [row.grade >= RIGHT for row, each in zip(rows, accepted, strict=True) if each]
    return Agreement(
        answers=len(rows),
        pearson=pearson(given, grades),
        rmse=math.sqrt(sum((one - other) ** 2 for one, other in zip(given, grades, strict=True)) / len(rows)),
        precision=sum(sure) / len(sure) if sure else None,
        coverage=len(sure) / len(rows),
    )


def seen(row: Row) -> float:
    """The share of the content words of the key points that an answer has, from 0 to 1; the question's do not count."""
    said, told = (main_stems_of(text, row.language) for text in (row.answer, row.item.question))
    points = [main_stems_of(point.text, row.language) for point in row.item.key_points]
    wanted = [stem for point in points for stem in ((point - told) or point)]
    return sum(stem in said for stem in wanted) / len(wanted) if wanted else 0.0


def pearson(one: Sequence[float], other: Sequence[float]) -> float | None:
    """The correlation; None where either does not vary."""
    mean, mean_of_other = sum(one) / len(one), sum(other) / len(other)
    product = sum((a - mean) * (b - mean_of_other) for a, b in zip(one, other, strict=True))
    spread = math.sqrt(sum((a - mean) ** 2 for a in one) * sum((b - mean_of_other) ** 2 for b in other))
    return product / spread if spread else None


def read(path: Path) -> list[Row]:
    """The file's rows. Raises `Unfit`."""
    text = path.read_text(encoding="utf-8-sig")
    jsonl = path.suffix in (".jsonl", ".json", ".ndjson")
    lines: list[Mapping[str, Any]]
    try:
        lines = (
            [json.loads(line) for line in text.splitlines() if line.strip()]
            if jsonl
            else list(csv.DictReader(text.splitlines(keepends=True)))
        )
    except ValueError as error:
        raise Unfit(f"{path.name}: no JSON on a line: {error}") from None
    if not lines:
        raise Unfit(f"{path.name}: no row")
    grades = [_grade(line, number) for number, line in enumerate(lines, 1)]
    scale = MOST if max(grades) <= 1 else 1.0
    return [
        _row(line, number, grade * scale) for number, (line, grade) in enumerate(zip(lines, grades, strict=True), 1)
    ]


def _row(line: Mapping[str, Any], number: int, grade: float) -> Row:
    model = _text(line, "model", number)
    points = line.get("key_points") or ""
    parts = points if isinstance(points, list) else points.split("|") if points else _SENTENCE.split(model)
    item = ShortAnswer(
        item_id=UUID(int=number),
        quiz_id=UUID(int=0),
        concept="graded",
        difficulty="HARD",
        question=_text(line, "question", number),
        proof=_proof(model),
        origin=Origin(author="offline", name="file", version="1"),
        answer=model,
        key_points=[KeyPoint(text=part.strip(), start=0, end=len(model)) for part in parts if part.strip()][:8],
    )
    return Row(item, str(_field(line, "answer") or ""), grade, str(line.get("language") or "en"))


def _grade(line: Mapping[str, Any], number: int) -> float:
    several = [line[name] for name in line if re.fullmatch(r"(?:grade|score|human)_\d+", name or "")]
    given = several or [_field(line, "grade")]
    try:
        found = [float(each) for each in given]
    except (TypeError, ValueError):
        raise Unfit(f"row {number}: grade: no number") from None
    if any(not 0 <= each <= MOST for each in found):
        raise Unfit(f"row {number}: grade: not from 0 to 5")
    return sum(found) / len(found)


def _text(line: Mapping[str, Any], name: str, number: int) -> str:
    found = str(_field(line, name) or "").strip()
    if not found:
        raise Unfit(f"row {number}: {_NAMES[name][0]}: missing")
    return found


def _field(line: Mapping[str, Any], name: str) -> Any:
    return next((line[each] for each in _NAMES[name] if line.get(each) not in (None, "")), None)


def _proof(text: str) -> Proof:
    none = "0" * 64
    return Proof(
        document_sha256=none, block_id="b", block_sha256=none, source_page=1, start=0, end=len(text), quote=text
    )
