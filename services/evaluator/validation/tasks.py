"""The tasks of a guideline, held as any item is held; found by entry point, since the console imports no service.

A task whose answer follows from what the text says, and does not stand there, is held against all but the rules that
want it there. Beside that its answers are graded: each right one as right, each that shows a misconception as wrong.
"""

from collections.abc import Sequence

from contracts.quizzes import Refusal, ValidateItems
from services.curriculum.guideline import Fault, Guideline, Task
from services.evaluator.items.registry import credit
from services.evaluator.validation.validate import all_item_faults

WANTS_IT_THERE = frozenset(
    f"refusals.{name}"
    for name in (
        "answer_not_in_quote",
        "explains_elsewhere",
        "explanation_unproved",
        "gap_filled",
        "mended",
        "misread",
        "no_number",
        "not_said",
        "number_not_in_quote",
        "place_wrong",
        "stem_elsewhere",
        "turned",
        "unit_elsewhere",
        "wrong_in_quote",
        "wrong_said",
    )
)
"""Refusals that say no more than that the quote has not the answer itself, or has another option too."""


def faults_of_tasks(guideline: Guideline) -> list[Fault]:
    """Why tasks of a guideline are refused, each with its task's line."""
    material = guideline.material
    blocks = {block.block_id: block for block in material.blocks}
    command = ValidateItems(
        quiz_id=guideline.guideline_id,
        document_sha256=guideline.sha256,
        language=guideline.language,
        items=material.items,
        blocks=material.blocks,
    )
    found = list[Fault]()
    for task in guideline.tasks:
        refusals = [each for each in all_item_faults(task.item, blocks, command) if each]
        if task.inferred:
            refusals = [each for each in refusals if each.phrase is None or each.phrase.code not in WANTS_IT_THERE]
        found += _told(task, refusals)
        found += _graded(task, guideline.language)
    return found


def _told(task: Task, refusals: Sequence[Refusal]) -> list[Fault]:
    return [Fault(task.line, sentence) for sentence in dict.fromkeys(each.sentence for each in refusals)]


def _graded(task: Task, language: str) -> list[Fault]:
    key = task.item.answer
    right = (*task.right, key) if isinstance(key, str) and task.item.type != "short_answer" else task.right
    found = [
        Fault(task.line, f"The answer `{answer}` is not graded as right.")
        for answer in dict.fromkeys(right)
        if credit(task.item, answer, language=language) != 1.0
    ]
    wrong = [answer for answer in task.wrong if credit(task.item, answer, language=language) != 0.0]
    return found + [
        Fault(task.line, f"The answer `{answer}` is graded as right, so it shows nothing.") for answer in wrong
    ]
