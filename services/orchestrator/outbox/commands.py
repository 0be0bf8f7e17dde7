"""Builds commands from what `decide` asked for: parameters name rows, the rows' JSON is set in as it is, unparsed."""

from contracts.coaching import WriteMaterial, WriteNotes
from contracts.digest import DigestDocument
from contracts.grading import GradeQuiz
from contracts.message import Message
from contracts.quizzes import ValidateItems
from contracts.reading import GatherDocument, ReadDocument, ReadPages
from services.chassis.storage.database import Connection
from services.orchestrator.documents.commands import reading_command
from services.orchestrator.grading.commands import grade, notes
from services.orchestrator.quizzes.commands import check, validate, write
from services.orchestrator.tutor.commands import MESSAGES, learning_command
from services.orchestrator.workflow.state import Ask, State

LETTER: dict[str, type[Message]] = {
    "read": ReadDocument,
    "pages": ReadPages,
    "gather": GatherDocument,
    "digest": DigestDocument,
    "write": WriteMaterial,
    "validate": ValidateItems,
    "check": ValidateItems,
    "grade": GradeQuiz,
    "notes": WriteNotes,
    **MESSAGES,
}


async def build(connection: Connection, state: State, ask: Ask) -> bytes | None:
    """A command's JSON; None if the rows that it is about are gone."""
    params = ask.params
    match ask.kind:
        case "read" | "pages" | "gather" | "digest":
            message = reading_command(state, ask.kind, params)
            return message.write() if message else None
        case "write":
            return await write(connection, state, params)
        case "validate":
            return await validate(connection, state, params)
        case "check":
            return await check(connection, state, params)
        case "grade":
            return await grade(connection, state, params)
        case "notes":
            return await notes(connection, state, params)
        case "classify" | "explain" | "reply" | "diagnose" | "plan":
            return await learning_command(connection, state, ask.kind, params)
