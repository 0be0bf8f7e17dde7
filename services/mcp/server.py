"""The server that both transports serve: tools, resources, and errors as problems."""

import logging
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import ValidationError

from services.mcp.errors import OURS, broken, strange, tool_error
from services.mcp.house import Refused
from services.mcp.resources import Resources
from services.mcp.tools import Connect, ReadFile, Tools

NAME = "pensum"
INSTRUCTIONS = """Pensum turns documents into courses: a summary, quizzes and flashcards that quote the document,
grades, notes, a tutor, and reviews before something is forgotten.

Begin with submit_document, or with a session of pensum://sessions. Ask the learner the questions of get_quiz one at a
time and hand in their own answers: never answer for them, and do not guess at keys, which are told once an answer is
in. What the document says is quoted word for word: show quotes with their pages. Most results say in `next` what to do
now."""
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
log = logging.getLogger(__name__)


class Server(MCPServer[None]):
    """The SDK's server, whose tools' errors are problems with what helps; none has a traceback."""

    def __init__(self, tools: list[Tool], version: str) -> None:
        super().__init__(
            NAME,
            title="Pensum",
            instructions=INSTRUCTIONS,
            version=version,
            tools=tools,
            log_level="WARNING",
            subscriptions=False,
        )
        self._takes = {tool.name: list(tool.parameters.get("properties", {})) for tool in tools}

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Calls a tool; what goes wrong is its answer."""
        known = self._takes.get(name)
        if known is not None and (others := sorted(arguments.keys() - set(known))):
            return tool_error(strange(others, known))
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, Refused):
                return tool_error(cause.problem)
            if isinstance(cause, ValidationError) and not isinstance(error, UnexpectedToolError):
                return tool_error(broken(cause))
            if not isinstance(error, UnexpectedToolError):
                raise
            log.error("A tool failed.", exc_info=cause, extra={"tool": name})
            return tool_error(OURS)


def server(connect: Connect, version: str, read_file: ReadFile | None = None) -> Server:
    """The server over a house. `read_file`: documents may be named by a path too."""
    tools = Tools(connect, read_file)
    submit = tools.submit_text if read_file is None else tools.submit_file
    made = [
        Tool.from_function(submit, "submit_document", "Make a course of a document", annotations=ADDS),
        Tool.from_function(tools.get_session, title="Where a session stands", annotations=READS),
        Tool.from_function(tools.get_quiz, title="The questions of a quiz", annotations=READS),
        Tool.from_function(tools.answer_quiz, title="Hand in answers", annotations=ADDS),
        Tool.from_function(tools.get_results, title="Graded answers", annotations=READS),
        Tool.from_function(tools.get_notes, title="The coach's notes", annotations=READS),
        Tool.from_function(tools.ask_tutor, title="Ask the tutor", annotations=ADDS),
        Tool.from_function(tools.learn, title="Learn to mastery", annotations=ADDS),
        Tool.from_function(tools.due_reviews, title="What is due for review", annotations=READS),
        Tool.from_function(tools.rate_review, title="Rate a review", annotations=ADDS),
        Tool.from_function(tools.search_document, title="Search the documents", annotations=READS),
    ]
    for tool in made:
        tool.parameters["additionalProperties"] = False
        tool.description = " ".join(tool.description.split())
    served = Server(made, version)
    Resources(connect).add_to(served)
    return served
