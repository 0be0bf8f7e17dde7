"""Handles `GradeQuiz`: by rules, and with a model by rubric what no rule can judge."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.letter import Letter
from contracts.quizzes import Evaluation, GradeQuiz
from services.chassis.worker.worker import Run
from services.evaluator.grading.grade import grade, open_answers
from services.evaluator.grading.rubric import Rubric


@dataclass(frozen=True)
class Grader:
    """`rubric`: None where nothing is asked; then the learner compares."""

    rubric: Rubric | None = None

    async def grade_quiz(self, command: GradeQuiz, run: Run) -> Sequence[Letter]:
        """Answers with `Evaluation`; raises `Failure` (400) where answers and items do not match."""
        graded = grade(command)
        told = ""
        if self.rubric and (asked := open_answers(command)):
            judged = await self.rubric.grade(asked, command.language, str(run.envelope.subject))
            run.note(tokens_used=judged.tokens)
            graded = grade(command.model_copy(update={"rulings": [*command.rulings, *judged.rulings]}))
            left = ", ".join(f"{code}: {count}" for code, count in sorted(judged.left.items()))
            told = f"; open answers judged by the model: {len(judged.rulings)} of {len(asked)}"
            told += f", left to the learner: {left}" if left else ""
        run.note(
            input_summary=f"{len(command.items)} answers",
            output=_counted(graded),
            reasoning=f"weak: {', '.join(graded.weak_concepts) or 'none'}{told}",
        )
        return [graded]


def _counted(graded: Evaluation) -> str:
    right = sum(answer.is_correct for answer in graded.answers)
    return f"{right} of {len(graded.answers)} right, score {graded.score:.2f}"
