"""The mind with a language model: which tools it would call, by structured output over the tools' own schemas.

What it says is a proposal. It is held against the rules' reading of the message before the agent, whose own rules no
mind gets round, sees it:
1. A yes counts only where the rules read one too, and so to the same call.
2. A tool that there is not, and parameters that the tool does not have, are dropped.
3. A change to tasks that are there, in a message that the rules read no change in, is asked about; so is one of more
   tasks than the message names.
4. An answer that cannot be used leaves the message to the rules. A model that cannot be reached is a ModelError.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from contracts.assistant import IntentType
from contracts.tasks import MAX_DESCRIPTION
from services.assistant.agent.acting import THRESHOLD
from services.assistant.agent.dues import end_of
from services.assistant.agent.ports import Tool, Tools, Turn
from services.assistant.agent.titles import titled
from services.assistant.agent.wishes import CHANGING, Reference, Source, Understood, Wish
from services.assistant.minds.offline import OfflineMind
from services.assistant.minds.prompting import request, rules
from services.assistant.reading.language import language_of
from services.chassis.model.answer_schema import ShownAs
from services.chassis.model.client import Model
from services.chassis.model.failures import BudgetSpent, ModelError, ModelRefused, ModelTruncated, ModelUnreadable
from services.chassis.model.json_answer import read_each

ROLE = "assistant"
_LEFT_TO_RULES = (BudgetSpent, ModelRefused, ModelTruncated, ModelUnreadable)
_MAX_TOKENS = 1_000
_MOST_CALLS = 10
_UNSURE = THRESHOLD - 0.1
_INTENT: Mapping[str, IntentType] = {
    "add_task": "create",
    "list_tasks": "list",
    "update_task": "update",
    "complete_task": "complete",
    "delete_task": "delete",
}
_WITHOUT_CALLS: frozenset[IntentType] = frozenset({"confirm", "decline", "help", "other"})
_STATUS: Mapping[Any, Any] = {"pending": "pending", "completed": "completed"}
_ID = TypeAdapter(int)


class ChosenCall(BaseModel):
    """A call that the model would make. `arguments`: a JSON object as text."""

    model_config = ConfigDict(frozen=True)

    tool_name: str
    arguments: str
    every: bool = False
    source: str = ""


class Chosen(BaseModel):
    """The model's answer."""

    model_config = ConfigDict(frozen=True)

    intent: IntentType
    confidence: float = Field(ge=0, le=1)
    calls: list[Annotated[Any, ShownAs(ChosenCall)]]
    reason: str = Field(default="", max_length=2_000)


class ModelMind:
    """Asks a model. `session` of the budget is the conversation."""

    def __init__(self, model: Model) -> None:
        self._model, self._rules = model, OfflineMind()

    async def read(self, turn: Turn, tools: Tools) -> Understood:
        """As `Mind.read`."""
        by_rules = await self._rules.read(turn, tools)
        known = {each.name: each for each in await tools.listed() if each.name in _INTENT}
        try:
            answer = await self._model.ask(
                role=ROLE,
                system=rules(list(known.values())),
                user=request(turn),
                schema=Chosen,
                session=str(turn.conversation_id),
                max_tokens=_MAX_TOKENS,
            )
        except ModelError as error:
            if not isinstance(error, _LEFT_TO_RULES):
                raise
            return by_rules.model_copy(update={"why": f"rules (after {error.code})"})
        why = f"model:{answer.model}"
        wishes = _wishes(answer.value, known, turn)
        confirms = any(each.intent == "confirm" for each in wishes)
        if not wishes or (confirms and all(each.intent != "confirm" for each in by_rules.wishes)):
            return by_rules.model_copy(update={"why": f"rules (after {why})"})
        return Understood(wishes=_held(wishes, by_rules.wishes), language=language_of(turn), why=why)


