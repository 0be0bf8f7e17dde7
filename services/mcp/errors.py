"""What a client is told when something goes wrong: the problem's sentence, what helps, its code and its trace id."""

from typing import Any

from mcp.shared.exceptions import MCPError
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult, TextContent
from pydantic import ValidationError

from services.mcp.house import Json, Refused

SHOWN = ("code", "status", "title", "detail", "action", "fields", "numbers", "trace_id", "session_id")
META = "pensum/problem"
OURS = {
    "status": 500,
    "code": "internal",
    "detail": "Something went wrong in Pensum itself.",
    "action": "Try again in a moment; the house's log has the cause.",
}


def said(problem: Json) -> str:
    """The problem as an assistant reads it."""
    marks = [f"code: {problem['code']}"]
    if problem.get("fields"):
        marks.append(f"fields: {', '.join(problem['fields'])}")
    marks += [f"{name}: {problem[name]}" for name in ("session_id", "trace_id") if problem.get(name)]
    sentences = " ".join(filter(None, (problem.get("detail") or problem.get("title"), problem.get("action"))))
    return f"{sentences}\n({'; '.join(marks)})"


def tool_error(problem: Json) -> CallToolResult:
    """The same as a tool's error; the problem itself stands in `_meta`."""
    meta = {META: {name: problem[name] for name in SHOWN if problem.get(name) is not None}}
    return CallToolResult(content=[TextContent(type="text", text=said(problem))], is_error=True, _meta=meta)


def told(refused: Refused) -> MCPError:
    """The same as an error of the protocol, for what is no tool."""
    code = INVALID_PARAMS if 400 <= refused.problem["status"] < 500 else INTERNAL_ERROR
    problem = {name: refused.problem[name] for name in SHOWN if refused.problem.get(name) is not None}
    return MCPError(code, said(refused.problem), {META: problem})


def broken(error: ValidationError) -> Json:
    """Parameters that a tool does not take, each named with what is wrong about it."""
    found = [(".".join(str(part) for part in each["loc"]), each["msg"]) for each in error.errors()]
    return _contract(dict(found))


def strange(names: list[str], known: list[str]) -> Json:
    """Parameters that a tool does not have."""
    wrong: dict[str, str] = dict.fromkeys(names, f"there is no such parameter; there are {', '.join(known)}")
    return _contract(wrong)


def _contract(wrong: dict[str, Any]) -> Json:
    sentences = "; ".join(f"{name}: {what}" for name, what in wrong.items())
    return {
        "status": 400,
        "code": "contract_broken",
        "detail": f"{sentences}.",
        "action": "Call it again as its input schema says.",
        "fields": list(wrong),
    }
