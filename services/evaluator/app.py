"""Wires the Evaluator: its two duties on the worker's frame."""

from collections import Counter
from collections.abc import Callable, Sequence

from contracts.letter import Letter
from contracts.quizzes import GradeQuiz, ValidateItems
from services.chassis import serve
from services.chassis.settings import Settings
from services.chassis.worker import Duty, Run, work
from services.evaluator.grade import grade
from services.evaluator.validate import validate

ROOM = "evaluator"


async def validate_items(command: ValidateItems, run: Run) -> Sequence[Letter]:
    """Answers with `ItemsValidated`."""
    judged = validate(command)
    reasons = Counter(reason.code for verdict in judged.verdicts for reason in verdict.reasons)
    run.note(
        input_summary=f"{len(command.items)} items, {len(command.flashcards)} cards, {len(command.blocks)} blocks",
        output=f"{sum(verdict.accepted for verdict in judged.verdicts)} of {len(judged.verdicts)} accepted",
        reasoning=", ".join(f"{code}: {count}" for code, count in sorted(reasons.items())) or "no rule broken",
    )
    return [judged]


async def grade_quiz(command: GradeQuiz, run: Run) -> Sequence[Letter]:
    """Answers with `Evaluation`; raises `Failure` (400) where answers and items do not match."""
    graded = grade(command)
    right = sum(answer.is_correct for answer in graded.answers)
    run.note(
        input_summary=f"{len(command.items)} answers",
        output=f"{right} of {len(graded.answers)} right, score {graded.score:.2f}",
        reasoning=f"weak: {', '.join(graded.weak_concepts) or 'none'}",
    )
    return [graded]


DUTIES = (
    Duty(command=ValidateItems, handle=validate_items, agent=ROOM, dear=False, limit_s=20),
    Duty(command=GradeQuiz, handle=grade_quiz, agent=ROOM, dear=False, limit_s=20),
)


async def main(settings: Settings, ready: Callable[[], None]) -> None:
    """Serve the room until cancelled."""
    await work(ROOM, DUTIES, settings, ready)


def run() -> int:
    """The console script: serve the room alone; its exit status."""
    return serve.run(ROOM, Settings())
