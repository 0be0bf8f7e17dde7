"""Builds commands from what `decide` asked for: parameters name rows, the rows' JSON is set in as it is, unparsed."""

from typing import assert_never

from contracts.assistant import AskAssistant
from contracts.coaching import WriteMaterial, WriteNotes
from contracts.digest import DigestDocument
from contracts.grading import GradeQuiz
from contracts.learning import ClassifyIntent, Diagnose, Explain, JudgeReply, PlanPath
from contracts.lessons import AssessTurn, Moderate, PlanLesson, TeachTurn
from contracts.message import Message
from contracts.quizzes import ValidateItems
from contracts.reading import GatherDocument, ReadDocument, ReadPages
from services.chassis.storage.database import Connection
from services.orchestrator.assistant.commands import assist
from services.orchestrator.documents.commands import digest, reading_command
from services.orchestrator.grading.commands import grade, notes
from services.orchestrator.learning.commands import diagnose, plan
from services.orchestrator.lessons.commands import assess, lesson_plan, moderate, teach
from services.orchestrator.quizzes.commands import check, validate, write
from services.orchestrator.tutor.commands import classify, explain, reply
from services.orchestrator.workflow.params import (
    AssessParams,
    AssistParams,
    BeginParams,
    CheckParams,
    ClassifyParams,
    DiagnoseParams,
    DigestParams,
    ExplainParams,
    GatherParams,
    GradeParams,
    LessonPlanParams,
    ModerateParams,
    NotesParams,
    PagesParams,
    PlanParams,
    ReadParams,
    RejudgeParams,
    ReplyParams,
    RewriteParams,
    TeachParams,
    ValidateParams,
    WriteParams,
)
from services.orchestrator.workflow.state import Ask, State

OF_KIND: dict[str, type[Message]] = {
    "read": ReadDocument,
    "begin": ReadDocument,
    "pages": ReadPages,
    "gather": GatherDocument,
    "digest": DigestDocument,
    "write": WriteMaterial,
    "validate": ValidateItems,
    "check": ValidateItems,
    "grade": GradeQuiz,
    "notes": WriteNotes,
    "classify": ClassifyIntent,
    "explain": Explain,
    "reply": JudgeReply,
    "diagnose": Diagnose,
    "plan": PlanPath,
    "lesson_plan": PlanLesson,
    "moderate": Moderate,
    "assess": AssessTurn,
    "teach": TeachTurn,
    "assist": AskAssistant,
}
"""The command that a step of each kind sends."""


async def build(connection: Connection, state: State, ask: Ask) -> bytes | None:
    """A command's JSON; None if the rows that it is about are gone."""
    match ask.params:
        case DigestParams() as params:
            return digest(params)
        case ReadParams() | BeginParams() | PagesParams() | GatherParams() as params:
            message = reading_command(state, params)
            return message.write() if message else None
        case WriteParams() | RewriteParams() as params:
            return await write(connection, state, params)
        case ValidateParams() | RejudgeParams() as params:
            return await validate(connection, state, params)
        case CheckParams() as params:
            return await check(connection, state, params)
        case GradeParams() as params:
            return await grade(connection, state, params)
        case NotesParams() as params:
            return await notes(connection, state, params)
        case ClassifyParams() as params:
            return await classify(connection, state, params)
        case ExplainParams() as params:
            return await explain(connection, state, params)
        case ReplyParams() as params:
            return await reply(connection, state, params)
        case DiagnoseParams() as params:
            return await diagnose(connection, state, params)
        case PlanParams() as params:
            return await plan(connection, state, params)
        case LessonPlanParams() as params:
            return await lesson_plan(connection, state, params)
        case ModerateParams() as params:
            return await moderate(connection, state, params)
        case AssessParams() as params:
            return await assess(connection, state, params)
        case TeachParams() as params:
            return await teach(connection, state, params)
        case AssistParams() as params:
            return await assist(connection, state, params)
        case _:
            assert_never(ask.params)
