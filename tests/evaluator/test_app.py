"""The service's two handlers: what they answer, and what they note for the log."""

from dataclasses import dataclass, field
from typing import Any, cast
from uuid import UUID

import pytest

from contracts.grading import Answer, Evaluation, GradeQuiz, QuizResults
from contracts.problems import Failure
from contracts.quizzes import ItemsValidated, ValidateItems
from contracts.topics import COMMANDS
from services.chassis.worker.handlers import Run
from services.evaluator.app import handlers
from services.evaluator.grading.grade import Grader
from services.evaluator.settings import EvaluatorSettings
from services.evaluator.validation.validate import Validator


@dataclass
class Noted:
    """Stands where the frame's `Run` does and keeps the notes."""

    said: dict[str, Any] = field(default_factory=dict)

    def note(self, **said: Any) -> None:
        self.said |= said


def test_the_service_has_a_handler_for_each_of_its_commands() -> None:
    mine = {message for message, topic in COMMANDS.items() if topic == "evaluator.commands"}
    without_model = handlers(None, EvaluatorSettings())
    assert {handler.command for handler in without_model} == mine
    assert not any(handler.dear for handler in without_model)


async def test_validating_answers_with_verdicts_and_notes_the_reasons(good: ValidateItems) -> None:
    noted = Noted()
    broken = good.items[0].model_copy(update={"question": " "})
    command = good.model_copy(update={"items": [broken, *good.items[1:]]})
    (answer,) = await Validator(1).validate_items(command, cast(Run, noted))
    assert isinstance(answer, ItemsValidated)
    assert noted.said["output"] == "9 of 10 accepted"
    assert noted.said["reasoning"] == "stem_empty: 1"


def test_the_limit_of_flaws_and_the_round_trip_are_set_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENSUM_EVALUATOR_FLAWS_LIMIT", "3")
    monkeypatch.setenv("PENSUM_EVALUATOR_ROUND_TRIP", "false")
    settings = EvaluatorSettings()
    assert (settings.flaws_limit, settings.round_trip) == (3, False)


async def test_grading_answers_with_an_evaluation(good: ValidateItems) -> None:
    noted = Noted()
    results = QuizResults(
        quiz_id=good.quiz_id,
        attempt_id=UUID(int=7),
        answers=[Answer(item_id=item.item_id, answer=item.answer) for item in good.items],
    )
    (answer,) = await Grader().grade_quiz(GradeQuiz(items=good.items, results=results), cast(Run, noted))
    assert isinstance(answer, Evaluation)
    assert answer.score == 1
    assert noted.said["output"] == "7 of 7 right, score 1.00"


async def test_what_does_not_fit_together_fails_as_a_contract(good: ValidateItems) -> None:
    results = QuizResults(quiz_id=good.quiz_id, attempt_id=UUID(int=7), answers=[Answer(item_id=UUID(int=9))])
    with pytest.raises(Failure) as failed:
        await Grader().grade_quiz(GradeQuiz(items=good.items, results=results), cast(Run, Noted()))
    assert failed.value.problem.status == 400
