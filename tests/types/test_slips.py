"""Slips of the pen in what is written to tables and kept in states: the type checker refuses each, and nothing else."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest
from pydantic import BaseModel

from services.orchestrator.workflow import attempts, documents, evidence, learning, params, quizzes, state

ROOT = Path(__file__).parents[2]
GROUND = """
from datetime import datetime
from uuid import UUID

from contracts.mastery import Level
from services.orchestrator.database.rows import Json, Own, dump_all
from services.orchestrator.database.writes import Writes
from services.orchestrator.documents.reading import changed
from services.orchestrator.documents.tables import BlockRow
from services.orchestrator.grading.changes import AttemptGraded
from services.orchestrator.grading.tables import Attempt, Note
from services.orchestrator.quizzes.changes import ItemJudged
from services.orchestrator.quizzes.tables import ItemRow, Quiz, QuizItem
from services.orchestrator.workflow.documents import Paper
from services.orchestrator.workflow.learning import Cycle, Pending
from services.orchestrator.workflow.params import ExplainParams, GradeParams, NotesParams, WriteParams
from services.orchestrator.workflow.quizzes import QuizFacts, tailored
from services.orchestrator.workflow.stages import Journey
from services.orchestrator.workflow.state import Decision, Meta, State, Step
from services.orchestrator.workflow.steps import ask_more