def _wishes(chosen: Chosen, tools: Mapping[str, Tool], turn: Turn) -> list[Wish]:
    """What the model would do, as wishes; nothing where none of it can be used."""
    if chosen.intent in _WITHOUT_CALLS and not chosen.calls:
        return [Wish(intent=chosen.intent, confidence=chosen.confidence)]
    calls, _ = read_each(chosen.calls[:_MOST_CALLS], ChosenCall)
    found: list[Wish] = []
    for call in calls:
        wish = _wish(call, chosen, tools, turn)
        if wish is not None:
            found.append(wish)
    if chosen.intent in ("confirm", "decline"):
        asked = turn.metadata.agent_context.pending
        same = asked.calls[0].tool_name if asked is not None else ""
        found = [each for each in found if chosen.intent != "confirm" or f"{each.intent}_task" != same]
        found.insert(0, Wish(intent=chosen.intent, confidence=chosen.confidence))
    return _joined(found)


def _wish(call: ChosenCall, chosen: Chosen, tools: Mapping[str, Tool], turn: Turn) -> Wish | None:
    if call.tool_name not in tools:
        return None
    given = _arguments(call.arguments)
    if given is None:
        return None
    properties = tools[call.tool_name].input_schema.get("properties", {})
    said = {name: value for name, value in given.items() if name in properties or name == "task"}
    answers = chosen.intent == "choose"
    intent: IntentType = "choose" if answers else _INTENT[call.tool_name]
    due, past = _due(said.get("due_at"), turn.now)
    source: Source | None = next((each for each in ("topic", "reviews", "notes", "path") if each == call.source), None)
    clear = said.get("clear")
    text, more = _text(said.get("title")), _text(said.get("description"))
    named = titled(text) if text else {}
    return Wish(
        intent=intent,
        confidence=chosen.confidence,
        title=named.get("title", "") if not source or source == "topic" else "",
        description=more[:MAX_DESCRIPTION] or named.get("description"),
        due=due,
        past=past,
        open_end=isinstance(clear, list) and "due_at" in clear,
        tasks=_named(said),
        every=call.every and intent in ("complete", "delete"),
        status=_status(intent, said),
        source=source if call.tool_name == "add_task" and turn.course is not None else None,
    )


def _arguments(text: str) -> dict[str, Any] | None:
    try:
        given = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) else None


def _named(said: Mapping[str, Any]) -> list[Reference]:
    """Which task is meant: its id where one is given as a number, and the words."""
    try:
        number = _ID.validate_python(said.get("task_id"), strict=True)
    except ValidationError:
        number = None
    words = _text(said.get("task"))
    return [Reference(said=words, task_id=number)] if words or number is not None else []


def _status(intent: IntentType, said: Mapping[str, Any]) -> Any:
    if intent == "list":
        return _STATUS.get(said.get("status", "pending"))
    return "pending" if intent == "update" and said.get("status") == "pending" else None


def _text(value: Any) -> str:
    return value.replace("\x00", "").strip() if isinstance(value, str) else ""


def _due(value: Any, now: datetime) -> tuple[datetime | None, str]:
    """The moment that it gives, in the learner's time zone, or the words of one that is over."""
    text = _text(value)
    try:
        due = end_of(datetime.combine(date.fromisoformat(text), now.timetz()))
    except ValueError:
        try:
            due = datetime.fromisoformat(text)
        except ValueError:
            return None, ""
    due = due if due.tzinfo is not None else due.replace(tzinfo=now.tzinfo)
    return (due, "") if due >= now else (None, text)


def _joined(wishes: Sequence[Wish]) -> list[Wish]:
    """The same with the completions of several tasks as one wish."""
    found: list[Wish] = []
    for wish in wishes:
        last = found[-1] if found else None
        if last is not None and last.intent == wish.intent == "complete" and not (last.every or wish.every):
            found[-1] = last.model_copy(update={"tasks": [*last.tasks, *wish.tasks]})
        else:
            found.append(wish)
    return found


def _held(wishes: Sequence[Wish], by_rules: Sequence[Wish]) -> list[Wish]:
    """What the model wants, less sure where the rules read no such thing in the message."""
    changes = {each.intent for each in by_rules} & (CHANGING | {"confirm", "choose"})
    named = max((len(each.tasks) for each in by_rules), default=0)
    some = sum(each.intent in CHANGING for each in wishes) > 1
    return [
        each.model_copy(
            update={
                "confidence": min(each.confidence, _UNSURE)
                if each.intent in CHANGING and not changes and (each.intent != "create" or some)
                else each.confidence,
                "bulk": each.intent in ("complete", "update") and len(each.tasks) > max(named, 1),
            }
        )
        for each in wishes
    ]