id: UUID
own: Own
at: datetime
body: Json
state: State
step: Step
paper: Paper
facts: QuizFacts
cycle: Cycle
pending: Pending
decision: Decision
writes: Writes
meta: Meta
order: WriteParams
"""
RIGHT = [
    "QuizItem(**own, quiz_id=id, item_id=id, session_id=id, ordinal=1)",
    "ItemRow(**own, item_id=id, quiz_id=id, session_id=id, course_id=id, ordinal=1, body=body, answer_text='')",
    "writes.insert(BlockRow(**own, reading_id=id, block_id='b', part=1, ordinal=0, source_page=1, body=body))",
    "writes.change(ItemJudged(quiz_id=id, id=id, accepted=True, reasons=dump_all([])))",
    "state.changed(learner_level='beginner', open={})",
    "changed(state, paper, corrections={1: 'blob'})",
    "decision.changed(asks=[])",
    "cycle.changed(phase='QUIZ_ACTIVE', quiz_id=id)",
    "ask_more(decision, meta, Journey('attempt', id), 'why', GradeParams(quiz_id=id, attempt_id=id))",
    "order.changed(tries=1, concepts=['a'])",
    "tailored(order.instructions, ['quiz'], [], num_flashcards=0)",
]
SLIPS = {
    "values in the order of columns": "QuizItem('t', 'u', id, id, id, 1, False)",
    "two columns swapped": "ItemRow(**own, item_id=id, quiz_id=id, session_id=id, course_id=id, ordinal=body, body=1)",
    "a column misspelt": "QuizItem(**own, quiz_id=id, item_id=id, session_id=id, ordnal=1)",
    "a column forgotten": "Attempt(**own, attempt_id=id, quiz_id=id, session_id=id, graded_by='e', submitted_at=at)",
    "text where JSON is": "BlockRow(**own, reading_id=id, block_id='b', part=1, ordinal=0, source_page=1, body='text')",
    "nothing where something must be": (
        "Quiz(**own, quiz_id=id, session_id=id, course_id=state.course_id, number=1, shortfall=body, created_at=at)"
    ),
    "nobody's row": "Note(session_id=id, attempt_id=id, ordinal=0, note='n', timestamp=at)",
    "an owner misspelt": "Own(tenant='t', user_id='u')",
    "a change in the order of columns": "ItemJudged(id, id, True, body)",
    "a change's column of another type": "ItemJudged(quiz_id=id, id=id, accepted='yes', reasons=body)",
    "a change's column forgotten": "AttemptGraded(attempt_id=id, score=1.0, weak=body, improve=body)",
    "a change inserted": "writes.insert(ItemJudged(quiz_id=id, id=id, accepted=True, reasons=body))",
    "a row as a change": "writes.change(QuizItem(**own, quiz_id=id, item_id=id, session_id=id, ordinal=1))",
    "a field of the state misspelt": "state.changed(lerner_level='beginner')",
    "a level that there is not": "state.changed(learner_level='genius')",
    "steps in a list": "state.changed(open=[step])",
    "a kind of material misspelt": "facts.changed(made={'quizz': 1})",
    "pages as text": "paper.changed(ranges=['16'])",
    "a field of a document misspelt": "changed(state, paper, correction={})",
    "a field of a decision misspelt": "decision.changed(ask=[])",
    "a phase that there is not": "cycle.changed(phase='EXPLAINING')",
    "an attempt as text": "step.changed(attempt='2')",
    "one answer for many": "pending.changed(wrong=id)",
    "a parameter misspelt": "GradeParams(quiz_id=id, atempt_id=id)",
    "a parameter forgotten": "NotesParams(quiz_id=id)",
    "parameters as a dictionary": "step.changed(params={'quiz_id': id})",
    "a journey misspelt": "Journey('atempt', id)",
    "a journey in one string": "step.changed(journey=f'attempt:{id}')",
    "a journey compared with a string": "assert step.journey == 'document'",
    "a step asked for without what it is about": "ask_more(decision, meta, Journey('path', id), 'why')",
    "another kind's parameter": "order.changed(attempt_id=id)",
    "a part of an order misspelt": "tailored(order.instructions, ['quiz'], [], num_cards=0)",
}
CHANGES = [
    (state.State, state.StateChange),
    (state.Step, state.StepChange),
    (state.Meta, state.MetaChange),
    (state.Decision, state.DecisionChange),
    (documents.Paper, documents.PaperChange),
    (params.WriteParams, params.WriteChange),
    (quizzes.QuizFacts, quizzes.QuizChange),
    (quizzes.KnownItem, quizzes.ItemChange),
    (learning.Cycle, learning.CycleChange),
    (learning.Pending, learning.PendingChange),
    (learning.Placed, learning.PlacedChange),
    (learning.Line, learning.LineChange),
    (attempts.KnownResult, attempts.ResultChange),
    (attempts.KnownDispute, attempts.DisputeChange),
    (evidence.Evidence, evidence.EvidenceChange),
]


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """What mypy says of each line of all of these together, in one run."""
    page = tmp_path_factory.mktemp("slips") / "slips.py"
    page.write_text(GROUND + "\n".join([*RIGHT, *SLIPS.values()]) + "\n")
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--no-error-summary", str(page)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1), done.stderr
    found: dict[int, str] = {}
    for line in done.stdout.splitlines():
        if (said := re.match(rf"{re.escape(str(page))}:(\d+): error: (.*)", line)) is not None:
            found[int(said[1])] = found.get(int(said[1]), "") + said[2]
    return found


FIRST = GROUND.count("\n") + 1


@pytest.mark.timeout(330)
@pytest.mark.parametrize("number", range(len(RIGHT)), ids=RIGHT)
def test_what_is_right_is_taken(refused: dict[int, str], number: int) -> None:
    assert FIRST + number not in refused


@pytest.mark.timeout(330)
@pytest.mark.parametrize("number", range(len(SLIPS)), ids=list(SLIPS))
def test_a_slip_is_refused_before_it_runs(refused: dict[int, str], number: int) -> None:
    assert FIRST + len(RIGHT) + number in refused


@pytest.mark.parametrize(("model", "change"), CHANGES, ids=lambda each: each.__name__)
def test_what_may_change_is_what_there_is(model: type[BaseModel], change: type) -> None:
    assert get_type_hints(change) == {name: get_type_hints(model)[name] for name in model.model_fields}
